"""A round, drawn from its seed before it begins: nothing that is drawn depends on time or on what the program does."""

from __future__ import annotations

import dataclasses
import math
import random
import signal
from typing import Mapping, TypeVar

from . import damage, events
from .damage import Damage
from .events import Event
from .plan import Host, JobPlan, Mode, Part, RoundPlan, StartPlan
from .problems import OTHER_PROBLEMS, PROBLEMS, Problem

# Stop signals that each target knows. A hangup of mpirun's is not among them: it means the terminal is gone.
_MASTER_STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGHUP)
_LAUNCHER_STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)

_Kind = events.Kind
_Any = TypeVar("_Any")

# Of a job, as its expected work has it; on the torus ten times as many (N = 23: 195,000).
MAX_SLICES = 20_000
# The least that a mean slice is of the longest: 0.06, and down to a power of two prefixes (src/job/slices.cpp).
LEAST_MEAN_SHARE = 0.03

# Weights of what a start under mpirun outlives.
_PASSING_MPIRUN = {
    _Kind.PAUSE_WORKER: 6,
    _Kind.DELAY_WORKER: 4,
    _Kind.PAUSE_MASTER: 3,
    _Kind.SAVE_MASTER: 2,
    _Kind.SAVE_LAUNCHER: 2,
    _Kind.FILL_DISK: 3,
}
# The same by how it was started. The order is part of what a seed draws.
_PASSING = {
    Mode.THREADS: {_Kind.PAUSE_MASTER: 3, _Kind.SAVE_MASTER: 3, _Kind.FILL_DISK: 2},
    Mode.MPIRUN: _PASSING_MPIRUN,
    Mode.LAUNCH: {_Kind.KILL_WORKER: 8, **_PASSING_MPIRUN},
}

# Weights of what ends one.
_ENDING = {
    Mode.THREADS: {_Kind.STOP_MASTER: 4, _Kind.INTERRUPT_TWICE: 1, _Kind.KILL_ALL: 4},
    Mode.MPIRUN: {
        _Kind.KILL_WORKER: 3,
        _Kind.STOP_WORKER: 1,
        _Kind.KILL_MASTER: 3,
        _Kind.STOP_MASTER: 3,
        _Kind.KILL_LAUNCHER: 2,
        _Kind.STOP_LAUNCHER: 4,
        _Kind.KILL_ALL: 4,
    },
    Mode.LAUNCH: {
        _Kind.KILL_MASTER: 1,
        _Kind.STOP_MASTER: 1,
        _Kind.KILL_LAUNCHER: 1,
        _Kind.STOP_LAUNCHER: 4,
        _Kind.KILL_ALL: 3,
    },
}

# What ends a start of jobs/launch for good; after all else it may start again.
_FINAL = {_Kind.STOP_LAUNCHER: 1, _Kind.KILL_ALL: 1}

_DAMAGES = {
    damage.Kind.DELETE: 4,
    damage.Kind.DELETE_ALL: 0.3,
    damage.Kind.TRUNCATE: 4,
    damage.Kind.TRUNCATE_ALL: 0.7,
    damage.Kind.FLIP: 6,
    damage.Kind.FLIP_ALL: 0.7,
    damage.Kind.DIGIT: 5,
    damage.Kind.SWAP: 5,
    damage.Kind.EXCHANGE: 2,
    damage.Kind.REPLACE: 3,
    damage.Kind.NEWER: 0.5,
    damage.Kind.LOCK: 2,
    damage.Kind.LEFTOVER: 2,
}


# Of a core, for counting a job once more: longer second counts are not drawn.
_MOST_SECONDS_AGAIN = 15

# Work of the decomposition `mirror` against that of the job's own.
_MIRROR_WORK = {"full": 4, "mirror": 2, "none": 0.5}


