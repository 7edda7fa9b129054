"""One start of the program: what is done to it, and what it left."""

from __future__ import annotations

import dataclasses
import functools
import heapq
import itertools
import os
import platform
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Callable

from .checkpoint import Generation, read_generation, second_path
from .command import command_of, prefixes, write_job_file
from .disk import Disk
from .events import FALLBACK, Deeds, Event, Kind
from .machine import Interrupted, Machine, host_prefix
from .plan import Host, JobPlan, Mode, StartPlan
from .processes import MARK, Process, Role, kill_all, processes_of
from .tally import Section, Tally

POLL_SECONDS = 0.05
OBSERVE_SECONDS = 0.4

# From the last event to a stop signal: a start that none of its events has ended.
PATIENCE_SECONDS = 20

# Longer than all that a start may wait for: a lock of another host (60 s), a rank that died before MPI was up (15 s), the
# launcher's pause where ranks of a dead run hold the lock (120 s), an mpirun that misses a rank (20 s), and the
# count on a busy machine.
HANG_SECONDS = 400

# What ranks take to see that their master or their mpirun is gone.
SURVIVAL_SECONDS = 30


class Target(Enum):
    """Which process an event is for."""

    WORKER = "worker"
    MASTER = "master"
    MPIRUN = "mpirun"
    LAUNCHER = "jobs/launch, or mpirun without it"


# Events that are one signal: for whom, which (None: the event's own), and as which deed it counts.
_SIGNALS: dict[Kind, tuple[Target, signal.Signals | None, str]] = {
    Kind.KILL_WORKER: (Target.WORKER, signal.SIGKILL, "workers_killed"),
    Kind.PAUSE_WORKER: (Target.WORKER, signal.SIGSTOP, ""),
    Kind.PAUSE_WORKER_LONG: (Target.WORKER, signal.SIGSTOP, "workers_paused_long"),
    Kind.STOP_WORKER: (Target.WORKER, None, "workers_stopped"),
    Kind.KILL_MASTER: (Target.MASTER, signal.SIGKILL, "master_killed"),
    Kind.PAUSE_MASTER: (Target.MASTER, signal.SIGSTOP, ""),
    Kind.STOP_MASTER: (Target.MASTER, None, "asked_to_stop"),
    Kind.SAVE_MASTER: (Target.MASTER, signal.SIGUSR2, ""),
    Kind.KILL_LAUNCHER: (Target.MPIRUN, signal.SIGKILL, "launcher_killed"),
    Kind.STOP_LAUNCHER: (Target.LAUNCHER, None, "asked_to_stop"),
    Kind.SAVE_LAUNCHER: (Target.LAUNCHER, signal.SIGUSR2, ""),
}

