"""Looks at pages of `report` in a browser: in_browser.py BROWSER. The folder has what logs.py
writes, NAME.html of each log and NAME.json of `report --json`. Each fault is a line."""

import csv
import html
import io
import itertools
import json
import pathlib
import subprocess
import sys

import logs

# Shows the page in a frame, and what it finds there as text.
FRAME = """<!doctype html><iframe id=page src="%s" %s style="border:0;width:%dpx;height:900px">
</iframe><pre id=found></pre><script>
onload = () => {
  const page = document.getElementById("page").contentDocument;
  const box = (each, of) => {
    const [a, b] = [each.getBoundingClientRect(), of.getBoundingClientRect()];
    return [a.left - b.left, a.top - b.top, a.right - b.left, a.bottom - b.top];
  };
  const all = (selector, of = page) => [...of.querySelectorAll(selector)];
  const seen = all("figure").filter((each) => each.getBoundingClientRect().height > 0);
  document.getElementById("found").textContent = JSON.stringify({
    width: page.documentElement.scrollWidth,
    layout: getComputedStyle(page.querySelector(".wide")).display,
    title: page.title,
    images: all("img").length,
    background: page.defaultView.getComputedStyle(page.body).backgroundColor,
    notes: all("noscript, p").map((each) => each.innerText),
    cells: all("td").map((each) => [each.textContent, each.innerHTML]),
    hidden: all("td, th").filter((each) => each.textContent && !each.getClientRects().length).length,
    charts: Object.fromEntries(seen.map((each) => [each.id, {
      box: box(each.querySelector("svg"), each.querySelector("svg")),
      texts: all("text", each).filter((text) => text.textContent).map(
        (text) => [text.textContent, box(text, text.ownerSVGElement)]),
      paths: all("path", each).map((path) => path.getAttribute("d")),
      marks: all("circle, .start", each).length,
      csv: decodeURIComponent(each.querySelector("a").href),
    }])),
  });
};
</script>"""


