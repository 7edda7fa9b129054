"""What is counted, what must come out, and about how long it takes."""

from __future__ import annotations

from dataclasses import dataclass

# The right numbers by board, quantity and chess piece, then by n. They are not the program's own: each is copied from
# the named sequence of oeis.org.
RIGHT = {
    ("square", "solutions", "queen"): {15: 2279184, 16: 14772512, 17: 95815104},  # A000170
    ("torus", "solutions", "queen"): {17: 140692, 19: 820496, 23: 128850048},  # A051906
    # A319283, which counts the empty board as well, less one.
    ("square", "placements", "queen"): {8: 2056, 15: 171129071, 16: 1141190302},
}


@dataclass(frozen=True)
class Problem:
    """A board with what is counted on it, and the symmetry made use of."""

    n: int
    board: str
    quantity: str
    symmetry: str
    plain_seconds: float  # of a core with the kernel `plain`: a rough figure to choose kernels by
    piece: str = "queen"  # the chess piece

    @property
    def right_count(self) -> int:
        return RIGHT[self.board, self.quantity, self.piece][self.n]

    def seconds(self, kernel: str) -> float:
        """Of a core, roughly."""
        return self.plain_seconds / KERNEL_SPEEDS.get(kernel, 40)

    def __str__(self) -> str:
        what = "" if self.quantity == "solutions" else f" {self.quantity}"
        board = "" if self.board == "square" else f" {self.board}"
        piece = "" if self.piece == "queen" else f" {self.piece}"
        return f"n={self.n}{board}{what}{piece} {self.symmetry}"


# Against the kernel `plain`, roughly.
KERNEL_SPEEDS = {"plain": 1, "scalar": 8, "sse4": 40, "avx2": 80, "avx512": 150}

# With the kernels of any machine each of them can be made to take some seconds, and to end within some.
PROBLEMS = (
    Problem(15, "square", "solutions", "none", 12),
    Problem(16, "square", "solutions", "full", 9),
    Problem(16, "square", "solutions", "mirror", 37),
    Problem(16, "square", "solutions", "none", 74),
    Problem(17, "square", "solutions", "full", 60),
    Problem(17, "square", "solutions", "mirror", 240),
    Problem(17, "square", "solutions", "none", 480),
)
OTHER_PROBLEMS = (
    Problem(15, "square", "placements", "none", 12),
    Problem(16, "square", "placements", "mirror", 40),
    Problem(16, "square", "placements", "none", 80),
    Problem(17, "torus", "solutions", "none", 24),
    Problem(19, "torus", "solutions", "none", 600),
    Problem(23, "torus", "solutions", "full", 2000),
)


def placements_in_rows(n: int, rows: int) -> int:
    """Queens that the plain search places in the first rows of the square."""

    def place(row: int, columns: int, left: int, right: int) -> int:
        if row == rows:
            return 0
        placed = 0
        free = (1 << n) - 1 & ~(columns | left | right)
        while free:
            bit = free & -free
            free ^= bit
            placed += 1 + place(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
        return placed

    return place(0, 0, 0, 0)


def count_above_tasks(problem: Problem, depth: int) -> int:
    """What the prefixes hold themselves, which is in no task: nothing but for placements."""
    return placements_in_rows(problem.n, depth) if problem.quantity == "placements" else 0
