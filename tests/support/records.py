#!/usr/bin/env python3
"""Shows and changes the records of a checkpoint (docs/checkpoint.md), without the program's code.

    records.py list FILE
        A line for each finished task or slice: its number, count and nodes, then kernel and host that counted it, then those
        that confirmed it, or - twice.
    records.py kernels FILE
        The kernels that counted, sorted by name, without variants, separated by commas.
    records.py checked FILE
        The number of records that another kernel confirmed.
    records.py differ FILE OTHER
        The tasks that are in both files, but with different counts.
    records.py change FILE TASK MORE [TASK MORE]...
        Adds to counts of tasks. The checkpoint stays valid: sums, length and CRC are updated.
    records.py nodes FILE TASK NODES
        Sets the number of queens tried.
    records.py delay FILE MICROSECONDS
        Every task and slice took this much longer.
    records.py rename FILE HOST
        Sets the host that counted every task.
    records.py kernel FILE KERNEL
        Sets the kernel that counted every task.
    records.py confirm FILE HOST
        Every finished task was confirmed on that host, by the kernel plain.
    records.py shift FILE
        Moves two placements of a task from the last row but one to the last row: the sum stays right.
    records.py forget FILE TASK...
        Marks the tasks as not done.
    records.py seal FILE
        Updates length and CRC, whatever else is wrong.

TASK may be a slice (4.0 is the first of task 4), or `all` finished tasks.
"""

from __future__ import annotations

import argparse
import functools
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Callable

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from soak.checkpoint import BITS_PER_WORD, NUMBERS_OF_HISTORY, Origin, Record, crc32c, parse  # noqa: E402


class File:
    """A checkpoint that may be changed and is valid again when written."""

    def __init__(self, path: str) -> None:
        data = Path(path).read_bytes()
        self.counted = parse(data).counted
        self.line, _, numbers, *rest = data.decode().split("\n")
        self.history = numbers.split()[:NUMBERS_OF_HISTORY]
        self.lines_of_slices = [line for line in rest if line.startswith("slices ")]

    def all_records(self) -> list[dict[int, Record]]:
        """The records of the tasks, and those of the slices of each task in progress."""
        return [self.counted.records, *self.counted.in_slices.values()]

    def find(self, name: str) -> tuple[dict[int, Record], int]:
        """The records that contain a task or slice, and its number there."""
        task, _, number = name.partition(".")
        return (self.counted.in_slices[int(task)], int(number)) if number else (self.counted.records, int(task))

    def change_all(self, change: Callable[[Record], Record]) -> None:
        for records in self.all_records():
            records.update({unit: change(record) for unit, record in records.items()})

    def write(self, path: str) -> None:
        in_slices = self.counted.in_slices
        for task in [task for task, slices in in_slices.items() if not slices]:
            del in_slices[task]
        records = [record for records in self.all_records() for record in records.values()]
        origins = list(dict.fromkeys(by for one in records for by in (one.origin, one.confirmed_by) if by is not None))
        payload = " ".join(["origins", *(f"{origin.kernel}@{origin.host}" for origin in origins)]) + "\n"
        payload += _numbers(self.history, self.counted.records, self.counted.tasks, origins)
        for line in self.lines_of_slices:
            task = int(_field(line, "task"))
            if task in in_slices:
                payload += f"\n{line}\n" + _numbers([], in_slices[task], int(_field(line, "slices")), origins)
        for name in ("done", "confirmed", "slices_done", "count"):
            self.line = re.sub(f" {name}=[^ ]*", f" {name}={getattr(self.counted, name)}", self.line)
        _seal(path, self.line, payload)


def _seal(path: str, line: str, payload: str) -> None:
    """Writes a checkpoint with its length and CRC."""
    covered = re.sub("(?<= crc32c=).*", "", re.sub(" length=[^ ]*", f" length={len(payload)}", line))
    Path(path).write_text(f"{covered}{crc32c((covered + payload).encode()):08x}\n{payload}")


