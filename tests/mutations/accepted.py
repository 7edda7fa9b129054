"""The list of survivors that may stay, each with its reason.

An entry is the file and the text of the line, then the change, then the reason:

    src/queue/checks.cpp: constexpr std::size_t max_looked_at = 64;
      64 -> 65
      It bounds the time of a call. Any number of about this size does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .rules import Mutant, mutants_of


@dataclass(frozen=True)
class Accepted:
    path: str
    line_text: str
    change: str
    reason: str

    def is_of(self, mutant: Mutant) -> bool:
        return (self.path, self.line_text, self.change) == (mutant.path, mutant.line_text, mutant.change)


class WrongList(Exception):
    """What is wrong with the list."""


def read(file: Path) -> list[Accepted]:
    """Throws WrongList if the file is not written as it should be."""
    entries = []
    text = "\n".join(line for line in file.read_text(encoding="utf-8").split("\n") if not line.startswith("#"))
    for block in filter(None, re.split(r"\n\s*\n", text.strip())):
        first, *rest = block.split("\n")
        match = re.fullmatch(r"(src/\S+): (.+)", first)
        lines = [line.strip() for line in rest]
        if not match or len(lines) < 2 or not all(line.startswith("  ") for line in rest):
            raise WrongList(f"{file}: an entry is FILE: LINE, then the change and the reason, indented; not:\n{block}")
        entries.append(Accepted(match[1], match[2], lines[0], " ".join(lines[1:])))
    return entries


def faults(root: Path, entries: list[Accepted]) -> list[str]:
    """Entries of lines or changes that are not there any more, and entries that are there twice."""
    found = []
    mutants: dict[str, list[Mutant]] = {}
    for entry in entries:
        source = root / entry.path
        if entry.path not in mutants:
            mutants[entry.path] = mutants_of(entry.path, source.read_text(encoding="utf-8")) if source.exists() else []
        if not any(entry.is_of(mutant) for mutant in mutants[entry.path]):
            found.append(f"no change '{entry.change}' is made of this line: {entry.path}: {entry.line_text}")
    places = [(entry.path, entry.line_text, entry.change) for entry in entries]
    for path, line_text, change in sorted({place for place in places if places.count(place) > 1}):
        found.append(f"'{change}' of this line is there twice: {path}: {line_text}")
    return found
