#!/usr/bin/env python3
"""Runs the commands of the README and the tutorial, and compares what they print with the page.

    commands.py FOLDER

They are in blocks marked ```console. A line "..." stands for any lines, and times may differ. They
run in the working folder.
"""

import pathlib
import re
import subprocess
import sys

pages_with_commands = ["README.md", "docs/tutorial.md"]


def commands(text):
    """Each command of the console blocks, with the lines that it is said to print."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            yield command, shown


# Of a line of the log; on a terminal it is the clock alone.
_TIME = r"^([0-9-]{10}T)?[0-9:]{8}([+-][0-9:]{5})? "


def without_times(line):
    return re.sub(r"[0-9][0-9.:]* (s|min|h)\b", "T", re.sub(_TIME, "", line))


def is_log(line):
    return re.match(_TIME + "(info|warning) |nqueens: ", line)


def faults_of_command(command, shown):
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    if done.returncode != 0:
        yield f"exit code {done.returncode}: {done.stderr}"
    answer = [without_times(line) for line in done.stdout.splitlines()]
    pattern = [r"(.*\n)*?" if line == "..." else re.escape(without_times(line) + "\n")
               for line in shown if not is_log(line)]
    if not re.fullmatch("".join(pattern), "".join(line + "\n" for line in answer)):
        yield f"it prints\n{done.stdout}"
    log = [without_times(line) for line in done.stderr.splitlines()]
    for line in filter(is_log, shown):
        # Kernels and threads are the machine's, and which tasks are counted twice is chance.
        varies = re.search(" kernel avx| counting on |counted twice", line)
        if not varies and without_times(line) not in log:
            yield f"its log has no '{line}':\n{done.stderr}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    faults = []
    ran = 0
    for name in pages_with_commands:
        for command, shown in commands((root / name).read_text()):
            faults += [f"{name}: {command}: {fault}" for fault in faults_of_command(command, shown)]
            ran += 1
    if ran == 0:
        faults.append("no page has a command")
    print(*faults, f"{ran} commands, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