class _Draw:
    """One round being drawn."""

    def __init__(self, seed: str, kernels: tuple[str, ...]) -> None:
        self._random = random.Random(seed)
        self._kernels = kernels
        self._seed = seed
        self._double_check: str | None = None

    def _one(self, weights: Mapping[_Any, float]) -> _Any:
        return self._random.choices(list(weights), list(weights.values()))[0]

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _slow_kernels(self, problem: Problem) -> list[str]:
        """Those with which two cores are busy for a few seconds, and get somewhere within them."""
        return [kernel for kernel in self._kernels if 5 <= problem.seconds(kernel) <= 40]

    def _any_kernels(self, problem: Problem) -> list[str]:
        """Those that take neither no time nor for ever: another kernel at a resume, though the job may end with it."""
        return [kernel for kernel in self._kernels if 1.5 <= problem.seconds(kernel) <= 100]

    def _fast_kernels(self, problem: Problem) -> list[str]:
        """Those that bring two cores to the end soon."""
        fastest = min(self._kernels, key=problem.seconds)
        return [kernel for kernel in self._kernels if problem.seconds(kernel) <= 6] or [fastest]

    def _seconds_again(self, problem: Problem, cut: str) -> float:
        """By another kernel than the one that counted first."""
        second = sorted(problem.seconds(kernel) for kernel in self._kernels)[:2][-1]
        return second * (_MIRROR_WORK[problem.symmetry] if cut == "mirror" else 1)

    def _job_double_check(self, problem: Problem) -> str | None:
        cuts = [cut for cut in ("depth", "mirror") if self._seconds_again(problem, cut) <= _MOST_SECONDS_AGAIN]
        return self._random.choice(cuts) if cuts and self._chance(0.35) else None

    def _start_double_check(self, first: bool, last: bool) -> str | None:
        if self._double_check is None:
            return "none" if self._chance(0.05) else None
        if first or last:
            return self._double_check
        return self._one({self._double_check: 4, None: 4, "none": 0.5})

    def _slice_seconds(self, problem: Problem) -> float:
        """Many to a task, but no million in all: the master would have minutes of work with them."""
        return round(max(10 ** self._random.uniform(-5, -3), problem.seconds("avx2") / (LEAST_MEAN_SHARE * MAX_SLICES)), 7)

    def round(self) -> RoundPlan:
        problems = PROBLEMS if self._chance(0.7) else OTHER_PROBLEMS
        problem = self._random.choice([one for one in problems if self._slow_kernels(one)])
        job = JobPlan(
            problem=problem,
            depth=self._random.choice([None, None, 3, 4, 5]),
            tasks=int(100 * 20 ** self._random.random()),
            slice_seconds=self._slice_seconds(problem) if self._chance(0.5) else None,
            generations=self._random.choice([1, 2, 3, 3, 3, 5]),
            double_check=self._job_double_check(problem),
        )
        self._double_check = job.double_check
        parts = self._parts(problem) if self._chance(0.12) else ()
        number = self._random.randint(0, 2) if parts else self._random.randint(2, 5)
        starts = [self._start(problem, first=place == 0) for place in range(number)] + [self._last_start(problem)]
        starts[0] = dataclasses.replace(starts[0], damages=())  # else nothing would go on from what was merged
        return RoundPlan(
            seed=self._seed,
            job=job,
            parts=parts,
            merged_early=self._chance(0.4),
            starts=tuple(starts),
            verified=self._chance(0.25) and self._seconds_again(problem, "depth") <= _MOST_SECONDS_AGAIN,
        )

    def _parts(self, problem: Problem) -> tuple[tuple[StartPlan, ...], ...]:
        """No second counts: those are of whole jobs."""
        parts = self._random.randint(2, 4)
        return tuple(
            tuple(
                dataclasses.replace(start, part=Part(index, parts), double_check=None)
                for start in [
                    *[self._start(problem, first=number == 0) for number in range(self._random.randint(0, 2))],
                    self._last_start(problem),
                ]
            )
            for index in range(1, parts + 1)
        )

    def _start(self, problem: Problem, first: bool) -> StartPlan:
        if self._chance(0.15):
            return self._patient_start(problem, first)
        mode = self._random.choice([Mode.THREADS, Mode.MPIRUN, Mode.MPIRUN, Mode.LAUNCH, Mode.LAUNCH, Mode.LAUNCH])
        limited = self._chance(0.2)
        kernels = self._any_kernels(problem) if self._chance(0.3) else self._slow_kernels(problem)
        if self._double_check is not None and self._chance(0.5):
            kernels = self._fast_kernels(problem)  # so that events come while it is counted again
        return self._draw(
            mode=mode,
            first=first,
            kernel=self._random.choice(kernels),
            max_time=round(self._random.uniform(2, 7), 2) if limited else None,
            work=self._random.uniform(5, 40),
            damages=() if first else self._damages(),
            drawn=self._events(mode, limited),
        )

    def _patient_start(self, problem: Problem, first: bool) -> StartPlan:
        """Long enough for a worker that was thought lost to come back, with results that others have brought since."""
        mode = self._random.choice([Mode.MPIRUN, Mode.LAUNCH])
        pauses = [self._event(_Kind.PAUSE_WORKER_LONG, self._random.uniform(0.3, 3))]
        if self._chance(0.3):
            pauses.append(self._event(_Kind.PAUSE_WORKER_LONG, self._random.uniform(0.3, 3)))
        end = max(pause.at + pause.seconds for pause in pauses) + self._random.uniform(2, 5)
        gentle = {kind: weight for kind, weight in _PASSING[mode].items() if kind is not _Kind.KILL_WORKER}
        passing = [self._event(self._one(gentle), self._random.uniform(0.3, end)) for _ in range(5)]
        ending = [self._event(self._one(_FINAL), end)] if self._chance(0.4) else []
        return dataclasses.replace(
            self._draw(
                mode=mode,
                first=first,
                kernel=min(self._kernels, key=lambda kernel: abs(math.log(problem.seconds(kernel) / 40))),
                max_time=None,
                work=40,
                damages=() if first else self._damages(),
                drawn=tuple(pauses + passing + ending),
            ),
            ranks=self._random.randint(3, 5),
            batch_seconds=0.02,
        )

    def _last_start(self, problem: Problem) -> StartPlan:
        return self._draw(
            mode=self._random.choice(list(Mode)),
            last=True,
            kernel=self._random.choice(self._fast_kernels(problem)),
            max_time=None,
            work=0,
            damages=self._damages(),
            drawn=(),
        )

    def _draw(
        self,
        mode: Mode,
        kernel: str,
        max_time: float | None,
        work: float,
        damages: tuple[Damage, ...],
        drawn: tuple[Event, ...],
        first: bool = False,
        last: bool = False,
    ) -> StartPlan:
        threads = 1 if mode is Mode.THREADS else self._random.choice([1, 2, 2, 3])
        return StartPlan(
            part=None,
            mode=mode,
            ranks=self._random.randint(2, 6),
            threads=threads,
            kernel=kernel,
            host=self._random.choices(list(Host), [5, 2, 1])[0],
            max_time=max_time,
            work=round(work * threads, 1),  # as long for ranks that count with several threads
            interval=self._random.choice([0.2, 0.5, 1, 1, 3]),
            batch_seconds=self._random.choice([0.02, 0.05, 0.05, 0.2]),
            restarts=self._random.choice([0, 0, 1, 2]),
            check_fraction=self._random.choice([None, None, None, 0.0, 0.02, 0.1, 0.3, 1.0]),
            double_check=self._start_double_check(first, last),
            checks_in_file=self._chance(0.5),
            json=self._chance(0.25),
            resume=self._chance(0.1),
            fresh=self._chance(0.5),
            wait_for_lock=self._chance(0.08),
            keep_full=self._chance(0.1),
            damages=damages,
            events=drawn,
        )

    def _damages(self) -> tuple[Damage, ...]:
        return tuple(
            Damage(
                kind=self._one(_DAMAGES),
                generation=self._random.random(),
                places=tuple(self._random.random() for _ in range(self._random.choice([1, 1, 1, 2, 3, 4, 6, 8]))),
            )
            for _ in range(self._random.choice([0, 1, 1, 2, 2, 3]))
        )

    def _events(self, mode: Mode, limited: bool) -> tuple[Event, ...]:
        length = self._random.uniform(1.5, 6)
        passing = [
            self._event(self._one(_PASSING[mode]), self._random.uniform(0.1, length))
            for _ in range(self._random.randint(2, 7))
        ]
        if mode is Mode.LAUNCH and self._chance(0.15):
            passing.append(self._event(_Kind.KILL_WORKER, self._random.uniform(0.02, 0.8), early=True))
        if limited:
            return tuple(passing)
        early = self._chance(0.1)
        kind = self._one(_ENDING[mode])
        at = self._random.uniform(0.02, 1.2) if early else length
        ending = [self._event(kind, at, early)]
        if mode is Mode.LAUNCH and kind not in _FINAL:
            ending.append(self._event(self._one(_FINAL), at + self._random.uniform(6, 12), early))
        return tuple(passing + ending)

    def _event(self, kind: events.Kind, at: float, early: bool = False) -> Event:
        longest = {_Kind.PAUSE_WORKER: 3, _Kind.PAUSE_MASTER: 2, _Kind.DELAY_WORKER: 4, _Kind.FILL_DISK: 3}
        if kind is _Kind.PAUSE_WORKER_LONG:
            seconds = self._random.uniform(9, 14)
        else:
            seconds = self._random.uniform(0.1, longest.get(kind, 0.2))
        stops = _LAUNCHER_STOPS if kind is _Kind.STOP_LAUNCHER else _MASTER_STOPS
        return Event(
            kind=kind,
            at=round(at, 2),
            early=early,
            target=self._random.randrange(60),
            seconds=round(seconds, 2),
            stop=self._random.choice(stops),
        )


def draw_round(seed: int, number: int, kernels: tuple[str, ...]) -> RoundPlan:
    return _Draw(f"{seed}/{number}", kernels).round()
