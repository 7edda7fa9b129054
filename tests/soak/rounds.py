"""One job from its first start to its right end, over as many starts as that takes."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

from . import damage
from .checkpoint import MAGIC, Verdict, generation_paths, read_generation, read_generations, second_path, usable
from .checks import check_start
from .damage import Damage
from .disk import Disk
from .files import Before, check_merged
from .ledger import Failure, Ledger, require, require_whole
from .losses import losses
from .machine import Machine
from .plan import CHECKPOINT, Host, Mode, RoundPlan, StartPlan
from .start import HANG_SECONDS, Outcome, Start
from .tally import Section, Tally

# Starts without any event that a job may take to its end: one, and more where it finds what cannot be used.
LAST_STARTS = 3

_ENDS = {
    0: "0: done",
    1: "1: failed",
    4: "4: checkpoint unusable",
    69: "69: MPI did not start",
    75: "75: stopped and saved",
    130: "130: left at once",
    None: "died",
}

# What is worth to be counted in the logs: that it happened at all.
_LOGGED = {
    "workers that came back": re.compile(r" info worker \d+ is back()"),
    "results that came twice, and agreed": re.compile(r" info (\d+) duplicate results? agree"),
    "saves that failed": re.compile(r" warning saving failed()"),
    "starts that went on with a second count": re.compile(r" info resuming .* from \S+\.second\.ckpt:()"),
    "second counts begun": re.compile(r" info the first count is .*; counting again()"),
    "second counts that came out the same": re.compile(r" info the second count, by another decomposition .*, is the same()"),
    "tasks confirmed by another worker or kernel": re.compile(r" debug task \d+ is confirmed by()"),
}

_STARTED_AGAIN = re.compile(r"^\S+ launch: (?:the run failed|starting again)", re.MULTILINE)


@dataclass(frozen=True)
class RoundEnd:
    """How a round came out."""

    failure: str | None
    starts: int
    events: int
    seconds: float


class Round:
    """Plays a plan in a folder of its own."""

    def __init__(self, machine: Machine, folder: Path, plan: RoundPlan, tally: Tally) -> None:
        self._machine = machine
        self._folder = folder
        self._plan = plan
        self._tally = Tally(tally)
        self._ledger = Ledger(plan.job)
        self._older: dict[Path, list[bytes]] = {}
        self._lock: bytes | None = None
        self._lock_of_other_host = False
        self._starts = 0
        self._previous: StartPlan | None = None
        self._story: list[str] = [f"round {plan.seed}: {plan.job}"]
        folder.mkdir(parents=True)
        self._disk = Disk(folder / CHECKPOINT.parent)

    def play(self) -> RoundEnd:
        begin = time.monotonic()
        failure = None
        try:
            self._play()
        except Failure as error:
            failure = str(error)
            self._tell(f"FAILED: {failure}")
            self._tell_log()
        finally:
            self._keep_files()
            self._disk.close()
            (self._folder / "story.txt").write_text("\n".join(self._story) + "\n")
        self._tally.add(Section.CHECKS, "results of tasks compared on disk", self._ledger.compared)
        self._tally.add(Section.CHECKS, "nodes of tasks compared", self._ledger.nodes_compared)
        return RoundEnd(failure, self._starts, self._tally.events, time.monotonic() - begin)

    def _play(self) -> None:
        for starts in self._plan.parts:
            early = starts is self._plan.parts[-1] and self._plan.merged_early
            self._play_starts(starts[:-1] if early else starts)
            self._older, self._lock, self._lock_of_other_host, self._previous = {}, None, False, None
        if self._plan.parts:
            self._merge()
        self._play_starts(self._plan.starts)
        if self._plan.verified:
            self._verify()

    def _play_starts(self, plans: Sequence[StartPlan]) -> None:
        """Until one is done, or has nothing after it."""
        starts = [plan for plan in plans if not plan.last]
        last = plans[-1] if len(starts) < len(plans) else None
        for start in starts:
            if self._start(start).word == 0:
                return
        if last is None:
            return
        for _ in range(LAST_STARTS):
            if self._start(last).word == 0:
                return
            last = dataclasses.replace(last, damages=(), resume=False)
        raise Failure(f"undisturbed, it did not come to an end in {LAST_STARTS} starts")

    def _merge(self) -> None:
        """What sites do that share a job, each with a part of its own."""
        part_of = [starts[0].checkpoint for starts in self._plan.parts]
        newest = {path: usable(read_generations(self._folder / path)) for path in part_of}
        files = {path.path.relative_to(self._folder): path.checkpoint for path in newest.values() if path is not None}
        if len(files) < 2:
            return  # the last part was not begun: there is nothing to merge
        self._command("merge", *map(str, files), "--output", str(CHECKPOINT))
        merged = require_whole(read_generation(self._folder / CHECKPOINT), "the merged checkpoint is not whole")
        self._tell(f"  merged: {merged}")
        check_merged([one for one in files.values() if one is not None], merged, self._ledger)
        self._tally.add(Section.CHECKS, "checkpoints of parts merged", len(files))

    def _verify(self) -> None:
        """Nothing may be wrong with what the job has come to."""
        for path in (CHECKPOINT, second_path(CHECKPOINT)):
            done = usable(read_generations(self._folder / path))
            if done is None and path != CHECKPOINT:
                continue
            tasks = require_whole(done, "nothing is there to be verified").counted.tasks
            report = json.loads(self._command("verify", str(path), "--all", "--json", "--threads", "2"))
            (again,) = (each["recount"] for each in report["findings"] if "recount" in each)
            require(again["confirmed"] == again["units"] == tasks, f"of {tasks} tasks are confirmed: {report}")
            self._tally.add(Section.CHECKS, "tasks verified at the end of a job", tasks)

    def _command(self, *arguments: str) -> str:
        """A command of the program's that is no start: it is disturbed by nothing, and has to succeed."""
        self._disk.free()
        command = [str(self._machine.program), *arguments]
        self._tell(f"  {' '.join(command)}")
        ran = subprocess.run(
            command, cwd=self._folder, capture_output=True, text=True, check=False, timeout=HANG_SECONDS
        )
        self._tell(ran.stdout + ran.stderr)
        require(ran.returncode == 0, f"{arguments[0]} ended with {ran.returncode}: {ran.stderr}")
        return ran.stdout

    def _start(self, plan: StartPlan) -> Outcome:
        path = self._folder / plan.checkpoint
        was_full = self._disk.free()  # the damage needs room itself
        for one in plan.damages:
            self._damage(one, self._struck(one, path))
        self._meet_lock(plan)
        if was_full and plan.keep_full and not plan.last:
            self._disk.fill()
            self._tell("  the disk is still full")
        second = second_path(path)
        generations = read_generations(path)
        seconds = read_generations(second)
        for generation in [*generations, *seconds]:
            if generation.verdict is not Verdict.WHOLE:
                self._tally.add(Section.CHECKS, f"generations {generation.verdict.value} that met a start")
        number = self._starts
        self._starts += 1
        replaceable = not path.exists() or path.read_bytes().startswith(MAGIC)
        given_up = plan.double_check == "none"
        before = Before(generations, False, Before(seconds, given_up))
        fresh = before.refused and plan.fresh and replaceable
        before = Before(generations, fresh, Before(seconds, fresh or given_up))
        resume = plan.resume and before.base is not None
        self._tell_start(number, plan, before)
        start = Start(self._machine, self._folder, number, self._plan.job, plan, self._disk, self._tally)
        outcome = start.run(fresh, resume)
        self._tell_end(outcome)
        saved = check_start(outcome, plan, self._plan.job, before, self._ledger, self._folder)
        self._count(plan, before, outcome)
        self._remember(plan, outcome)
        if saved is not None:
            self._tell(f"  on disk: {saved}")
        if before.refused and outcome.word == 4:
            self._move_away(before)
        self._remove_bad(path)
        return outcome

    @staticmethod
    def _struck(one: Damage, path: Path) -> Path:
        """The first count or the second, if it is there."""
        second = second_path(path)
        strikes_second = int(1000 * one.generation) % 2 and one.kind is not damage.Kind.LOCK
        return second if strikes_second and generation_paths(second) else path

    # --- between two starts

    def _damage(self, one: Damage, path: Path) -> None:
        what = damage.apply(one, path, self._older.get(path, []), self._lock)
        if what is None:
            self._tally.missed()
            return
        self._tally.add(Section.DAMAGES, one.kind.value)
        self._tell(f"  {what}")

    def _meet_lock(self, plan: StartPlan) -> None:
        """A lock of another host is watched for a minute, unless the user knows that its run is dead."""
        path = self._lock_path(plan)
        if not path.exists() or not self._machine.has_hosts:
            return
        if plan.host is not Host.OTHER and not self._lock_of_other_host:
            return  # it names a dead process of this machine
        if plan.wait_for_lock:
            self._tally.add(Section.CHANGES, "lock of another host, watched until it was stale")
        else:
            path.unlink()
            self._tally.add(Section.CHANGES, "lock of another host, removed by hand")

    def _lock_path(self, plan: StartPlan) -> Path:
        return self._folder / f"{plan.checkpoint}.lock"

    def _remember(self, plan: StartPlan, outcome: Outcome) -> None:
        for seen in outcome.observed:
            if seen.verdict is Verdict.WHOLE:
                self._older[seen.path] = [*self._older.get(seen.path, []), seen.data][-20:]
        if self._lock_path(plan).exists() or plan.host is not Host.OTHER:
            self._lock_of_other_host = plan.host is Host.OTHER and self._machine.has_hosts
        if plan.host is not Host.OTHER and outcome.lock is not None:
            self._lock = outcome.lock

    def _move_away(self, before: Before) -> None:
        """What a user does with a checkpoint of which nothing can be used."""
        kept = self._folder / f"unusable-{self._starts}"
        kept.mkdir()
        for generation in [*before.generations, *(before.second.generations if before.second else [])]:
            if generation.path.exists():  # a damaged first count is set aside before the second is refused
                shutil.move(generation.path, kept / generation.path.name)
        self._tell("  all generations moved away")

    def _remove_bad(self, path: Path) -> None:
        for bad in path.parent.glob("*.bad*"):
            bad.unlink()
            self._tally.add(Section.CHECKS, "damaged generations set aside")

    def _keep_files(self) -> None:
        """The checkpoint, on a file system that goes with the round, is of use after a failure."""
        if self._disk.mounted:
            self._disk.free()
            shutil.copytree(self._disk.path, self._folder / "disk-at-the-end")

    # --- telling

    def _tell(self, what: str) -> None:
        self._story.append(what)

    def _tell_start(self, number: int, plan: StartPlan, before: Before) -> None:
        self._tell(
            f"start {number}: part {plan.part or '1/1'}, {plan.mode.value}, {plan.ranks} ranks x {plan.threads}, {plan.kernel}, "
            f"{plan.host.value}, save every {plan.interval} s, max time {plan.max_time}, {plan.work} s of work, restarts {plan.restarts}, "
            f"checks {plan.check_fraction}, counted again {plan.double_check}"
        )
        for generation in [*before.generations, *(before.second.generations if before.second else [])]:
            held = generation.fault if generation.checkpoint is None else str(generation.checkpoint)
            self._tell(f"  found {generation.path.name}: {generation.verdict.value}, {held}")

    def _tell_end(self, outcome: Outcome) -> None:
        self._tell(f"  {outcome.command}")
        for line in outcome.deeds.log:
            self._tell(f"  {line}")
        self._tell(f"  {outcome.seconds:7.2f} s  ended with {outcome.returncode}, nqueens with {outcome.word}")

    def _tell_log(self) -> None:
        for kind in ("out", "err"):
            path = self._folder / f"start-{self._starts - 1}.{kind}"
            if path.exists():
                self._tell(f"{path.name}:\n{path.read_text(errors='replace')}")

    def _count(self, plan: StartPlan, before: Before, outcome: Outcome) -> None:
        tally = self._tally
        tally.add(Section.STARTS, plan.mode.value)
        tally.add(Section.STARTS, plan.host.value if self._machine.has_hosts else Host.HERE.value)
        tally.add(Section.STARTS, f"kernel {plan.kernel}")
        if plan.mode is not Mode.THREADS:
            tally.add(Section.STARTS, f"ranks with {plan.threads} threads" if plan.threads > 1 else "ranks with one thread")
        tally.add(Section.ENDS, _ENDS[outcome.word])
        tally.add(Section.CHECKS, "generations read while a run saved them", len(outcome.observed))
        for what, pattern in _LOGGED.items():
            tally.add(Section.CHECKS, what, sum(int(number or 1) for number in pattern.findall(outcome.err)))
        lost = losses(outcome.err)
        tally.add(Section.CHECKS, "workers thought lost", sum(lost))
        tally.add(Section.CHECKS, "ranks lost with several workers", sum(number > 1 for number in lost))
        if plan.mode is Mode.LAUNCH:
            tally.add(Section.CHANGES, "started again by jobs/launch", len(_STARTED_AGAIN.findall(outcome.err)))
        previous = self._previous
        if before.base is not None and previous is not None:
            for name, was, now in (
                ("kernel", previous.kernel, plan.kernel),
                ("number of ranks", previous.ranks, plan.ranks),
                ("number of threads", previous.threads, plan.threads),
                ("host", previous.host, plan.host if self._machine.has_hosts else previous.host),
                ("launcher", previous.mode, plan.mode),
            ):
                tally.add(Section.CHANGES, f"another {name}", was is not now and was != now)
        self._previous = plan
