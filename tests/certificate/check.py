#!/usr/bin/env python3
"""Checks a certificate of nqueens. Written from the words in it: shares no code and no data with the program.
    check.py FILE                       checks words, hashes, sums and the number of prefixes
    check.py FILE --task 3 [...]        counts these tasks again, too; the first is number 0
    check.py FILE --sample K            counts those of K draws; --seed WORDS are theirs, else others each time
    check.py FILE --all                 counts all of it again
    check.py FILE --second SECOND       SECOND is the certificate of its second count, and is checked likewise
FILE may be packed by gzip; - is standard input. The last line is the verdict.
The words are in words.py, beside this file.
Exit codes: 0 all is right, 2 wrong usage, 3 a number is wrong, 4 the file is damaged. Python 3.8 or newer.
"""
import argparse, collections, contextlib, functools, gzip, hashlib, itertools, operator, os, re, sys, time, zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from words import orbit_of, words_of


# What a chess piece attacks besides its row and its column.
MOVES = {"queen": ["diagonals"], "amazon": ["diagonals", "knight"]}


FIELDS = ["job", "prefixes", "tasks", "above", "total", "second_count", "nodes", "count_sha256", "table_sha256"]
COUNTED = 5  # the first lines of these are in count_sha256
NUMBERS = ["prefixes", "tasks", "above", "total", "nodes"]
MOST_PREFIXES = 10 ** 9
MOST_SAID = 1000  # lines of what the author says besides
MOST_DRAWS = 10 ** 7


class Unusable(Exception):
    """What is wrong with which file."""


@contextlib.contextmanager
def about(path):
    try:
        yield
    except (OSError, ValueError) as error:
        raise Unusable(f"'{path}' cannot be used: {getattr(error, 'strerror', None) or error}")


class Lines:
    """The lines of a file that gzip may have packed, with their number and the hash of those before the last one."""
    def __init__(self, path):
        self.file = sys.stdin.buffer if path == "-" else open(path, "rb")
        if self.file.peek(2)[:2] == b"\x1f\x8b":
            self.file = gzip.open(self.file)
        self.number, self.hash, self.line = 0, hashlib.sha256(), b""

    def bytes(self):
        """At the end of the file there are none."""
        self.hash.update(self.line)
        try:
            self.line = self.file.readline(10000)
        except (EOFError, OSError, zlib.error) as error:
            raise ValueError(f"it cannot be unpacked: {error}")
        self.number += 1
        return self.line

    def next(self):
        if not self.bytes().endswith(b"\n"):
            raise ValueError(f"it is cut short after line {self.number - 1}")
        return self.line[:-1].decode("ascii")


