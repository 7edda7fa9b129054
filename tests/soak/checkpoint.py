"""Checkpoints as docs/checkpoint.md describes them, read without any code of the program's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Iterator

FORMAT = 2
MAGIC = b"nqueens checkpoint "
CRC_FIELD = b" crc32c="
CRC_DIGITS = 8
LONGEST_HEADER = 1000
BITS_PER_WORD = 64

# Names of generations that a program looks for: the newest and eight older ones.
MOST_GENERATIONS = 9


class Damaged(Exception):
    """The bytes are no whole checkpoint; the text says why."""


class NewerFormat(Exception):
    """The first line names a format that this reader does not know."""


@dataclass(frozen=True)
class Record:
    """The result of one task. `nodes` depend on the kernel, all else on the task alone."""

    count: int
    nodes: int
    placed: tuple[int, ...]

    def same_result(self, other: Record) -> bool:
        return self.count == other.count and self.placed == other.placed


@dataclass(frozen=True)
class Checkpoint:
    """What a whole file holds."""

    fields: dict[str, str]
    records: dict[int, Record]

    @property
    def tasks(self) -> int:
        return int(self.fields["tasks"])

    @property
    def done(self) -> int:
        return len(self.records)

    @property
    def finished(self) -> bool:
        return self.done == self.tasks

    @property
    def count(self) -> int:
        return sum(record.count for record in self.records.values())

    @property
    def job(self) -> dict[str, str]:
        """What a job is told apart by."""
        names = ("n", "board", "quantity", "symmetry", "depth", "prefixes_per_task", "stream", "tasks")
        return {name: self.fields[name] for name in names}


def _make_crc_table() -> list[int]:
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


_CRC_TABLE = _make_crc_table()


def crc32c(data: bytes) -> int:
    """CRC-32C (Castagnoli)."""
    table = _CRC_TABLE
    value = 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ table[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


def _format_number(data: bytes) -> int:
    """Comes before anything else: what is wrong with a file of a newer format is not for this reader to say."""
    if not data.startswith(MAGIC):
        raise Damaged("it does not begin as a checkpoint")
    digits = re.match(rb"[0-9]+", data[len(MAGIC) :])
    if digits is None:
        raise Damaged("it has no format number")
    return int(digits[0])


def _parse_header(data: bytes) -> tuple[dict[str, str], int]:
    """Fields and length of the first line."""
    end = data.find(b"\n", 0, LONGEST_HEADER)
    if end < 0:
        raise Damaged("its first line does not end")
    words = data[:end].decode("latin-1").split(" ")
    return dict(word.split("=", 1) for word in words if "=" in word), end + 1


def _check_crc(line: bytes, payload: bytes) -> None:
    covered = line[: -(CRC_DIGITS + 1)]
    if not covered.endswith(CRC_FIELD):
        raise Damaged("its first line does not end with its CRC")
    if line[len(covered) : -1] != b"%08x" % crc32c(covered + payload):
        raise Damaged("its CRC does not match")


def _read_record(numbers: Iterator[int], rows: int) -> Record:
    high, low, nodes = next(numbers), next(numbers), next(numbers)
    placed = tuple(next(numbers) for _ in range(rows))
    record = Record(high << 64 | low, nodes, placed)
    if rows and sum(placed) != record.count:
        raise Damaged("the rows of a task do not add up to its count")
    return record


def _read_payload(payload: bytes, fields: dict[str, str]) -> dict[int, Record]:
    tasks = int(fields["tasks"])
    rows = int(fields["n"]) if fields["quantity"] == "placements" else 0
    numbers = iter([int(word) for word in payload.split()])
    for _ in range(5):  # saved, runs, wall time, kernel time, workers lost
        next(numbers)
    done = 0
    for first in range(0, tasks, BITS_PER_WORD):
        done |= next(numbers) << first
    if done >> tasks:
        raise Damaged("it has tasks behind its last one")
    records = {task: _read_record(numbers, rows) for task in range(tasks) if done >> task & 1}
    if next(numbers, None) is not None:
        raise Damaged("something follows its last record")
    return records


def parse(data: bytes) -> Checkpoint:
    """Raises Damaged or NewerFormat where this is no whole checkpoint of this format."""
    number = _format_number(data)
    if number > FORMAT:
        raise NewerFormat(f"it has format {number}")
    if number < FORMAT:
        raise Damaged(f"it has format {number}, which no job of this run was saved in")
    fields, length = _parse_header(data)
    payload = data[length:]
    if fields.get("length") != str(len(payload)):
        raise Damaged(f"it has {len(payload)} bytes after its first line")
    _check_crc(data[:length], payload)
    try:
        checkpoint = Checkpoint(fields, _read_payload(payload, fields))
    except (StopIteration, RuntimeError, ValueError, KeyError) as error:
        raise Damaged(f"its payload cannot be read: {error!r}") from error
    if fields["done"] != str(checkpoint.done) or fields["count"] != str(checkpoint.count):
        raise Damaged("its records do not add up to its first line")
    return checkpoint


class Verdict(Enum):
    """What a program has to think of a file."""

    WHOLE = "whole"
    DAMAGED = "damaged"
    NEWER = "of a newer format"


@dataclass(frozen=True)
class Generation:
    """One file of a checkpoint, as found on disk."""

    path: Path
    data: bytes
    verdict: Verdict
    checkpoint: Checkpoint | None
    fault: str


def read_generation(path: Path) -> Generation:
    data = path.read_bytes()
    try:
        return Generation(path, data, Verdict.WHOLE, parse(data), "")
    except NewerFormat as error:
        return Generation(path, data, Verdict.NEWER, None, str(error))
    except Damaged as error:
        return Generation(path, data, Verdict.DAMAGED, None, str(error))


def generation_path(path: Path, number: int) -> Path:
    return path if number == 0 else path.with_name(f"{path.name}.{number}")


def generation_paths(path: Path) -> list[Path]:
    """The generations that are there, the newest first."""
    names = (generation_path(path, number) for number in range(MOST_GENERATIONS))
    return [name for name in names if name.exists()]


def read_generations(path: Path) -> list[Generation]:
    return [read_generation(name) for name in generation_paths(path)]


def usable(generations: list[Generation]) -> Generation | None:
    """What a start has to go on from: the newest whole one, unless one of a newer format comes before it."""
    for generation in generations:
        if generation.verdict is not Verdict.DAMAGED:
            return generation if generation.verdict is Verdict.WHOLE else None
    return None
