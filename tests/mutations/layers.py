"""The layers that are changed, and the tests of each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from .rules import Mutant, mutants_of

# By folder of src: tests by their names in tests/CMakeLists.txt. What a build lacks is left out. A
# cluster that is played is a test of the queue's policy; commands have shell tests, too, which with
# --scripts other layers have as well.
_OF_BOARDS = ("cli.solve", "cli.solve_files", "cli.check", "cli.puzzle", "cli.puzzle_squares")
SCRIPTS = (
    "cli.audit", "cli.certificate", "cli.checkpoint", "cli.compare", "cli.completion", "cli.count",
    "cli.double_check", "cli.forged", "cli.hostile", "cli.kernels", "cli.large", "cli.live", "cli.open",
    "cli.outputs", "cli.page", "cli.parts", "cli.plan", "cli.problems", "cli.releases", "cli.saved",
    "cli.slices", "cli.unnamed", "cli.usage", "cli.verdicts", "cli.verify",
)  # fmt: skip
TESTS = {
    "core": ("core", "core.counted"),
    "kernel": ("core.counted", "kernel"),
    "device": ("device",),
    "system": ("system",),
    "job": ("job", "job.counted"),
    "queue": ("queue", "scale"),
    "store": ("store",),
    "net": ("net",),
    "report": ("report",),
    "api": ("api",),
    "judge": ("judge",),
    "view": ("view",),
    "serve": ("serve",),
    "session": ("session", "serve"),
    "evidence": ("evidence",),
    "cli": ("cli", *SCRIPTS),
    "node": ("node",),
    "boards/solutions": ("boards",),
    "boards/puzzles": ("puzzles",),
    "boards/commands": _OF_BOARDS,
}

# What only ranks of MPI run, in the tests of the group mpi; what a build with Gecode leaves out.
_NO_TESTS = {"src/net/mpi_wire.cpp", "src/boards/puzzles/without_gecode.cpp"}

# Of the lines of each of these layers this share, in percent, is to be killed.
WANTED = dict.fromkeys(("core", "system", "job", "queue", "store", "judge", "view", "serve", "session",
                          "evidence", "cli"), 85)


def layer_of(path: str) -> str:
    return path.removeprefix("src/").rpartition("/")[0]


def programs_of(test: str) -> dict[str, str]:
    """What a test needs: the program that it is, or those that its script runs; where they are built."""
    if test.startswith("cli."):
        return {"nqueens": "src/nqueens", "nqueens_faulty": "tests/nqueens_faulty"}
    program = "test_" + test.replace(".", "_")
    return {program: f"tests/{program}"}


def all_mutants(root: Path, layer: str) -> list[Mutant]:
    """Those of a layer's sources and headers."""
    mutants = []
    for file in sorted((root / "src" / layer).glob("*.?pp")):
        path = str(file.relative_to(root))
        if path not in _NO_TESTS:
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