def read(path, choose=None):
    """The header by name, the lines of the rule, what the author says besides, and the chosen tasks with their counts.
    ValueError if the file does not hold together.
    choose: makes of the header what says of the number of a task and its nodes whether it is chosen"""
    lines, header, counted, table = Lines(path), {}, hashlib.sha256(), hashlib.sha256()
    if lines.next() != "nqueens certificate 3":
        raise ValueError("not a certificate of format 3; make it again from its checkpoint if it is older")
    for number, name in enumerate(FIELDS):
        found, _, value = lines.next().partition(": ")
        form = "0|[1-9][0-9]{0,38}" if name in NUMBERS else "[0-9a-f]{64}" if name.endswith("_sha256") else ".*"
        if found != name or not re.fullmatch(form, value):
            raise ValueError(f"line {lines.number} does not say its {name}")
        header[name] = int(value) if name in NUMBERS else value
        if name in NUMBERS and header[name] >> 128 or name == "prefixes" and header[name] > MOST_PREFIXES:
            raise ValueError(f"line {lines.number} has too large a number")
        counted.update(lines.line if number < COUNTED else b"")
    rule, marked, said = Rule(header["job"]), [], []
    most_marked = len(words_of(rule))
    for line in iter(lines.next, "table: FIRST_PREFIX COUNT NODES"):
        if not (line.startswith("#") and not said or re.fullmatch("(?!table:)[ -~]+: [ -~]*", line) and len(line) <= 1000):
            raise ValueError(f"line {lines.number} does not say in plain text where its count comes from")
        (marked if line.startswith("#") and not said else said).append(line)
        if len(marked) > most_marked or len(said) > MOST_SAID:
            raise ValueError(f"line {lines.number}: too much about where its count comes from")
    total, nodes, chosen = header["above"], 0, {}
    divisor, each, is_chosen = rule.divisor(), rule.prefixes_per_task, choose and choose(header)
    if header["tasks"] != -(-header["prefixes"] // each):
        raise ValueError(f"tasks is {header['tasks']}; by the rule it is {-(-header['prefixes'] // each)}")
    for task in range(header["tasks"]):
        line = lines.bytes()
        found = re.fullmatch(b"([0-9]{1,10}) ([0-9]{1,39}) ([0-9]{1,20})\n", line)
        first, count, cost = map(int, found.groups()) if found else (-1, 0, 0)
        if first != task * each or line != b"%d %d %d\n" % (first, count, cost) or count >> 128 or cost >> 64:
            raise ValueError(f"line {lines.number} is not that of task {task}")
        if count % divisor:
            raise ValueError(f"the count in line {lines.number} is no multiple of {divisor}, as all weights are")
        total, nodes = total + count, nodes + cost
        counted.update(b"%d %d\n" % (first, count))
        table.update(line)
        if is_chosen and is_chosen(task, cost):
            chosen[task] = count
    if lines.next() != "sha256: " + lines.hash.hexdigest():
        raise ValueError(f"line {lines.number} has not the SHA-256 of all before")
    if lines.bytes():
        raise ValueError(f"something comes after line {lines.number - 1}, its last")
    for name, found in [("total", total), ("nodes", nodes), ("count_sha256", counted.hexdigest()),
                        ("table_sha256", table.hexdigest())]:
        if header[name] != found:
            raise ValueError(f"{name} is {header[name]}; of its tasks it is {found}")
    return header, marked, said, chosen


def compare(header, marked, rule):
    """Each number of the header follows from the job and from others. ValueError if one does not."""
    if marked != words_of(rule):
        line = next((i for i, pair in enumerate(itertools.zip_longest(marked, words_of(rule))) if pair[0] != pair[1]), 0)
        raise ValueError(f"line {line + len(FIELDS) + 2}: these are not the words for its job")
    for name, find in [("prefixes", lambda: rule.number_of_prefixes(header["prefixes"])),
                       ("above", lambda: rule.ways(range(rule.depth), 0) if rule.placements else 0)]:
        number = find()
        if header[name] != number:
            raise ValueError(f"{name} is {header[name]}; by the rule it is {number}")
    if not rule.placements and rule.n % 4 >= 2 and header["total"] % 4:
        raise ValueError("by symmetry four divides its total: no solution is its own image under a quarter turn")
    if header["second_count"] != "none":
        total, agrees, second = header["second_count"].partition(" agrees ")
        if not agrees or total != str(header["total"]):
            raise ValueError("the second count does not agree with the total")
        other = Rule(second)
        if other.board() != rule.board() or (other.symmetry, other.depth) == (rule.symmetry, rule.depth):
            raise ValueError("the second count is not the same count in another cut")


def sample(header, draws, seed):
    """Step 8: what says of each task in turn whether it is drawn."""
    tasks, lots, numbers, lot = header["tasks"], [], set(), 0
    for i in range(draws if tasks else 0):
        text = header["table_sha256"].encode() + b" " + os.fsencode(seed) + b" %d" % i
        x = int(hashlib.sha256(text).hexdigest()[:32], 16)
        numbers.add(x % tasks) if i % 2 else lots.append(x % (header["nodes"] + tasks))
    lots.sort(reverse=True)

    def is_drawn(task, nodes):
        nonlocal lot
        lot, drawn = lot + nodes + 1, task in numbers
        while lots and lots[-1] < lot:
            drawn = lots.pop() >= 0
        return drawn
    return is_drawn


class Rule:
    """Steps 1 to 5. A square is (row, column), a line a list of squares; attacked squares are bits of a number."""
    def __init__(self, job):
        found = re.fullmatch("n=([1-9][0-9]*) board=(square|torus) quantity=(solutions|placements)"
                             " symmetry=(full|mirror|none) depth=(0|[1-9][0-9]*) prefixes_per_task=([1-9][0-9]*)"
                             " stream=1(?: chess_piece=(amazon))?(?: fixed_by=(half-turn|quarter-turn))?", job)
        if not found or int(found[1]) > (64 if found[8] == "quarter-turn" else 32) or int(found[5]) > int(found[1]):
            raise ValueError("its rule is not known here")
        self.n, self.torus, self.placements = int(found[1]), found[2] == "torus", found[3] == "placements"
        self.symmetry, self.depth, self.prefixes_per_task = found[4], int(found[5]), int(found[6])
        self.piece, self.turn = found[7] or "queen", found[8] or ""
        self.moves = MOVES[self.piece]
        if (self.torus + self.placements + (self.piece == "amazon" or self.turn != "") > 1
                or self.symmetry == "full" and (self.turn or self.placements)
                or self.placements and self.depth < min(2, self.n)):
            raise ValueError("its rule is not known here")
        self.rows = [[(r, c) for c in range(self.n)] for r in range(self.n)]
        self.columns = [[(r, c) for r in range(self.n)] for c in range(self.n)]
        self.bit = {square: 1 << number for number, square in enumerate(sum(self.rows, []))}
        self.orbit = {a: orbit_of(a, self) for a in self.bit}
        alone = self.attacks()
        self.attacked_from = {a: functools.reduce(operator.or_, (alone[b] for b in self.orbit[a])) for a in self.bit}
        self.never_free = sum(self.bit[a] for a in self.bit if any(alone[b] & self.bit[a] for b in self.orbit[a] if a != b))

    def board(self):
        return self.n, self.torus, self.placements, self.piece, self.turn

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
        return next(number for number, task, weight, rows, attacked in self.prefixes([], most) if task is None)

    def prefixes(self, tasks, most):
        """Step 4: the prefixes of these tasks in their order, as number, task, weight, rows without a queen, attacked
        squares. At the end comes the number of all, without a task. ValueError if there are more than most."""
        each, position = self.prefixes_per_task, 0
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
            free = [a for a in self.rows[empty[0]] if not attacked & self.bit[a]] if more > 0 else [None]
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

        for weight, queens, attacked in self.starts():
            empty = [r for r in range(self.n) if all(r != row for row, column in queens)]
            yield from below(weight, empty, attacked, self.depth - len(queens))
        yield position, None, 0, [], 0

    def ways(self, rows, attacked):
        """Step 5: to put a queen on each of these rows; of placements, on the first 1, 2, 3 ... of them, added up."""
        if not rows:
            return 0 if self.placements else 1
        free = [a for a in self.rows[rows[0]] if not attacked & self.bit[a]]
        if len(rows) == 1:
            return len(free)
        return len(free) * self.placements + sum(self.ways(*self.after(a, rows, attacked)) for a in free)

    def after(self, square, rows, attacked):
        """The rows without a queen and the attacked squares, once queens stand on the orbit of a square of the first row."""
        rest = [r for r in rows[1:] if all(r != row for row, _ in self.orbit[square])] if self.turn else rows[1:]
        return rest, attacked | self.attacked_from[square]


def check(path, choose=None):
    """A whole certificate but for its counts. Returns its header, the chosen tasks and its rule."""
    with about(path):
        header, marked, said, chosen = read(path, choose)
        rule = Rule(header["job"])
        compare(header, marked, rule)
    print(header["job"])
    print(f"words, hashes, sums, prefixes and tasks are right: {header['tasks']} tasks, total {header['total']}")
    print(f"count_sha256: {header['count_sha256']}")
    names = list(dict.fromkeys(line.partition(":")[0] for line in said))
    print("the author's word, not checked: " + ", ".join(names) if names else "it does not say who counted")
    return header, chosen, rule


def check_second(header, path, first):
    if header["second_count"] == "none":
        with about(path):
            other, _, _, _ = read(path)
        with about(first):
            if other["second_count"].partition(" agrees ")[2] == header["job"]:
                raise ValueError(f"it is the second count of '{path}'; swap them: check.py {path} --second {first}")
            raise ValueError("it has no second count; leave out --second")
    second, _, _ = check(path)
    with about(first):
        if header["second_count"] != f"{second['total']} agrees {second['job']}":
            raise ValueError(f"its second count is not that of '{path}'")


def count(chosen, rule, most):
    """Counts tasks again. Returns how many are in conflict."""
    wrong, start = 0, time.process_time()
    found = rule.prefixes(chosen, most) if chosen else []
    for task, prefixes in itertools.groupby(found, key=lambda prefix: prefix[1]):
        if task is not None:
            value = sum(weight * rule.ways(rows, attacked) for _, _, weight, rows, attacked in prefixes)
            wrong += value != chosen[task]
            print(f"{time.process_time() - start:.1f} s, task {task}: {chosen[task]}",
                  "confirmed" if value == chosen[task] else f"CONFLICT: counted {value}", flush=True)
    return wrong


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"check.py: {message}\n")


