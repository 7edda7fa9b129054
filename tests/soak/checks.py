"""What a start may end with, and what it must say."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

from .checkpoint import Checkpoint, read_generations, second_path, usable
from .files import Before, check_count, check_files, check_second, has, is_finished, wants_second
from .ledger import Failure, Ledger, require, require_whole
from .losses import check_losses
from .plan import JobPlan, Mode, StartPlan
from .start import Outcome


def _right_count(plan: StartPlan, job: JobPlan, folder: Path) -> str | None:
    """Of a part that is what its tasks on disk add up to: no list of right numbers has it. None if they are not there."""
    if plan.part is None:
        return str(job.problem.right_count)
    newest = usable(read_generations(folder / plan.checkpoint))
    if newest is None or newest.checkpoint is None or not is_finished(newest.checkpoint.counted, plan.part):
        return None
    return str(sum(record.count for task, record in newest.checkpoint.counted.records.items() if plan.part.has(task)))


# --- output

_STATE = re.compile(
    r"^\S+ info (?:(?P<starting>starting) .*?: (?P<new>\d+) tasks?, .*?(?P<new_part>, part \d+/\d+)?"
    r"(?:, saved in .*)?"
    r"|resuming .*? from (?P<from>\S+): [\d.e-]+ %, (?P<done>\d+) of (?P<tasks>\d+) tasks?"
    r"(?P<part>, part \d+/\d+)?, saved .*"
    r"|.* is finished already: (?P<finished>\S+), saved .*)$",
    re.MULTILINE,
)
_ON_NO_DISK = "the result above is not on disk: the last save failed"
_WAITED = "stopped while waiting for the lock"  # which is another's then, and stays
_HUNG = re.compile(r"process \d+ of workers? \S+ does not answer and is killed")
_AGAIN = re.compile(r"info the second count, by another decomposition \(.*\), is the same$", re.MULTILINE)
_SO_FAR = re.compile(r", (\d+) \w+ so far, ")
_FIRST = re.compile(r"^\S+ info the first count is (\d+);", re.MULTILINE)
_STOPPED = re.compile(r"^\S+ info stopped \(.*\) and saved to (\S+): [\d.e-]+ %, (\d+) of (\d+) tasks?;", re.MULTILINE)


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


def _check_state(state: re.Match[str], plan: StartPlan, before: Before, folder: Path) -> None:
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
        finished = is_finished(base.checkpoint.counted, plan.part)
        require(finished, f"{base.path.name} is not finished, and the log says '{state[0]}'")
        return
    tasks = base.checkpoint.counted
    held = sum(task in tasks.records or has(plan.part, task) for task in range(tasks.tasks))
    # A task whose slices are all there is done too, unless this start counts one of them again.
    done = range(tasks.done, tasks.done + tasks.whole_in_slices + 1)
    found = (int(state["done"]), int(state["tasks"]))
    require(
        found[0] in done and found[1] == held,
        f"{base.path.name} holds {done[0]} to {done[-1]} of {held} tasks, and the log says '{state[0]}'",
    )


def _require_set_aside(before: Before, folder: Path) -> None:
    for damaged in before.damaged:
        aside = [path for path in folder.glob("*.bad*") if path.read_bytes() == damaged.data]
        require(bool(aside), f"{damaged.path.name} ({damaged.fault}) was not set aside")


def _check_states(outcome: Outcome, plan: StartPlan, before: Before, folder: Path) -> None:
    states = list(_STATE.finditer(outcome.err))
    if not states:
        return
    _check_state(states[0], plan, before, folder)
    _require_set_aside(before, (folder / plan.checkpoint).parent)
    second = str(second_path(plan.checkpoint))  # or an older generation of it
    is_second = [(state["from"] or state["finished"] or "").startswith(second) for state in states]
    if states[0]["finished"] and any(is_second[1:2]):
        assert before.second is not None
        _check_state(states[1], plan, before.second, folder)
        _require_set_aside(before.second, (folder / plan.checkpoint).parent)
    # What jobs/launch starts again goes on from what the start before saved.
    done = (False, -1)
    for state, of_second in zip(states, is_second):
        if state["from"]:
            now = (of_second, int(state["done"]))
            require(now >= done, f"a restart lost tasks: '{state[0]}' after {done}")
            done = now


def _check_refusal(before: Before) -> None:
    """Where nothing can be used, nothing is moved or written."""
    second = before.second.generations if before.second is not None else []
    for generation in [*(before.generations if before.base is None else []), *second]:
        unchanged = generation.path.exists() and generation.path.read_bytes() == generation.data
        require(unchanged, f"{generation.path.name} was touched, though the run ended with exit code 4")


def _check_stop(outcome: Outcome, plan: StartPlan, folder: Path) -> None:
    """What the log says was saved is on disk."""
    stopped = _STOPPED.findall(outcome.err)
    if outcome.word == 75 and stopped:
        name, told, tasks = stopped[-1][0], *map(int, stopped[-1][1:])
        newest = usable(read_generations(folder / name))
        saved = require_whole(newest, "stopped and saved, and no whole checkpoint").counted
        require(saved.tasks == tasks or plan.part is not None, f"{name} has {saved.tasks} tasks, the log says {tasks}")
        require(saved.done >= told, f"the log says that {told} of {tasks} tasks were saved, {saved.done} were")


def _check_leftovers(outcome: Outcome, plan: StartPlan, folder: Path) -> None:
    if outcome.word in (0, 75) and outcome.deeds.calm and _WAITED not in outcome.err:
        counts = (plan.checkpoint, second_path(plan.checkpoint))
        names = [path.name for count in counts for path in (folder / count).parent.glob(f"*{count.name}*")]
        left = [name for name in names if ".lock" in name or ".tmp." in name]
        require(not left, f"an orderly end left {' '.join(left)}")


def check_start(
    outcome: Outcome, plan: StartPlan, job: JobPlan, before: Before, ledger: Ledger, folder: Path
) -> Checkpoint | None:
    """Raises Failure where the start did what it must not do. Returns what the next one has to go on from."""
    require(outcome.returncode is not None, "it hangs")
    require(not outcome.survivors, "processes live on after the end:\n  " + "\n  ".join(outcome.survivors))
    second = wants_second(plan, before)
    _check_output(outcome, plan, job, second, _right_count(plan, job, folder), ledger)
    _check_code(outcome, plan, before)
    check_losses(outcome.err, plan)
    if before.refused and outcome.word == 4:
        _check_refusal(before)
        return None
    _check_states(outcome, plan, before, folder)
    after = check_count(outcome, folder / plan.checkpoint, before, False, ledger)
    check_files(outcome, plan, before, after, folder, job)
    if plan.part is None:
        check_second(outcome, plan, job, before, ledger, folder)
    _check_stop(outcome, plan, folder)
    _check_leftovers(outcome, plan, folder)
    newest = usable(after)
    return newest.checkpoint if newest is not None else None
