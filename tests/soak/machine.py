"""What there is to run on: the program, and hosts of other names."""

from __future__ import annotations

import os
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from .plan import Host, Mode


class Interrupted(Exception):
    """The soak itself is told to stop."""


@dataclass(frozen=True)
class Machine:
    """What there is to run on."""

    source: Path  # the top of the source tree
    program: Path  # by the name nqueens; with kernels that can be slowed down
    kernels: tuple[str, ...]
    libraries: tuple[Path, ...]  # that are loaded into all processes
    has_hosts: bool
    stop: threading.Event

    def preloads(self, folder: Path, mode: Mode) -> dict[str, str]:
        """What loads the libraries into a start. Signals are taken from the mpirun of jobs/launch only: nothing else
        tells the ranks of those that mpirun lost."""
        if not self.libraries:
            return {}
        preload = {"LD_PRELOAD": " ".join(map(str, self.libraries)), "THIEF_LOG": str(folder / "thief.log")}
        return {**preload, "THIEF_OF": "mpirun"} if mode is Mode.LAUNCH else preload


def host_prefix(host: Host, name: str) -> list[str]:
    """What makes a command run on a host that has another name, and processes of its own."""
    if host is Host.HERE:
        return []
    rename = 'hostname "$0" && exec "$@"'
    if host is Host.RENAMED:
        return ["unshare", "--uts", "sh", "-c", rename, name]
    spaces = ["--uts", "--ipc", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return ["unshare", *spaces, "sh", "-c", f"mount -t tmpfs tmpfs /dev/shm && {rename}", name]


def can_have_hosts() -> bool:
    if os.geteuid() != 0:
        return False
    command = [*host_prefix(Host.OTHER, "soak-host"), "true"]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
