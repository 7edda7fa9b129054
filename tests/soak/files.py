"""What the files of a job must hold before, while and after it runs."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

from .checkpoint import SEVERAL, Checkpoint, Generation, Record, Tasks, Verdict, read_generations, second_path, usable
from .ledger import Ledger, require, require_whole
from .plan import JobPlan, Part, StartPlan
from .problems import count_above_tasks
from .start import Outcome

# Of the tasks, counted twice where nothing else is asked for.
DEFAULT_CHECK_FRACTION = 0.005


@dataclass(frozen=True)
class Before:
    """What a start found of a count."""

    generations: list[Generation]
    fresh: bool  # it is moved aside
    second: Before | None = None  # of the second count

    @property
    def base(self) -> Generation | None:
        """What it has to go on from."""
        return None if self.fresh else usable(self.generations)

    @property
    def refused(self) -> bool:
        """Whether nothing can be used, or half a pair is missing: that is an error and never a silent restart."""
        found = bool(self.generations) or (self.second is not None and bool(self.second.generations))
        unusable = found and not self.fresh and self.base is None
        return unusable or (self.second is not None and self.second.refused)

    @property
    def damaged(self) -> list[Generation]:
        """What has to be set aside: all that comes before the base."""
        if self.base is None:
            return []
        return self.generations[: self.generations.index(self.base)]


def wants_second(plan: StartPlan, before: Before) -> bool:
    """Whether the job is to be counted twice: as the start says, else as before."""
    if plan.double_check is not None:
        return plan.double_check != "none"
    return before.second is not None and before.second.base is not None


def _require_right_sum(tasks: Tasks, job: JobPlan, name: str) -> None:
    """The sum over the tasks, each once, is the known number."""
    require(tasks.finished, f"the run is done with {tasks.done} of {tasks.tasks} tasks of {name} on disk")
    total = tasks.count + count_above_tasks(job.problem, int(tasks.fields["depth"]))
    require(total == job.problem.right_count, f"the tasks of {name} add up to {total}, not {job.problem.right_count}")


def has(part: Part | None, task: int) -> bool:
    return part is None or part.has(task)


def is_finished(tasks: Tasks, part: Part | None) -> bool:
    """Whether all tasks of the part are done."""
    return all(task in tasks.records for task in range(tasks.tasks) if has(part, task))


def _require_right_end(checkpoint: Checkpoint, plan: StartPlan, job: JobPlan) -> None:
    """The count has the known number, and as many tasks are confirmed as the start wants."""
    first = checkpoint.counted
    if plan.part is None:
        _require_right_sum(first, job, "the first count")
    require(is_finished(first, plan.part), f"done, and not all tasks of part {plan.part} are on disk")
    fraction = DEFAULT_CHECK_FRACTION if plan.check_fraction is None else plan.check_fraction
    # Chosen by chance, each by itself: six standard deviations less would be a wonder.
    tasks = [record for task, record in first.records.items() if has(plan.part, task)]
    least = fraction * len(tasks) - 6 * math.sqrt(len(tasks) * fraction * (1 - fraction))
    confirmed = sum(record.confirmed_by is not None for record in tasks)
    require(confirmed >= least, f"{confirmed} of {len(tasks)} tasks are confirmed, with a share of {fraction}")


def check_step(was: Tasks | None, now: Tasks, host: str, name: str) -> None:
    """What was there stays, with who counted it and who confirmed it; what is new is this start's."""
    had = was.records if was is not None else {}
    lost = set(had) - set(now.records)
    require(not lost, f"{name} has lost {len(lost)} tasks that were done: {sorted(lost)[:5]} ...")
    origins = was.origins if was is not None else ()
    require(now.origins[: len(origins)] == origins, f"{name} has other origins: {now.origins} after {origins}")
    in_slices = was.in_slices if was is not None else {}
    hosts_of_slices = {
        task: {record.origin.host for record in slices.values() if record.origin} for task, slices in in_slices.items()
    }
    for task, record in now.records.items():
        old = had.get(task)
        if old is not None:
            require(record.follows(old), f"{name} has {record} for task {task}, which was {old}")
        by = [] if old is not None else [record.origin]
        if record.confirmed_by is not None and (old is None or old.confirmed_by is None):
            by.append(record.confirmed_by)
        for origin in by:
            known = origin is not None and origin.host in {host, SEVERAL, *hosts_of_slices.get(task, ())}
            require(known, f"{name} has task {task} from {origin}, not {host}")
    for task, slices in in_slices.items():
        if task not in now.records:
            left = now.in_slices.get(task, {})
            kept = all(slice in left and left[slice].follows(old) for slice, old in slices.items())
            require(kept, f"{name} has lost or changed slices of task {task}")


