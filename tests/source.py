#!/usr/bin/env python3
"""The rules for files that need no program but this: run as python3 -IS tests/source.py.

    source.py             layers, circles, openings, lengths, batch scripts, pages
    source.py shellcheck  every shell script passes shellcheck
    source.py layout      every C++ file has the layout of clang-format

Each fault is a line; the last lines say how much was looked at.
"""

import concurrent.futures
import functools
import graphlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
MOST_COLUMNS = 100
MOST_LINES = 400
MOST_WORDS = {"README.md": 700, "docs/*.md": 15000}

# The table of docs/architecture.md. What each layer may include: own layers; a pattern for headers
# from outside the standard library; standard headers that it must do without, since it has no
# clocks, threads, files or streams. All may include what the library declares.
NO_FILES = "iostream|fstream|filesystem"
NO_STREAMS = NO_FILES + "|sstream"
NO_CLOCKS = NO_STREAMS + "|chrono|thread|mutex"
COUNTER = "core system kernel device job queue store net report node judge view serve session"
LAYERS = {
    "include/nqueens": ("", "", ""),
    "core": ("core", "", NO_CLOCKS),
    "kernel": ("core kernel", "hwy/", NO_CLOCKS),
    "device": ("core system kernel job device", "", NO_STREAMS + "|mutex"),
    "system": ("core system", "", ""),
    "boards/solutions": ("core boards/solutions", "", NO_FILES + "|chrono|thread|mutex"),
    "boards/puzzles": ("core boards/solutions boards/puzzles", "", NO_STREAMS + "|chrono"),
    "job": ("core job", "", ""),
    "queue": ("core job queue", "", NO_CLOCKS),
    "store": ("core system job queue store", "boost/(archive|serialization|crc)", ""),
    "net": ("core system job net", "", NO_FILES),
    "node": ("core system kernel device job node", "", NO_FILES),
    "report": ("core job queue report", "nlohmann/|boost/version", ""),
    "api": ("core system kernel job node api boards/solutions", "", ""),
    "serve": ("core system kernel device job queue net node serve", "spdlog/", NO_FILES),
    "judge": ("core system kernel job queue store report judge", "", ""),
    "view": ("core system kernel job queue store report node judge view", "spdlog/", ""),
    "session": (COUNTER, "spdlog/", ""),
    "evidence": (COUNTER + " evidence", "spdlog/", ""),
    "cli": (COUNTER + " evidence cli", "CLI/|spdlog/|nlohmann/", ""),
    "boards/commands": (
        "core system report cli boards/solutions boards/puzzles boards/commands",
        "CLI/|nlohmann/",
        "",
    ),
}
# Headers of packages that have a place of their own.
PLACES = {
    r"mpi(-ext)?\.h": r"src/net/mpi_wire\.cpp",
    r"gecode/.*": r"src/boards/puzzles/.*",
    r"CL/.*": r"src/device/opencl.*",
}


@functools.cache
def text_of(path):
    return (ROOT / path).read_bytes().decode("utf-8", "surrogateescape")


def files_in(*folders):
    """All files below these folders, as paths from the root."""
    found = []
    for top in folders:
        for folder, inner, names in os.walk(ROOT / top):
            inner[:] = [name for name in inner if name != "__pycache__"]
            found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names]
    return sorted(found)


@functools.cache
def cpp_files():
    return [path for path in files_in("src", "include", "tests") if path.endswith((".cpp", ".hpp"))]


@functools.cache
def scripts():
    """The shell scripts, also those that are only sourced."""
    shell = re.compile(r"^#!.*(ba)?sh( |$)|shellcheck shell=", re.MULTILINE)
    return [
        path
        for path in files_in("jobs", "tests", "slurm", "docker", ".ci")
        if not path.endswith((".md", ".cpp", ".hpp", ".py")) and shell.search(text_of(path))
    ]


def settings():
    """What CMake and jobs are told, but for the bytes that fuzzers found."""
    return ["CMakeLists.txt"] + [
        path
        for path in files_in("src", "tests", "docs", "jobs")
        if not path.startswith("tests/fuzz/corpus/")
        and (path.endswith((".cmake", ".toml")) or os.path.basename(path) == "CMakeLists.txt")
    ]


