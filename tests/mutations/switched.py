"""Writes a file with many changes in it, of which switch.hpp makes one, or none.

To compile each change by itself takes longer than to test it. A change that cannot be written like
this, such as that of the size of an array, does not compile, and does not count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .rules import Mutant
from .source import Source, closing

_NAMES = {
    "<": "Less", "<=": "LessEqual", ">": "Greater", ">=": "GreaterEqual", "==": "Equal", "!=": "Unequal",
    "+": "Plus", "-": "Minus", "*": "Times", "/": "By", "&": "And", "|": "Or", "<<": "ShiftLeft", ">>": "ShiftRight",
}  # fmt: skip
_OPEN = "([{"
_CLOSE = ")]}"

# A part of the text that is written is a text, or a place of the file: its begin and its end.
Part = str | tuple[int, int]


@dataclass(frozen=True)
class Edit:
    """What is written in place of a piece of the file, which has its number."""

    number: int
    begin: int
    end: int
    parts: tuple[Part, ...]


def _stops(text: str, at: int, also: tuple[str, ...]) -> bool:
    """Whether an operand of && or || ends here."""
    if text[at] in ",;?" or text.startswith(also, at):
        return True
    if text[at] == ":":
        return text[at - 1] != ":" and text[at + 1] != ":"
    if text[at] == "=":
        return text[at + 1] != "=" and text[at - 1] not in "=!<>"
    return False


def _operands(text: str, begin: int, end: int) -> tuple[int, int]:
    """From the begin of the left one to the end of the right one."""
    operator = text[begin:end]
    depth = 0
    left = begin
    while left > 0 and text[left - 7 : left] != "return ":
        c = text[left - 1]
        depth += 1 if c in _CLOSE else -1 if c in _OPEN else 0
        if depth < 0 or (depth == 0 and _stops(text, left - 1, ("||",) if operator == "&&" else ())):
            break
        left -= 1
    depth = 0
    right = end
    while right < len(text):
        c = text[right]
        depth += 1 if c in _OPEN else -1 if c in _CLOSE else 0
        if depth < 0 or (depth == 0 and _stops(text, right, ("||", "&&") if operator == "&&" else ("||",))):
            break
        right += 1
    left += len(text[left:begin]) - len(text[left:begin].lstrip())
    return left, right


def _innermost(text: str, at: int) -> str:
    """The bracket that a place is in."""
    depth = 0
    for i in range(at - 1, -1, -1):
        if text[i] in _CLOSE:
            depth += 1
        elif text[i] in _OPEN:
            if depth == 0:
                return text[i]
            depth -= 1
    return ""


def _of_constant(source: Source, mutant: Mutant, number: int) -> Edit:
    text = source.masked
    begin, end = mutant.begin, mutant.end
    if mutant.old in ("true", "false"):
        return Edit(number, begin, end, (f"(mutant::is({number}) != {mutant.old})",))
    end += len(re.match(r"[uUlLfF]*", text[end:])[0])  # type: ignore[index]
    suffix = text[mutant.end : end]
    is_element = _innermost(text, begin) == "{" and text[:begin].rstrip()[-1] in "{,=" and text[end] in ",}"
    value = (
        f"mutant::value({number}, {mutant.old}{suffix}, {mutant.new}{suffix})" if is_element
        else f"(mutant::is({number}) ? {mutant.new}{suffix} : {mutant.old}{suffix})"
    )
    statement = max(text.rfind(c, 0, begin) for c in ";{}") + 1
    constant = re.search(r"((?:inline |static )*)constexpr (?=[^()]*$)", text[statement:begin])
    if constant is None:
        return Edit(number, begin, end, (value,))
    # With is() the compiler would compute it, whatever is chosen.
    value = value.replace("mutant::is(", "mutant::is_from_start(")
    is_member = "static" in constant[1] and source.lines[source.line_number(begin) - 1].startswith("  static")
    words = "static inline const " if is_member else f"{constant[1]}const "
    rest = (statement + constant.end(), begin)
    return Edit(number, statement + constant.start(), end, (words, rest, value))


def _of_step(source: Source, mutant: Mutant, number: int) -> Edit | None:
    text = source.masked
    name = "up" if mutant.old == "++" else "down"
    if after := re.match(r"[\w:]+(?:(?:\.|->)\w+|\[[^\[\]]*\]|\([^()]*\))*", text[mutant.end :]):
        operand = (mutant.end, mutant.end + after.end())
        return Edit(number, mutant.begin, operand[1], (f"mutant::{name}({number}, ", operand, ")"))
    if before := re.search(r"[\w:]+(?:(?:\.|->)\w+)*$", text[: mutant.begin]):
        operand = (before.start(), mutant.begin)
        return Edit(number, operand[0], mutant.end, (f"mutant::{name}_later({number}, ", operand, ")"))
    return None


def _edit(source: Source, mutant: Mutant, number: int) -> Edit | None:
    begin, end = mutant.begin, mutant.end
    whole = (begin, end)
    if mutant.rule == "removal":
        return Edit(number, begin, end, (f"if (!mutant::is({number})) {{ ", whole, " }"))
    if mutant.rule == "condition":
        return Edit(number, begin, end, (f"(mutant::is({number}) != static_cast<bool>(", whole, "))"))
    if mutant.rule == "constant":
        return _of_constant(source, mutant, number)
    if mutant.rule == "logic":
        left, right = _operands(source.masked, begin, end)
        first, second = (left, begin), (end, right)
        return Edit(number, left, right, (
            f"(mutant::is({number}) ? (", first, f") {mutant.new} (", second, ") : (", first, f") {mutant.old} (",
            second, "))"))
    if mutant.old in ("++", "--"):
        return _of_step(source, mutant, number)
    if mutant.old in ("+=", "-="):
        rest = source.masked[end:]
        stop = next((i for i, c in enumerate(rest) if c == ";" or (c == ")" and closing("(" + rest[:i + 1], 0) > 0)), 0)
        return Edit(number, begin, end + stop, (f"{mutant.old} mutant::sign({number},", (end, end + stop), ")"))
    if mutant.old in _NAMES:
        name = f"mutant::{_NAMES[mutant.old]}{{{number}}}"
        return Edit(number, begin, end, (f"{mutant.old} {name} {mutant.old}",))
    return None


class Switched:
    """A file, and the changes of it by their numbers."""

    def __init__(self, path: str, text: str, mutants: dict[int, Mutant]) -> None:
        self._source = Source(path, text)
        self._edits = {}
        for number, mutant in mutants.items():
            if edit := _edit(self._source, mutant, number):
                self._edits[number] = edit
        self._written: set[int] = set()

    def text(self) -> str:
        """With all its changes, on the lines that they had."""
        self._written = set()
        edits = sorted(self._edits.values(), key=lambda edit: (edit.begin, -edit.end, edit.number))
        return self._rendered(0, len(self._source.text), edits)

    def numbers(self) -> set[int]:
        """Those that text() has written. One that begins in another and ends outside of it is none."""
        return self._written

    def remove(self, lines: set[int]) -> set[int]:
        """Takes out the changes of these lines. @return their numbers"""
        removed = set()
        for number, edit in list(self._edits.items()):
            first, last = self._source.line_number(edit.begin), self._source.line_number(edit.end)
            if any(first <= line <= last for line in lines):
                del self._edits[number]
                removed.add(number)
        return removed

    def _rendered(self, begin: int, end: int, edits: list[Edit]) -> str:
        written = ""
        at = begin
        for i, edit in enumerate(edits):
            if edit.begin < at or edit.end > end:
                continue
            written += self._source.text[at : edit.begin]
            for part in edit.parts:
                written += part if isinstance(part, str) else self._rendered(*part, edits[i + 1 :])
            self._written.add(edit.number)
            at = edit.end
        return written + self._source.text[at:end]
