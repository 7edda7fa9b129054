"""What a start may end with, what it must say, and what its files must hold."""

from __future__ import annotations

import json
import math
import re
import signal
from dataclasses import dataclass
from pathlib import Path

from .checkpoint import SEVERAL, Checkpoint, Generation, Record, Tasks, Verdict, read_generations, usable
from .ledger import Failure, Ledger, require
from .losses import check_losses
from .plan import JobPlan, Mode, Part, StartPlan
from .problems import count_above_tasks
from .start import Outcome

# Of the tasks, counted twice where nothing else is asked for.
DEFAULT_CHECK_FRACTION = 0.005


@dataclass(frozen=True)
class Before:
    """What a start found."""

    generations: list[Generation]
    fresh: bool

    @property
    def base(self) -> Generation | None:
        """What it has to go on from."""
        return None if self.fresh else usable(self.generations)

    @property
    def refused(self) -> bool:
        """Whether nothing can be used, which is an error and never a silent restart."""
        return bool(self.generations) and not self.fresh and self.base is None

    @property
    def damaged(self) -> list[Generation]:
        """What has to be set aside: all that comes before the base."""
        if self.base is None:
            return []
        return self.generations[: self.generations.index(self.base)]


def _wants_second(plan: StartPlan, before: Before) -> bool:
    """Whether the job is to be counted twice: as the start says, else as before."""
    if plan.double_check is not None:
        return plan.double_check != "none"
    base = before.base
    return base is not None and base.checkpoint is not None and base.checkpoint.second is not None


def _require_right_sum(tasks: Tasks, job: JobPlan, name: str) -> None:
    """The sum over the tasks, each once, is the known number."""
    require(tasks.finished, f"the run is done with {tasks.done} of {tasks.tasks} tasks of {name} on disk")
    total = tasks.count + count_above_tasks(job.problem, int(tasks.fields["depth"]))
    require(total == job.problem.right_count, f"the tasks of {name} add up to {total}, not {job.problem.right_count}")


def _has(part: Part | None, task: int) -> bool:
    return part is None or part.has(task)


def _is_finished(tasks: Tasks, part: Part | None) -> bool:
    """Whether all tasks of the part are done."""
    return all(task in tasks.records for task in range(tasks.tasks) if _has(part, task))


def _require_right_end(checkpoint: Checkpoint, plan: StartPlan, job: JobPlan, second: bool) -> None:
    """Both counts have the known number, and as many tasks are confirmed as the start wants."""
    first = checkpoint.first
    if plan.part is None:
        _require_right_sum(first, job, "the first count")
    require(_is_finished(first, plan.part), f"done, and not all tasks of part {plan.part} are on disk")
    if second:
        require(checkpoint.second is not None, "the job is done, and has no second count")
        assert checkpoint.second is not None
        _require_right_sum(checkpoint.second, job, "the second count")
    fraction = DEFAULT_CHECK_FRACTION if plan.check_fraction is None else plan.check_fraction
    # Chosen by chance, each by itself: six standard deviations less would be a wonder.
    tasks = [record for task, record in first.records.items() if _has(plan.part, task)]
    least = fraction * len(tasks) - 6 * math.sqrt(len(tasks) * fraction * (1 - fraction))
    confirmed = sum(record.confirmed_by is not None for record in tasks)
    require(confirmed >= least, f"{confirmed} of {len(tasks)} tasks are confirmed, with a share of {fraction}")


def _right_count(plan: StartPlan, job: JobPlan, folder: Path) -> str | None:
    """Of a part that is what its tasks on disk add up to: no list of right numbers has it. None if they are not there."""
    if plan.part is None:
        return str(job.problem.right_count)
    newest = usable(read_generations(folder / plan.checkpoint))
    if newest is None or newest.checkpoint is None or not _is_finished(newest.checkpoint.first, plan.part):
        return None
    return str(sum(record.count for task, record in newest.checkpoint.first.records.items() if plan.part.has(task)))


# --- output

