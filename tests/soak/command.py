"""The job file and the command of a start."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from .machine import Machine
from .plan import CHECKPOINT, JobPlan, Mode, StartPlan


def write_job_file(folder: Path, job: JobPlan, plan: StartPlan) -> None:
    problem = job.problem
    lines = ["[count]", f"n = {problem.n}", f'board = "{problem.board}"', f'quantity = "{problem.quantity}"']
    lines.append(f'piece = "{problem.piece}"')
    lines += [f'symmetry = "{problem.symmetry}"', f"tasks = {job.tasks}"]
    if job.depth is not None:
        lines.append(f"depth = {job.depth}")
    if job.slice_seconds is not None:
        lines.append(f"slice_seconds = {job.slice_seconds}")
    lines += ["[run]", f'kernel = "{plan.kernel}"', f"batch_seconds = {plan.batch_seconds}"]
    if plan.checks_in_file:
        lines += [f"{name} = {json.dumps(value)}" for name, value in _checks(plan).items()]
    lines += ["[checkpoint]", f'path = "{CHECKPOINT}"', f"interval = {plan.interval}"]
    lines.append(f"generations = {job.generations}")
    (folder / "job.toml").write_text("\n".join(lines) + "\n")


def prefixes(machine: Machine, folder: Path) -> int:
    """That the job of the folder is cut into."""
    one_task = ["--part", "1/99999999", "--double-check=none", "--no-checkpoint"]
    command = [str(machine.program), "count", "job.toml", *one_task]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stderr
    return int(re.search(r"starting .*?(\d+) prefix", said)[1])


def command_of(machine: Machine, plan: StartPlan, fresh: bool, resume: bool) -> list[str]:
    command = [str(machine.program)]
    command += ["resume", str(plan.checkpoint), "--kernel", plan.kernel] if resume else ["count", "job.toml"]
    command.append("--verbose")
    if plan.part is not None:
        command.append(f"--part={plan.part}")
    if resume or not plan.checks_in_file:
        for name, value in _checks(plan).items():
            command.append(f"--{name.replace('_', '-')}={value}")
    if fresh:
        command.append("--fresh")
    if plan.json:
        command.append("--json")
    if plan.max_time is not None:
        command += ["--max-time", str(plan.max_time)]
    command += ["--threads", str(plan.ranks - 1 if plan.mode is Mode.THREADS else plan.threads)]
    if plan.mode is Mode.THREADS:
        return command
    if plan.mode is Mode.MPIRUN:
        return ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(plan.ranks), *command]
    launch = str(machine.source / "jobs" / "launch")
    return ["bash", launch, "--restarts", str(plan.restarts), "-n", str(plan.ranks), "--", *command]


def _checks(plan: StartPlan) -> dict[str, float | str]:
    said = {"check_fraction": plan.check_fraction, "double_check": plan.double_check}
    return {name: value for name, value in said.items() if value is not None}
