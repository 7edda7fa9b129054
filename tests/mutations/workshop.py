"""A copy of the tree, with all changes of a draw in it, and its build. Tests run with one of them."""

from __future__ import annotations

import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .layers import layer_of, programs_of
from .rules import Mutant
from .switched import Switched

# What is measured is not the program's speed, so it is compiled quickly; without assertions, as
# users have it.
_CMAKE = (
    "-GNinja",
    "-DCMAKE_BUILD_TYPE=Debug",
    "-DCMAKE_UNITY_BUILD=ON",
    "-DCMAKE_UNITY_BUILD_BATCH_SIZE=12",
)
_FLAGS = "-O1 -DNDEBUG -w -include {tree}/tests/mutations/switch.hpp"
_QUICK = 0.04  # of the time of its program, at most, is a quick case
_PLACES = 1 << 20  # as in switch.hpp
_NOT_RUN = 77  # the exit code of a test that cannot run here
_SECONDS_TO_END = 20  # for what has to end what it has started
_MEMORY = 16 << 30  # a loop without an end is not to take it all
# Places that the compiler names: of errors, and of what has to do with them.
_AT_FAULT = tuple(re.compile(rf"^(\S+?):(\d+):(?=.*(?:{word}))", re.M) for word in ("error:|required from", "note:"))


class Failure(Exception):
    """The unchanged tree does not build, or its tests fail."""


@dataclass(frozen=True)
class Usual:
    """What a test takes without a change, in seconds; its cases in two parts, the quick ones first; what it reaches."""

    wall: float
    processor: float
    filters: tuple[str, ...]
    reached: bytes

    def reaches(self, number: int) -> bool:
        return self.reached[number % _PLACES] != 0


@dataclass(frozen=True)
class Verdict:
    """What came of a change."""

    result: str  # killed, survived
    by: str  # the test that failed; of a survivor that no test reaches, that
    seconds: float