# Layers.


def fault_of_include(file, layer, header, quoted):
    """What an include breaks of the table, or nothing."""
    own, packages, banned = LAYERS[layer]
    for pattern, place in PLACES.items():
        if re.fullmatch(pattern, header):
            return "" if re.fullmatch(place, file) else f"only {place} may include {header}"
    if quoted and not header.endswith(".inc"):
        if not any((ROOT / top / header).exists() for top in ("src", "include")):
            return f"{header} is no path in src or include"
        allowed = os.path.dirname(header) in [*own.split(), "nqueens"]
        allowed |= header == "nqueens.h" and layer == "api"
    elif re.search(r"/|\.hpp$", header) and not header.startswith("sys/"):
        allowed = header.endswith(".inc") or (packages and re.match(packages, header))
    else:
        allowed = not re.fullmatch(banned, header)
    return "" if allowed else f"{layer} must not include {header}"


def faults_of_layers():
    looked_at = 0
    for file in cpp_files():
        layer = os.path.dirname(file).removeprefix("src/")
        if file.startswith("tests/") or file == "src/main.cpp":  # which joins tables of commands
            continue
        for quote, header in re.findall(r'^#include *([<"])([^>"]+)[>"]', text_of(file), re.M):
            looked_at += 1
            if layer not in LAYERS:
                yield f"{file}: layer '{layer}' is not in the table"
            elif fault := fault_of_include(file, layer, header, quote == '"'):
                yield f"{file}: {fault}"
    if looked_at < 1000:
        yield f"only {looked_at} includes found: this looks in the wrong place"
    print(f"{looked_at} includes keep to the table of layers")


# Circles. A source and the headers that declare what it defines are one node; nodes include each
# other in no circle.


def included(path, files):
    names = re.findall(r'^#include ["<](.+)[">]', text_of(path), re.M)
    return [top + name for name in names for top in ("src/", "include/") if top + name in files]


@functools.cache
def declared(path):
    """The functions and classes that a header declares."""
    text = text_of(path)
    classes = re.findall(r"^(?:class|struct) (\w+)[^;]*?\{", text, re.M)
    functions = re.findall(r"^\w[^\n(={;]*?(\w+)\([^;{}]*(?:\{\}[^;{}]*)*;", text, re.M)
    return {*classes, *functions}


@functools.cache
def defined(path):
    """The functions that a source defines for others, and the classes of those it defines."""
    text = re.sub(r"^namespace \{\n.*?^\}  // namespace\n", "", text_of(path), flags=re.S | re.M)
    definition = r"^\w[^\n(={;]*?(\w+)(?:::~?\w+)?\([^;{}]*(?:\{\}[^;{}]*)*\{"
    return set(re.findall(definition, text, re.M))


def belongs(source, header):
    names = {os.path.splitext(os.path.basename(path))[0] for path in (source, header)}
    if len(names) == 1:
        return True
    # A layer defines nothing for another; the cli has commands of the names of what they call.
    same_layer = os.path.dirname(source) == os.path.dirname(header)
    return same_layer and defined(source) & declared(header)


def faults_of_circles():
    files = {path for path in cpp_files() if not path.startswith("tests/")}
    node = {path: path for path in files}
    for source in sorted(files):
        for header in included(source, files) if source.endswith(".cpp") else []:
            if belongs(source, header):
                joined = node[source]
                node = {path: node[header] if of == joined else of for path, of in node.items()}
    includes = {}
    for path in files:
        others = {node[other] for other in included(path, files)} - {node[path]}
        includes.setdefault(node[path], set()).update(others)
    try:
        graphlib.TopologicalSorter(includes).prepare()
    except graphlib.CycleError as error:
        yield "a circle of files, each included by the next: " + ", ".join(error.args[1])
    if len(includes) > len(files) - 50:
        yield f"{len(includes)} nodes of {len(files)} files: what belongs together is not seen"
    print(f"{len(files)} files include each other in no circle")


# Texts.


