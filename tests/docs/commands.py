#!/usr/bin/env python3
"""Runs the commands of pages as they are printed, and compares what they print with the page.

    commands.py FOLDER PROGRAM PAGE...

A block marked ```console has commands behind "$ ", each with what it prints; one marked ```sh has a
command a line. Another block whose first line names a file, as "// count.cpp", is that file. One
shell runs all commands of a page, in a copy of FOLDER, the sources, that has the program in
build/release.

A command succeeds, or `echo $?` behind it shows its exit code. In what is shown "..." stands for
any text, and a line "..." for any lines. What a machine or chance decides may differ.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import typing


class StandIn(typing.NamedTuple):
    """What runs in place of what the page has."""

    page: str
    pattern: str
    text: str
    why: str


RECORDS = "docs/records/README.md"
STAND_INS = [
    StandIn("README.md", r"\./tests/run$", "./tests/run --list", "it would run itself"),
    StandIn("README.md", r"sbatch .*/count.sbatch", "ls slurm/count.sbatch && nqueens plan",
            "there may be no Slurm; the test cluster.slurm submits it"),
    StandIn("README.md", r"jobs/n22.toml", "jobs/n18.toml", "an hour"),
    StandIn("docs/cluster.md", r"n22", "n18", "an hour"),
    StandIn("docs/cluster.md", r"--srun -n 4 --cpus-per-task=64", "--hostfile hosts",
            "there may be no Slurm"),
    StandIn("docs/library.md", r"-DNQUEENS_LIBRARY_ONLY=ON",
            "-DNQUEENS_LIBRARY_ONLY=ON -DCMAKE_UNITY_BUILD=ON -DCMAKE_BUILD_TYPE=Debug "
            "-DCMAKE_CXX_FLAGS_DEBUG=", "a minute more to optimise"),
    StandIn("docs/publishing.md", r"--seconds 10m", "--seconds 1", "10 minutes"),
    StandIn("docs/publishing.md", r"key\.pub", "~/.ssh/id_ed25519.pub", "its owner publishes it"),
    StandIn(RECORDS, r"/tmp/check", "~/check", "each run of this test would write this file"),
    StandIn(RECORDS, r"count 2[0-3]", "count 16", "6 minutes to 10 hours"),
    StandIn(RECORDS, r"count amazons-22/amazons22.toml", "count 15 --piece amazon", "4 minutes"),
    StandIn(RECORDS, r"(check queens21.*) --sample 10", r"\1 --task 3000", "a minute a draw"),
    StandIn(RECORDS, r"((queens-?2[1-3]|amazons|half).*) --sample \d+", r"\1 --sample 1", "7 minutes"),
    StandIn(RECORDS, r"\d+ (of (3521|6360|9977|15251|976) tasks) (confirmed|were)", r"1 \1 ...",
            "these are the smaller samples"),
]
# What the reader of a page has.
BEFORE = {
    # A program that is built, and a cmake too old to build it again.
    "README.md": r"""
        mkdir ~/bin && printf '#!/bin/sh\necho cmake version 3.0\n' >~/bin/cmake
        chmod +x ~/bin/cmake && PATH=~/bin:$PATH
        echo localhost >hosts""",
    "docs/cluster.md": "echo localhost >hosts; cp jobs/n18.toml .",
    "docs/publishing.md": """
        ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519
        trap 'gpgconf --kill all' EXIT
        gpg --batch --quiet --passphrase '' --quick-generate-key author""",
}


class Block(typing.NamedTuple):
    where: str
    mark: str
    text: str


class Command(typing.NamedTuple):
    where: str
    text: str
    shown: list | None  # None: the page does not show what it prints


class Ran(typing.NamedTuple):
    code: int
    out: str
    err: str
    seconds: float


def blocks(name, page):
    fences = list(re.finditer(r"^```(.*)\n", page, re.MULTILINE))
    for begin, end in zip(fences[::2], fences[1::2]):
        line = page.count("\n", 0, begin.start()) + 1
        yield Block(f"{name}:{line}", begin[1], page[begin.end():end.start()])


def commands(block):
    if block.mark == "sh":
        for text in block.text.replace("\\\n", "").splitlines():
            yield Command(f"{block.where}: {text}", text, None)
    if block.mark == "console":
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            text, *shown = part.splitlines()
            yield Command(f"{block.where}: {text}", text, shown)


# Of a line of the log; on a terminal it is the clock alone.
_CLOCK = r"^([0-9-]{10}T)?[0-9:]{8}([+-][0-9:]{5})? "
_VARIES = [
    (_CLOCK, ""),
    (r"[0-9-]{10}T[0-9:]{8}[+-][0-9:]{5}", "DATE"),
    (r"[0-9][0-9.:]* (s|min|h)\b", "TIME"),
    (r"[0-9.]+ %, [0-9]+ of", "DONE of"),  # when it stopped
    (r" +$", ""),
]


def without_what_varies(line):
    for pattern, name in _VARIES:
        line = re.sub(pattern, name, line)
    return line


def is_log(line):
    return re.match(_CLOCK + "(info|warning) |nqueens: ", line)


def pattern_of(line):
    return re.escape(without_what_varies(line)).replace(re.escape("..."), ".*")


def faults_of_command(command, ran, shows_its_code):
    if ran.code != 0 and not shows_its_code:
        yield f"exit code {ran.code}: {ran.out}{ran.err}"
    if command.shown is None:
        return
    answer = "".join(without_what_varies(line) + "\n" for line in ran.out.splitlines())
    pattern = [r"(.*\n)*?" if line == "..." else pattern_of(line) + r"\n"
               for line in command.shown if not is_log(line)]
    if not re.fullmatch("".join(pattern), answer):
        yield f"it prints\n{ran.out}"
    log = iter([without_what_varies(line) for line in ran.err.splitlines()])
    for line in filter(is_log, command.shown):
        if re.search(" kernel avx| counting on ", line):  # those of the machine
            continue
        if not any(re.fullmatch(pattern_of(line), said) for said in log):
            yield f"its log has no '{line}' there:\n{ran.err}"


class Page:
    """A copy of the sources, with the commands and files of a page."""

    def __init__(self, name, text, folder):
        self.report, self.faults, self.commands = [], [], []
        self._name, self._folder = name, folder
        self._stand_ins = {entry: 0 for entry in STAND_INS if entry.page == name}
        for block in blocks(name, text):
            self._add(block)
        self.faults += [f"{name}: nothing matches '{entry.pattern}' of its stand-ins"
                        for entry, times in self._stand_ins.items() if times == 0]
        if not self.commands:
            self.faults.append(f"{name}: no command")

    def _add(self, block):
        file = re.match(r"// (\S+\.\w+)\n", block.text)
        if file:
            (self._folder / file[1]).write_text(block.text)
            self.report.append(f"{block.where}: the file {file[1]}")
            return
        if block.mark not in ("sh", "console"):
            if block.mark != "text" or re.search(r"^\$ ", block.text, re.MULTILINE):
                self.faults.append(f"{block.where}: neither file, text, ```console nor ```sh")
            return
        text, notes = block.text, ""
        for entry in self._stand_ins:
            text, times = re.subn(entry.pattern, entry.text, text, flags=re.MULTILINE)
            self._stand_ins[entry] += times
            if times:
                notes += f"; '{entry.text}' for '{entry.pattern}': {entry.why}"
        found = list(commands(block._replace(text=text)))
        self.commands += found
        self.report.append(f"{block.where}: {len(found)} commands{notes}")

    def run(self, home):
        results = list(self._ran_in_one_shell(home))
        following = [command.text for command in self.commands[1:]] + [""]
        for command, ran, next_text in zip(self.commands, results, following):
            self.faults += [f"{command.where}: {fault}" for fault in
                            faults_of_command(command, ran, next_text == "echo $?")]
            if ran.seconds > 2:
                self.report.append(f"{command.where}: took {ran.seconds:.0f} s")
        if len(results) < len(self.commands):
            self.faults.append(f"{self.commands[len(results)].where}: here the shell ended")

    def _ran_in_one_shell(self, home):
        script = ("set -o pipefail\n" f"cd {shlex.quote(str(self._folder))}\n"
                  f"{BEFORE.get(self._name, '')}\n" "code=0\n")
        for number, command in enumerate(self.commands):
            script += ("begin=$EPOCHREALTIME; (exit $code)\n"
                       f"eval {shlex.quote(command.text)} >~/{number}.out 2>~/{number}.err\n"
                       "code=$?; echo $code $begin $EPOCHREALTIME >>~/codes\n")
        environment = dict(os.environ, HOME=str(home), LC_ALL="C.UTF-8",
                           PATH=f"{self._folder}/build/release/src:{os.environ['PATH']}")
        (home / "codes").touch()
        subprocess.run(["bash", "-c", script], env=environment, stdin=subprocess.DEVNULL)
        for number, line in enumerate((home / "codes").read_text().splitlines()):
            code, begin, end = line.split()
            yield Ran(int(code), (home / f"{number}.out").read_text(),
                      (home / f"{number}.err").read_text(), float(end) - float(begin))


def left_by_others(root):
    """Builds, and what counts in the top folder have left there."""
    builds = shutil.ignore_patterns("build", ".git", "__pycache__")
    counts = shutil.ignore_patterns("*.ckpt*", "*.result.json", "*.run.jsonl", "*.html", "*.cert")
    return lambda path, names: builds(path, names) | (
        counts(path, names) if pathlib.Path(path) == root else set())


def ran_page(root, program, name):
    with tempfile.TemporaryDirectory() as temporary:
        home, folder = pathlib.Path(temporary, "home"), pathlib.Path(temporary, "nqueens")
        (home / ".ssh").mkdir(parents=True)
        shutil.copytree(root, folder, symlinks=True, ignore=left_by_others(root))
        (folder / "build/release/src").mkdir(parents=True)
        (folder / "build/release/src/nqueens").symlink_to(program)
        page = Page(name, (root / name).read_text(), folder)
        page.run(home)
    return page


def main():
    root, program = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        pages = list(pool.map(lambda name: ran_page(root, program, name), sys.argv[3:]))
    faults = [fault for page in pages for fault in page.faults]
    print(*[line for page in pages for line in page.report], sep="\n")
    print(*faults, f"{len(pages)} pages, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