def draws_of(text):
    if not re.fullmatch("[1-9][0-9]{0,7}", text) or int(text) > MOST_DRAWS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to {MOST_DRAWS}")
    return int(text)


def words(text):
    if not text:
        raise argparse.ArgumentTypeError("there are no words")
    return text


def main():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--task", type=int, action="extend", nargs="+", default=[], metavar="T")
    parser.add_argument("--sample", type=draws_of, default=0, metavar="K")
    parser.add_argument("--seed", type=words, default=os.urandom(8).hex(), metavar="WORDS")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--second", metavar="SECOND")
    given = parser.parse_args()

    def choose(header):
        if not all(0 <= task < header["tasks"] for task in given.task):
            parser.error(f"there are {header['tasks']} tasks, the first is 0")
        named, is_drawn = set(given.task), sample(header, given.sample, given.seed)
        return lambda task, nodes: is_drawn(task, nodes) or task in named or given.all
    try:
        header, chosen, rule = check(given.file, choose)
        if given.second:
            check_second(header, given.second, given.file)
        elif header["second_count"] != "none":
            print("the author's word, not checked: second_count; --second takes its certificate")
    except Unusable as error:
        print(error, file=sys.stderr)
        return 4
    wrong, second = count(chosen, rule, header["prefixes"]), "; the second count agrees" if given.second else ""
    if given.sample and not wrong:
        work, tasks = (f"{100 * (1 - 0.05 ** (1 / draws)) if draws else 100:.3g} %"
                       for draws in (given.sample - given.sample // 2, given.sample // 2))
        seed = os.fsencode(given.seed).decode(errors="replace")
        print(f"{given.sample} draws, seed '{seed}': if tasks with more than {work} of the work, as the author's "
              f"nodes say, or more than {tasks} of all tasks, were wrong, this would have shown with a probability of 95 %")
    print(f"WRONG: {wrong} of {len(chosen)} tasks are in conflict" if wrong else
          f"right: {len(chosen)} of {header['tasks']} tasks were counted again{second}" if chosen else
          f"no fault found{second}; no task was counted again")
    return 3 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
