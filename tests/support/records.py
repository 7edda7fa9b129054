#!/usr/bin/env python3
"""Shows and changes the records of a checkpoint (docs/checkpoint.md), without any code of the program's.

    records.py list FILE
        A line for each task or slice that is done: its number, count and nodes, who counted it, and who confirmed that. Of
        both the kernel and the host, or - twice where there is nobody.
    records.py differ FILE OTHER
        The tasks that both files have, but with different counts.
    records.py change FILE TASK MORE [TASK MORE]...
        Adds to counts of tasks. The checkpoint is whole all the same: sums, length and CRC are made anew.
    records.py rename FILE HOST
        Every task was counted on that host, whoever has counted it.
    records.py confirm FILE HOST
        Every task that is done was confirmed on that host, by the kernel plain.
    records.py forget FILE TASK...
        The tasks are not done, whether they were or not.

TASK may be a slice (4.0 is the first of task 4), or `all` tasks that are done.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from soak.checkpoint import crc32c  # noqa: E402

BITS_PER_WORD = 64
NUMBERS_OF_HISTORY = 8
NUMBERS_OF_RECORD = 6


@dataclass
class Record:
    count: int
    nodes: int
    microseconds: int
    origin: int
    confirmed_by: int
    placed: list[int]


class Records:
    """A bitmap and the records of what is done: tasks, or slices of one. The first `history` words come before."""

    def __init__(self, line: bytes, origins: list[str], numbers: bytes, units: int, rows: int, history: int = 0) -> None:
        self.line = line.decode()
        self.history = history
        self.origins = origins  # those of slices are those of the tasks
        words = [int(word) for word in numbers.split()]
        bitmap = history + -(-units // BITS_PER_WORD)
        self.before = words[:bitmap]
        done = sum(word << BITS_PER_WORD * number for number, word in enumerate(words[history:bitmap]))
        self.records: dict[int, Record] = {}
        at = bitmap
        for unit in range(units):
            if done >> unit & 1:
                high, low, *others = words[at : at + NUMBERS_OF_RECORD]
                at += NUMBERS_OF_RECORD
                self.records[unit] = Record(high << 64 | low, *others, words[at : at + rows])
                at += rows
        if at != len(words):
            sys.exit("records.py: the records do not end where the file does")

    def origin(self, number: int) -> str:
        return self.origins[number - 1].replace("@", " ") if number else "- -"

    def describe(self, unit: int) -> str:
        record = self.records[unit]
        return f"{record.count} {record.nodes} {self.origin(record.origin)} {self.origin(record.confirmed_by)}"

    def add(self, unit: int, more: int) -> None:
        record = self.records[unit]
        record.count += more
        if record.placed:
            record.placed[-1] += more

    def confirm(self, host: str) -> None:
        if (origin := f"plain@{host}") not in self.origins:
            self.origins.append(origin)
        for record in self.records.values():
            record.confirmed_by = self.origins.index(origin) + 1

    def rename(self, host: str) -> None:
        self.origins[:] = [origin.split("@")[0] + "@" + host for origin in self.origins]

    def forget(self, unit: int) -> None:
        self.records.pop(unit, None)
        self.before[self.history + unit // BITS_PER_WORD] &= ~(1 << unit % BITS_PER_WORD)

    def sum(self) -> int:
        return sum(record.count for record in self.records.values())

    def payload(self) -> str:
        """Without the line."""
        words = list(self.before)
        for record in self.records.values():
            words += [record.count >> 64, record.count & (1 << 64) - 1, record.nodes, record.microseconds]
            words += [record.origin, record.confirmed_by, *record.placed]
        return " ".join(map(str, words)) + "\n"


def field(line: str, name: str) -> str:
    return re.search(f" {name}=([^ ]*)", line)[1]


class Counted(Records):
    """The tasks of a file, whose first line has their fields."""

    def __init__(self, line: bytes, origins: bytes, numbers: bytes) -> None:
        fields = line.decode()
        self.rows = int(field(fields, "n")) if field(fields, "quantity") == "placements" else 0
        super().__init__(line, origins.decode().split()[1:], numbers, int(field(fields, "tasks")), self.rows, NUMBERS_OF_HISTORY)
        self.in_slices: dict[int, Records] = {}  # by task in progress

    def add_slices(self, line: bytes, numbers: bytes) -> None:
        fields = line.decode()
        slices = Records(line, self.origins, numbers, int(field(fields, "slices")), self.rows)
        self.in_slices[int(field(fields, "task"))] = slices

    def sections(self) -> list[Records]:
        return [self, *self.in_slices.values()]

    def find(self, name: str) -> tuple[Records, int]:
        """Of a task or a slice."""
        task, _, number = name.partition(".")
        return (self.in_slices[int(task)], int(number)) if number else (self, int(task))

    def whole_payload(self) -> str:
        """Makes the line of fields fit."""
        self.in_slices = {task: slices for task, slices in self.in_slices.items() if slices.records}
        sums = {
            "done": len(self.records),
            "confirmed": sum(record.confirmed_by != 0 for record in self.records.values()),
            "slices_done": sum(len(slices.records) for slices in self.in_slices.values()),
            "count": sum(section.sum() for section in self.sections()),
        }
        for name, value in sums.items():
            self.line = re.sub(f" {name}=[^ ]*", f" {name}={value}", self.line)
        slices = "".join(f"\n{slices.line}\n{slices.payload()}" for slices in self.in_slices.values())
        return " ".join(["origins", *self.origins]) + "\n" + self.payload() + slices


class File:
    def __init__(self, path: str) -> None:
        line, payload = Path(path).read_bytes().split(b"\n", 1)
        if not line.startswith(b"nqueens checkpoint 5 "):
            sys.exit(f"records.py: {path} is not a checkpoint of format 5")
        first, *others = payload.split(b"\n\n")
        self.counted = Counted(line, *first.split(b"\n", 1))
        for section in others:
            self.counted.add_slices(*section.split(b"\n", 1))

    def write(self, path: str) -> None:
        payload = self.counted.whole_payload()
        self.counted.line = re.sub(" length=[^ ]*", f" length={len(payload)}", self.counted.line)
        covered = re.sub("(?<= crc32c=).*", "", self.counted.line)
        Path(path).write_text(f"{covered}{crc32c((covered + payload).encode()):08x}\n{payload}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["list", "differ", "change", "rename", "confirm", "forget"])
    parser.add_argument("file")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    file = File(options.file)
    counted = file.counted
    if options.action == "list":
        for task in counted.records:
            print(task, counted.describe(task))
        for task, slices in counted.in_slices.items():
            for slice in slices.records:
                print(f"{task}.{slice}", slices.describe(slice))
        return
    if options.action == "differ":
        others = File(options.arguments[0]).counted.records
        for task, record in counted.records.items():
            if task in others and (record.count, record.placed) != (others[task].count, others[task].placed):
                print(task)
        return
    if options.action == "change":
        for name, more in zip(options.arguments[::2], options.arguments[1::2]):
            for each in map(str, counted.records) if name == "all" else [name]:
                records, unit = counted.find(each)
                records.add(unit, int(more))
    elif options.action == "confirm":
        for section in counted.sections():
            section.confirm(options.arguments[0])
    elif options.action == "forget":
        for name in options.arguments:
            records, unit = counted.find(name)
            records.forget(unit)
    else:
        for section in counted.sections():
            section.rename(options.arguments[0])
    file.write(options.file)


if __name__ == "__main__":
    main()
