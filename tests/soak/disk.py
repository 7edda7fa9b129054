"""The file system that a round's checkpoint is on: small, so that it can be filled, where this user may mount one."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

# Room for the generations, those set aside, and one being written.
SIZE = "16m"


class Disk:
    """A folder; a file system of its own where that can be had."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        self.mounted = can_mount() and _mount(path)
        self._filler = path / "filler"

    @property
    def full(self) -> bool:
        return self._filler.exists()

    def fill(self) -> bool:
        """Whether there is no room left now."""
        if not self.mounted:
            return False
        block = b"\0" * 65536
        with self._filler.open("ab", buffering=0) as file:
            while block:
                try:
                    file.write(block)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    block = block[: len(block) // 2]  # down to the last byte
        return True

    def free(self) -> bool:
        was_full = self.full
        self._filler.unlink(missing_ok=True)
        return was_full

    def close(self) -> None:
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.path)], check=True)
            self.mounted = False


def can_mount() -> bool:
    return os.geteuid() == 0


def _mount(path: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(path)]
    return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
