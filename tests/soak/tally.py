"""How often what happened, as a table."""

from __future__ import annotations

import json
import threading
from collections import Counter
from enum import Enum


class Section(Enum):
    """A part of the table; the value is its heading."""

    EVENTS = "events during starts"
    DAMAGES = "damage between starts"
    CHANGES = "changes at resumes"
    STARTS = "starts"
    ENDS = "ends of starts"
    CHECKS = "checks"


class Tally:
    """Counters of a whole soak, to which several rounds add at once; or of one round, which is part of that."""

    def __init__(self, whole: Tally | None = None) -> None:
        self._whole = whole
        self._lock = threading.Lock()
        self._counters: dict[Section, Counter[str]] = {section: Counter() for section in Section}
        self._missed = 0
        self.rounds = 0
        self.failed_rounds = 0

    def add(self, section: Section, what: str, number: int = 1) -> None:
        with self._lock:
            self._counters[section][what] += number
        if self._whole:
            self._whole.add(section, what, number)

    def missed(self) -> None:
        """An event whose target was not there, which counts as none."""
        with self._lock:
            self._missed += 1
        if self._whole:
            self._whole.missed()

    def round(self, failed: bool) -> None:
        with self._lock:
            self.rounds += 1
            self.failed_rounds += failed

    @property
    def events(self) -> int:
        """What was done to running jobs and to their files."""
        with self._lock:
            return sum(self._counters[Section.EVENTS].values()) + sum(self._counters[Section.DAMAGES].values())

    def _totals(self, seed: int, seconds: float) -> dict[str, int]:
        return {
            "seed": seed,
            "seconds": round(seconds),
            "rounds": self.rounds,
            "failed_rounds": self.failed_rounds,
            "events": self.events,
            "events_without_target": self._missed,
        }

    def to_json(self, seed: int, seconds: float) -> str:
        tables = {section.name.lower(): dict(self._counters[section].most_common()) for section in Section}
        return json.dumps({**self._totals(seed, seconds), "tables": tables}, indent=2)

    def to_text(self, seed: int, seconds: float) -> str:
        """Tables in Markdown, which read well as they are."""
        totals = self._totals(seed, seconds)
        lines = [
            f"{totals['rounds']} rounds in {totals['seconds'] / 60:.1f} min, {totals['failed_rounds']} failed; "
            f"{totals['events']} events, and {totals['events_without_target']} that came too late; seed {seed}"
        ]
        for section in Section:
            rows = [(what, f"{number:,}") for what, number in self._counters[section].most_common()]
            if rows:
                width = max(len(what) for what, _ in rows + [(section.value, "")])
                lines += ["", f"| {section.value:{width}} | times |", "|--|--|"]
                lines += [f"| {what:{width}} | {number:>7} |" for what, number in rows]
        return "\n".join(lines)