def faults_of_texts():
    """Openings and lengths. The columns of C++ are for clang-format, which spares some texts."""
    for file in cpp_files():
        if not text_of(file).startswith("//"):
            yield f"{file}: does not open with what it is for"
    pages = [path for path in files_in("src") if path.endswith(".html")]
    for file in [*scripts(), *settings(), *pages]:
        for number, line in enumerate(text_of(file).split("\n"), 1):
            if len(line) > MOST_COLUMNS:
                yield f"{file}:{number}: {len(line)} columns"
    python = [path for path in files_in("tests") if path.endswith(".py")]
    for file in [*cpp_files(), *scripts(), *python, *pages]:
        lines = text_of(file).count("\n")
        if lines > MOST_LINES:
            yield f"{file}: {lines} lines"
    if len(cpp_files()) < 200 or len(scripts()) < 50 or len(settings()) < 10 or len(python) < 10:
        yield "few files found: this looks in the wrong place"
    print(f"{len(cpp_files())} files of C++, {len(scripts())} scripts have openings and lengths")


def faults_of_batch_scripts():
    """Slurm runs a copy of a batch script, so it cannot source what finds its folder: each has
    these lines, and all the same."""
    batch = [path for path in files_in("slurm") if path.endswith(".sbatch")]
    preambles = {
        "".join(re.findall(r"^\[ -n .\$\{SLURM_JOB_ID-.*?^# Slurm runs a copy.*?^\}", text_of(path), re.S | re.M))
        for path in batch
    }
    if len(preambles) != 1 or "" in preambles:
        yield "slurm/*.sbatch: they find their folder in different ways"
    print(f"{len(batch)} batch scripts find their folder in one way")


# Pages (*.md).


@functools.cache
def prose(page):
    """The lines outside of code blocks, with their numbers."""
    code = False
    lines = []
    for number, line in enumerate(text_of(page).splitlines(), 1):
        fence = line.lstrip().startswith("```")
        code ^= fence
        if not code and not fence:
            lines.append((number, line))
    return lines


@functools.cache
def anchors(page):
    """The anchors that GitHub gives to the headings."""
    found = set()
    for _, line in prose(page):
        if line.startswith("#"):
            title = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line.lstrip("# ")).lower()
            found.add(re.sub(r"[^\w\- ]", "", title).strip().replace(" ", "-"))
    return found


def faults_of_page(page):
    for number, line in prose(page):
        if len(line) > MOST_COLUMNS and not line.startswith("|") and "://" not in line:
            yield f"{page}:{number}: {len(line)} columns"
        without_code = re.sub(r"`[^`]*`", "", line)
        for link in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", without_code):
            path, _, anchor = "".join(link).partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if "://" in path:
                continue
            if not (ROOT / target).exists():
                yield f"{page}:{number}: there is no '{path}'"
            elif anchor and anchor not in anchors(target):
                yield f"{page}:{number}: '{os.path.basename(target)}' has no heading '#{anchor}'"


# Where the version stands besides CMakeLists.txt.
VERSIONED = {
    "CITATION.cff": r"^version: (\S+)",
    "docs/changelog.md": r"^## (?:Unreleased: )?([0-9.]+)",
    "docs/packaging/changelog": r"^nqueens \((\S+)\)",
    "docs/packaging/README.md": r"nqueens[-_]([0-9.]+[0-9])",
    "docs/install.md": r"nqueens-([0-9.]+[0-9])",
    "tests/releases/{}/job.result.json": r'"version":"(\S+) ',
    "docker/Dockerfile": r"image\.version=\"(.+)\"",
    "docker/nqueens.def": r"image\.version (\S+)",
}


