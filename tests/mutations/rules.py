"""The changes that are made, and the places where none is.

    comparison  < <= > >= == != become their neighbours
    logic       && and ||
    arithmetic  + and -, * and /, += and -=, ++ and --
    bits        & and |, << and >>
    constant    whole numbers one more, others doubled; true and false
    condition   of if, while and ?: negated
    removal     of a call, an assignment, a throw, a break, a continue, a return of nothing

They are made in functions, and outside of them in constants, and in default values that are not
nothing. Nothing is changed in texts, comments, declarations, assertions, tables, numbers in hexadecimal (they mix bits), calls
of reserve() and what is written to the log; of a throw, only its removal is a change: the rest is
its text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .source import Source, Statement, closing

_SWAPS = {
    "comparison": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="},
    "logic": {"&&": "||", "||": "&&"},
    "arithmetic": {"+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+="},
    "bits": {"&": "|", "|": "&", "<<": ">>", ">>": "<<"},
}
_RULE_OF = {old: rule for rule, swaps in _SWAPS.items() for old in swaps}
_OPERATOR = re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||<<|>>|\+=|-=|[<>+\-*/&|])(?=[ \n])")
_STEP = re.compile(r"\+\+|--")
_NUMBER = re.compile(r"(?<![\w.'])(\d[\d']*(?:\.\d*)?(?:e[+-]?\d+)?)(?=[uUlLfF]*(?![\w.']))")
_TRUTH = re.compile(r"(?<!while \()\b(true|false)\b")
_NO_CHANGE = re.compile(r"\bstatic_assert\b|\bassert\(|\bspdlog::|\breserve\(|\busing\b|\bif constexpr\b|\btypedef\b|\bgoto\b")
_OF_TEXT = re.compile(r"\bthrow\b|\brefuse\(|\bError\(|\bunusable\(|\bof_checkpoint\(|\bfile_error\(|\bformat\(")
_CONSTANT = re.compile(r"^ *(?:(?:inline|static) )*constexpr [^(){}]* = [^{}]*;", re.M)
_DEFAULT = re.compile(r"^ +(?!using|return|friend|static)[\w:<>, ]+ \w+ = (?!0[;.]|false;)[^;{}()]+;", re.M)
_LABEL = re.compile(r"^(?:case [^:]+(?:::\w+)*|default):(?!:)\s*")
_DECLARATION = re.compile(r"^(?:const |auto |static )|^[\w:]+(?:<.*>)?[&*]?(?: const)? [&*]?\w+\s*(?:=[^=]|\(|;|$)", re.S)
_REMOVABLE = re.compile(
    r"^(?:throw\b.*|continue|break|return|(?:\+\+|--)[\w.>\-\[\]():]+|\*?[\w.>\-:]+(?:\[\])?(?:(?:\.|->)[\w]+)*(?:\[\])?"
    r" (?:[+\-*/|&^]|<<|>>)?= .*|\(.*\) [+\-]= .*|[\w:.>\-\[\]]+(?:<[\w:]+>)?\(.*\)(?:(?:\.|->).*\))?);$",
    re.S,
)


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: str
    line: int
    line_text: str
    occurrence: int  # among equal lines of the file
    column: int  # of the change, in its line
    rule: str
    begin: int
    end: int
    old: str
    new: str

    @property
    def change(self) -> str:
        """On one line."""
        if self.rule == "removal":
            return f"without {' '.join(self.old.split())}"
        return " ".join(f"{self.old} -> {self.new}".split())

    @property
    def name(self) -> str:
        """The same in every version of the file in which the line and its change are the same."""
        text = f"{self.path}|{self.line_text}|{self.occurrence}|{self.change}|{self.column}"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def number(self) -> int:
        """From 1, made of its name: so it does not depend on what else is drawn."""
        return 1 + int(self.name[:7], 16)

    def apply(self, text: str) -> str:
        return text[: self.begin] + self.new + text[self.end :]


@dataclass(frozen=True)
class _Change:
    begin: int
    end: int
    new: str
    rule: str


def _more(number: str) -> str:
    plain = number.replace("'", "")
    if re.fullmatch(r"\d+", plain):
        return str(int(plain) + 1)
    return repr(2 * float(plain)) if float(plain) != 0 else "1.0"


def _numbers(text: str, offset: int) -> Iterator[_Change]:
    for match in _NUMBER.finditer(text):
        yield _Change(offset + match.start(), offset + match.end(), _more(match[1]), "constant")
    for match in _TRUTH.finditer(text):
        new = "false" if match[1] == "true" else "true"
        yield _Change(offset + match.start(), offset + match.end(), new, "constant")


def _operators(text: str, offset: int) -> Iterator[_Change]:
    is_text = '"' in text or "to_string(" in text or "stream" in text
    for match in _OPERATOR.finditer(text):
        old = match[1]
        if is_text and old in ("+", "+=", "<<", ">>", "/"):
            continue
        rule = _RULE_OF[old]
        yield _Change(offset + match.start(), offset + match.end(), _SWAPS[rule][old], rule)
    for match in _STEP.finditer(text):
        new = "--" if match[0] == "++" else "++"
        yield _Change(offset + match.start(), offset + match.end(), new, "arithmetic")


def _negated(text: str, offset: int) -> Iterator[_Change]:
    """Conditions in parentheses, and those of a choice between two values."""
    for match in re.finditer(r"\b(?:if|while) \(", text):
        first = match.end()
        last = closing(text, first - 1)
        if last < 0:
            continue
        first += text[first:last].rfind(";") + 1
        condition = text[first:last].strip()
        if condition in ("true", "") or _DECLARATION.search(condition):
            continue
        first = last - len(text[first:last].lstrip())
        yield _Change(offset + first, offset + last, f"!({condition})", "condition")
    for match in re.finditer(r"(?:^|[(,]|\breturn|[^=!<>]=)\s*([^(),;?={}]+(?:\([^()]*\)[^(),;?={}]*)*)\s\? ", text):
        condition = re.sub(r"^return\s+", "", match[1].strip())
        begin = offset + match.end(1) - len(match[1].rstrip()[-len(condition) :]) - len(match[1]) + len(match[1].rstrip())
        yield _Change(begin, begin + len(condition), f"!({condition})", "condition")


def _removal(statement: Statement) -> Iterator[_Change]:
    text = statement.text
    label = _LABEL.match(text)
    start = label.end() if label else 0
    body = text[start:]
    flat = body
    while re.search(r"\[[^\[\]]+\]", flat):
        flat = re.sub(r"\[[^\[\]]+\]", lambda match: "[]" if match[0] != "[]" else "", flat)
    if body.startswith(("return ", "else", "do ", "co_")) or not _REMOVABLE.match(flat):
        return
    if not body.startswith("throw") and _DECLARATION.search(flat):
        return
    yield _Change(statement.begin + start, statement.end, ";", "removal")


def _changes(source: Source) -> Iterator[_Change]:
    for statement in source.statements:
        text, offset = statement.text, statement.begin
        if _NO_CHANGE.search(text) or re.match(r"(?:template|struct|class|enum)\b", text):
            continue
        yield from _removal(statement)
        if _OF_TEXT.search(text):
            continue
        yield from _numbers(text, offset)
        yield from _operators(text, offset)
        yield from _negated(text, offset)
    for pattern in (_CONSTANT, _DEFAULT):
        for match in pattern.finditer(source.masked):
            if '"' not in match[0] and not _is_in_code(source, match.start()):
                value = match[0].index("=")
                yield from _numbers(match[0][value:], match.start() + value)


def _is_in_code(source: Source, at: int) -> bool:
    return any(statement.begin <= at < statement.end or statement.begin == at + len(
        source.masked[at : statement.begin]) and not source.masked[at : statement.begin].strip()
        for statement in source.statements if statement.end > at and statement.begin - at < 100)


def mutants_of(path: str, text: str) -> list[Mutant]:
    """All changes of a file, from its first line to its last."""
    source = Source(path, text)
    seen: dict[str, int] = {}
    occurrences = []
    for line in source.lines:
        seen[line.strip()] = seen.get(line.strip(), 0) + 1
        occurrences.append(seen[line.strip()])
    mutants = {}
    for change in _changes(source):
        number = source.line_number(change.begin)
        mutant = Mutant(
            path=path,
            line=number,
            line_text=source.lines[number - 1].strip(),
            occurrence=occurrences[number - 1],
            column=source.column(change.begin),
            rule=change.rule,
            begin=change.begin,
            end=change.end,
            old=text[change.begin : change.end],
            new=_with_literals(change.new, text[change.begin : change.end]),
        )
        mutants[(mutant.begin, mutant.end, mutant.new)] = mutant
    return [mutants[key] for key in sorted(mutants)]


def _with_literals(new: str, old: str) -> str:
    """A negated condition has its texts again, which were masked."""
    return f"!({old})" if new.startswith("!(") else new
