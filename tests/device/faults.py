#!/usr/bin/env python3
"""Counts on a device of OpenCL whose driver fails at random: no wrong number with exit code 0.

faults.py [--seconds S | --rounds R] [--seed SEED] PROGRAM LIBRARY

PROGRAM is nqueens, LIBRARY the driver that fails (faulty_opencl.c). Each round counts a part of a
board of 16 to 19 on a thread and a device, with a random fault from a random read, write or launch
on. Half of them are interrupted. One that gives no number goes on from its checkpoint, without
devices. The number is compared with that of processors. The first line names the seed; the last one
says what has happened. Exit code 1: a wrong number, or a process that neither ended well nor said
why.
"""

import argparse
import collections
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

FAULTS = ("zeros", "left-out", "stale", "old", "swap", "slots", "bit", "no-write", "no-arg",
          "no-launch", "error", "lost", "hang", "abort", "build")
# By board: a kernel that takes a thread some ten seconds for a part in so many.
BOARDS = {16: ("plain", 6), 17: ("scalar", 4), 18: ("scalar", 24), 19: ("scalar", 180)}


class Rounds:
    """The rounds of one run, and what they have shown."""

    def __init__(self, program, library, seed):
        self.program = program
        self.library = library
        self.random = random.Random(seed)
        self.truth = {}
        self.tally = collections.Counter()
        self.wrong = 0

    def command(self, board, part, *options):
        """A count of that part."""
        return [self.program, "count", str(board), "--part", part, *options]

    def right(self, board, part):
        """What processors count."""
        if (board, part) not in self.truth:
            with tempfile.TemporaryDirectory() as folder:
                command = self.command(board, part, "--checkpoint", "part.ckpt",
                                       "--devices", "none", "--quiet")
                self.truth[board, part] = self.run(command, folder, os.environ)[1]
        return self.truth[board, part]

    def draw(self):
        """A board, its part, options, and a fault."""
        board = self.random.choice(list(BOARDS))
        kernel, parts = BOARDS[board]
        part = f"{self.random.randint(1, parts)}/{parts}"
        options = ["--devices", "0", "--threads", "1", "--kernel", kernel]
        options += ["--check-fraction", self.random.choice(("0", "0.005", "0.2"))]
        # A device makes some launches a second; its self-tests take the first ones.
        first = int(10 ** self.random.uniform(0, 2.2))
        fault = f"{self.random.choice(FAULTS)}:{first}{self.random.choice(('', '+'))}"
        return board, part, options, fault

    def run(self, command, folder, environment, seconds=None):
        """Runs it, interrupts it then. Its exit code, what it has printed and said."""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=environment, cwd=folder) as process:
            try:
                out, err = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
                out, err = process.communicate()
            return process.returncode, out.strip(), err

    def play(self):
        """One round."""
        board, part, options, fault = self.draw()
        seconds = self.random.choice((None, self.random.uniform(1, 15)))
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder, "faults")
            environment = {**os.environ, "LD_PRELOAD": self.library,
                           "NQUEENS_OPENCL_FAULT": fault, "NQUEENS_OPENCL_FAULT_LOG": str(log)}
            command = self.command(board, part, "--checkpoint", "part.ckpt", *options)
            code, answer, err = self.run(command, folder, environment, seconds)
            happened = log.exists()
            later = ""
            if not answer:
                command = self.command(board, part, "--checkpoint", "part.ckpt", "--devices",
                                       "none")
                later = self.run(command, folder, os.environ)[1]
        name = fault.split(":")[0]
        what = "happened" if happened else "came too late"
        self.tally[name, what] += 1
        allowed = [0, 1, 3]
        if name in ("abort", "build") and happened:
            allowed.append(-signal.SIGABRT)
        if seconds:
            allowed.append(75)
        right = self.right(board, part)
        good = (answer or later) == right and bool(answer) == (code == 0) and code in allowed
        print(f"{board} {part} {' '.join(options)} {fault}, {what}: exit code {code}, "
              f"{answer or 'no number'}{', then ' + later if later else ''}"
              f"{'' if good else f' WRONG: right is {right}'}", flush=True)
        if not good:
            self.wrong += 1
            print(err, flush=True)


def main():
    """Rounds until the time is over."""
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--seconds", type=float, default=0, help="play so long [one round]")
    options.add_argument("--rounds", type=int, default=1, help="play at least so many")
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    options.add_argument("program")
    options.add_argument("library")
    given = options.parse_args()
    print(f"seed {given.seed}", flush=True)
    rounds = Rounds(os.path.abspath(given.program), os.path.abspath(given.library), given.seed)
    start = time.monotonic()
    played = 0
    while played < given.rounds or time.monotonic() - start < given.seconds:
        rounds.play()
        played += 1
    for (fault, what), number in sorted(rounds.tally.items()):
        print(f"{fault}: {what} {number} times")
    happened = sum(number for (_, what), number in rounds.tally.items() if what == "happened")
    print(f"{played} rounds, {happened} faults happened, {rounds.wrong} wrong")
    return 1 if rounds.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