def _check_history(was: Checkpoint | None, now: Checkpoint, name: str) -> None:
    """What is kept of all runs."""
    require(now.disputes == 0, f"{name} has {now.disputes} disputes")
    if was is not None:
        # 0 is that of a second count which has not begun.
        require(was.check_seed in (0, now.check_seed), f"{name} has another seed of checks")
        for what in ("starts", "elapsed", "working", "checking", "on_devices"):
            require(getattr(now, what) >= getattr(was, what), f"{name} has less '{what}' than the one before")
    counting = now.counted.microseconds
    slack = 10 * now.starts  # times are rounded at each save
    require(now.working + slack >= counting, f"{name}: its tasks took {counting} us of {now.working} us in kernels")
    require(now.working + slack >= now.checking, f"{name}: checks took {now.checking} us of {now.working} us")
    # Behind a dot an origin has the revision of the kernel's search.
    kernels = {record.origin.kernel.split(".")[0] for record in now.counted.records.values() if record.origin}
    kernels.discard(SEVERAL)
    require(kernels <= now.kernels, f"{name} has tasks counted by {kernels}, and says {now.kernels}")


def _check_progress(outcome: Outcome, path: Path, before: Before, is_second: bool, ledger: Ledger) -> None:
    """While it runs, its newest generation is whole at every moment, and keeps all it ever had."""
    base = before.base
    was = base.checkpoint if base is not None else None
    observed = [one for one in outcome.observed if one.path == path]
    touched = [one for one in observed if not any(one.data == old.data for old in before.generations)]
    for seen in touched:
        name = f"a generation of {path.name} saved meanwhile ({len(seen.data)} bytes)"
        now = require_whole(seen, f"{name} is not whole")
        ledger.enter(now, name, is_second)
        check_step(was.counted if was is not None else None, now.counted, outcome.host, name)
        _check_history(was, now, name)
        was = now


def check_files(
    outcome: Outcome, plan: StartPlan, before: Before, after: list[Generation], folder: Path, job: JobPlan
) -> None:
    """Of the first count."""
    newest = usable(after)
    if before.base is not None:
        require(newest is not None, "no generation is whole any more")
    if outcome.word == 0:
        done = require_whole(after[0] if after else None, "done, and no whole checkpoint")
        _require_right_end(done, plan, job)
        result = (folder / plan.checkpoint).with_suffix(".result.json")
        if plan.part is None:
            value = json.loads(result.read_text())[job.problem.quantity]
            require(value == str(job.problem.right_count), f"{result.name} has {value}")
        else:
            require(not result.exists(), f"{result.name} is there, of a part of the job")


def check_count(outcome: Outcome, path: Path, before: Before, is_second: bool, ledger: Ledger) -> list[Generation]:
    """What is on disk of one of the counts."""
    after = read_generations(path)
    _check_progress(outcome, path, before, is_second, ledger)
    known = {generation.data for generation in before.generations}
    for generation in after:
        if generation.data not in known:
            require(generation.verdict is Verdict.WHOLE, f"{generation.path.name} is not whole: {generation.fault}")
        if generation.checkpoint is not None:
            ledger.enter(generation.checkpoint, generation.path.name, is_second)
    return after


def check_second(outcome: Outcome, plan: StartPlan, job: JobPlan, before: Before, ledger: Ledger, folder: Path) -> None:
    assert before.second is not None
    after = check_count(outcome, folder / second_path(plan.checkpoint), before.second, True, ledger)
    newest = usable(after)
    if before.second.base is not None:
        require(newest is not None, "no generation of the second count is whole any more")
    if outcome.word == 0:
        wanted = wants_second(plan, before)
        require(bool(after) == wanted, f"done, and the second count is there, or not: {after}")
        if wanted:
            done = require_whole(after[0], "done, and no whole second count")
            _require_right_sum(done.counted, job, "the second count")


def check_merged(parts: list[Checkpoint], merged: Checkpoint, ledger: Ledger) -> None:
    """It has every task that one of the parts has, as it was there, and no other."""
    ledger.enter(merged, "the merged checkpoint")
    _check_history(None, merged, "the merged checkpoint")
    expected: dict[int, Record] = {}
    for part in parts:
        expected |= part.counted.records
    lost, more = expected.keys() - merged.counted.records.keys(), merged.counted.records.keys() - expected.keys()
    require(not lost and not more, f"the merged checkpoint lacks {sorted(lost)[:5]}, and has {sorted(more)[:5]}")
    for task, record in merged.counted.records.items():
        require(record.follows(expected[task]), f"task {task} is merged as {record}, and was {expected[task]}")
