#!/usr/bin/env python3
"""Checks a certificate of nqueens. Written from the words in it: shares no code and no data with the program.
    check.py FILE                     checks words, checksums, sums and the number of prefixes, and lists the groups
    check.py FILE --group 3 [...]     counts these groups again, too; the first is number 0
    check.py FILE --all               counts all of it again
    check.py FILE --second SECOND     SECOND is the certificate of its second count, and is checked likewise
The last line is the verdict.
Exit codes: 0 all is right, 2 wrong usage, 3 a number is wrong, 4 the file is damaged. Python 3.8 or newer.
To number nine million prefixes takes 15 s.
"""
import argparse, hashlib, itertools, re, sys, time


# What a chess piece attacks besides its row and its column.
MOVES = {"queen": ["diagonals"], "amazon": ["diagonals", "knight"]}


FIELDS = ["job", "prefixes", "tasks", "tasks_per_group", "groups", "above", "total", "second_count"]
MOST_GROUPS = 10000


def read(path):
    """The header by name, the lines of the rule, the groups as (first, last, subtotal), and what the author says besides.
    ValueError where it does not hold together."""
    with open(path, "rb") as file:
        body, _, digest = file.read().rpartition(b"\nsha256: ")
    body += b"\n"
    if not body.startswith(b"nqueens certificate 2\n"):
        raise ValueError("not a whole certificate of format 2; make it again from its checkpoint if it is older")
    if digest != hashlib.sha256(body).hexdigest().encode() + b"\n":
        raise ValueError("the SHA-256 of the whole is wrong")
    text, _, rest = body.decode("ascii").partition("\ncount_sha256: ")
    lines, marked = text.split("\n")[1:], []
    while len(lines) > len(FIELDS) and lines[len(FIELDS)].startswith("#"):
        marked.append(lines.pop(len(FIELDS)))
    header = dict(line.split(": ", 1) for line in lines[:len(FIELDS)])
    if list(header) != FIELDS:
        raise ValueError("its first lines are not " + ", ".join(FIELDS))
    for name in FIELDS[1:-1]:
        if not re.fullmatch("0|[1-9][0-9]*", header[name]):
            raise ValueError(f"{name} is no number")
        header[name] = int(header[name])
    header["count_sha256"], _, said = rest.partition("\n")
    if header["count_sha256"] != hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest():
        raise ValueError("the SHA-256 of the count is wrong")
    groups = []
    for line in lines[len(FIELDS):]:
        found = re.fullmatch("group (0|[1-9][0-9]*) (0|[1-9][0-9]*) (0|[1-9][0-9]*) ([0-9a-f]{16})", line)
        if not found or hashlib.sha256(f"job: {header['job']}\n{line[:-17]}\n".encode()).hexdigest()[:16] != found[4]:
            raise ValueError(f"the checksum of group {len(groups)} is wrong")
        groups.append(tuple(int(number) for number in found.groups()[:3]))
    if header["above"] + sum(group[2] for group in groups) != header["total"]:
        raise ValueError("the subtotals do not add up to the total")
    said = said.split("\n")[:-1]
    if not all(len(line) <= 1000 and re.fullmatch("[ -~]+: [ -~]*", line) for line in said):
        raise ValueError("it does not say in plain text where its count comes from")
    return header, marked, groups, said


