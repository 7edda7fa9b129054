"""The layers that are changed, and the programs that test them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from .rules import Mutant, mutants_of

# Tests of a layer: programs of tests/CMakeLists.txt, the quickest first. A cluster that is played
# is a test of the queue's policy.
TESTS = {
    "core": ("test_core",),
    "queue": ("test_queue", "test_scale"),
    "store": ("test_store",),
    "judge": ("test_judge",),
    "evidence": ("test_evidence",),
    "net": ("test_net",),
    "serve": ("test_serve",),
}

# Only ranks of MPI run it, in the tests of the group mpi.
_NO_UNIT_TESTS = {"src/net/mpi_wire.cpp"}

# Of the lines of each of these layers this share, in percent, is to be killed.
WANTED = {"core": 85, "queue": 85, "store": 85, "judge": 85, "evidence": 85}


def layer_of(path: str) -> str:
    return path.split("/")[1]


def all_mutants(root: Path, layer: str) -> list[Mutant]:
    """Those of a layer's sources and headers."""
    mutants = []
    for file in sorted((root / "src" / layer).glob("*.?pp")):
        path = str(file.relative_to(root))
        if path not in _NO_UNIT_TESTS:
            mutants += mutants_of(path, file.read_text(encoding="utf-8"))
    return mutants


def _rank(seed: int, *what: object) -> str:
    return hashlib.sha256("|".join(str(part) for part in (seed, *what)).encode()).hexdigest()


def drawn(mutants: list[Mutant], seed: int) -> Iterator[Mutant]:
    """One change of each line, in an order that chance chooses.

    A line keeps its place in the order, and its change, whatever happens to other lines. So two
    versions of the sources, or of their tests, can be compared by one seed.
    """
    lines: dict[tuple[str, str, int], list[Mutant]] = {}
    for mutant in mutants:
        lines.setdefault((mutant.path, mutant.line_text, mutant.occurrence), []).append(mutant)
    for line in sorted(lines, key=lambda line: _rank(seed, *line)):
        yield min(lines[line], key=lambda mutant: _rank(seed, mutant.name))
