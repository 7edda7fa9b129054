"""The processes of one start: found by a mark in their environment, sent signals without mistaking one for another."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

MARK = "NQUEENS_SOAK_START"


class Role(Enum):
    """What a process is for."""

    RANK = "rank"  # a rank of nqueens under mpirun, or nqueens on threads, which is then rank 0
    MPIRUN = "mpirun"
    LAUNCH = "launch"  # jobs/launch
    OTHER = "other"


@dataclass(frozen=True)
class Process:
    """A process that lived when it was looked for."""

    pid: int
    role: Role
    rank: int
    started: int  # in the clock ticks of the kernel: orders processes by age
    mark: str

    def send(self, number: signal.Signals) -> bool:
        """Whether the process was there to get the signal."""
        try:
            descriptor = os.pidfd_open(self.pid)
        except OSError:
            return False
        try:
            # The id may have become another's since; what the descriptor stands for does not change any more.
            if _environment(self.pid).get(MARK) != self.mark:
                return False
            signal.pidfd_send_signal(descriptor, number)
            return True
        except OSError:
            return False
        finally:
            os.close(descriptor)

    def delay(self, niceness: int, processors: set[int]) -> bool:
        """Sets the priority and the processors of all threads of the process."""
        delayed = False
        for thread in _threads(self.pid):
            try:
                os.sched_setaffinity(thread, processors)
                delayed = True
                os.setpriority(os.PRIO_PROCESS, thread, niceness)
            except OSError:
                pass  # it has ended, or this user may not raise it again
        return delayed

    @property
    def command(self) -> str:
        return " ".join(_command(self.pid))


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def _environment(pid: int) -> dict[str, str]:
    entries = _read(f"/proc/{pid}/environ").decode("latin-1").split("\0")
    return dict(entry.split("=", 1) for entry in entries if "=" in entry)


def _command(pid: int) -> list[str]:
    return _read(f"/proc/{pid}/cmdline").decode("latin-1").split("\0")[:-1]


def _threads(pid: int) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    except OSError:
        return []


def _started(pid: int) -> int:
    """0 for a process that has ended, though its parent may not know yet."""
    fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    return int(fields[19]) if fields and fields[0] not in (b"Z", b"X") else 0


def _role(command: list[str], environment: dict[str, str]) -> tuple[Role, int]:
    program = os.path.basename(command[0]) if command else ""
    if program == "nqueens" and "OMPI_COMM_WORLD_RANK" in environment:
        return Role.RANK, int(environment["OMPI_COMM_WORLD_RANK"])
    if program == "nqueens" and "--threads" in command:
        return Role.RANK, 0
    if program in ("mpirun", "orterun", "prterun"):
        return Role.MPIRUN, 0
    if program == "bash" and any(word.endswith("jobs/launch") for word in command[:2]):
        return Role.LAUNCH, 0
    return Role.OTHER, 0


def processes_of(mark: str) -> list[Process]:
    """All that live, oldest first."""
    needle = f"{MARK}={mark}".encode()
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or needle not in _read(f"/proc/{name}/environ").split(b"\0"):
            continue
        pid = int(name)
        started = _started(pid)
        if started:
            role, rank = _role(_command(pid), _environment(pid))
            found.append(Process(pid, role, rank, started, mark))
    return sorted(found, key=lambda process: (process.started, process.pid))


def kill_all(mark: str, seconds: float = 20) -> int:
    """Kills them until none is left, since some may be starting others. Returns how many were there at first."""
    first = processes_of(mark)
    left = first
    deadline = time.monotonic() + seconds
    while left and time.monotonic() < deadline:
        for process in left:
            process.send(signal.SIGKILL)
        time.sleep(0.02)
        left = processes_of(mark)
    return len(first)
