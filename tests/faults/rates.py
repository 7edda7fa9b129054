#!/usr/bin/env python3
"""Which detector finds which fault how often: a table in Markdown.

Runs the program with broken kernels (nqueens_faulty) again and again, each time with another seed of its faults, and
counts how it ends. A row of ROWS is a detector and a fault; what it found is compared with what is to be expected of a
detector that sees every prefix that it counts.

    tests/faults/rates.py --faulty build/release/tests/nqueens_faulty --runs 100
"""

import argparse
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from typing import Callable, Optional


@dataclass
class Run:
    """How one run ended."""

    code: int
    out: str
    err: str

    def json(self):
        """The JSON object that it printed; an empty one where it printed none."""
        try:
            return json.loads(self.out)
        except ValueError:
            return {}


@dataclass
class Row:
    detector: str
    fault: str  # for NQUEENS_FAULT, without the seed
    # {faulty} is the program, {kernel} the fastest kernel here. Where {fault} stands in it, as for one rank of many, the
    # command sets NQUEENS_FAULT itself.
    command: str
    finds: Callable[[Run], bool]
    # Prefixes counted by the broken kernel that the detector would have seen to be wrong.
    prefixes: Callable[[Run], int]
    truth: Optional[str] = None  # the total, where the run announces one as JSON

    def expected(self, run):
        """The chance that one fault or more is among the prefixes that the detector sees."""
        probability = float(self.fault.split(":")[1])
        return 1 - (1 - probability) ** self.prefixes(run)

    def announces_wrong_total(self, run):
        total = run.json().get("solutions")
        return self.truth is not None and total is not None and total != self.truth


def says(pattern):
    return lambda run: re.search(pattern, run.err) is not None


def compared(run):
    return sum(kernel["comparisons"] for kernel in run.json().get("kernels", []))


# Of the self-test at the start, for solutions: the prefixes of n=12 at depth 5 and the random ones.
PREFIXES_AT_START = 2397 + 50


def at_start(fault):
    return Row(
        detector="self-test of the worker",
        fault=fault + ":kernel={kernel}",
        command="{faulty} count 8 --threads 1 --kernel {kernel} --quiet --json",
        finds=says("failed its self-test"),
        prefixes=lambda run: PREFIXES_AT_START,
        truth="92",
    )


def burn_in(fault):
    return Row(
        detector="selftest --seconds 1",
        fault=fault + ":kernel={kernel}",
        command="{faulty} selftest --seconds 1 --kernel {kernel} --json",
        finds=lambda run: run.code == 3 and "first mismatch" in run.err,
        prefixes=compared,
    )


ROWS = [
    at_start("miscount:1e-4"),
    at_start("miscount:1e-3"),
    at_start("bitflip:1e-4"),
    at_start("bitflip:1e-3"),
    burn_in("miscount:1e-5"),
    burn_in("miscount:1e-4"),
    burn_in("bitflip:1e-5"),
    burn_in("bitflip:1e-4"),
]


def fastest_kernel(faulty):
    listed = json.loads(subprocess.run([faulty, "kernels", "--json"], check=True, capture_output=True).stdout)
    return next(kernel["name"] for kernel in listed if kernel["chosen"])


def run_once(row, faulty, kernel, seed):
    fault = f"{row.fault}:seed={seed}".format(kernel=kernel)
    command = [word.format(faulty=faulty, kernel=kernel, fault=fault) for word in row.command.split()]
    environment = dict(os.environ)
    environment.pop("NQUEENS_FAULT", None)
    if "{fault}" not in row.command:
        environment["NQUEENS_FAULT"] = fault
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode == 2 or ended.returncode < 0:
        sys.exit(f"rates.py: {' '.join(command)} ended with {ended.returncode}: {ended.stderr.strip()}")
    return Run(ended.returncode, ended.stdout, ended.stderr)


def measure(row, faulty, kernel, seeds):
    runs = [run_once(row, faulty, kernel, seed) for seed in seeds]
    expected = sum(row.expected(run) for run in runs) / len(runs)
    found = [run for run in runs if row.finds(run)]
    wrong = sum(row.announces_wrong_total(run) for run in runs)
    fault = row.fault.split(":kernel=")[0]
    wrong_totals = "-" if row.truth is None else str(wrong)
    return (
        f"| {fault} | {row.detector} | {100 * expected:.1f} % | {len(found)} | {len(runs) - len(found)} | {wrong_totals} |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faulty", required=True, help="the program with broken kernels: nqueens_faulty")
    parser.add_argument("--runs", type=int, default=100, help="of each row [100]")
    parser.add_argument("--first-seed", type=int, default=1, help="of the faults; each run has the next one [1]")
    parser.add_argument("--only", default="", help="rows whose detector or fault matches this regular expression")
    options = parser.parse_args()
    if options.runs < 1:
        parser.error("--runs is to be 1 or more")
    kernel = fastest_kernel(options.faulty)
    print("| fault | detector | expected | found | not found | wrong totals announced |\n|--|--|--|--|--|--|")
    seeds = range(options.first_seed, options.first_seed + options.runs)
    for row in ROWS:
        if re.search(options.only, f"{row.fault} {row.detector}"):
            print(measure(row, options.faulty, kernel, seeds), flush=True)


if __name__ == "__main__":
    main()