def run(*options):
    command = [sys.argv[1], "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += ["--user-data-dir=browser", "--enable-logging=stderr", *options]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def look(page, width, *options, frame=""):
    """What the frame finds, and what the console says."""
    pathlib.Path("frame.html").write_text(FRAME % (page, frame, width), encoding="utf-8")
    url = pathlib.Path("frame.html").resolve().as_uri()
    done = run("--allow-file-access-from-files", *options, "--dump-dom", url)
    found = done.stdout.split('<pre id="found">')[1].split("</pre>")[0]
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return json.loads(html.unescape(found)), console


def faults_of_chart(chart):
    """Text is large enough, lies within the chart, and none lies on another."""
    left, top, right, bottom = chart["box"]
    for text, (x1, y1, x2, y2) in chart["texts"]:
        if y2 - y1 < 12:
            yield f"'{text}' is {y2 - y1} pixels high"
        if x1 < left - 1 or y1 < top - 1 or x2 > right + 1 or y2 > bottom + 1:
            yield f"'{text}' lies outside"
    for (text, a), (other, b) in itertools.combinations(chart["texts"], 2):
        if a[0] < b[2] and b[0] < a[2] and a[1] + 2 < b[3] and b[1] + 2 < a[3]:
            yield f"'{text}' lies on '{other}'"
    if len(chart["texts"]) < 5:
        yield "it has hardly any text"
    for path in chart["paths"]:
        if "NaN" in path or "Infinity" in path or not path.startswith("M"):
            yield f"a line that is none: {path[:40]}"


def points_of(path):
    return [tuple(map(float, point.split())) for point in path[1:].split("L")]


def faults_of_drawing(found, facts):
    """The charts show what the JSON says."""
    starts, charts = facts["starts"], found["charts"]
    rates = [each for each in facts["rates"] if each["counted_per_second"] is not None]
    line = points_of(charts["rate"]["paths"][1])
    high = max(each["counted_per_second"] for each in rates)
    base = 210
    peak = base - min(y for _, y in line)
    for (x, y), (later, same), each in zip(line[::2], line[1::2], rates):
        if abs((base - y) / peak - each["counted_per_second"] / high) > 0.01 or y != same:
            yield f"a rate of {each['counted_per_second']} is at {y}"
        share = (later - line[0][0]) / (line[-1][0] - line[0][0])
        if x > later or abs(share - each["to_seconds"] / rates[-1]["to_seconds"]) > 0.01:
            yield f"the rate until {each['to_seconds']} ends at {later}"
    if len(line) != 2 * len(rates):
        yield f"{len(line)} points of {len(rates)} rates"
    done = points_of(charts["done"]["paths"][1])
    if len(done) != len(facts["rates"]) or done[-1][1] > done[0][1]:
        yield "the work done does not grow"
    stops = sum(each["is_over"] and not each["finished"] for each in starts)
    marks = len(starts) + stops + len(facts["incidents"])
    for chart, expected in (("incidents", marks), ("rate", len(starts)), ("done", len(starts))):
        if charts[chart]["marks"] != expected:
            yield f"{chart} has {charts[chart]['marks']} marks, not {expected}"


def faults_of_csv(found, facts):
    for name, key in (("rate", "rates"), ("end", "end"), ("incidents", "incidents")):
        text = found["charts"][name]["csv"].split(",", 1)[1]
        rows = list(csv.reader(io.StringIO(text)))
        expected = [list(facts[key][0])]
        for row in facts[key]:
            values = ["" if value is None else value for value in row.values()]
            expected.append(values)
        for row, values in itertools.zip_longest(rows, expected, fillvalue=[]):
            same = len(row) == len(values) and all(
                text.removeprefix("'") == value if isinstance(value, str) else float(text) == value
                for text, value in zip(row, values)
            )
            if not same or any(text.startswith("=") for text in row):
                yield f"{name}.csv has {row}, not {values}"


def faults_of_three(found, facts, width):
    yield from faults_of_drawing(found, facts)
    yield from faults_of_csv(found, facts)
    if found["title"] != "nqueens n=20: three.run.jsonl" or found["images"]:
        yield f"a text became a part of the page; its title is {found['title']}"
    if width >= 800 and found["layout"] != "table":
        yield "its starts are no table"
    cells = [text for text, _ in found["cells"]]
    if cells.count(logs.HOSTILE_SHOWN) < 4:
        yield "the name of the host is another one"
    shown = dict(found["cells"])
    for amount in logs.AMOUNTS:
        groups = shown[amount].replace('<span class="group">', "_").replace("</span>", "")
        groups = groups.replace('<span class="word">', "")
        expected = logs.GROUPED.get(amount, amount)
        if html.unescape(groups) != expected:
            yield f"'{amount}' is shown as {groups}"


def faults_of_page(name, charts):
    facts = json.loads(pathlib.Path(f"{name}.json").read_text(encoding="utf-8"))
    for width in (400, 800, 1200):
        found, console = look(f"{name}.html", width)
        faults = [f"the console says {line}" for line in console]
        faults += [f"it is {found['width']} wide"] if found["width"] != width else []
        if set(found["charts"]) != charts:
            faults.append(f"it has the charts {sorted(found['charts'])}")
        elif name == "three":
            faults += faults_of_three(found, facts, width)
        for chart in found["charts"]:
            faults += [f"{chart}: {each}" for each in faults_of_chart(found["charts"][chart])]
        yield from (f"{name}, {width} pixels: {each}" for each in faults)


def faults_of_colours():
    dark, light = (
        look("three.html", 800, f"--blink-settings=preferredColorScheme={scheme}")[0]["background"]
        for scheme in (0, 1)
    )
    if dark == light:
        yield f"dark and light have the background {dark}"


def faults_without_script():
    found, console = look("three.html", 1200, frame="sandbox=allow-same-origin")
    if found["charts"] or not any("JavaScript" in note for note in found["notes"]):
        yield f"without JavaScript: charts {list(found['charts'])}, notes {found['notes'][:3]}"
    if found["hidden"] or len(found["cells"]) < 100:
        yield f"without JavaScript: {found['hidden']} of {len(found['cells'])} cells are hidden"
    if not any("script" in line for line in console):
        yield "without JavaScript: its script ran"


def faults_of_paper():
    run("--print-to-pdf=three.pdf", pathlib.Path("three.html").resolve().as_uri())
    paper = pathlib.Path("three.pdf").read_bytes()
    pages = paper.count(b"/Type /Page\n")
    if not paper.startswith(b"%PDF") or not 2 <= pages <= 6:
        yield f"on paper it has {pages} pages"


def main():
    all_charts = {"rate", "done", "end", "incidents"}
    faults = [
        *faults_of_page("three", all_charts),
        *faults_of_page("many", all_charts | {"hosts", "ranks"}),
        *faults_of_page("merged", {"incidents"}),
        *faults_of_colours(),
        *faults_without_script(),
        *faults_of_paper(),
    ]
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
