"""The rule of certificates: steps 1 to 5 of their words, for check.py."""
import collections, functools, itertools, operator, re

from words import orbit_of

# What a chess piece attacks besides its row and its column.
MOVES = {"queen": ["diagonals"], "amazon": ["diagonals", "knight"]}

MOST_PREFIXES, MOST_OPENED = 10 ** 9, 10 ** 5
MOST_FIXED = 16  # the largest n whose solutions with a half turn are counted


class Rule:
    """Steps 1 to 5. A square is (row, column), a line a list of squares; attacked squares are bits of a number."""
    def __init__(self, job):
        found = re.fullmatch("n=([1-9][0-9]*) board=(square|torus) quantity=(solutions|placements)"
                             " symmetry=(full|mirror|none) depth=(0|[1-9][0-9]*) prefixes_per_task=([1-9][0-9]*)"
                             " stream=1(?: chess_piece=(amazon))?(?: fixed_by=(half-turn|quarter-turn))?(?: order=(fewest))?"
                             "(?: of_depth=(0|[1-9][0-9]*) of_prefixes_per_task=([1-9][0-9]*) of_task=(0|[1-9][0-9]*))?",
                             job)
        if not found:
            raise ValueError("it names an impossible job")
        self.opened = int(found[10] or 0), int(found[11] or 0), int(found[12] or 0)  # depth, prefixes per task, task
        self.n, self.torus, self.placements = int(found[1]), found[2] == "torus", found[3] == "placements"
        self.symmetry, self.depth, self.prefixes_per_task = found[4], int(found[5]), int(found[6])
        self.piece, self.turn, self.fewest = found[7] or "queen", found[8] or "", bool(found[9])
        self.even = self.fewest and int(found[5]) >= 4
        self.moves = MOVES[self.piece]
        least, most = (min(2, self.n), min(8, self.n)) if self.placements else (0, self.n)
        if (self.n > (64 if self.turn == "quarter-turn" else 32)
                or self.torus + self.placements + (self.piece == "amazon" or self.turn != "") > 1
                or self.symmetry == "full" and (self.turn or self.placements) or self.fewest and self.placements
                or not least <= self.depth <= most or self.prefixes_per_task > MOST_PREFIXES
                or found[10] and not (least <= self.opened[0] <= self.depth > 0 and self.opened[1] <= MOST_OPENED
                                     and self.opened[1] * self.opened[2] <= MOST_PREFIXES)):
            raise ValueError("it names an impossible job")
        self.rows = [[(r, c) for c in range(self.n)] for r in range(self.n)]
        self.columns = [[(r, c) for r in range(self.n)] for c in range(self.n)]
        self.bit = {square: 1 << number for number, square in enumerate(sum(self.rows, []))}
        self.orbit = {a: orbit_of(a, self) for a in self.bit}
        alone = self.attacks()
        self.attacked_from = {a: functools.reduce(operator.or_, (alone[b] for b in self.orbit[a])) for a in self.bit}
        self.lines_with = {a: {x for r, c in self.orbit[a] for x in (r, self.n + c)} for a in self.bit}
        self.line = self.rows + self.columns
        self.squares = [sum(self.bit[a] for a in line) for line in self.line]
        self.never_free = sum(self.bit[a] for a in self.bit if any(alone[b] & self.bit[a] for b in self.orbit[a] if a != b))

    def whole(self):
        """The job of which this is an opened task; None if it is a whole one."""
        depth, each, task = self.opened
        return each and (f"n={self.n} board={'torus' if self.torus else 'square'} quantity="
                         f"{'placements' if self.placements else 'solutions'} symmetry={self.symmetry} depth={depth} "
                         f"prefixes_per_task={each} stream=1" + (" chess_piece=amazon" if self.piece == "amazon" else "")
                         + (f" fixed_by={self.turn}" if self.turn else "") + (" order=fewest" if self.fewest else ""))

    def board(self):
        return self.n, self.torus, self.placements, self.piece, self.turn

    def most_tasks(self):
        return 10 ** 6 if self.placements else 10 ** 7

    def fixed_by(self, turn):
        """How many solutions the turn leaves as they are."""
        same = Rule(f"n={self.n} board=square quantity=solutions symmetry=mirror depth=0 prefixes_per_task=1 stream=1"
                    + (" chess_piece=amazon" if self.piece == "amazon" else "") + f" fixed_by={turn}")
        return sum(weight * same.ways(empty, attacked) for weight, empty, attacked in same.roots())

    def fault_of_total(self, total):
        """Turns and reflections make eight of a solution, four if a half turn leaves it as it is, or two if a quarter turn
        does. So 8 divides total + H + 2 R, and 4 divides total - R, in which H and R of the solutions stay as they are
        under a half turn and a quarter turn."""
        n = self.n
        if self.placements or self.whole() or n == 1 or self.turn == "quarter-turn" or self.torus and n % 4 < 2:
            return ""
        quarter = self.fixed_by("quarter-turn") if n % 4 < 2 else 0
        if (total - quarter) % 4:
            return f"by symmetry four divides its total less the {quarter} that a quarter turn leaves as they are"
        if self.turn or self.torus or n > MOST_FIXED:
            return ""
        more = self.fixed_by("half-turn") + 2 * quarter
        wrong = (total + more) % 8
        return f"by symmetry eight divides its total and {more} for those that turns leave as they are" if wrong else ""

    def divisor(self):
        """Of the weights of all prefixes with values: no placement but one queen is its own image under a reflection."""
        return 1 if self.n == 1 or self.symmetry == "none" else 2 * self.n if self.torus and self.symmetry == "full" else 2

    def attacks(self):
        """Step 1: by square those that a queen on it attacks, and its own: they are on a line of it, or a knight's move away."""
        on_line = collections.defaultdict(int)
        for square, line in ((square, line) for square in self.bit for line in self.lines(square)):
            on_line[line] |= self.bit[square]
        steps = itertools.product([-2, -1, 1, 2], repeat=2) if "knight" in self.moves else []
        jumps = [step for step in steps if abs(step[0]) != abs(step[1])]
        attacked = {square: sum(self.bit.get((square[0] + r, square[1] + c), 0) for r, c in jumps) for square in self.bit}
        for square in self.bit:
            for line in self.lines(square):
                attacked[square] |= on_line[line]
        return attacked

    def lines(self, square):
        """Rows, columns and diagonals: queens attack each other where they have one of these in common."""
        r, c = square
        up, down = ((r + c) % self.n, (c - r) % self.n) if self.torus else (r + c, c - r)
        return {("row", r), ("column", c)} | ({("up", up), ("down", down)} if "diagonals" in self.moves else set())

    def fill(self, queens, attacked, lines):
        """Step 2, for each of the lines in turn unless a queen stands on it by then."""
        empty = [line for line in lines if not any(square in line for square in queens)]
        if not empty:
            yield queens, attacked
        for square in empty[0] if empty else []:
            if not attacked & self.bit[square]:
                yield from self.fill(queens + self.orbit[square], attacked | self.attacked_from[square], lines)

    def images(self, queens):
        """By row the column of its queen, n where there is none: of the placement, then of its other images."""
        reverse = [(2 * ((self.n - 1) // 2) - x) % self.n if self.torus else self.n - 1 - x for x in range(self.n)]
        lists = []
        for turned, down, across in itertools.product([False, True], repeat=3):
            moved = [(c, r) if turned else (r, c) for r, c in queens]
            column = {reverse[r] if down else r: reverse[c] if across else c for r, c in moved}
            lists.append([column.get(r, self.n) for r in range(self.n)])
        return lists if self.symmetry == "full" else lists[:2]

    def starts(self):
        """Step 3: the placements that are kept, with their weights."""
        def cross(*numbers):
            lines = sorted({x % self.n for x in numbers})
            return [self.rows[x] for x in lines] + [self.columns[x] for x in lines]
        m = (self.n - 1) // 2
        ring = cross(m - 1, m + 1) if self.n > 1 else []
        if self.symmetry == "none":
            return [(1, [], self.never_free)]
        if self.symmetry == "mirror":
            return self.kept(1, [], self.never_free, [[row] for row in self.rows])
        if self.torus:
            return self.kept(self.n, [(m, m)], self.attacked_from[m, m], [ring])
        return self.kept(1, [], 0, [cross(m, self.n // 2), ring])

    def kept(self, factor, queens, attacked, stages):
        for queens, attacked in self.fill(queens, attacked, stages[0]):
            lists = self.images(queens)
            equal = lists.count(lists[0])
            if equal == len(lists) and stages[1:]:
                yield from self.kept(factor, queens, attacked, stages[1:])
            elif lists[0] == min(lists):
                yield factor * len(lists) // equal, queens, attacked

    def number_of_prefixes(self, most):
        return next(prefix[0] for prefix in self.prefixes([], most) if prefix[1] is None)

    def prefixes(self, tasks, most):
        """Step 4: the prefixes of these tasks in their order, as number, task, weight, lines without a queen, attacked
        squares. Lines are numbers: r is a row, n + c a column. At the end comes the number of all, without a task.
        ValueError if there are more than most."""
        return self.numbered(self.roots(), self.depth, self.prefixes_per_task, tasks, most)

    def numbers_same_prefixes(self, other):
        """Whether two jobs of a board are cut alike, by whatever depth: a count of the same prefixes is no second one."""
        def prefixes(rule):
            return (prefix[2:] for prefix in rule.numbered(rule.roots(), rule.depth, MOST_PREFIXES, [0], MOST_PREFIXES))
        return (self.symmetry, self.depth, self.fewest) == (other.symmetry, other.depth, other.fewest) or all(
            ours == theirs for ours, theirs in itertools.zip_longest(prefixes(self), prefixes(other)))

    def roots(self):
        """Weights, lines without a queen and attacked squares of what step 3 keeps, or of the prefixes of an opened task."""
        roots = ((weight, [x for x in range(2 * self.n) if all(x not in self.lines_with[a] for a in queens)], attacked)
                 for weight, queens, attacked in self.starts())
        return self.opened_roots(roots) if self.opened[1] else roots

    def opened_roots(self, roots):
        depth, each, task = self.opened
        for prefix in itertools.islice(self.numbered(roots, depth, each, [task], MOST_PREFIXES), each):
            if prefix[1] is None:
                if prefix[0] <= each * task:
                    raise ValueError(f"its job has no task {task}")
                return
            yield prefix[2:]

    def above(self):
        """What the rows that the prefixes fill add to placements; of an opened task, those below its own."""
        roots = self.roots() if self.opened[1] else [(1, list(range(2 * self.n)), 0)]
        return sum(weight * self.ways(empty, attacked, self.missing(empty))
                   for weight, empty, attacked in roots) if self.placements else 0

    def missing(self, empty):
        """How many queens less than a prefix has are on a board with these lines without a queen."""
        return max(self.depth - self.n + len(empty) // 2, 0)

    def next_line(self, empty, attacked):
        """The line that step 4 fills, of those without a queen."""
        def rank(x):
            return bin(self.squares[x] & ~attacked).count("1"), abs(2 * (x % self.n) - (self.n - 1)), x
        return min(empty, key=rank) if self.fewest else empty[0]

    def numbered(self, roots, depth, each, tasks, most):
        position = 0
        wanted = [(task * each, (task + 1) * each, task) for task in sorted(tasks, reverse=True)]

        def is_wanted(more):
            while wanted and wanted[-1][1] <= position:
                wanted.pop()
            return wanted and wanted[-1][0] < position + more

        def pass_by(more):
            nonlocal position
            position += more
            if position > most:
                raise ValueError("there are more prefixes than it says")

        def below(weight, empty, attacked, more):
            free = self.free(self.next_line(empty, attacked), attacked) if more > 0 else [None]
            if more > 1 and free and more > len(self.orbit[free[0]]):
                for a in free:
                    yield from below(weight, *self.after(a, empty, attacked), more - len(self.orbit[a]))
            elif not is_wanted(len(free)):
                pass_by(len(free))
            else:
                for a in free:
                    if is_wanted(1):
                        yield (position, wanted[-1][2], weight, *(self.after(a, empty, attacked) if a else (empty, attacked)))
                    pass_by(1)

        for weight, empty, attacked in roots:
            yield from below(weight, empty, attacked, depth - self.n + len(empty) // 2)
        yield position, None, 0, [], 0

    def free(self, line, attacked):
        return [a for a in self.line[line] if not attacked & self.bit[a]]

    def after(self, square, empty, attacked):
        """The lines without a queen and the attacked squares, once queens stand on the orbit of a square."""
        return [x for x in empty if x not in self.lines_with[square]], attacked | self.attacked_from[square]

    def ways(self, empty, attacked, rows=None):
        """Step 5: to put queens on the rows of these lines; of placements, on the first 1, 2, 3 ... of them, added up."""
        return self.by_rows(empty[:len(empty) // 2][:rows], attacked)

    def by_rows(self, rows, attacked):
        if not rows:
            return 0 if self.placements else 1
        free = [a for a in self.rows[rows[0]] if not attacked & self.bit[a]]
        if len(rows) == 1:
            return len(free)
        rest = rows[1:]
        return len(free) * self.placements + sum(
            self.by_rows([r for r in rest if r not in self.lines_with[a]] if self.turn else rest,
                       attacked | self.attacked_from[a]) for a in free)