_STATE = re.compile(
    r"^\S+ info (?:(?P<starting>starting) .*?: (?P<new>\d+) tasks?, .*?(?P<new_part>, part \d+/\d+)?"
    r"(?:, saved in .*)?"
    r"|resuming .*? from (?P<from>\S+): [\d.e-]+ %, (?P<done>\d+) of (?P<tasks>\d+) tasks?"
    r"(?P<part>, part \d+/\d+)?(?P<second> of the second count)?, saved .*"
    r"|.* is finished already: (?P<finished>\S+), saved .*)$",
    re.MULTILINE,
)
_ON_NO_DISK = "the result above is not on disk: the last save failed"
_WAITED = "stopped while waiting for the lock"  # which is another's then, and stays
_HUNG = re.compile(r"process \d+ of workers? \S+ does not answer and is killed")
_AGAIN = re.compile(r"info the second count, by another decomposition \(.*\), is the same$", re.MULTILINE)
_SO_FAR = re.compile(r", (\d+) \w+ so far, ")
_FIRST = re.compile(r"^\S+ info the first count is (\d+);", re.MULTILINE)
_STOPPED = re.compile(r"^\S+ info stopped \(.*\) and saved to \S+: [\d.e-]+ %, (\d+) of (\d+) tasks?;", re.MULTILINE)


def _check_output(
    outcome: Outcome, plan: StartPlan, job: JobPlan, second: bool, right_count: str | None, ledger: Ledger
) -> None:
    """Nothing but the right number, once for each time that the launcher started the program to its end."""
    lines = outcome.out.splitlines()
    for line in lines:
        found = line if plan.part is None else line.removeprefix(f"sum of part {plan.part}: ")
        if plan.json:
            try:
                result = json.loads(line)
                found = result[job.problem.quantity if plan.part is None else "sum_of_part"]
                agrees = True if plan.part is None else None
                require(result["agrees"] is agrees, f"'agrees' of the result is not {agrees}: {line}")
                part = str(plan.part) if plan.part is not None else None
                require(result["part"] == part, f"'part' of the result is not {part}: {line}")
                require(result["disputes"] == 0, f"the result has disputes: {line}")
                again = result["second_count"]
                require((again is not None) == second, f"the result is to have a second count, or not: {line}")
                require(again is None or again["agrees"] is True, f"the second count does not agree: {line}")
            except (ValueError, KeyError, TypeError) as error:
                raise Failure(f"stdout is not the result as JSON ({error!r}): {line}") from error
        if right_count is None:
            require(_ON_NO_DISK in outcome.err, f"stdout has '{line}', which is not on disk, and the log does not say so")
        else:
            require(found == right_count, f"stdout has '{line}', not {right_count}")
        ledger.enter_sum(plan.part, found)
    for number in _SO_FAR.findall(outcome.err):
        require(int(number) <= job.problem.right_count, f"the log has {number} before the end")
    for number in _FIRST.findall(outcome.err):
        require(int(number) == job.problem.right_count, f"the log has {number} as the first count")
    if outcome.word == 0 and second and outcome.deeds.calm:
        require(bool(_AGAIN.search(outcome.err)), "the log does not say that the second count is the same")
    if outcome.word == 0 and not (outcome.deeds.launcher_killed or outcome.deeds.all_killed):
        require(bool(lines), "exit code 0, and no number on stdout")
    if outcome.word == 75:
        # jobs/launch starts a run again whose number is not on disk.
        require(not lines or _ON_NO_DISK in outcome.err, "stopped, and a number on stdout")


def _allowed_words(outcome: Outcome, plan: StartPlan, before: Before) -> set[int | None]:
    """The exit codes that fit what was done; None is a death without one."""
    deeds = outcome.deeds
    workers = plan.ranks - 1
    mpirun = plan.mode is Mode.MPIRUN
    allowed: set[int | None] = {4} if before.refused else {0}
    if plan.max_time is not None or deeds.asked_to_stop:
        allowed.add(75)
    if deeds.stopped_early or deeds.stopped_by_mpirun:
        allowed.add(None)
    if deeds.interrupts > 1:
        allowed |= {130, None}
    if deeds.master_killed:
        allowed.add(None)
    if deeds.launcher_killed or deeds.all_killed:
        allowed |= {None, 1, 75}  # what ranks say when it is gone; of all that is killed one is the first
    if deeds.workers_killed and mpirun:
        allowed |= {None, 75}  # mpirun without recovery ends all ranks with the first
    if deeds.workers_stopped:
        allowed |= {None, 75} if mpirun else {75}
    if deeds.killed_early:
        allowed |= {1, 69}  # the others wait for it, in MPI or for its first word
    if deeds.workers_killed + deeds.workers_paused_long >= workers or (deeds.workers_stopped and mpirun):
        allowed.add(1)
    if deeds.disk_filled or outcome.full_at_start:
        allowed.add(1)
    if outcome.full_at_start:
        allowed.add(4)
    if plan.mode is Mode.LAUNCH and None in allowed:
        allowed |= {1, 75}  # what the launcher says of a death, and of one while it stops
    return allowed