def compare(header, marked, groups, rule):
    """Each number of the header follows from the job and from others. ValueError where one does not."""
    if marked != rule.words():
        line = next((i for i, pair in enumerate(itertools.zip_longest(marked, rule.words())) if pair[0] != pair[1]), 0)
        raise ValueError(f"line {line + len(FIELDS) + 2}: these are not the words for its job")
    prefixes = rule.number_of_prefixes()
    above = rule.ways(range(rule.depth), 0) if rule.placements else 0
    tasks = -(-prefixes // rule.prefixes_per_task)
    tasks_per_group = max(-(-tasks // MOST_GROUPS), 1)
    right = {"prefixes": prefixes, "tasks": tasks, "tasks_per_group": tasks_per_group,
             "groups": -(-tasks // tasks_per_group), "above": above}
    for name, number in right.items():
        if header[name] != number:
            raise ValueError(f"{name} is {header[name]}; by the rule it is {number}")
    size = tasks_per_group * rule.prefixes_per_task
    if [group[:2] for group in groups] != [(i, min(i + size, prefixes) - 1) for i in range(0, prefixes, size)]:
        raise ValueError("the groups are not those of its prefixes and tasks")
    for number, group in enumerate(groups):
        if group[2] % rule.divisor():
            raise ValueError(f"the subtotal of group {number} is no multiple of {rule.divisor()}, as all weights are")
    if header["second_count"] != "none":
        total, agrees, second = header["second_count"].partition(" agrees ")
        if not agrees or total != str(header["total"]):
            raise ValueError("the second count does not agree with the total")
        other = Rule(second)
        if other.board() != rule.board() or (other.symmetry, other.depth) == (rule.symmetry, rule.depth):
            raise ValueError("the second count is not the same count in another cut")


class Rule:
    """Steps 1 to 5. A square is (row, column), a line a list of squares; attacked squares are bits of a number."""
    def __init__(self, job):
        found = re.fullmatch("n=([1-9][0-9]*) board=(square|torus) quantity=(solutions|placements)"
                             " symmetry=(full|mirror|none) depth=(0|[1-9][0-9]*) prefixes_per_task=([1-9][0-9]*)"
                             " stream=1(?: chess_piece=(amazon))?", job)
        if not found or int(found[1]) > 32 or int(found[5]) > int(found[1]):
            raise ValueError("its rule is not known here")
        self.n, self.torus, self.placements = int(found[1]), found[2] == "torus", found[3] == "placements"
        self.symmetry, self.depth, self.prefixes_per_task = found[4], int(found[5]), int(found[6])
        self.piece = found[7] or "queen"
        self.moves = MOVES[self.piece]
        if (self.torus + self.placements + (self.piece == "amazon") > 1
                or self.placements and (self.symmetry == "full" or self.depth < min(2, self.n))):
            raise ValueError("its rule is not known here")
        self.rows = [[(r, c) for c in range(self.n)] for r in range(self.n)]
        self.columns = [[(r, c) for r in range(self.n)] for c in range(self.n)]
        self.bit = {square: 1 << number for number, square in enumerate(sum(self.rows, []))}
        self.attacked_from = {a: sum(self.bit[b] for b in self.bit if self.attack(a, b)) for a in self.bit}

    def board(self):
        return self.n, self.torus, self.placements, self.piece

    def divisor(self):
        """Of the weights of all prefixes with values: no placement but one queen is its own image under a reflection."""
        if self.n == 1 or self.symmetry == "none":
            return 1
        return 2 * self.n if self.torus and self.symmetry == "full" else 2

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

    def number_of_prefixes(self):
        """The same, and none of them is made."""
        number = 0
        for _, queens, attacked in self.starts():
            empty = [r for r in range(self.n) if all(r != row for row, column in queens)]
            number += self.ways(empty[:max(self.depth - len(queens), 0)], attacked, False)
        return number

    def ways(self, rows, attacked, placements=None):
        """Step 5: to put a queen on each of these rows; of placements, on the first 1, 2, 3 ... of them, added up."""
        placements = self.placements if placements is None else placements
        if not rows:
            return 0 if placements else 1
        free = [self.attacked_from[square] for square in self.rows[rows[0]] if not attacked & self.bit[square]]
        if len(rows) == 1:
            return len(free)
        return len(free) * placements + sum(self.ways(rows[1:], attacked | attacks, placements) for attacks in free)

    def words(self):
        """The lines of the rule, as the certificate of this job has them."""
        lines = ["#"]
        for paragraph in words_of(self):
            lines.append("#")
            for word in paragraph.split():
                if len(lines[-1]) + 1 + len(word) > 100:
                    lines.append("#")
                lines[-1] += " " + word.replace("~", " ")
            lines.append("#")
        return lines


def words_of(rule):
    """The paragraphs; a ~ is a blank without a line break."""
    n, depth, torus, by_row = rule.n, rule.depth, rule.torus, rule.placements
    m, amazons = (n - 1) // 2, rule.piece == "amazon"

    def reversal(x):
        return f"({2 * m}~-~{x})~mod~{n}" if torus and n % 2 == 0 else f"{n - 1}~-~{x}"

    def cross(*numbers):
        lines = sorted({x % n for x in numbers})
        names = [f"{kind}~{x}" for kind in ("row", "column") for x in lines]
        return (", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]
                + ", in this order, each unless a queen stands on it by then.")

    pieces = "amazons, which are queens that move like a knight, too," if amazons else "queens"
    number = (f"the number of ways to place {n} {pieces} on a " + (f"torus of {n} rows and {n} columns, which is a board "
              "whose opposite edges are joined," if torus else f"board of {n} rows and {n} columns")
              + " so that no two of them attack each other.")
    if by_row:
        number = ("the number of queens that the plain search puts down, which fills the rows of a board of "
                  f"{n} rows and {n} columns from the top and takes each queen back: the number of ways to place k queens, "
                  f"one on each of the first k rows, so that no two of them attack each other, added up for k = 1 to {n}.")
    yield (f"The number after 'total' is {number} This text says how it was cut into parts, and the lines after it say what "
           "each part is. It needs no other source: whoever follows it finds the same parts.")
    yield (f"1. Board. Rows are numbered from 0 to {n - 1} from the top, columns from 0 to {n - 1} from the left; (r,~c) is "
           "the square in row r and column c. Two queens attack each other if they are equal in r, in c, in "
           + (f"(r~+~c)~mod~{n} or in (c~-~r)~mod~{n}" if torus else "r~+~c or in c~-~r")
           + (", and as amazons also if they differ by 1 in one of r and c and by 2 in the other" if amazons else "")
           + ". A square is free if no queen stands on it and none attacks it.")
    yield ("2. Filling. To fill a row or a column is to put a queen on each of its free squares in turn, in ascending order "
           "(of columns in a row, of rows in a column), and each time to go on with what comes next in this rule before the "
           "queen is taken away again. Where there is no free square, nothing comes next.")
    r, c = reversal("r"), reversal("c")
    lists = (f"Describe each placement that comes of this by a list of {n} numbers: for row 0, row 1 and so on the column of "
             f"its queen, and {n} for a row without one. Make the lists of its eight images, in which (r,~c) becomes (r,~c), "
             f"(r,~{c}), ({r},~c), ({r},~{c}), (c,~r), (c,~{r}), ({c},~r) and ({c},~{r}). If the list of an image comes "
             "before that of the placement, which is to have the smaller number at the first place where they differ, drop "
             "the placement: nothing comes of it. Otherwise let s be how many of the eight lists are equal to that of the "
             "placement; the first always is.")
    if rule.symmetry == "none":
        start = "Begin with the empty board. Its weight is 1."
    elif rule.symmetry == "mirror":
        start = ("Begin with the empty board and fill row 0. Compare the list of the columns of the queens, row 0 first, with "
                 f"that of the mirror image, in which (r,~c) becomes (r,~{c}). If the list of the image has the smaller "
                 "number at the first place where they differ, drop the placement: nothing comes of it. If it has the greater "
                 "number, the weight is 2. If the lists are equal, fill the next row and compare again; if there is no next "
                 "row, the weight is 1.")
    elif torus:
        start = (f"Begin with one queen, on ({m},~{m})." + (f" Fill {cross(m - 1, m + 1)}" if n > 1 else "")
                 + f" {lists} The weight is {n}~x~8~/~s.")
    else:
        start = f"Begin with the empty board. Fill {cross(m, n // 2)} {lists} The weight is 8~/~s."
        if n % 2 == 1 and n > 1:
            start += (" If s is 8, which is so where the only queen stands in the middle, go on: fill "
                      f"{cross(m - 1, m + 1)} Compare the lists of each placement and of its eight images again, drop the "
                      "placement where that of an image comes first, and find the weight from the new s.")
    yield "3. Start. " + start
    yield "4. Prefixes. " + ("The queens that are on the board then are a prefix, with the weight of step 3." if depth == 0 else
                             f"As long as fewer than {depth} queens are on the board, fill the row of the lowest number that "
                             f"has no queen. When there are {depth} or more, the queens on the board are a prefix, with the "
                             "weight of step 3.") + " Prefixes are numbered 0, 1, 2 and so on as they are found."
    yield "5. Values. The value of a prefix is its weight times the number of ways to add " + (
        "one queen on each of the next k rows to it, so that no two of the queens attack each other, added up for k = 1, 2 and "
        "so on to the last row." if by_row else
        f"queens to it until there are {n}, so that no two of them attack each other.")
    yield ("6. Sums. A line 'group FIRST LAST SUBTOTAL CHECKSUM' says that the values of the prefixes FIRST to LAST, both "
           "included, add up to SUBTOTAL. All subtotals and the number after 'above' add up to the total. The number after "
           "'above' is " + ("the number of ways to place k queens, one on each of the first k rows, so that no two of them "
                            f"attack each other, added up for k = 1 to {depth}: the rows that the prefixes fill, without "
                            "weights." if by_row else "0 in a count of solutions.")
           + " A task is prefixes_per_task prefixes, a group tasks_per_group tasks; the last one may have fewer.")
    yield ("7. Checksums. The CHECKSUM of a group is the first 16 hexadecimal digits of the SHA-256 of two lines, each with "
           "the newline that ends it: the line of this file that begins with 'job:', and the line of the group up to the end "
           "of SUBTOTAL. So a line of another job does not fit here. The last line has the SHA-256 of all bytes before it.")
    each = f"Each placement on more than {depth} rows" if by_row else "Each solution"
    why = f"{each} contains exactly one prefix."
    if rule.symmetry != "none":
        why = (("The mirror image of a placement on the first k rows is one, too. " if by_row else
                "The images of a solution are solutions. ") + each + " contains exactly one of the placements with which "
               "step 3 ends, dropped ones included. Of those that are images of one another, to which equally much can be "
               "added, it keeps one, and the weight is their number.")
        if torus and rule.symmetry == "full":
            why += (" This makes the solutions with a queen on the middle square. The translations of the torus bring each of "
                    f"the {n} queens of a solution there, so there are {n} times as many solutions in all.")
    yield "Why this is the number. " + why


def differs(name, stated, found):
    print(f"{name}: {stated}", "confirmed" if stated == found else f"CONFLICT: counted {found}", flush=True)
    return stated != found


def check(path):
    """A whole certificate but for its subtotals: its header, groups and rule."""
    header, marked, groups, said = read(path)
    rule = Rule(header["job"])
    compare(header, marked, groups, rule)
    print(header["job"])
    print(f"words, checksums, sums, prefixes and tasks are right: {len(groups)} groups, total {header['total']}")
    print(f"count_sha256: {header['count_sha256']}")
    names = list(dict.fromkeys(line.partition(":")[0] for line in said))
    print("the author's word, not checked: " + ", ".join(names) if names else "it does not say who counted")
    return header, groups, rule


def check_second(header, path, first):
    if header["second_count"] == "none":
        other, _, _, _ = read(path)
        if other["second_count"].partition(" agrees ")[2] == header["job"]:
            raise ValueError(f"it is the second count of '{path}'; swap them: check.py {path} --second {first}")
        raise ValueError("it has no second count; leave out --second")
    second, _, _ = check(path)
    if header["second_count"] != f"{second['total']} agrees {second['job']}":
        raise ValueError(f"its second count is not that of '{path}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--group", type=int, action="extend", nargs="+", default=[], metavar="G")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--second", metavar="SECOND")
    arguments = parser.parse_args()
    try:
        header, groups, rule = check(arguments.file)
        if arguments.second:
            check_second(header, arguments.second, arguments.file)
        elif header["second_count"] != "none":
            print("the author's word, not checked: second_count; --second takes its certificate")
    except (OSError, ValueError) as error:
        print(f"'{arguments.file}' cannot be used: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 4
    numbers = list(range(len(groups))) if arguments.all else sorted(set(arguments.group))
    if numbers and not 0 <= numbers[0] <= numbers[-1] < len(groups):
        print(f"the groups are 0 to {len(groups) - 1}", file=sys.stderr)
        return 2
    for number, (first, last, subtotal) in enumerate([] if numbers or arguments.second else groups):
        print(f"group {number}: prefixes {first} to {last}, {subtotal}")
    wrong, prefixes, position, start = 0, rule.prefixes(), 0, time.process_time()
    for number, (first, last, subtotal) in ((number, groups[number]) for number in numbers):
        these = itertools.islice(prefixes, first - position, last + 1 - position)
        found, position = sum(weight * rule.ways(rows, attacked) for weight, rows, attacked in these), last + 1
        wrong += differs(f"{time.process_time() - start:.1f} s, group {number}, prefixes {first} to {last}", subtotal, found)
    second = "; the second count agrees" if arguments.second else ""
    print(f"WRONG: {wrong} of {len(numbers)} groups are in conflict" if wrong else
          f"right: {len(numbers)} of {len(groups)} groups were counted again{second}" if numbers else
          f"no fault found{second}; no group was counted again")
    return 3 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