_BEGIN = re.compile(r"^\S+ info (starting|resuming|\S.* is finished already)", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """How a start ended."""

    command: str
    host: str  # the name that the machine had
    returncode: int | None  # of what was started; None where it hung
    word: int | None  # the exit code of nqueens itself; None where it died without one
    out: str
    err: str
    deeds: Deeds
    observed: list[Generation]  # the newest generation, at each of its changes that was seen
    lock: bytes | None  # the lock file, as it was while the run held it
    survivors: list[str]  # processes that were left long after the end
    full_at_start: bool
    full_at_end: bool
    seconds: float


class Start:
    """Runs one start in a folder, where its job file and its output go as well."""

    def __init__(
        self, machine: Machine, folder: Path, number: int, job: JobPlan, plan: StartPlan, disk: Disk, tally: Tally
    ) -> None:
        self._machine = machine
        self._folder = folder
        self._number = number
        self._job = job
        self._plan = plan
        self._disk = disk
        self._tally = tally
        self._mark = f"{os.getpid()}-{folder.name}-{number}"
        self._deeds = Deeds()
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._observed: list[Generation] = []
        self._seen: dict[Path, tuple[int, int]] = {}
        self._lock: bytes | None = None
        self._begun = 0.0
        self._started = 0.0
        self._host = plan.host if machine.has_hosts else Host.HERE
        self._host_name = f"soak-{folder.name}-{number}"
        self._code_file = folder / f"code-{number}"
        self._hold = folder / f"hold-{number}"

    def run(self, fresh: bool, resume: bool) -> Outcome:
        write_job_file(self._folder, self._job, self._plan)
        command = host_prefix(self._host, self._host_name)
        command += command_of(self._machine, self._plan, fresh, resume)
        full_at_start = self._disk.full
        scratch = self._folder / f"scratch-{self._number}"
        scratch.mkdir()
        environment = {
            **os.environ,
            MARK: self._mark,
            "TMPDIR": str(scratch),
            "NQUEENS_EXIT_CODE_FILE": str(self._code_file),
            # Ranks that are killed leave their shared memory behind: here it goes with the start.
            "OMPI_MCA_btl_vader_backing_directory": str(scratch),
            "OMPI_ALLOW_RUN_AS_ROOT": "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            **self._machine.preloads(scratch, self._plan.mode),
        }
        environment.pop("NQUEENS_KERNEL", None)
        environment.pop("NQUEENS_FAULT", None)
        if self._plan.work > 0:
            environment["NQUEENS_FAULT"] = f"hold:{self._hold}:pace={self._plan.work / prefixes(self._machine, self._folder)}"
            self._hold.touch()
        self._started = time.monotonic()
        try:
            with self._file("out").open("wb") as out, self._file("err").open("wb") as err:
                process = subprocess.Popen(
                    command,
                    cwd=self._folder,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    start_new_session=True,
                )
            returncode = self._watch(process)
            survivors = self._wait_for_the_rest() if returncode is not None else []
        finally:
            kill_all(self._mark)
        process.wait()
        self._observe()
        subprocess.run(["rm", "-rf", str(scratch)], check=True)
        return Outcome(
            command=" ".join(command),
            host=platform.node() if self._host is Host.HERE else self._host_name,
            returncode=returncode,
            word=self._word(returncode),
            out=self._file("out").read_text(),
            err=self._log(),
            deeds=self._deeds,
            observed=self._observed,
            lock=self._lock,
            survivors=survivors,
            full_at_start=full_at_start,
            full_at_end=self._disk.full,
            seconds=time.monotonic() - self._started,
        )

    # --- the run

    def _watch(self, process: subprocess.Popen[bytes]) -> int | None:
        """Does what is planned until the command ends. None where it does not."""
        for event in self._plan.events:
            if event.early:
                self._at(self._started + event.at, functools.partial(self._do, event))
        next_look = 0.0
        while process.poll() is None:
            if self._machine.stop.is_set():
                raise Interrupted
            now = time.monotonic()
            if now - self._started > HANG_SECONDS:
                self._note("it hangs:\n" + "\n".join(f"  {one.pid} {one.command}" for one in self._processes()))
                return None
            if not self._begun and _BEGIN.search(self._log()):
                self._begin(now)
            if now >= next_look:
                self._observe()
                next_look = time.monotonic() + OBSERVE_SECONDS
            while self._due and self._due[0][0] <= time.monotonic():
                heapq.heappop(self._due)[2]()
            time.sleep(POLL_SECONDS)
        # What is stopped is continued, so that the rest can end by itself; a full disk stays as it is.
        for one in self._processes():
            one.send(signal.SIGCONT)
        return process.returncode

    def _begin(self, now: float) -> None:
        self._begun = now
        late = [event for event in self._plan.events if not event.early]
        for event in late:
            self._at(now + event.at, functools.partial(self._do, event))
        if late:
            last = now + max(event.at for event in late)
            if self._plan.max_time is None:
                self._at(last, functools.partial(self._hold.unlink, missing_ok=True))  # after the event itself
            self._at(last + PATIENCE_SECONDS, self._stop_at_last)

    def _at(self, when: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (when, next(self._order), action))

    def _wait_for_the_rest(self) -> list[str]:
        deadline = time.monotonic() + SURVIVAL_SECONDS
        while (left := self._processes()) and time.monotonic() < deadline:
            if self._machine.stop.is_set():
                raise Interrupted
            time.sleep(0.1)
        return [f"{one.pid} {one.command}" for one in left]

    def _observe(self) -> None:
        path = self._folder / self._plan.checkpoint
        for one in (path, second_path(path)):
            try:
                status = one.stat()
                identity = (status.st_ino, status.st_mtime_ns)
                if identity != self._seen.get(one):
                    self._seen[one] = identity
                    self._observed.append(read_generation(one))
            except FileNotFoundError:
                self._seen.pop(one, None)
        try:
            self._lock = path.with_name(path.name + ".lock").read_bytes() or self._lock
        except FileNotFoundError:
            pass

    # --- what is done to it

    def _processes(self) -> list[Process]:
        return processes_of(self._mark)

    def _do(self, event: Event) -> None:
        done = self._signal(event) if event.kind in _SIGNALS else self._ACTIONS[event.kind](self, event)
        label = event.kind.value
        if event.kind in (Kind.STOP_MASTER, Kind.STOP_LAUNCHER, Kind.STOP_WORKER):
            label += f" ({event.stop.name})"
        self._note(f"{label}{'' if done else ': nothing there to do it to'}")
        if done:
            self._tally.add(Section.EVENTS, event.kind.value)
        else:
            self._tally.missed()

    def _note(self, what: str) -> None:
        self._deeds.log.append(f"{time.monotonic() - self._started:7.2f} s  {what}")

    def _find(self, whom: Target, number: int = 0) -> Process | None:
        """Of several workers the one with this number, counted around."""
        role = Role.RANK if whom in (Target.WORKER, Target.MASTER) else Role.MPIRUN
        if whom is Target.LAUNCHER and self._plan.mode is Mode.LAUNCH:
            role = Role.LAUNCH
        found = [one for one in self._processes() if one.role is role and (one.rank > 0) == (whom is Target.WORKER)]
        return found[number % len(found)] if found else None

    def _signal(self, event: Event) -> bool:
        """Sends the event's signal, and notes what the end of the start is judged by."""
        whom, number, deed = _SIGNALS[event.kind]
        number = number or event.stop
        process = self._find(whom, event.target if whom is Target.WORKER else 0)
        if process is None or not process.send(number):
            return False
        deeds = self._deeds
        if deed:
            setattr(deeds, deed, getattr(deeds, deed) + 1)
        if number is signal.SIGSTOP:
            self._at(time.monotonic() + event.seconds, functools.partial(self._continue, process))
        deeds.killed_early += event.early and number is signal.SIGKILL
        if deed == "asked_to_stop":
            deeds.stopped_early += event.early
            deeds.interrupts += whom is Target.MASTER and number is signal.SIGINT
        if whom is Target.LAUNCHER and self._plan.mode is Mode.MPIRUN:
            deeds.stopped_by_mpirun += deed == "asked_to_stop" and number is not signal.SIGUSR1
            deeds.saved_by_mpirun += number is signal.SIGUSR2
        return True

    def _continue(self, process: Process) -> None:
        process.send(signal.SIGCONT)
        self._note(f"process {process.pid} continued")

    def _interrupt_twice(self, event: Event) -> bool:
        interrupt = dataclasses.replace(event, kind=Kind.STOP_MASTER, stop=signal.SIGINT)
        done = False
        for pause in (event.seconds, 0.0):
            done |= self._signal(interrupt)
            time.sleep(pause)
        return done

    def _delay_worker(self, event: Event) -> bool:
        worker = self._find(Target.WORKER, event.target)
        everywhere = os.sched_getaffinity(0)
        if worker is None or not worker.delay(19, {min(everywhere)}):
            return False
        self._at(time.monotonic() + event.seconds, functools.partial(self._let_go, worker, everywhere))
        return True

    def _let_go(self, worker: Process, everywhere: set[int]) -> None:
        worker.delay(os.getpriority(os.PRIO_PROCESS, 0), everywhere)
        self._note(f"process {worker.pid} let go")

    def _kill_everything(self, _: Event) -> bool:
        done = kill_all(self._mark) > 0
        self._deeds.all_killed += done
        return done

    def _fill_disk(self, event: Event) -> bool:
        if self._disk.full or not self._disk.fill():
            return False
        self._deeds.disk_filled += 1
        self._at(time.monotonic() + event.seconds, self._free_disk)
        return True

    def _free_disk(self) -> None:
        self._disk.free()
        self._note("disk freed")

    def _stop_at_last(self) -> None:
        """What none of its events has ended, since what they were meant for was not there."""
        target = self._find(Target.MASTER if self._plan.mode is Mode.THREADS else Target.LAUNCHER)
        if target is not None and target.send(signal.SIGTERM):
            self._deeds.asked_to_stop += 1
            self._deeds.stopped_by_mpirun += self._plan.mode is Mode.MPIRUN
            self._tally.add(Section.EVENTS, FALLBACK)
            self._note(FALLBACK)

    _ACTIONS = {
        Kind.DELAY_WORKER: _delay_worker,
        Kind.INTERRUPT_TWICE: _interrupt_twice,
        Kind.KILL_ALL: _kill_everything,
        Kind.FILL_DISK: _fill_disk,
    }

    # --- what it left

    def _file(self, what: str) -> Path:
        return self._folder / f"start-{self._number}.{what}"

    def _log(self) -> str:
        return self._file("err").read_text(errors="replace")

    def _word(self, returncode: int | None) -> int | None:
        """The launcher returns what nqueens said, and something else where it said nothing; so do threads."""
        if self._plan.mode is Mode.MPIRUN:
            text = self._code_file.read_text() if self._code_file.exists() else ""
            return int(text.split()[0]) if text.strip() else None
        known = (0, 1, 2, 3, 4, 69, 75, 130)
        return returncode if returncode in known else None