def _check_code(outcome: Outcome, plan: StartPlan, before: Before) -> None:
    allowed = _allowed_words(outcome, plan, before)
    require(
        outcome.word in allowed,
        f"exit code {outcome.word} (of the command: {outcome.returncode}), where what was done allows "
        + " ".join(sorted(map(str, allowed))),
    )
    # Where rank 0 has killed a worker that did not answer in time, mpirun has something to say as well.
    hung = plan.mode is Mode.MPIRUN and _HUNG.search(outcome.err) is not None
    if outcome.deeds.calm and outcome.word is not None and not hung:
        killed = outcome.deeds.saved_by_mpirun and outcome.returncode == -signal.SIGUSR2
        require(
            killed or outcome.returncode == outcome.word,
            f"the command returns {outcome.returncode}, nqueens {outcome.word}",
        )


def _check_first_state(state: re.Match[str], plan: StartPlan, before: Before, folder: Path, second: bool) -> None:
    """A start goes on from the newest whole generation, and from nothing else."""
    if not state["finished"]:
        part = f", part {plan.part}" if plan.part is not None else None
        require((state["new_part"] or state["part"]) == part, f"the log does not say{part}: '{state[0]}'")
    base = before.base
    if base is None:
        require(bool(state["starting"]), f"no generation could be used, and the log says '{state[0]}'")
        require(not before.refused, f"generations are there, and it starts from zero: '{state[0]}'")
        return
    assert base.checkpoint is not None
    require(not state["starting"], f"{base.path.name} is whole, and it starts from zero: '{state[0]}'")
    name = state["from"] or state["finished"]
    require(folder / name == base.path, f"{base.path.name} is the newest whole one, and the log says '{state[0]}'")
    if not state["from"]:
        finished = base.checkpoint.finished if second else _is_finished(base.checkpoint.first, plan.part)
        require(finished, f"{base.path.name} is not finished, and the log says '{state[0]}'")
        return
    tasks: Tasks | None = base.checkpoint.first
    if state["second"]:
        require(base.checkpoint.first.finished, f"the first count is not finished, and the log says '{state[0]}'")
        tasks = base.checkpoint.second
    if tasks is not None:  # else the second count begins
        found = (int(state["done"]), int(state["tasks"]))
        held = (tasks.done, sum(task in tasks.records or _has(plan.part, task) for task in range(tasks.tasks)))
        require(found == held, f"{base.path.name} holds {held} tasks, and the log says '{state[0]}'")


def _check_states(outcome: Outcome, plan: StartPlan, before: Before, folder: Path, second: bool) -> None:
    states = list(_STATE.finditer(outcome.err))
    if not states:
        return
    _check_first_state(states[0], plan, before, folder, second)
    for damaged in before.damaged:
        aside = [path for path in (folder / plan.checkpoint).parent.glob("*.bad*") if path.read_bytes() == damaged.data]
        require(bool(aside), f"{damaged.path.name} ({damaged.fault}) was not set aside")
    # What jobs/launch starts again goes on from what the start before saved.
    done = (False, -1)
    for state in states:
        if state["from"]:
            now = (state["second"] is not None, int(state["done"]))
            require(now >= done, f"a restart lost tasks: '{state[0]}' after {done}")
            done = now


def _check_refusal(before: Before) -> None:
    """Where nothing can be used, nothing is moved or written."""
    for generation in before.generations:
        unchanged = generation.path.exists() and generation.path.read_bytes() == generation.data
        require(unchanged, f"{generation.path.name} was touched, though the run ended with exit code 4")


# --- files


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
        require(now.check_seed == was.check_seed, f"{name} has another seed of checks")
        for what in ("starts", "elapsed", "working", "checking"):
            require(getattr(now, what) >= getattr(was, what), f"{name} has less '{what}' than the one before")
    counts = [now.first] + ([now.second] if now.second is not None else [])
    counting = sum(tasks.microseconds for tasks in counts)
    slack = 10 * now.starts  # times are rounded at each save
    require(now.working + slack >= counting, f"{name}: its tasks took {counting} us of {now.working} us in kernels")
    require(now.working + slack >= now.checking, f"{name}: checks took {now.checking} us of {now.working} us")
    # Behind a dot an origin has the revision of the kernel's search.
    kernels = {record.origin.kernel.split(".")[0] for tasks in counts for record in tasks.records.values() if record.origin}
    kernels.discard(SEVERAL)
    require(kernels <= now.kernels, f"{name} has tasks counted by {kernels}, and says {now.kernels}")