class Workshop:
    """@param root  of the sources. @param folder  for the copy and its build"""

    def __init__(self, root: Path, folder: Path, jobs: int) -> None:
        self._folder = folder
        self._tree = folder / "tree"
        self._build = self._tree / "build" / "mutated"  # the program looks for batch scripts from there
        self._jobs = jobs
        self._files: dict[str, Switched] = {}
        self._tests: dict[str, dict[str, Any]] = {}  # as ctest knows them
        self._usual: dict[str, Usual] = {}
        self._running: set[subprocess.Popen[bytes]] = set()
        self._is_over = False
        self._lock = threading.Lock()
        # One seed for all random histories: a change that is found is found again.
        self._environment = {
            **os.environ, "NQUEENS_TEST_SEED": "1", "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1",
        }  # fmt: skip
        self._known_faults = folder / "not-compiled.json"
        self._root = root

    # --- Building

    def _copy(self) -> None:
        """Brings the copy up to date, but for the files with changes. What is the same is not built again."""
        left_out = {"build", ".git", "downloads", ".cache", "__pycache__"}
        here = set()
        for folder, folders, files in os.walk(self._root):
            folders[:] = [name for name in folders if name not in left_out]
            for name in set(files) - left_out:  # .git is a file in a worktree
                path = (Path(folder) / name).relative_to(self._root)
                here.add(path)
                if str(path) not in self._files:
                    _write_if_new(self._tree / path, (Path(folder) / name).read_bytes())
                    shutil.copymode(Path(folder) / name, self._tree / path)
        for file in [file for file in self._tree.rglob("*") if file.is_file()]:
            if file.relative_to(self._tree) not in here and not file.is_relative_to(self._build):
                file.unlink()

    def prepare(self, mutants: dict[int, Mutant], tests: set[str]) -> set[int]:
        """Builds these tests with these changes, and runs them without one: they must pass.

        Returns the numbers of those that compile.
        """
        names = {number: mutant.name for number, mutant in mutants.items()}
        faults = set(json.loads(self._known_faults.read_text())) if self._known_faults.exists() else set()
        for path in sorted({mutant.path for mutant in mutants.values()}):
            text = (self._root / path).read_text(encoding="utf-8")
            of_file = {n: mutant for n, mutant in mutants.items() if mutant.path == path and names[n] not in faults}
            self._files[path] = Switched(path, text, of_file)
        self._copy()
        unchecked = self._write(set(self._files))
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        linker = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=gold"] if shutil.which("ld.gold") else []
        flags = f"-DCMAKE_CXX_FLAGS_DEBUG={_FLAGS.format(tree=self._tree)}"
        configure = ["cmake", "-S", str(self._tree), "-B", str(self._build), *_CMAKE, *launcher, *linker, flags]
        if failure := self._run(configure, self._folder / "cmake.log"):
            raise Failure(f"cmake: {failure}; see {self._folder / 'cmake.log'}")
        known = self._run_ctest()
        tests &= set(known)
        if unchecked:
            self._check_each()
        self._build_all(sorted({program for test in tests for program in programs_of(test)}))
        self._tests = self._run_ctest()
        self._in_turn(self._measure, sorted(tests))
        compiled: set[int] = set().union(*(file.numbers() for file in self._files.values()))
        faults |= {name for number, name in names.items() if number not in compiled}
        self._known_faults.write_text(json.dumps(sorted(faults)), encoding="utf-8")
        return compiled

    def _write(self, paths: set[str]) -> bool:
        """@return whether one is not as it was"""
        return any([_write_if_new(self._tree / path, self._files[path].text().encode()) for path in sorted(paths)])

    def _check_each(self) -> None:
        """Takes out what does not compile, file by file, before anything is built with headers that are changed."""
        if failure := self._run(["ninja", "-C", str(self._build), "nqueens_commit"], self._folder / "ninja.log"):
            raise Failure(f"the file with the commit: {failure}; see {self._folder / 'ninja.log'}")
        layers = {Path(layer_of(path)).name for path in self._files}
        commands = {}
        for entry in json.loads((self._build / "compile_commands.json").read_text(encoding="utf-8")):
            if any(f"/nqueens_{layer}.dir/" in entry["command"] for layer in layers):
                commands[entry["file"]] = checking(entry["command"])
        left = set(commands)
        for _ in range(12):
            print(f"checks {len(left)} files", flush=True)
            told = dict(zip(left, self._in_turn(lambda path: self._errors_of(commands[path], path), left)))
            left = {path for path, errors in told.items() if errors}
            if not left:
                return
            if not self._take_out("\n".join(told.values())):
                raise Failure("no change explains these errors:\n" + "\n".join(told.values()))
        raise Failure("the sources do not compile")

    def _in_turn(self, act: Callable[[str], Any], names: Iterable[str]) -> list[Any]:
        """Does it for each, so many at a time as there are jobs."""
        with ThreadPoolExecutor(self._jobs) as pool:
            try:
                return list(pool.map(act, names))
            except BaseException:
                self.stop()
                raise

    def _errors_of(self, command: list[str], path: str) -> str:
        log = self._folder / ("check" + path.replace("/", "-"))
        failed = self._run(command, log, folder=self._build)
        errors = log.read_text(encoding="utf-8", errors="replace") if failed else ""
        log.unlink()
        return errors

    def _take_out(self, errors: str) -> set[str]:
        """The changes in lines that errors name, or else notes. @return the files of these"""
        for pattern in _AT_FAULT:
            lines: dict[str, set[int]] = {}
            for path, line in pattern.findall(errors):
                absolute = (self._build / path).resolve()
                if absolute.is_relative_to(self._tree):
                    lines.setdefault(str(absolute.relative_to(self._tree)), set()).add(int(line))
            changed = {path for path in lines if path in self._files and self._files[path].remove(lines[path])}
            if changed:
                self._write(changed)
                return changed
        return set()

    def _build_all(self, programs: list[str]) -> None:
        log = self._folder / "ninja.log"
        while self._run(["ninja", "-C", str(self._build), f"-j{self._jobs}", "-k0", *programs], log):
            errors = log.read_text(encoding="utf-8", errors="replace")
            if self._is_over or not self._take_out(errors):
                raise Failure(f"the tests do not build: {log}")

    # --- Testing

    def _run_ctest(self) -> dict[str, dict[str, Any]]:
        """All tests that ctest knows, by their names."""
        log = self._folder / "ctest.json"
        if failure := self._run(["ctest", "--test-dir", str(self._build), "--show-only=json-v1"], log):
            raise Failure(f"ctest: {failure}; see {log}")
        told = log.read_text(encoding="utf-8")
        return {test["name"]: test for test in json.loads(told[told.index("{") :])["tests"]}

    def _measure(self, test: str) -> None:
        """What a run before has measured of the same programs is known."""
        reached = self._folder / f"reached-{test}"
        known = self._folder / f"usual-{test}.json"
        stamp = [(self._build / path).stat().st_mtime for path in sorted(programs_of(test).values())]
        if known.exists() and (found := json.loads(known.read_text()))["stamp"] == stamp:
            self._usual[test] = Usual(found["wall"], found["processor"], tuple(found["filters"]), reached.read_bytes())
            return
        begin = time.monotonic()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        reached.write_bytes(bytes(_PLACES))
        if by := self._test(test, 0, "*", None, {"NQUEENS_REACHED": str(reached)}):
            raise Failure(f"{test} fails without a change: {by}; see {self._log(test, 0)}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        # With that of others at the same time, so that it is only too much.
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        wall = time.monotonic() - begin
        told = self._log(test, 0).read_text(encoding="utf-8", errors="replace")
        times = re.findall(r"^\[       OK \] (\S+) \((\d+) ms\)", told, re.M)
        slow = ":".join(name for name, milliseconds in times if int(milliseconds) > _QUICK * 1000 * wall)
        filters = (f"-{slow}", slow) if slow else ("*",)
        self._usual[test] = Usual(wall, processor, filters, reached.read_bytes())
        known.write_text(json.dumps({"stamp": stamp, "wall": wall, "processor": processor, "filters": filters}))
        print(f"{test} takes {wall:.1f} s without a change", flush=True)

    def try_out(self, number: int, tests: set[str]) -> Verdict:
        """Runs the tests that reach this change with it, the quickest first and scripts last, until one fails."""
        begin = time.monotonic()
        usual_of = {test: self._usual[test] for test in tests if test in self._usual}
        reach = [test for test, usual in usual_of.items() if usual.reaches(number)]
        for test in sorted(reach, key=lambda test: (_is_script(test), usual_of[test].wall)):
            for chosen in usual_of[test].filters:
                if by := self._test(test, number, chosen, usual_of[test], {}):
                    return Verdict("killed", by, time.monotonic() - begin)
        return Verdict("survived", "" if reach else "no test, since none reaches it", time.monotonic() - begin)

    def stop(self) -> None:
        """Ends what runs, and what would begin."""
        with self._lock:
            self._is_over = True
            for process in self._running:
                _kill(process)

    def _log(self, test: str, number: int) -> Path:
        return self._folder / f"{test}-{number}.log"

    def _test(self, test: str, number: int, chosen: str, usual: Usual | None, more: dict[str, str]) -> str:
        """What failed; empty if nothing did. A test without an end fails at ten times the usual."""
        wall = 10 * usual.wall + 60 if usual else None
        # A busy loop on a busy machine ends by the processor time that it took.
        processor = int(2 * usual.processor + 5) if usual else None
        temporary = self._folder / f"tmp-{number or test}"
        temporary.mkdir(exist_ok=True)
        known = self._tests[test]
        environment = next((p["value"] for p in known["properties"] if p["name"] == "ENVIRONMENT"), [])
        command = known["command"] + ([] if _is_script(test) else ["--gtest_fail_fast", f"--gtest_filter={chosen}"])
        more |= {"NQUEENS_MUTANT": str(number), "TMPDIR": str(temporary), "TESTS_FAIL_FAST": "1"}
        more |= dict(line.split("=", 1) for line in environment)
        log = self._log(test, number)
        failure = self._run(command, log, wall=wall, processor=processor, more=more)
        if self._is_over:
            sys.exit()  # what it says is of its end
        shutil.rmtree(temporary, ignore_errors=True)
        told = log.read_text(encoding="utf-8", errors="replace")
        if number != 0:
            log.unlink()
        if not failure or (_is_script(test) and failure == f"exit code {_NOT_RUN}"):
            return ""
        if failed := re.search(r"^\[  FAILED  \] ([\w./]+)", told, re.M):
            return failed[1]
        if failed := re.search(r"^FAILED: (.*)", told, re.M):
            return f"{test}: {failed[1]}"
        begun = re.findall(r"^\[ RUN      \] ([\w./]+)", told, re.M)
        return f"{begun[-1] if begun else test} ({failure})"

    def _run(
        self, command: list[str], log: Path, *, folder: Path | None = None, wall: float | None = None,
        processor: int | None = None, more: dict[str, str] | None = None,
    ) -> str:  # fmt: skip
        """How it failed; empty if it did not."""

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if processor is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 5))
                resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))

        with log.open("wb") as output:
            with self._lock:
                if self._is_over:
                    sys.exit()
                process = subprocess.Popen(
                    command, cwd=folder or self._tree, stdin=subprocess.DEVNULL, stdout=output,
                    stderr=subprocess.STDOUT, env={**self._environment, **(more or {})}, start_new_session=True,
                    preexec_fn=limit,
                )  # fmt: skip
                self._running.add(process)
            try:
                code = process.wait(wall)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                with self._lock:
                    self._running.discard(process)
                _kill(process)
        if code is None or code == -signal.SIGXCPU:
            return "no end"
        return "" if code == 0 else f"signal {-code}" if code < 0 else f"exit code {code}"


def _write_if_new(file: Path, content: bytes) -> bool:
    """@return whether it was not there, or another"""
    if file.exists() and file.read_bytes() == content:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return True


def _is_script(test: str) -> bool:
    return test.startswith("cli.")


def checking(command: str) -> list[str]:
    """A compiler's command of compile_commands.json, but it writes nothing, and no cache is asked."""
    words = shlex.split(command)
    output = words.index("-o")
    del words[output : output + 2]
    words[words.index("-c")] = "-fsyntax-only"
    return [word for word in words if not word.endswith("ccache")]


def _kill(process: subprocess.Popen[bytes]) -> None:
    """With all that it has started and left. tests/support/guard.py ends what has left its group."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
