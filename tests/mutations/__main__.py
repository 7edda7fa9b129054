"""Draws lines, tries out a change of each, and prints which ones no test noticed."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import accepted
from .layers import SCRIPTS, TESTS, WANTED, all_mutants, drawn, layer_of
from .rules import Mutant
from .workshop import Failure, Verdict, Workshop

_ROOT = Path(__file__).resolve().parents[2]
_LIST = _ROOT / "tests" / "mutations" / "accepted"

# Of the changes that are drawn some do not compile, and do not count.
_SURPLUS = 1.3


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tests/mutations/run",
        description="Changes lines of the sources, one at a time, and runs the tests of their layer that reach them. A "
        "change that no test notices is a survivor: a rule that nothing holds.",
        epilog="Exit codes: 0 enough changes were noticed, 1 too few were, 2 wrong usage or a tree that does not pass "
        "its tests without a change, 130 interrupted.",
    )
    parser.add_argument("--seed", type=int, default=1, help="what is drawn (default 1)")
    parser.add_argument("--lines", type=int, default=200, metavar="N", help="lines that are changed (default 200)")
    parser.add_argument("--layer", action="append", choices=TESTS, help="of this layer; may be given again "
                        "(default: those of which a share is wanted)")
    parser.add_argument("--scripts", action="store_true", help="what these do not notice is shown to the shell tests, too")
    parser.add_argument("--only", metavar="TEXT", help="all changes whose 'FILE:LINE OLD -> NEW' has this text in it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="at a time (default: cores)")
    parser.add_argument("--folder", type=Path, help="where to build; kept, so that the next run builds less")
    parser.add_argument("--resume", action="store_true", help="take the results that --folder has from a run before")
    parser.add_argument("--list", action="store_true", help="print what is drawn, and build nothing")
    parser.add_argument("--check", action="store_true", help="only check the list of accepted survivors")
    arguments = parser.parse_args()
    if arguments.lines < 1 or arguments.jobs < 1:
        parser.error("--lines and --jobs must be at least 1")
    if arguments.resume and arguments.folder is None:
        parser.error("--resume needs --folder")
    return arguments


def _described(mutant: Mutant) -> str:
    return f"{mutant.path}:{mutant.line} {mutant.change}"


def _draw(arguments: argparse.Namespace, layers: list[str]) -> list[Mutant]:
    mutants = [mutant for layer in layers for mutant in all_mutants(_ROOT, layer)]
    if arguments.only is not None:
        return [mutant for mutant in mutants if arguments.only in _described(mutant)]
    return list(drawn(mutants, arguments.seed))


class Results:
    """By change; those of a run before, and those of this one, which are written as they come."""

    def __init__(self, file: Path, resume: bool, wanted: int) -> None:
        self._file = file
        self._wanted = wanted
        self._lock = threading.Lock()
        self._known: dict[str, Verdict] = {}
        if file.exists() and resume:
            for line in file.read_text(encoding="utf-8").splitlines():
                name, *verdict = json.loads(line)
                self._known[name] = Verdict(*verdict)
        elif file.exists():
            file.unlink()
        self.verdicts: dict[Mutant, Verdict] = {}

    def known(self, mutant: Mutant) -> Verdict | None:
        return self._known.get(mutant.name)

    def take(self, mutant: Mutant, verdict: Verdict) -> None:
        with self._lock:
            self.verdicts[mutant] = verdict
            by = f"  by {verdict.by}" if verdict.by else ""
            print(f"{len(self.verdicts):4}/{self._wanted} {verdict.result:8} {verdict.seconds:6.1f} s  "
                  f"{_described(mutant)}{by}", flush=True)
            if mutant.name not in self._known:
                with self._file.open("a", encoding="utf-8") as file:
                    print(json.dumps([mutant.name, verdict.result, verdict.by, verdict.seconds]), file=file)


def _try_out_all(mutants: list[Mutant], lines: int, folder: Path, arguments: argparse.Namespace) -> Results:
    """Throws Failure."""
    numbered = {mutant.number: mutant for mutant in mutants}
    workshop = Workshop(_ROOT, folder, arguments.jobs)
    try:
        more = SCRIPTS if arguments.scripts else ()
        tests_of = {path: {*TESTS[layer_of(path)], *more} for path in {mutant.path for mutant in mutants}}
        compiled = workshop.prepare(numbered, set().union(*tests_of.values()))
        print(f"{len(compiled)} of {len(numbered)} changes compile", flush=True)
        chosen = [number for number in numbered if number in compiled][:lines]
        results = Results(folder / "results.jsonl", arguments.resume, len(chosen))

        def try_out(number: int) -> None:
            mutant = numbered[number]
            verdict = results.known(mutant) or workshop.try_out(number, tests_of[mutant.path])
            results.take(mutant, verdict)

        with ThreadPoolExecutor(arguments.jobs) as pool:
            try:
                for done in [pool.submit(try_out, number) for number in chosen]:
                    done.result()
            except BaseException:
                workshop.stop()
                pool.shutdown(cancel_futures=True)
                raise
        return results
    finally:
        workshop.stop()


def _summary(results: Results, entries: list[accepted.Accepted]) -> int:
    """Prints the survivors and the shares. @return the exit code"""
    verdicts = sorted(results.verdicts.items(), key=lambda entry: (entry[0].path, entry[0].line))
    survivors = [mutant for mutant, verdict in verdicts if verdict.result == "survived"]
    is_accepted = {mutant: any(entry.is_of(mutant) for entry in entries) for mutant in survivors}
    print("\nsurvivors:")
    for mutant in survivors:
        print(f"  {_described(mutant)}{'  (accepted)' if is_accepted[mutant] else ''}")
    print("\nlayer            changed  killed  accepted  share")
    code = 0
    for layer in (*TESTS, "all"):
        of_layer = [(mutant, verdict) for mutant, verdict in verdicts if layer in ("all", layer_of(mutant.path))]
        killed = sum(verdict.result == "killed" for _, verdict in of_layer)
        left = sum(is_accepted.get(mutant, False) for mutant, _ in of_layer)
        if not of_layer:
            continue
        share = 100 * killed / max(len(of_layer) - left, 1)
        too_few = share < WANTED.get(layer, 0)
        code = 1 if too_few else code
        print(f"{layer:16} {len(of_layer):7} {killed:7} {left:9}  {share:3.0f} %"
              f"{f', less than {WANTED[layer]} %' if too_few else ''}")
    seconds = sum(verdict.seconds for _, verdict in verdicts)
    print(f"{seconds / max(len(verdicts), 1):.1f} s a change, and the build")
    return code


def _interrupted(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    arguments = _arguments()
    signal.signal(signal.SIGTERM, _interrupted)
    try:
        entries = accepted.read(_LIST)
    except accepted.WrongList as wrong:
        print(wrong, file=sys.stderr)
        return 2
    if arguments.check:
        faults = accepted.faults(_ROOT, entries)
        print("\n".join(faults) or f"{len(entries)} accepted survivors, all of lines that are there")
        return 1 if faults else 0
    layers = arguments.layer or (TESTS if arguments.only else WANTED)
    mutants = _draw(arguments, [layer for layer in TESTS if layer in layers])
    if arguments.list:
        print("\n".join(_described(mutant) for mutant in mutants[: arguments.lines]))
        return 0
    with tempfile.TemporaryDirectory(prefix="nqueens-mutations-") as temporary:
        folder = (arguments.folder or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        surplus = int(_SURPLUS * arguments.lines) + 1
        try:
            results = _try_out_all(mutants[:surplus], arguments.lines, folder, arguments)
        except Failure as failure:
            print(failure, file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            return 130
    return _summary(results, entries)


if __name__ == "__main__":
    sys.exit(main())