def _check_progress(outcome: Outcome, before: Before, second: bool, ledger: Ledger) -> None:
    """While it runs, its newest generation is whole at every moment, and keeps all it ever had."""
    base = before.base
    was = base.checkpoint if base is not None else None
    touched = [one for one in outcome.observed if not any(one.data == old.data for old in before.generations)]
    for seen in touched:
        name = f"a generation saved meanwhile ({len(seen.data)} bytes)"
        require(seen.checkpoint is not None, f"{name} is not whole: {seen.fault}")
        now = seen.checkpoint
        assert now is not None
        ledger.enter(now, name)
        require((now.second is not None) == second, f"{name} is to have a second count, or not: {now}")
        check_step(was.first if was is not None else None, now.first, outcome.host, name)
        if now.second is not None:
            old = was.second if was is not None else None
            check_step(old, now.second, outcome.host, f"the second count of {name}")
        _check_history(was, now, name)
        was = now


def _check_files(
    outcome: Outcome, plan: StartPlan, before: Before, after: list[Generation], folder: Path, job: JobPlan
) -> None:
    newest = usable(after)
    if before.base is not None:
        require(newest is not None, "no generation is whole any more")
    if outcome.word == 0:
        require(bool(after) and newest is after[0] and newest.checkpoint is not None, "done, and no whole checkpoint")
        assert newest is not None and newest.checkpoint is not None
        _require_right_end(newest.checkpoint, plan, job, _wants_second(plan, before))
        result = (folder / plan.checkpoint).with_suffix(".result.json")
        if plan.part is None:
            value = json.loads(result.read_text())[job.problem.quantity]
            require(value == str(job.problem.right_count), f"{result.name} has {value}")
        else:
            require(not result.exists(), f"{result.name} is there, of a part of the job")
    stopped = _STOPPED.findall(outcome.err)
    if outcome.word == 75 and stopped:
        require(newest is not None and newest.checkpoint is not None, "stopped and saved, and no whole checkpoint")
        assert newest is not None and newest.checkpoint is not None
        told, tasks = map(int, stopped[-1])
        counts = (newest.checkpoint.first, newest.checkpoint.second)
        saved = [count.done for count in counts if count is not None and (count.tasks == tasks or plan.part)]
        require(
            any(done >= told for done in saved), f"the log says that {told} of {tasks} tasks were saved, {saved} were"
        )
    if outcome.word in (0, 75) and outcome.deeds.calm and _WAITED not in outcome.err:
        paths = (folder / plan.checkpoint).parent.glob(f"*{plan.checkpoint.name}*")
        names = [path.name for path in paths]
        left = [name for name in names if ".lock" in name or ".tmp." in name]
        require(not left, f"an orderly end left {' '.join(left)}")


def check_start(
    outcome: Outcome, plan: StartPlan, job: JobPlan, before: Before, ledger: Ledger, folder: Path
) -> Checkpoint | None:
    """Raises Failure where the start did what it must not do. Returns what the next one has to go on from."""
    require(outcome.returncode is not None, "it hangs")
    require(not outcome.survivors, "processes live on after the end:\n  " + "\n  ".join(outcome.survivors))
    second = _wants_second(plan, before)
    _check_output(outcome, plan, job, second, _right_count(plan, job, folder), ledger)
    _check_code(outcome, plan, before)
    check_losses(outcome.err, plan)
    if before.refused and outcome.word == 4:
        _check_refusal(before)
        return None
    _check_states(outcome, plan, before, folder, second)
    after = read_generations(folder / plan.checkpoint)
    _check_progress(outcome, before, second, ledger)
    known = {generation.data for generation in before.generations}
    for generation in after:
        if generation.data not in known:
            require(generation.verdict is Verdict.WHOLE, f"{generation.path.name} is not whole: {generation.fault}")
        if generation.checkpoint is not None:
            ledger.enter(generation.checkpoint, generation.path.name)
    _check_files(outcome, plan, before, after, folder, job)
    newest = usable(after)
    return newest.checkpoint if newest is not None else None


def check_merged(parts: list[Checkpoint], merged: Checkpoint, ledger: Ledger) -> None:
    """It has every task that one of the parts has, as it was there, and no other."""
    ledger.enter(merged, "the merged checkpoint")
    _check_history(None, merged, "the merged checkpoint")
    expected: dict[int, Record] = {}
    for part in parts:
        expected |= part.first.records
    lost, more = expected.keys() - merged.first.records.keys(), merged.first.records.keys() - expected.keys()
    require(not lost and not more, f"the merged checkpoint lacks {sorted(lost)[:5]}, and has {sorted(more)[:5]}")
    for task, record in merged.first.records.items():
        require(record.follows(expected[task]), f"task {task} is merged as {record}, and was {expected[task]}")
