#!/usr/bin/env python3
"""Who may write, where, and who may judge: run as python3 -IS tests/writers.py. Each fault is a line.

Files: one that a user names passes a guard, so that a slip overwrites nothing: Output in
cli/output.hpp for --output, LogFile in cli/messages.cpp for --log-file. A new way to write needs a
line here that says what keeps it from overwriting.

Terminals: names of files and texts of others are one line there, since few functions write to a
terminal and few make lines.

Numbers: one place decides whether a total can be right, one whether two records agree, and one makes
certificates, so that no two commands answer differently."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

# --- files
OPENS = re.compile(
    r"\b(?:(?:basic_)?o?fstream|fopen|freopen|creat|mkstemp|O_WRONLY|O_RDWR|O_CREAT|O_TRUNC"
    r"|AtomicFile|AppendFile|write_atomically|save_checkpoint|copy_file|file_sink\w*)\b"
)
OPENERS = {
    "src/system/file": "defines those that others use",
    "src/system/lock_file": "O_EXCL; takes over nothing but locks",
    "src/system/process": "/dev/null",
    "src/system/unpacked_file": "/dev/null",
    "src/store/checkpoint_files": "under a lock, after the old one was read; sets aside others",
    "src/session/keeper": "the same; results are compared before; a file of jobs/launch",
    "src/evidence/merge": "new files only",
    "src/session/journal": "a log of runs, or what is none is set aside",
    "src/cli/output": "asks for an objection to what is there",
    "src/cli/messages": "asks whether it is a log",
    "src/system/launcher_files": "in the launcher's folder; follows no links, replaces no other user's",
}


def faults_of_openers():
    found = {}
    for path in sorted([*ROOT.glob("src/**/*.cpp"), *ROOT.glob("src/**/*.hpp")]):
        code = re.sub(r"//.*|#include.*", "", path.read_text(encoding="utf-8"))
        if words := sorted(set(OPENS.findall(code))):
            found[str(path.relative_to(ROOT).with_suffix(""))] = words
    faults = [
        f"{name}: writes files by {', '.join(words)}; pass them to Output, or say in "
        "tests/writers.py what keeps it from overwriting"
        for name, words in found.items()
        if name not in OPENERS
    ]
    faults += [f"tests/writers.py: {name} writes no files" for name in OPENERS.keys() - found]
    print(f"{len(found)} sources open files to write, each for a reason")
    return faults


# --- numbers
# What is asked, by which files alone, and whom others ask.
JUDGES = {
    r"\b(?:known_count|burnside_sum|difference_from_published)\b": (
        "core|kernel|node|api|judge|boards/commands",
        "judge/total.hpp",
    ),
    r"\bmake_certificate\((?!const FileOptions|\*options)": ("store|judge", "judge/finished.hpp"),
    r"\bcount\(\) [!=]= \w+\.(?:record\.)?count\b|\.placed [!=]=": (
        "queue|evidence/(?:recount|look)",  # a certificate has counts alone
        "queue/checks.hpp, agree()",
    ),
    r"\bserve\(\w*pool|\b(?:dismiss|welcome|ping)_workers\(": (
        "serve|session/session|cli/workers",
        "session/session.hpp",
    ),
}


def faults_of_judges():
    for path in sorted([*ROOT.glob("src/**/*.cpp"), *ROOT.glob("src/**/*.hpp")]):
        name = str(path.relative_to(ROOT / "src"))
        code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        for question, (rooms, judge) in JUDGES.items():
            if (found := re.search(question, code)) and not re.match(rf"(?:{rooms})\b", name):
                yield f"src/{name}: '{found[0]}' is decided elsewhere; ask {judge}"


# --- terminals
WRITES = (
    r"\bstd::c(?:out|err|log)\b|\b(?:v?f?printf|f?puts|f?putc|putchar|fwrite|perror|psignal)\("
    r"|\bwrite(?:_all)?\((?:STD|[12],)|\bstd(?:out|err)_\w*sink|\b(?:std|fmt)::print\w*\("
)
WRITES_OF_PYTHON = r"\bprint\(|\bstd(?:out|err)\.write|\bos\.write\("
# Where that may stand, and how it makes lines.
WRITERS = {
    "src/cli/output.cpp": r"write_answer\(before \+ as_lines\(text\)\)",
    "src/cli/messages.cpp": "as_line|one_line",  # say_plainly(), the last error, the log
    "src/view/progress.cpp": "one_line",  # the bar
    "src/system/signals.cpp": "constexpr std::string_view line",  # in a handler
    "tests/certificate/check.c": r"\\\\x%02x",
    "tests/certificate/check.py": "escaped",
}
# Line feeds between what is the program's own. Elsewhere in these layers as_line() makes lines.
REPORTS = ("src/report/", "src/judge/", "src/view/", "src/session/", "src/evidence/")
OWN_LINES = {
    "src/view/benchmark.cpp",  # tables of numbers and kernels
    "src/view/projection.cpp",  # numbers
    "src/report/result.cpp",  # numbers
    "src/view/page_html.cpp",  # HTML, by escaped()
    "src/view/page.hpp",
}


def without_comments(text, is_python):
    return re.sub(r"#.*" if is_python else r"//.*|/\*[\s\S]*?\*/", "", text)


def faults_of(file):
    is_python = file.endswith(".py")
    code = without_comments((ROOT / file).read_text(encoding="utf-8"), is_python)
    is_cpp = file.endswith((".cpp", ".hpp", ".h"))
    found = re.findall(WRITES_OF_PYTHON if is_python else WRITES, code)
    if found and file not in WRITERS:
        yield f"{file}: {found[0]}: nothing but print() and say() of the cli and the log writes to stdout and stderr"
    if file in WRITERS and (not found or not re.search(WRITERS[file], code)):
        yield f"{file}: it writes no longer, or no longer by {WRITERS[file]}"
    if is_cpp and file.startswith(REPORTS) and file not in OWN_LINES and "\\n" in code:
        yield f"{file}: \\n in a text; as_line() makes a line, whatever names are in it"


def faults_of_writers():
    files = [
        str(path.relative_to(ROOT))
        for top in ("src", "include", "tests/certificate")
        for path in sorted((ROOT / top).rglob("*"))
        if path.suffix in (".cpp", ".hpp", ".h", ".c", ".py")
    ]
    faults = [fault for file in files for fault in faults_of(file)]
    faults += ["few files found: this looks in the wrong place"] if len(files) < 200 else []
    print(f"{len(files)} files write to a terminal by {len(WRITERS)} of them")
    return faults


def main():
    faults = [*faults_of_openers(), *faults_of_judges(), *faults_of_writers()]
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    return bool(faults)


sys.exit(main())
