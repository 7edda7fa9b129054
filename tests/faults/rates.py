#!/usr/bin/env python3
"""Which detector finds which fault how often: a table in Markdown.

Runs the program with broken kernels (nqueens_faulty) again and again, each time with another seed of its faults, and
counts how it ends. A row of ROWS is a detector and a fault; what it found is compared with what is to be expected of it:
of a detector that counts by itself that it sees every prefix, of one that compares counts that it sees every task that
it has twice. Which tasks a fault spoils is known from the same job without a fault.

    tests/faults/rates.py --faulty build/release/tests/nqueens_faulty --runs 100
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from typing import Callable, Optional

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from soak.checkpoint import parse  # noqa: E402


@dataclass
class Run:
    """How one run ended."""

    code: int
    out: str
    err: str
    more: dict[int, int] = field(default_factory=dict)  # by task that is wrong in {bad}: what it has more than it should
    solved: int = 0  # tasks that have solutions

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
    # command sets NQUEENS_FAULT itself. {bad} and {worse} are checkpoints of JOB that were counted with this fault, the
    # first with this seed and the other with a seed of its own.
    command: str
    finds: Callable[[Run], bool]
    expected: Callable[["Row", Run], float]  # the chance that this run was to be found
    truth: Optional[str] = None  # the total, where the run announces one as JSON
    keeps_what_is_wrong: bool = True  # a run with this fault that nothing checks ends with all tasks

    @property
    def probability(self):
        return float(self.fault.split(":")[1])

    def announces_wrong_total(self, run):
        total = run.json().get("solutions")
        return self.truth is not None and total is not None and total != self.truth


def sees(prefixes):
    """So many prefixes were counted by the broken kernel, and the detector would have seen each that is wrong."""
    return lambda row, run: 1 - (1 - row.probability) ** prefixes(run)


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
        expected=sees(lambda run: PREFIXES_AT_START),
        truth="92",
    )


def burn_in(fault):
    return Row(
        detector="selftest --seconds 1",
        fault=fault + ":kernel={kernel}",
        command="{faulty} selftest --seconds 1 --kernel {kernel} --json",
        finds=lambda run: run.code == 3 and "first mismatch" in run.err,
        expected=sees(compared),
    )


# A job in which every task is one prefix. With one thread the same seed spoils the same tasks each time; the fault begins
# after the self-test.
JOB = "{job} --threads 1 --kernel {kernel} --quiet"
TASKS = 391
TOTAL = "73712"
AFTER_START = f":after={PREFIXES_AT_START}:kernel={{kernel}}"


def check_fraction(fault, fraction):
    return Row(
        detector=f"count --check-fraction {fraction}",
        fault=fault + AFTER_START,
        command=f"{{faulty}} count {JOB} --check-fraction {fraction} --no-checkpoint --json",
        finds=says("is disputed"),
        expected=lambda row, run: 1 - (1 - fraction) ** len(run.more),
        truth=TOTAL,
    )


def impossible(fault):
    # Some flipped bits leave a count that a search could have.
    return Row(
        detector="a result that no search can have",
        fault=fault + AFTER_START,
        command=f"{{faulty}} count {JOB} --check-fraction 0 --no-checkpoint --json",
        finds=says("impossible result"),
        expected=sees(lambda run: TASKS),
        truth=TOTAL,
        keeps_what_is_wrong=False,
    )


def double_check(fault, how):
    # Totals are compared: what one task has more, another may have less.
    return Row(
        detector=f"count --double-check={how}",
        fault=fault + AFTER_START,
        command=f"{{faulty}} count {JOB} --check-fraction 0 --double-check={how} --no-checkpoint --json",
        finds=lambda run: run.code == 3 and "but the first is" in run.err,
        expected=lambda row, run: 1 if sum(run.more.values()) != 0 else 0,
        truth=TOTAL,
    )


def verify(fault, sample):
    return Row(
        detector=f"verify --sample {sample}",
        fault=fault + AFTER_START,
        command=f"{{faulty}} verify {{bad}} --sample {sample} --threads 1 --quiet --json",
        finds=lambda run: run.code == 3 and any("conflict" in each for each in run.json()["findings"]),
        expected=lambda row, run: 1 - comb(TASKS - len(run.more), sample) / comb(TASKS, sample),
    )


def merge(fault):
    # A task is seen that is wrong in either file; the same mistake in both is too rare to matter.
    return Row(
        detector="merge of two such files",
        fault=fault + AFTER_START,
        command="{faulty} merge {bad} {worse} -o {bad}.merged --json",
        finds=lambda run: run.code == 3 and any("conflict" in each for each in run.json()["findings"]),
        expected=sees(lambda run: 2 * run.solved),
    )


# The faults of a prefix that its nodes may show; what they cannot show is an undercount.
KINDS = ("miscount", "bitflip")
ROWS = [
    *(at_start(f"{kind}:{chance}") for kind in KINDS for chance in ("1e-4", "1e-3")),
    *(burn_in(f"{kind}:{chance}") for kind in KINDS for chance in ("1e-5", "1e-4")),
    *(
        check_fraction(f"undercount:{chance}", fraction)
        for chance, fraction in (("1e-2", 0.1), ("1e-1", 0.005), ("1e-3", 1))
    ),
    *(verify(f"undercount:{chance}", sample) for chance, sample in (("1e-2", 50), ("1e-3", 300))),
    *(double_check(f"undercount:{chance}", how) for how in ("depth", "mirror") for chance in ("1e-1", "1e-2")),
    merge("undercount:1e-2"),
    *(impossible(f"{kind}:{chance}") for kind in KINDS for chance in ("1e-2", "1e-3")),
]


def fastest_kernel(faulty):
    listed = json.loads(subprocess.run([faulty, "kernels", "--json"], check=True, capture_output=True).stdout)
    return next(kernel["name"] for kernel in listed["kernels"] if kernel["chosen"])


class Bench:
    """Runs rows, and keeps the checkpoints that they need."""

    def __init__(self, faulty, folder):
        self.faulty = faulty
        self.folder = Path(folder)
        self.job = self.folder / "job.toml"
        self.job.write_text(f"[count]\nn = 13\ndepth = 0\ntasks = {TASKS}\n")
        self.kernel = fastest_kernel(faulty)
        self.good = self.records_of(self.checkpoint("miscount:0", 0))

    def run(self, command, fault):
        environment = dict(os.environ)
        environment.pop("NQUEENS_FAULT", None)
        if fault:
            environment["NQUEENS_FAULT"] = fault
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if ended.returncode == 2 or ended.returncode < 0:
            sys.exit(f"rates.py: {' '.join(command)} ended with {ended.returncode}: {ended.stderr.strip()}")
        return Run(ended.returncode, ended.stdout, ended.stderr)

    def checkpoint(self, fault, seed):
        """JOB as it is counted with the fault, and nothing checked."""
        path = self.folder / f"{fault.replace('=', '-').replace(':', '-')}-{seed}.ckpt"
        if not path.exists():
            job = JOB.format(kernel=self.kernel, job=self.job).split()
            command = [self.faulty, "count", *job, "--check-fraction", "0", "--checkpoint", str(path)]
            self.run(command, f"{fault}:seed={seed}")
        return path

    def records_of(self, path):
        records = parse(path.read_bytes()).counted.records
        if len(records) != TASKS:
            sys.exit(f"rates.py: {len(records)} of the job's tasks are done, not {TASKS}")
        return {task: record.count for task, record in records.items()}

    def run_once(self, row, seed):
        names = {"faulty": self.faulty, "kernel": self.kernel, "job": self.job}
        fault = row.fault.format(**names)
        names["fault"] = f"{fault}:seed={seed}"
        more = {}
        if AFTER_START in row.fault and row.keeps_what_is_wrong:
            names["bad"] = self.checkpoint(fault, seed)
            counts = self.records_of(names["bad"])
            more = {task: count - self.good[task] for task, count in counts.items() if count != self.good[task]}
        if "{worse}" in row.command:
            names["worse"] = self.checkpoint(fault, seed + 1_000_000)
        command = [word.format(**names) for word in row.command.split()]
        run = self.run(command, None if "{fault}" in row.command else names["fault"])
        run.more = more
        run.solved = sum(count > 0 for count in self.good.values())
        return run

    def measure(self, row, seeds):
        runs = [self.run_once(row, seed) for seed in seeds]
        expected = sum(row.expected(row, run) for run in runs) / len(runs)
        found = [run for run in runs if row.finds(run)]
        wrong = sum(row.announces_wrong_total(run) for run in runs)
        fault = row.fault.split(":after=")[0].split(":kernel=")[0]
        wrong_totals = "-" if row.truth is None else str(wrong)
        return (
            f"| {fault} | {row.detector} | {100 * expected:.1f} % | {len(found)} | {len(runs) - len(found)} "
            f"| {wrong_totals} |"
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
    print("| fault | detector | expected | found | not found | wrong totals announced |\n|--|--|--|--|--|--|")
    seeds = range(options.first_seed, options.first_seed + options.runs)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.faulty, folder)
        for row in ROWS:
            if re.search(options.only, f"{row.fault} {row.detector}"):
                print(bench.measure(row, seeds), flush=True)


if __name__ == "__main__":
    main()
