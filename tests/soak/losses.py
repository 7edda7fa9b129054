"""What the log says of workers that are lost."""

from __future__ import annotations

import re

from .ledger import require
from .plan import StartPlan

_LOST = re.compile(r" warning (workers? (?P<numbers>\S+) on \S+ (?:is|are) lost: (?P<why>.*?);.*)$", re.MULTILINE)


def workers_in(numbers: str) -> int:
    """Of a list as the log has it: 4 in 1-3,7."""
    ends = [part.split("-") for part in numbers.split(",")]
    return sum(int(end[-1]) - int(end[0]) + 1 for end in ends)


def losses(log: str) -> list[int]:
    """How many workers each line about a loss is about."""
    return [workers_in(line["numbers"]) for line in _LOST.finditer(log)]


def check_losses(log: str, plan: StartPlan) -> None:
    """A process takes its own workers along, which have numbers in a row, and no others."""
    for line in _LOST.finditer(log):
        most = plan.threads if line["why"].endswith(" is gone") else 1
        require("," not in line["numbers"] or most > 2, f"its workers are not in a row: {line[1]}")
        require(workers_in(line["numbers"]) <= most, f"more than the {most} workers of a rank: {line[1]}")
