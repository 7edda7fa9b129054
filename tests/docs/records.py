"""docs/records holds together: what can be checked of it without counting.

Hashes and sums of each certificate, by check.py; that its result, log, report and second count are
of the same count, and that the page says its number. The page has the commands that count.
"""

import datetime
import importlib.util
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDS = ROOT / "docs" / "records"
PAGE = (RECORDS / "README.md").read_text()
MOST_BYTES = 3_000_000


def checker():
    spec = importlib.util.spec_from_file_location("check", ROOT / "tests/certificate/check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check = checker()


def beside(certificate, ending):
    name = certificate.name.removesuffix(".gz").removesuffix(".cert")
    return certificate.with_name(name + ending)


def rows_of(title):
    """The numbers of a table of the page, by N."""
    section = PAGE.split(f"\n## Amazons that a {title} leaves", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| (\d+) \| ([\d,]+) \|", section, re.MULTILINE)
    return {int(n): int(number.replace(",", "")) for n, number in rows}


def totals_of(turn):
    """The totals of certificates, by the N of their names."""
    files = (RECORDS / "turns").glob(f"{turn}-turn-*[0-9].cert")
    return {int(file.stem.rsplit("-", 1)[1]): check.read(file)[0]["total"] for file in files}


def faults_of_turns():
    """Each row has its certificate, and each certificate its row."""
    for turn in ("quarter", "half"):
        rows = rows_of(f"{turn} turn")
        files = totals_of(turn)
        if not rows or rows != files:
            yield f"table and certificates of the {turn} turn differ: {rows} {files}"


def faults_of_result(header, result):
    told = json.loads(result.read_text())
    if (told["solutions"], told["count_sha256"]) != (str(header["total"]), header["count_sha256"]):
        yield "its result is of another count"
    second = told["second_count"]
    if (header["second_count"] == "none") != (second is None) or second and not second["agrees"]:
        yield "its result has another second count"


def events_of(log):
    """Without a line "now" that a full disk cut off."""
    return [json.loads(line) for line in log.read_text().splitlines()
            if line.endswith("}") or '"event":"now"' not in line]


def starts_of(log):
    """Number, begin and commit of each start; "-dirty" if files differed from the commit."""
    starts = [event for event in events_of(log) if event["event"] == "start"]
    for number, start in enumerate(starts, 1):
        began = datetime.datetime.fromisoformat(start["time"])
        commit = start["version"].partition("(")[2].rstrip(")")
        yield str(number), f"{began:%-d %b %H:%M}", commit


def faults_of_starts(log):
    """The page lists the starts of a count that has more than three, as its log has them."""
    section = PAGE.partition(f"]({log.parent.name}/)")[2].split("\n## ", 1)[0]
    rows = re.findall(r"^\| (\d+) \| (\d+ \w+ [\d:]+) \| ([\w-]+) \|", section, re.MULTILINE)
    starts = list(starts_of(log))
    if (rows or len(starts) > 3) and rows != starts:
        yield f"the page lists the starts {rows}, its log {starts}"


def faults_of_log(header, log):
    """It begins with a start, and the count that it finishes is this one."""
    events = events_of(log)
    ends = [event["result"]["count_sha256"] for event in events if event["event"] == "finish"]
    if events[0]["event"] != "start" or not ends or ends[-1] != header["count_sha256"]:
        yield "its log has no start, or the end of another count"


def terms(rule, total, fixed):
    """What the page says of a count: terms of A352661 and A352662 come of those that turns fix."""
    yield total
    if rule.turn == "quarter-turn":
        yield total // 2
    if rule.turn == "half-turn":
        yield (total - fixed.get(rule.n, 0)) // 4


def faults_of_certificate(certificate, fixed):
    try:
        header, marked, _, _ = check.read(certificate)
    except ValueError as error:
        yield str(error)
        return
    rule = check.Rule(header["job"])
    if marked != check.words_of(rule):
        yield "these are not the words for its job"
    for term in terms(rule, header["total"], fixed):
        if not re.search(rf"(?<![\d,]){term:,}(?![\d,])", PAGE):
            yield f"the page does not say {term:,}"
    if header["second_count"] != "none":
        second = check.read(beside(certificate, ".second.cert"))[0]
        if header["second_count"] != f"{second['total']} agrees {second['job']}":
            yield "its second count is another"
    if certificate.parent.name == "turns":
        return
    log = beside(certificate, ".run.jsonl")
    yield from faults_of_log(header, log)
    yield from faults_of_starts(log)
    if ".second" not in certificate.name:
        yield from faults_of_result(header, beside(certificate, ".result.json"))
        if header["count_sha256"] not in beside(certificate, ".report.html").read_text():
            yield "its report is of another count"


def faults():
    files = sorted(path for path in RECORDS.glob("*/*"))
    certificates = [path for path in files if path.name.endswith((".cert", ".cert.gz"))]
    fixed = totals_of("quarter")
    for certificate in certificates:
        name = certificate.relative_to(RECORDS)
        yield from (f"{name}: {fault}" for fault in faults_of_certificate(certificate, fixed))
    yield from faults_of_turns()
    for folder in {path.parent.name for path in files}:
        if f"]({folder}/)" not in PAGE:
            yield f"the page has no link to {folder}/"
        endings = {path.name.split(".", 1)[1] for path in files if path.parent.name == folder}
        if not endings & {"cert", "cert.gz"}:
            yield f"{folder}/ has no certificate"
        if "ckpt" in endings:
            yield f"{folder}/ still has a checkpoint"
    size = sum(path.stat().st_size for path in files)
    if size > MOST_BYTES:
        yield f"{size} bytes, more than {MOST_BYTES}"
    if len(certificates) < 2:
        yield "few certificates found: this looks in the wrong place"
    print(f"{len(certificates)} certificates agree with what is beside them; {size} bytes")


def main():
    found = list(faults())
    print(*found, sep="\n", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
