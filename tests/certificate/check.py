#!/usr/bin/env python3
"""Checks a certificate of nqueens. Written from the words in it: shares no code and no data with the program.
    check.py FILE                     checks the checksums and sums, lists the groups; the first is number 0
    check.py FILE --group 3 [...]     counts these groups again
    check.py FILE --all               counts all of it again, the number of prefixes too
Exit codes: 0 all is right, 2 wrong usage, 3 a number is wrong, 4 the file is damaged. Python 3.8 or newer.
"""
import argparse, hashlib, itertools, re, sys, time


# What a chess piece attacks besides its row and its column.
MOVES = {"queen": ["diagonals"], "amazon": ["diagonals", "knight"]}


def read(path):
    """The header by name, and the groups as (first, last, subtotal). ValueError where it does not hold together."""
    with open(path, "rb") as file:
        body, _, digest = file.read().rpartition(b"\nsha256: ")
    body += b"\n"
    if not body.startswith(b"nqueens certificate 2\n"):
        raise ValueError("not a whole certificate of format 2; make it again from its checkpoint if it is older")
    if digest != hashlib.sha256(body).hexdigest().encode() + b"\n":
        raise ValueError("the SHA-256 of the whole is wrong")
    text, _, rest = body.decode("ascii").partition("\ncount_sha256: ")
    lines = [line for line in text.splitlines()[1:] if not line.startswith("#")]
    header = dict(line.split(": ", 1) for line in lines if not line.startswith("group "))
    header["count_sha256"] = rest.partition("\n")[0]
    if header["count_sha256"] != hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest():
        raise ValueError("the SHA-256 of the count is wrong")
    if header["second_count"] != "none" and not header["second_count"].startswith(header["total"] + " agrees n="):
        raise ValueError("the second count does not agree with the total")
    second = header["second_count"].partition(" agrees ")[2]
    if second and (second == header["job"] or second.split(" symmetry=")[0] != header["job"].split(" symmetry=")[0]):
        raise ValueError("the second count is not the same count in another cut")
    groups = []
    for line in lines[len(header) - 1:]:
        found = re.fullmatch("group ([0-9]+) ([0-9]+) ([0-9]+) ([0-9a-f]{16})", line)
        if not found or hashlib.sha256(f"job: {header['job']}\n{line[:-17]}\n".encode()).hexdigest()[:16] != found[4]:
            raise ValueError(f"the checksum of group {len(groups)} is wrong")
        groups.append(tuple(int(number) for number in found.groups()[:3]))
    if [0] + [group[1] + 1 for group in groups] != [group[0] for group in groups] + [int(header["prefixes"])]:
        raise ValueError("the groups do not have each prefix once")
    if int(header["above"]) + sum(group[2] for group in groups) != int(header["total"]):
        raise ValueError("the subtotals do not add up to the total")
    return header, groups


class Rule:
    """Steps 1 to 5. A square is (row, column), a line a list of squares; attacked squares are bits of a number."""
    def __init__(self, job):
        found = re.fullmatch("n=([0-9]+) board=(square|torus) quantity=(solutions|placements) symmetry=(full|mirror|none)"
                             " depth=([0-9]+) prefixes_per_task=[0-9]+ stream=1(?: chess_piece=([a-z]+))?", job)
        if not found or not 1 <= int(found[1]) <= 32 or (found[6] or "queen") not in MOVES:
            raise ValueError("its rule is not known here")
        self.n, self.torus, self.placements = int(found[1]), found[2] == "torus", found[3] == "placements"
        self.symmetry, self.depth, self.moves = found[4], int(found[5]), MOVES[found[6] or "queen"]
        self.rows = [[(r, c) for c in range(self.n)] for r in range(self.n)]
        self.columns = [[(r, c) for r in range(self.n)] for c in range(self.n)]
        self.bit = {square: 1 << number for number, square in enumerate(sum(self.rows, []))}
        self.attacked_from = {a: sum(self.bit[b] for b in self.bit if self.attack(a, b)) for a in self.bit}

    def attack(self, a, b):
        """Step 1: whether queens on these squares attack each other."""
        apart = {abs(a[0] - b[0]), abs(a[1] - b[1])}
        return bool(self.lines(a) & self.lines(b)) or "knight" in self.moves and apart == {1, 2}

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
                yield from self.fill(queens + [square], attacked | self.attacked_from[square], lines)

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
            return [(1, [], 0)]
        if self.symmetry == "mirror":
            return self.kept(1, [], 0, [[row] for row in self.rows])
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

    def prefixes(self):
        """Step 4: the prefixes in their order, as weight, rows without a queen, attacked squares."""
        for weight, queens, attacked in self.starts():
            empty = [r for r in range(self.n) if all(r != row for row, column in queens)]
            more = max(self.depth - len(queens), 0)
            for _, attacked_then in self.fill(queens, attacked, [self.rows[r] for r in empty[:more]]):
                yield weight, empty[more:], attacked_then

    def ways(self, rows, attacked):
        """Step 5: to put a queen on each of these rows; of placements, on the first 1, 2, 3 ... of them, added up."""
        if not rows:
            return 0 if self.placements else 1
        free = [self.attacked_from[square] for square in self.rows[rows[0]] if not attacked & self.bit[square]]
        if len(rows) == 1:
            return len(free)
        return len(free) * self.placements + sum(self.ways(rows[1:], attacked | attacks) for attacks in free)


def differs(name, stated, found):
    print(f"{name}: {stated}", "confirmed" if stated == found else f"CONFLICT: counted {found}", flush=True)
    return stated != found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--group", type=int, action="extend", nargs="+", default=[], metavar="G")
    parser.add_argument("--all", action="store_true")
    arguments = parser.parse_args()
    try:
        header, groups = read(arguments.file)
        rule = Rule(header["job"])
    except (OSError, ValueError, KeyError) as error:
        print(f"'{arguments.file}' cannot be used: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 4
    numbers = list(range(len(groups))) if arguments.all else sorted(set(arguments.group))
    if numbers and not 0 <= numbers[0] <= numbers[-1] < len(groups):
        print(f"the groups are 0 to {len(groups) - 1}", file=sys.stderr)
        return 2
    print(header["job"])
    for number, (first, last, subtotal) in enumerate([] if numbers else groups):
        print(f"group {number}: prefixes {first} to {last}, {subtotal}")
    print(f"checksums and sums are right: {len(groups)} groups, total {header['total']}")
    print(f"count_sha256: {header['count_sha256']}")
    wrong, prefixes, position, start = 0, rule.prefixes(), 0, time.process_time()
    for number, (first, last, subtotal) in ((number, groups[number]) for number in numbers):
        these = itertools.islice(prefixes, first - position, last + 1 - position)
        found, position = sum(weight * rule.ways(rows, attacked) for weight, rows, attacked in these), last + 1
        wrong += differs(f"{time.process_time() - start:.1f} s, group {number}, prefixes {first} to {last}", subtotal, found)
    if arguments.all:
        wrong += differs("prefixes", int(header["prefixes"]), sum(1 for _ in rule.prefixes()))
        wrong += differs("above", int(header["above"]), rule.ways(range(rule.depth), 0) if rule.placements else 0)
    return 3 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
