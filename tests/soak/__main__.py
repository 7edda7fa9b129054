"""Plays rounds until the time is over, several at once, and prints the table."""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from .disk import can_mount
from .draw import draw_round
from .machine import Interrupted, Machine, can_have_hosts
from .rounds import Round, RoundEnd
from .tally import Tally


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tests/soak/run",
        description="Random events against running jobs: every one must come to its right end, and nothing that was "
        "damaged may be taken for whole.",
        epilog="Exit codes: 0 every round came to its right end, 1 one did not, 2 wrong usage, 130 interrupted.",
    )
    parser.add_argument(
        "minutes",
        type=float,
        nargs="?",
        default=5,
        help="no round begins later (default 5)",
    )
    parser.add_argument("--seed", type=int, help="what is drawn; a new one each time by default")
    parser.add_argument("--round", type=int, metavar="R", help="play round R of the seed and no other")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="rounds at a time (default 2)")
    parser.add_argument("--keep", action="store_true", help="keep the folders of all rounds, not only of failed ones")
    parser.add_argument(
        "--libraries",
        action="store_true",
        help="with a library that takes SIGUSR1 and SIGTERM from the mpirun of jobs/launch, and one whose fsync fails",
    )
    parser.add_argument("--json", action="store_true", help="the table as JSON")
    parser.add_argument("--verbose", action="store_true", help="tell what is done in each round")
    arguments = parser.parse_args()
    if arguments.minutes <= 0 or arguments.jobs < 1:
        parser.error("minutes must be more than 0, and jobs at least 1")
    if arguments.round is not None and arguments.seed is None:
        parser.error("--round is of a seed: name it with --seed")
    return arguments


def _runnable_kernels(program: Path) -> tuple[str, ...]:
    listed = subprocess.run([program, "kernels", "--json"], stdout=subprocess.PIPE, check=True).stdout
    return tuple(kernel["name"] for kernel in json.loads(listed)["kernels"] if kernel["runnable"])


def _build_libraries(source: Path, folder: Path) -> tuple[Path, ...]:
    built = []
    for name in ("thief", "unsynced"):
        built.append(folder / f"{name}.so")
        text = source / "tests" / "machines" / f"{name}.c"
        subprocess.run(["cc", "-shared", "-fPIC", "-pthread", "-o", built[-1], text], check=True)
    return tuple(built)


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)


class Soak:
    """All rounds of one call."""

    def __init__(self, arguments: argparse.Namespace, machine: Machine, folder: Path) -> None:
        self._arguments = arguments
        self._machine = machine
        self._folder = folder
        self._seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(10**9)
        self._tally = Tally()
        self._begin = time.monotonic()

    def run(self) -> int:
        """The exit code."""
        _say(f"seed {self._seed}, {self._arguments.jobs} rounds at a time, in {self._folder}")
        self._say_what_is_missing()
        stop = self._machine.stop
        if self._arguments.round is not None:
            numbers = iter([self._arguments.round])
        else:
            numbers = iter(range(10**9))
        end = self._begin + 60 * self._arguments.minutes
        running: set[Future[None]] = set()
        with ThreadPoolExecutor(self._arguments.jobs) as pool:
            while not stop.is_set():
                while len(running) < self._arguments.jobs and time.monotonic() < end:
                    number = next(numbers, None)
                    if number is None:
                        break
                    running.add(pool.submit(self._play, number))
                if not running:
                    break
                done, running = wait(running, timeout=1, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
        seconds = time.monotonic() - self._begin
        print((self._tally.to_json if self._arguments.json else self._tally.to_text)(self._seed, seconds))
        if stop.is_set():
            return 130
        if self._tally.rounds == 0:
            _say("no round was played")
            return 1
        return 1 if self._tally.failed_rounds else 0

    def _say_what_is_missing(self) -> None:
        if not can_mount():
            _say("disks are not filled: that needs root and mount")
        if not self._machine.has_hosts:
            _say("there are no other hosts: they need root and namespaces")

    def _play(self, number: int) -> None:
        folder = self._folder / f"round-{number}"
        plan = draw_round(self._seed, number, self._machine.kernels)
        try:
            played = Round(self._machine, folder, plan, self._tally).play()
        except Interrupted:
            return
        except BaseException:
            self._machine.stop.set()  # a mistake of the soak's own: the others are to end as well
            raise
        self._tally.round(played.failure is not None)
        self._tell(number, str(plan.job.problem), played)
        if self._arguments.verbose or played.failure is not None:
            _say((folder / "story.txt").read_text())
        if played.failure is None and not self._arguments.keep:
            shutil.rmtree(folder)

    def _tell(self, number: int, job: str, played: RoundEnd) -> None:
        numbers = f"{played.starts} starts, {played.events} events, {played.seconds:.1f} s"
        outcome = "ok" if played.failure is None else f"FAILED: {played.failure}"
        _say(f"round {number}: {job}, {numbers}: {outcome}")
        if played.failure is not None:
            _say(f"  its files are in {self._folder}/round-{number}")
            _say(f"  replay: tests/soak/run --seed {self._seed} --round {number}")


def main() -> int:
    arguments = _arguments()
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    folder = Path(tempfile.mkdtemp(prefix="nqueens-soak."))
    program = folder / "nqueens"
    program.symlink_to(Path(os.environ["NQUEENS_FAULTY"]).resolve())
    source = Path(__file__).resolve().parents[2]
    machine = Machine(
        source=source,
        program=program,
        kernels=_runnable_kernels(program),
        libraries=_build_libraries(source, folder) if arguments.libraries else (),
        has_hosts=can_have_hosts(),
        stop=stop,
    )
    code = Soak(arguments, machine, folder).run()
    if arguments.keep or code == 1:
        _say(f"kept: {folder}")
    else:
        shutil.rmtree(folder)
    return code


if __name__ == "__main__":
    sys.exit(main())
