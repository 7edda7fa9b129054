"""Checkpoints as docs/checkpoint.md describes them, read without any code of the program's."""

from __future__ import annotations

import dataclasses
import itertools
import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Iterator

FORMATS = (7, 8)  # by rows, and by fewest free squares
NUMBERS_OF_HISTORY = 9  # before the records
MAGIC = b"nqueens checkpoint "
CRC_FIELD = b" crc32c="
CRC_DIGITS = 8
LONGEST_HEADER = 1000
BITS_PER_WORD = 64

# The kernel or host of a task whose slices came from more than one.
SEVERAL = "several"

# Names of generations that a program looks for: the newest and eight older ones.
MOST_GENERATIONS = 9


class Damaged(Exception):
    """The bytes are no whole checkpoint; the text says why."""


class NewerFormat(Exception):
    """The bytes are whole, and of a format that this reader does not know."""


@dataclass(frozen=True)
class Origin:
    """Who counted a task."""

    kernel: str
    host: str


@dataclass(frozen=True)
class Record:
    """The result of one task. `nodes` depend on the kernel, all that comes after them on the run as well."""

    count: int
    placed: tuple[int, ...]
    nodes: int
    microseconds: int
    origin: Origin | None  # unknown in files that were of an older format once
    confirmed_by: Origin | None

    def same_result(self, other: Record) -> bool:
        return self.count == other.count and self.placed == other.placed

    def follows(self, other: Record) -> bool:
        """Whether this may stand where the other one stood before: a confirmation may have come, and none may go."""
        confirmed = self.confirmed_by if other.confirmed_by is None else other.confirmed_by
        return self == dataclasses.replace(other, confirmed_by=confirmed)


@dataclass(frozen=True)
class Tasks:
    """The fields of a job, and its tasks that are done."""

    fields: dict[str, str]
    origins: tuple[Origin, ...]
    records: dict[int, Record]
    in_slices: dict[int, dict[int, Record]]  # of tasks in progress, the slices that are done
    whole_in_slices: int  # tasks in progress with all their slices

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
    def confirmed(self) -> int:
        return sum(record.confirmed_by is not None for record in self.records.values())

    @property
    def slices(self) -> list[Record]:
        return [record for slices in self.in_slices.values() for record in slices.values()]

    @property
    def slices_done(self) -> int:
        return len(self.slices)

    @property
    def count(self) -> int:
        return sum(record.count for record in [*self.records.values(), *self.slices])

    @property
    def microseconds(self) -> int:
        return sum(record.microseconds for record in [*self.records.values(), *self.slices])

    @property
    def job(self) -> dict[str, str]:
        """What a job is told apart by."""
        names = ("n", "board", "quantity", "symmetry", "depth", "prefixes_per_task", "stream", "tasks")
        cut = ("slice_depth", "prefixes_per_slice")  # only where tasks are cut into slices
        return {name: self.fields.get(name, "") for name in (*names, *cut)}


@dataclass(frozen=True)
class Checkpoint:
    """What a whole file holds."""

    counted: Tasks
    starts: int
    elapsed: int  # of all times: microseconds
    working: int
    lost_workers: int
    check_seed: int
    checking: int
    disputes: int
    on_devices: int

    @property
    def kernels(self) -> set[str]:
        return set(self.counted.fields["kernels"].split(","))

    def __str__(self) -> str:
        return f"{self.counted.done} of {self.counted.tasks} tasks, {self.counted.confirmed} confirmed"


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


def _parse_fields(line: bytes) -> dict[str, str]:
    words = line.decode("latin-1").split(" ")
    return dict(word.split("=", 1) for word in words if "=" in word)


def _parse_header(data: bytes) -> tuple[int, dict[str, str], int]:
    """Format, fields and length of the first line."""
    if not data.startswith(MAGIC):
        raise Damaged("it does not begin as a checkpoint")
    digits = re.match(rb"[0-9]+", data[len(MAGIC) :])
    if digits is None:
        raise Damaged("it has no format number")
    end = data.find(b"\n", 0, LONGEST_HEADER)
    if end < 0:
        raise Damaged("its first line does not end")
    return int(digits[0]), _parse_fields(data[:end]), end + 1


def _check_crc(line: bytes, payload: bytes) -> None:
    covered = line[: -(CRC_DIGITS + 1)]
    if not covered.endswith(CRC_FIELD):
        raise Damaged("its first line does not end with its CRC")
    if line[len(covered) : -1] != b"%08x" % crc32c(covered + payload):
        raise Damaged("its CRC does not match")


