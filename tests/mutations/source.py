"""Reads C++ as far as mutations need it: what is text, what is code, and where statements are.

This is no parser. It relies on the layout of clang-format, and on the rules of this project for
names and braces. What it takes for code and is none does not compile after a change, and does not
count.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

# Texts, characters and comments. A quote between digits separates them.
_NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>\w*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'',
    re.S,
)


def masked(text: str) -> str:
    """The text with nothing in its comments and literals; each place keeps its offset."""

    def blank(match: re.Match[str]) -> str:
        found = match[0]
        if found.startswith("/"):
            return re.sub(r"[^\n]", " ", found)
        return found[0] + re.sub(r"[^\n]", "_", found[1:-1]) + found[-1]

    return _NO_CODE.sub(blank, text)


def closing(text: str, at: int) -> int:
    """The place of the parenthesis that closes the one at this place; -1 if none does."""
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return -1


def _scope(head: str, outside: str) -> str:
    """What braces hold, by what stands before them."""
    head = head.strip()
    if outside == "code":
        return "code"
    if re.search(r"\brequires\b|\benum\b", head):
        return "data"
    if re.search(r"\)(\s*(const|noexcept|override|final))*(\s*->[^;{}]*)?$", head):
        return "code"
    if re.search(r"\bnamespace\b|^extern\b", head):
        return "file"
    if re.search(r"\b(struct|class|union)\b", head):
        return "type"
    return "data"


@dataclass(frozen=True)
class Statement:
    """From its first character to its last, which is a semicolon or stands before a brace."""

    begin: int
    end: int
    text: str  # masked


class Source:
    """A file, and what is code in it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.masked = masked(text)
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.lines = text.split("\n")

    def line_number(self, at: int) -> int:
        """From 1."""
        return bisect_right(self._line_starts, at)

    def column(self, at: int) -> int:
        """From 0, among the characters that are not the blanks before the line."""
        line = self.line_number(at) - 1
        indent = len(self.lines[line]) - len(self.lines[line].lstrip())
        return at - self._line_starts[line] - indent

    @cached_property
    def statements(self) -> list[Statement]:
        """Those of functions."""
        found: list[Statement] = []
        scopes: list[str] = []
        begin = 0
        depth = 0  # of parentheses since `begin`
        for at, c in enumerate(self.masked):
            if c in "()":
                depth += 1 if c == "(" else -1
            if c not in ";{}" or (c == ";" and depth > 0):
                continue
            part = self.masked[begin:at]
            inside = scopes[-1] if scopes else "file"
            if part.strip() and inside == "code":
                start = begin + len(part) - len(part.lstrip())
                end = at + 1 if c == ";" else at
                found.append(Statement(start, end, self.masked[start:end]))
            if c == "{":
                scopes.append(_scope(self.masked[begin:at], inside))
            elif c == "}" and scopes:
                scopes.pop()
            begin = at + 1
            depth = 0
        return found
