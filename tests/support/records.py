#!/usr/bin/env python3
"""Shows and changes the records of a checkpoint (docs/checkpoint.md), without any code of the program's.

    records.py list FILE [--second]
        A line for each task that is done: its number, count and nodes, who counted it, and who confirmed that. Of both the
        kernel and the host, or - twice where there is nobody.
    records.py differ FILE OTHER
        The tasks that both files have, but with different counts.
    records.py change FILE TASK MORE [TASK MORE]... [--second]
        Adds to counts of tasks. The checkpoint is whole all the same: sums, length and CRC are made anew.
    records.py rename FILE HOST
        Every task was counted on that host, whoever has counted it.
    records.py confirm FILE HOST [--second]
        Every task that is done was confirmed on that host, by the kernel plain.
    records.py forget FILE TASK [--second]
        The task is not done.

TASK may be `all`. With --second it is about the second count in the file.
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


class Counted:
    """One of the counts in a file: of the first the line of fields is the file's first line."""

    def __init__(self, fields: bytes, origins: bytes, numbers: bytes, history: int) -> None:
        self.line = fields.decode()
        self.history = history
        self.origins = origins.decode().split()[1:]
        words = [int(word) for word in numbers.split()]
        tasks = int(self.field("tasks"))
        bitmap = history + -(-tasks // BITS_PER_WORD)
        self.before = words[:bitmap]
        done = sum(word << BITS_PER_WORD * number for number, word in enumerate(words[history:bitmap]))
        rows = int(self.field("n")) if self.field("quantity") == "placements" else 0
        self.records: dict[int, Record] = {}
        at = bitmap
        for task in range(tasks):
            if done >> task & 1:
                high, low, *others = words[at : at + NUMBERS_OF_RECORD]
                at += NUMBERS_OF_RECORD
                self.records[task] = Record(high << 64 | low, *others, words[at : at + rows])
                at += rows
        if at != len(words):
            sys.exit("records.py: the records do not end where the file does")

    def field(self, name: str) -> str:
        return re.search(f" {name}=([^ ]*)", self.line)[1]

    def set_field(self, name: str, value: int) -> None:
        self.line = re.sub(f" {name}=[^ ]*", f" {name}={value}", self.line)

    def origin(self, number: int) -> str:
        return self.origins[number - 1].replace("@", " ") if number else "- -"

    def add(self, task: int, more: int) -> None:
        record = self.records[task]
        record.count += more
        if record.placed:
            record.placed[-1] += more

    def confirm(self, host: str) -> None:
        self.origins.append(f"plain@{host}")
        for record in self.records.values():
            record.confirmed_by = len(self.origins)

    def forget(self, task: int) -> None:
        del self.records[task]
        self.before[self.history + task // BITS_PER_WORD] ^= 1 << task % BITS_PER_WORD

    def payload(self) -> str:
        """Without the line of fields, which is made to fit."""
        self.set_field("done", len(self.records))
        self.set_field("confirmed", sum(record.confirmed_by != 0 for record in self.records.values()))
        self.set_field("count", sum(record.count for record in self.records.values()))
        words = list(self.before)
        for record in self.records.values():
            words += [record.count >> 64, record.count & (1 << 64) - 1, record.nodes, record.microseconds]
            words += [record.origin, record.confirmed_by, *record.placed]
        return " ".join(["origins", *self.origins]) + "\n" + " ".join(map(str, words)) + "\n"


class File:
    def __init__(self, path: str) -> None:
        line, payload = Path(path).read_bytes().split(b"\n", 1)
        if not line.startswith(b"nqueens checkpoint 4 "):
            sys.exit(f"records.py: {path} is not a checkpoint of format 4")
        first, _, second = payload.partition(b"\nsecond ")
        self.counts = [Counted(line, *first.split(b"\n", 1), history=NUMBERS_OF_HISTORY)]
        if second:
            self.counts.append(Counted(*(b"second " + second).split(b"\n", 2), history=0))

    def write(self, path: str) -> None:
        payload = self.counts[0].payload()
        for count in self.counts[1:]:
            numbers = count.payload()
            payload += f"\n{count.line}\n{numbers}"
        self.counts[0].set_field("length", len(payload))
        covered = re.sub("(?<= crc32c=).*", "", self.counts[0].line)
        Path(path).write_text(f"{covered}{crc32c((covered + payload).encode()):08x}\n{payload}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["list", "differ", "change", "rename", "confirm", "forget"])
    parser.add_argument("file")
    parser.add_argument("arguments", nargs="*")
    parser.add_argument("--second", action="store_true")
    options = parser.parse_args()
    file = File(options.file)
    counted = file.counts[1 if options.second else 0]
    if options.action == "list":
        for task, record in counted.records.items():
            print(task, record.count, record.nodes, counted.origin(record.origin), counted.origin(record.confirmed_by))
    elif options.action == "differ":
        others = File(options.arguments[0]).counts[0].records
        for task, record in counted.records.items():
            if task in others and (record.count, record.placed) != (others[task].count, others[task].placed):
                print(task)
    elif options.action == "change":
        for task, more in zip(options.arguments[::2], options.arguments[1::2]):
            for number in counted.records if task == "all" else [int(task)]:
                counted.add(number, int(more))
        file.write(options.file)
    elif options.action == "confirm":
        counted.confirm(options.arguments[0])
        file.write(options.file)
    elif options.action == "forget":
        counted.forget(int(options.arguments[0]))
        file.write(options.file)
    else:
        for count in file.counts:
            count.origins = [origin.split("@")[0] + "@" + options.arguments[0] for origin in count.origins]
        file.write(options.file)


if __name__ == "__main__":
    main()
