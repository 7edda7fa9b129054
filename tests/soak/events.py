"""What happens to a start while it runs: which process gets which signal, which disk fills."""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    """The value is what the table calls it."""

    KILL_WORKER = "worker killed"
    PAUSE_WORKER = "worker stopped and continued"
    PAUSE_WORKER_LONG = "worker stopped for longer than its lease, and continued"
    DELAY_WORKER = "worker slowed down, and let go"
    STOP_WORKER = "stop signal to a worker"
    KILL_MASTER = "rank 0 killed"
    PAUSE_MASTER = "rank 0 stopped and continued"
    STOP_MASTER = "stop signal to rank 0"
    INTERRUPT_TWICE = "two SIGINT to rank 0"
    SAVE_MASTER = "SIGUSR2 to rank 0"
    KILL_LAUNCHER = "mpirun killed"
    STOP_LAUNCHER = "stop signal to mpirun or jobs/launch"
    SAVE_LAUNCHER = "SIGUSR2 to mpirun or jobs/launch"
    KILL_ALL = "everything killed"
    FILL_DISK = "disk filled, and freed"


# Not drawn: what the soak does to a start that is still there long after its last event.
FALLBACK = "stop signal after the last event"


@dataclass(frozen=True)
class Event:
    """Something that happens once."""

    kind: Kind
    at: float  # seconds after the count began, or after the command was given
    early: bool  # after the command was given: at any moment of its way up
    target: int  # of several processes the one with this number, counted around
    seconds: float  # until it is undone, where it can be
    stop: signal.Signals  # of the kinds that send one of several

    def __str__(self) -> str:
        after = "the command" if self.early else "the count began"
        return f"{self.kind.value}, {self.at:.2f} s after {after}"


@dataclass
class Deeds:
    """How often what was really done to a start, as its end is judged by."""

    asked_to_stop: int = 0
    stopped_early: int = 0  # by a signal that may have come before its handler was there
    stopped_by_mpirun: int = 0  # which kills a second later
    saved_by_mpirun: int = 0  # which SIGUSR2 kills while it ends: its handlers go first
    interrupts: int = 0
    master_killed: int = 0
    launcher_killed: int = 0
    all_killed: int = 0
    workers_killed: int = 0
    killed_early: int = 0  # before MPI was up, perhaps
    workers_stopped: int = 0
    workers_paused_long: int = 0
    disk_filled: int = 0
    log: list[str] = field(default_factory=list)

    @property
    def calm(self) -> bool:
        """Whether no process was killed or told to stop."""
        return not (
            self.asked_to_stop
            or self.interrupts
            or self.master_killed
            or self.launcher_killed
            or self.all_killed
            or self.workers_killed
            or self.workers_stopped
            or self.workers_paused_long
        )
