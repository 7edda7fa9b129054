"""What happens to the files of a job between two starts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from .checkpoint import Verdict, as_newer_format, generation_paths, read_generation


class Kind(Enum):
    """The value is what the table calls it."""

    DELETE = "generation deleted"
    DELETE_ALL = "all generations deleted"
    TRUNCATE = "generation truncated"
    TRUNCATE_ALL = "all generations truncated"
    FLIP = "bits flipped in a generation"
    FLIP_ALL = "bits flipped in all generations"
    DIGIT = "digit changed in a generation"
    SWAP = "two numbers of a generation exchanged"
    EXCHANGE = "two pieces of a generation exchanged"
    REPLACE = "generation replaced by an older one"
    NEWER = "newest generation replaced by one of a newer format"
    LOCK = "lock file of a dead run left behind"
    LEFTOVER = "unfinished file of a dead run left behind"


_OF_ALL = {Kind.DELETE_ALL: Kind.DELETE, Kind.TRUNCATE_ALL: Kind.TRUNCATE, Kind.FLIP_ALL: Kind.FLIP}


@dataclass(frozen=True)
class Damage:
    """Where it strikes is drawn as shares of what is there, since the files are not known yet."""

    kind: Kind
    generation: float
    places: tuple[float, ...]


def _of(share: float, number: int) -> int:
    return min(int(share * number), number - 1)


def _truncate(path: Path, share: float) -> None:
    data = path.read_bytes()
    _write(path, data[: _of(share, max(len(data), 1))])


def _flip(path: Path, places: tuple[float, ...]) -> None:
    data = bytearray(path.read_bytes())
    if data:
        for bit in {_of(place, 8 * len(data)) for place in places}:
            data[bit // 8] ^= 1 << bit % 8
        _write(path, bytes(data))


def _change_digit(path: Path, place: float) -> None:
    """A flipped bit that only the CRC can know of: the text stays one that can be read."""
    data = bytearray(path.read_bytes())
    digits = [index for index, byte in enumerate(data) if 0x30 <= byte <= 0x39]
    if digits:
        data[digits[_of(place, len(digits))]] ^= 1
        _write(path, bytes(data))


def _swap(path: Path, places: tuple[float, float]) -> None:
    """Of the same length: two counts often, whose sum stays what it was, so that only the CRC can know."""
    line, newline, payload = path.read_bytes().partition(b"\n")
    words = payload.split(b" ")
    long = [index for index, word in enumerate(words) if len(word) > 2]  # numbers of origins are no counts
    if not long:
        return
    first = long[_of(places[0], len(long))]
    others = [index for index in long if len(words[index]) == len(words[first]) and words[index] != words[first]]
    if others:
        second = others[_of(places[1], len(others))]
        words[first], words[second] = words[second], words[first]
        _write(path, line + newline + b" ".join(words))


def _exchange(path: Path, place: float) -> None:
    """As where a disk has put two blocks in each other's place."""
    data = path.read_bytes()
    size = max(1, min(512, len(data) // 4))
    first = _of(place, max(len(data) - 2 * size, 1))
    pieces = (data[:first], data[first + size : first + 2 * size], data[first : first + size], data[first + 2 * size :])
    _write(path, b"".join(pieces))


def _write(path: Path, data: bytes) -> None:
    """As a file of its own: two generations may be names of one."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def apply(damage: Damage, path: Path, older: list[bytes], lock: bytes | None) -> str | None:
    """Strikes the generations of `path`. Says what was done; nothing where there is nothing to strike.

    `older` are the bytes of earlier generations, `lock` those of the lock of a run that is dead.
    """
    if damage.kind is Kind.LOCK:
        name = path.with_name(path.name + ".lock")
        if lock is None or name.exists():
            return None
        name.write_bytes(lock)
        return f"{name.name} put back"
    if damage.kind is Kind.LEFTOVER:
        name = path.with_name(f".{path.name}.tmp.elsewhere.{_of(damage.generation, 30000)}")
        name.write_bytes(b"nqueens checkpoint")
        return f"{name.name} made"
    files = generation_paths(path)
    if not files or (damage.kind is Kind.REPLACE and not older):
        return None
    if damage.kind is Kind.NEWER:
        if read_generation(files[0]).verdict is not Verdict.WHOLE:
            return None
        _write(files[0], as_newer_format(files[0].read_bytes()))
        return f"{files[0].name} is of a newer format now"
    one = files[_of(damage.generation**2, len(files))]  # the newer ones more often: they matter more
    struck = files if damage.kind in _OF_ALL else [one]
    kind = _OF_ALL.get(damage.kind, damage.kind)
    for file, place in zip(struck, damage.places * len(files)):
        if kind is Kind.DELETE:
            file.unlink()
        elif kind is Kind.TRUNCATE:
            _truncate(file, place)
        elif kind is Kind.FLIP:
            _flip(file, damage.places)
        elif kind is Kind.DIGIT:
            _change_digit(file, place)
        elif kind is Kind.SWAP:
            _swap(file, (place, damage.generation))
        elif kind is Kind.EXCHANGE:
            _exchange(file, place)
        else:
            _write(file, older[_of(place, len(older))])
    return f"{damage.kind.value}: {', '.join(file.name for file in struck)}"