def faults_of_version():
    """All have the version of CMakeLists.txt; the citation has a date once it is released."""
    version = re.search(r"^project\(nqueens VERSION (\S+)", text_of("CMakeLists.txt"), re.M)[1]
    for path, pattern in VERSIONED.items():
        named = re.findall(pattern, text_of(path.format(version)), re.M)
        if "changelog" in path:
            named = named[:1]  # the others are of the past
        if not named or set(named) != {version}:
            yield f"{path}: it names {', '.join(sorted(set(named))) or 'no version'}, not {version}"
    if f"libnqueens.so.{version.rpartition('.')[0]}" not in text_of("docs/example.py"):
        yield f"docs/example.py: its library is not that of {version}"
    unreleased = "\n## Unreleased: " in text_of("docs/changelog.md")
    if unreleased == ("\ndate-released: " in text_of("CITATION.cff")):
        yield "CITATION.cff has a date of release, and the changelog says unreleased; or not so"


def faults_of_pages():
    folders = [entry.name for entry in os.scandir(ROOT) if entry.is_dir()]
    folders = [name for name in folders if not re.match(r"build|\.", name)]
    pages = [path for path in [*os.listdir(ROOT), *files_in(*folders)] if path.endswith(".md")]
    for page in sorted(pages):
        yield from faults_of_page(page)
    for pattern, most in MOST_WORDS.items():
        words = sum(len(page.read_text(encoding="utf-8").split()) for page in ROOT.glob(pattern))
        if words > most:
            yield f"{pattern}: {words} words, more than {most}"
    yield from faults_of_version()
    print(f"{len(pages)} pages have links that lead somewhere")


# The tools, of which as many run at a time as there are cores.


def faults_of_tool(command, files, top=ROOT):
    """What a tool says of the files below a folder. Each of its processes gets a share of them."""
    cores = len(os.sched_getaffinity(0))
    shares = [share for share in (files[i::cores] for i in range(cores)) if share]
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        run = functools.partial(
            subprocess.run, cwd=top, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for done in pool.map(lambda share: run([*command, *share]), shares):
            if done.returncode != 0:
                yield done.stdout or f"{command[0]} ended with {done.returncode}"
    print(f"{len(files)} files pass {command[0]}")


SUPPORT = "tests/support/"  # what shell tests source


def outline_of(text):
    """What a script is to know of one that it sources: its functions, the variables that it sets,
    and those that it uses."""
    lines = re.findall(r"^(?:# shellcheck|source ).*", text, re.MULTILINE)
    lines += [f"{name}() {{ :; }}" for name in re.findall(r"^(\w+)\(\) ", text, re.MULTILINE)]
    code = re.sub(r"^\s*#.*", "", text, flags=re.MULTILINE)
    before = r"(?:^|[;{(&|]|\b(?:local|export|declare|then|do|else)) *(?:-\w+ +)?"
    names = set(re.findall(before + r"([A-Za-z_]\w*)\+?=", code, re.MULTILINE))
    used = set(re.findall(r"[$]{?([A-Za-z_]\w*)", code))
    numbers = dict(re.findall(r"^ *([a-z]\w*)=(\d+|[$][!?])$", code, re.MULTILINE))
    lines += [f"{name}={numbers.get(name, '')}" for name in sorted(names)]
    lines.append(": " + " ".join(f'"${{{name}-}}"' for name in sorted(used)))
    return "\n".join(lines) + "\n"


def faults_of_scripts():
    """Those of shellcheck, which would look at all of tests/support/ again for each script that
    sources it: scripts source an outline of it."""
    support = [path for path in scripts() if path.startswith(SUPPORT)]
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        for path in [*scripts(), "tests/.shellcheckrc"]:
            (top / path).parent.mkdir(parents=True, exist_ok=True)
            text = outline_of(text_of(path)) if path in support else text_of(path)
            (top / path).write_text(text, encoding="utf-8", errors="surrogateescape")
        others = [path for path in scripts() if path not in support]
        yield from faults_of_tool(["shellcheck", "-x"], others, top)
    yield from faults_of_tool(["shellcheck", "-x"], support)


def main():
    rules = {
        "": [
            faults_of_layers,
            faults_of_circles,
            faults_of_texts,
            faults_of_batch_scripts,
            faults_of_pages,
        ],
        "shellcheck": [faults_of_scripts],
        "layout": [lambda: faults_of_tool(["clang-format", "--dry-run", "--Werror"], cpp_files())],
    }
    faults = [fault for rule in rules["".join(sys.argv[1:])] for fault in rule()]
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