def _field(line: str, name: str) -> str:
    return re.search(f" {name}=([^ ]*)", line)[1]


def _numbers(before: list[str], records: dict[int, Record], units: int, origins: list[Origin]) -> str:
    """`before`, then the bitmap of finished units and their records."""
    done = sum(1 << unit for unit in records)
    words = [done >> first & (1 << BITS_PER_WORD) - 1 for first in range(0, units, BITS_PER_WORD)]
    for _, record in sorted(records.items()):
        by = [origins.index(origin) + 1 if origin else 0 for origin in (record.origin, record.confirmed_by)]
        words += [record.count >> 64, record.count & (1 << 64) - 1, record.nodes, record.microseconds, *by, *record.placed]
    return " ".join([*before, *map(str, words)]) + "\n"


def _describe(record: Record) -> str:
    by = [f"{origin.kernel} {origin.host}" if origin else "- -" for origin in (record.origin, record.confirmed_by)]
    return " ".join([str(record.count), str(record.nodes), *by])


def _on(host: str, origin: Origin | None) -> Origin | None:
    return origin and replace(origin, host=host)


def _more(record: Record, more: int) -> Record:
    placed = (*record.placed[:-1], record.placed[-1] + more) if record.placed else ()
    return replace(record, count=record.count + more, placed=placed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["list", "kernels", "checked", "differ", "change", "nodes", "delay", "rename", "kernel", "confirm", "shift", "forget", "seal"])
    parser.add_argument("file")
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    if options.action == "seal":
        _seal(options.file, *Path(options.file).read_text().split("\n", 1))
        return
    file = File(options.file)
    counted = file.counted
    records = [record for records in file.all_records() for record in records.values()]
    if options.action == "kernels":
        print(",".join(sorted({record.origin.kernel.split(".")[0] for record in records if record.origin})))
        return
    if options.action == "checked":
        print(sum(record.confirmed_by is not None and record.confirmed_by.kernel != record.origin.kernel for record in records))
        return
    if options.action == "list":
        for task, record in counted.records.items():
            print(task, _describe(record))
        for task, slices in counted.in_slices.items():
            for number, record in slices.items():
                print(f"{task}.{number}", _describe(record))
        return
    if options.action == "differ":
        others = File(options.arguments[0]).counted.records
        for task, record in counted.records.items():
            if task in others and not record.same_result(others[task]):
                print(task)
        return
    if options.action == "change":
        for name, more in zip(options.arguments[::2], options.arguments[1::2]):
            for each in map(str, counted.records) if name == "all" else [name]:
                records, unit = file.find(each)
                records[unit] = _more(records[unit], int(more))
    elif options.action == "nodes":
        for each in map(str, counted.records) if options.arguments[0] == "all" else options.arguments[:1]:
            records, unit = file.find(each)
            records[unit] = replace(records[unit], nodes=int(options.arguments[1]))
    elif options.action == "delay":
        more = int(options.arguments[0])
        file.change_all(lambda record: replace(record, microseconds=record.microseconds + more))
    elif options.action == "kernel":
        file.change_all(lambda one: replace(one, origin=replace(one.origin, kernel=options.arguments[0])))
    elif options.action == "confirm":
        checked = Origin("plain", options.arguments[0])
        file.change_all(lambda record: replace(record, confirmed_by=checked))
    elif options.action == "shift":
        task, record = next(each for each in counted.records.items() if each[1].placed[-2] > 1)
        *above, one, last = record.placed
        counted.records[task] = replace(record, placed=(*above, one - 2, last + 2))
    elif options.action == "forget":
        for name in options.arguments:
            records, unit = file.find(name)
            records.pop(unit, None)
    else:
        on = functools.partial(_on, options.arguments[0])
        file.change_all(lambda one: replace(one, origin=on(one.origin), confirmed_by=on(one.confirmed_by)))
    file.write(options.file)


if __name__ == "__main__":
    main()