class _Lines:
    """The payload, line by line."""

    def __init__(self, payload: bytes) -> None:
        self._lines: Iterator[bytes] = iter(payload.split(b"\n"))

    def of(self, word: bytes) -> bytes:
        """The rest of the next line, which begins with that word."""
        line = next(self._lines)
        if line.split(b" ")[0] != word:
            raise Damaged(f"it has no line '{word.decode()}' where one must be")
        return line[len(word) + 1 :]

    def numbers(self) -> Iterator[int]:
        return iter([int(word) for word in next(self._lines).split(b" ")])

    @property
    def word(self) -> bytes:
        """The first word of the next line that is not empty; empty at the end."""
        left = next((line for line in self._lines if line), b"")
        self._lines = itertools.chain([left] if left else [], self._lines)
        return left.split(b" ")[0]


def _read_origins(lines: _Lines) -> tuple[Origin, ...]:
    words = lines.of(b"origins").decode("ascii").split()
    origins = tuple(Origin(*word.split("@")) for word in words)
    if len(set(origins)) != len(origins):
        raise Damaged("it names an origin twice")
    return origins


def _read_record(numbers: Iterator[int], rows: int, origins: tuple[Origin, ...]) -> Record:
    high, low, nodes, microseconds, origin, confirmed_by = (next(numbers) for _ in range(6))
    placed = tuple(next(numbers) for _ in range(rows))
    if not 0 <= origin <= len(origins) or not 0 <= confirmed_by <= len(origins):
        raise Damaged(f"a record has the origins {origin} and {confirmed_by} of {len(origins)}")
    by = (None, *origins)
    record = Record(high << 64 | low, placed, nodes, microseconds, by[origin], by[confirmed_by])
    if rows and sum(placed) != record.count:
        raise Damaged("the rows of a task do not add up to its count")
    return record


def _read_records(numbers: Iterator[int], size: int, rows: int, origins: tuple[Origin, ...]) -> dict[int, Record]:
    """Of tasks or slices that are done: their bitmap, and what follows it."""
    done = 0
    for first in range(0, size, BITS_PER_WORD):
        done |= next(numbers) << first
    if done >> size:
        raise Damaged("it has tasks behind its last one")
    records = {number: _read_record(numbers, rows, origins) for number in range(size) if done >> number & 1}
    if next(numbers, None) is not None:
        raise Damaged("something follows its last record")
    return records


def _read_tasks(
    lines: _Lines, numbers: Iterator[int], fields: dict[str, str], origins: tuple[Origin, ...]
) -> Tasks:
    tasks = int(fields["tasks"])
    rows = int(fields["n"]) if fields["quantity"] == "placements" else 0
    records = _read_records(numbers, tasks, rows, origins)
    in_slices: dict[int, dict[int, Record]] = {}
    whole_in_slices = 0
    while lines.word == b"slices":
        line = _parse_fields(lines.of(b"slices"))
        task = int(line["task"])
        if "slice_depth" not in fields or task in records or not max(in_slices, default=-1) < task < tasks:
            raise Damaged(f"it has slices of task {task}, which is not in progress or was named before")
        slices = int(line["slices"])
        in_slices[task] = _read_records(lines.numbers(), slices, rows, origins)
        whole_in_slices += len(in_slices[task]) == slices
    read = Tasks(fields, origins, records, in_slices, whole_in_slices)
    for name in ("done", "confirmed", "slices_done", "count"):
        if fields[name] != str(getattr(read, name)):
            raise Damaged(f"its records have {name}={getattr(read, name)}, not {fields[name]}")
    return read


def _read_payload(payload: bytes, fields: dict[str, str]) -> Checkpoint:
    lines = _Lines(payload)
    origins = _read_origins(lines)
    numbers = lines.numbers()
    head = [next(numbers) for _ in range(NUMBERS_OF_HISTORY)]
    counted = _read_tasks(lines, numbers, fields, origins)
    if lines.word:
        raise Damaged("something follows its last record")
    return Checkpoint(counted, *head[1:])


def as_newer_format(data: bytes) -> bytes:
    """The same as a whole file of the next format."""
    line, _, payload = data.partition(b"\n")
    fields = line[line.index(b" ", len(MAGIC)) : line.index(CRC_FIELD) + len(CRC_FIELD)]
    covered = MAGIC + b"%d" % (FORMATS[-1] + 1) + fields
    return covered + b"%08x\n" % crc32c(covered + payload) + payload


def parse(data: bytes) -> Checkpoint:
    """Raises Damaged or NewerFormat unless this is a whole checkpoint of this format."""
    number, fields, length = _parse_header(data)
    payload = data[length:]
    if fields.get("length") != str(len(payload)):
        raise Damaged(f"it has {len(payload)} bytes after its first line")
    _check_crc(data[:length], payload)
    if number > FORMATS[-1]:
        raise NewerFormat(f"it has format {number}")
    if number < FORMATS[0]:
        raise Damaged(f"it has format {number}, which no job of this run was saved in")
    try:
        return _read_payload(payload, fields)
    except (StopIteration, RuntimeError, ValueError, TypeError, KeyError) as error:
        raise Damaged(f"its payload cannot be read: {error!r}") from error


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


def second_path(path: Path) -> Path:
    """Of the second count of the same job."""
    return path.with_stem(f"{path.stem}.second")


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
