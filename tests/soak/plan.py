"""What a round is: its job, its starts, and what is done to each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from .damage import Damage
from .events import Event
from .problems import Problem

# Where job files of the soak have their checkpoint.
CHECKPOINT = Path("disk/job.ckpt")


class Mode(Enum):
    """How the program is started. The value is what the table calls it."""

    THREADS = "threads"
    MPIRUN = "mpirun"
    LAUNCH = "jobs/launch"


class Host(Enum):
    """Where it runs. The value is what the table calls it."""

    HERE = "this host"
    RENAMED = "another host name"
    OTHER = "another host name and process space"


@dataclass(frozen=True)
class JobPlan:
    """What stays the same in a round."""

    problem: Problem
    depth: int | None
    tasks: int
    slice_seconds: float | None
    generations: int
    double_check: str | None  # by which other decomposition it is counted again; single starts may say otherwise


@dataclass(frozen=True)
class Part:
    """One of several parts of a job, each counted on its own and merged in the end."""

    index: int
    parts: int

    def has(self, task: int) -> bool:
        return task % self.parts == self.index - 1

    def __str__(self) -> str:
        return f"{self.index}/{self.parts}"


@dataclass(frozen=True)
class StartPlan:
    """One start, with what happens before it and to it."""

    part: Part | None  # of the job; None for all of it
    mode: Mode
    ranks: int  # under a launcher; else threads that count and the master
    threads: int  # that count, of each rank under a launcher
    kernel: str
    host: Host
    max_time: float | None
    work: float  # seconds that the whole job takes one worker at least, until the last event
    interval: float
    batch_seconds: float
    restarts: int
    check_fraction: float | None  # of the tasks, counted twice; None where the start says nothing
    double_check: str | None  # likewise
    checks_in_file: bool  # said in the job file where there is one, else by options
    json: bool
    resume: bool  # `nqueens resume` where there is something to resume
    fresh: bool  # `--fresh` where nothing can be used, rather than moving it away
    wait_for_lock: bool  # for the minute that the lock of another host takes, rather than removing it
    keep_full: bool  # a disk that was full at the end of the last start
    damages: tuple[Damage, ...]
    events: tuple[Event, ...]

    @property
    def checkpoint(self) -> Path:
        """Below the folder of the round."""
        return checkpoint_path(self.part)

    @property
    def last(self) -> bool:
        """Nothing ends it: it has to come to the right end."""
        return not self.events and self.max_time is None


@dataclass(frozen=True)
class RoundPlan:
    """One job from its first start to its right end."""

    seed: str
    job: JobPlan
    parts: tuple[tuple[StartPlan, ...], ...]  # starts of each part, whose checkpoints are merged; none mostly
    merged_early: bool  # the last part is not counted to its end before that
    starts: tuple[StartPlan, ...]
    verified: bool  # all tasks are counted once more at the end


def checkpoint_path(part: Part | None) -> Path:
    """As the program names the checkpoints of parts."""
    return CHECKPOINT if part is None else CHECKPOINT.with_stem(f"job.part-{part.index}-of-{part.parts}")
