#!/usr/bin/env python3
"""Who may open files to write: run as python3 -IS tests/writers.py.

A file that a user names to be written passes a guard, so that a slip overwrites nothing: Output in
cli/output.hpp for --output, LogFile in cli/log_file.cpp for --log-file. A new way to write needs a
line here that says what keeps it from overwriting."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
OPENS = re.compile(
    r"\b(?:(?:basic_)?o?fstream|fopen|freopen|creat|mkstemp|O_WRONLY|O_RDWR|O_CREAT|O_TRUNC"
    r"|AtomicFile|AppendFile|write_atomically|save_checkpoint|copy_file|file_sink\w*)\b"
)
WRITERS = {
    "src/system/file": "defines those that others use",
    "src/system/lock_file": "O_EXCL; takes over nothing but locks",
    "src/system/process": "/dev/null",
    "src/system/unpacked_file": "/dev/null",
    "src/store/checkpoint_files": "under a lock, after the old one was read; sets aside others",
    "src/run/checkpoint_keeper": "the same; results are compared before; a file of jobs/launch",
    "src/run/merge": "new files only",
    "src/run/journal": "a log of runs, or what is none is set aside",
    "src/cli/output": "asks for an objection to what is there",
    "src/cli/log_file": "asks whether it is a log",
    "src/cli/messages": "files of jobs/launch",
}


def main():
    found = {}
    for path in sorted([*ROOT.glob("src/**/*.cpp"), *ROOT.glob("src/**/*.hpp")]):
        code = re.sub(r"//.*|#include.*", "", path.read_text(encoding="utf-8"))
        if words := sorted(set(OPENS.findall(code))):
            found[str(path.relative_to(ROOT).with_suffix(""))] = words
    faults = [
        f"{name}: writes files by {', '.join(words)}; pass them to Output, or say in "
        "tests/writers.py what keeps it from overwriting"
        for name, words in found.items()
        if name not in WRITERS
    ]
    faults += [f"tests/writers.py: {name} writes no files" for name in WRITERS.keys() - found]
    print(f"{len(found)} sources open files to write, each for a reason")
    print(*faults, sep="\n", end="\n" if faults else "", file=sys.stderr)
    sys.exit(bool(faults))


main()
