#!/usr/bin/env python3
"""Checks a certificate of nqueens. Written from the words in it: shares no code and no data with the program.
    check.py FILE                       checks words, hashes, sums and the number of prefixes
    check.py FILE --task 3 [...]        counts these tasks again, too; the first is number 0
    check.py FILE --sample K            counts those of K draws; --seed WORDS are theirs, else others each time
    check.py FILE --all                 counts all of it again
    check.py FILE --second SECOND       SECOND is the certificate of its second count, and is checked likewise
    check.py FILE --of WHOLE            FILE is an opened task of the certificate WHOLE, whose count is to be its total
FILE may be packed by gzip; - is standard input. The last line is the verdict.
Its rule and words are in rule.py and words.py, beside this file.
Exit codes: 0 all is right, 2 wrong usage, 3 a number is wrong, 4 the file is damaged. Python 3.8 or newer.
"""
import argparse, contextlib, gzip, hashlib, itertools, os, re, sys, time, zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rule import MOST_PREFIXES, Rule
from words import words_of


FIELDS = ["job", "prefixes", "tasks", "above", "total", "second_count", "nodes", "count_sha256", "table_sha256"]
COUNTED = 5  # the first lines of these are in count_sha256
NUMBERS = ["prefixes", "tasks", "above", "total", "nodes"]
MOST_SAID = 1000  # lines of what the author says besides
MOST_DRAWS = 10 ** 7


def say(*words, file=sys.stdout):
    """A line, with escapes for what ends it, moves a cursor, turns a text or is no UTF-8, whatever files are named."""
    escaped = "[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
    print(re.sub(escaped, lambda found: ascii(found[0])[1:-1], " ".join(map(str, words))), file=file, flush=True)


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
    if lines.next() not in ("nqueens certificate 3", "nqueens certificate 4"):
        raise ValueError("not a certificate of format 3 or 4; make it again from its checkpoint if it is older")
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
        if not (line.startswith("#") and not said
                or re.fullmatch("(?!table:)[a-z][ -~]*: [ -~]*", line) and len(line) <= 1000):
            raise ValueError(f"line {lines.number} does not say in plain text where its count comes from")
        (marked if line.startswith("#") and not said else said).append(line)
        if len(marked) > most_marked or len(said) > MOST_SAID:
            raise ValueError(f"line {lines.number}: too much about where its count comes from")
    total, nodes, chosen = header["above"], 0, {}
    divisor, each, is_chosen = rule.divisor(), rule.prefixes_per_task, choose and choose(header)
    if header["tasks"] != -(-header["prefixes"] // each):
        raise ValueError(f"tasks is {header['tasks']}; by the rule it is {-(-header['prefixes'] // each)}")
    if header["tasks"] > rule.most_tasks():
        raise ValueError("it has more tasks than a job can have")
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
                       ("above", rule.above)]:
        number = find()
        if header[name] != number:
            raise ValueError(f"{name} is {header[name]}; by the rule it is {number}")
    if fault := rule.fault_of_total(header["total"]):
        raise ValueError(fault)
    if header["second_count"] != "none":
        total, agrees, second = header["second_count"].partition(" agrees ")
        if not agrees or total != str(header["total"]):
            raise ValueError("the second count does not agree with the total")
        other = Rule(second)
        if other.board() != rule.board() or other.whole() or rule.whole() or other.numbers_same_prefixes(rule):
            raise ValueError("the second count is not the same count in another cut")


def sample(header, draws, seed):
    """Step 8: what says of each task in turn whether it is drawn."""
    even = Rule(header["job"]).even
    tasks, lots, numbers, lot = header["tasks"], [], set(), 0
    for i in range(draws if tasks else 0):
        text = header["table_sha256"].encode() + b" " + os.fsencode(seed) + b" %d" % i
        x = int(hashlib.sha256(text).hexdigest()[:32], 16)
        numbers.add(x % tasks) if even or i % 2 else lots.append(x % (header["nodes"] + tasks))
    lots.sort(reverse=True)

    def is_drawn(task, nodes):
        nonlocal lot
        lot, drawn = lot + nodes + 1, task in numbers
        while lots and lots[-1] < lot:
            drawn = lots.pop() >= 0
        return drawn
    return is_drawn


def check(path, choose=None):
    """A whole certificate but for its counts. Returns its header, the chosen tasks and its rule."""
    with about(path):
        header, marked, said, chosen = read(path, choose)
        rule = Rule(header["job"])
        compare(header, marked, rule)
    say(header["job"])
    say(f"words, hashes, sums, prefixes and tasks are right: {header['tasks']} tasks, total {header['total']}")
    say(f"count_sha256: {header['count_sha256']}")
    names = list(dict.fromkeys(line.partition(":")[0] for line in said))
    say("taken on the author's word: " + ", ".join(names) if names else "it does not say who counted")
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


def check_of(header, rule, path, first):
    """Whether an opened task adds up to what the certificate of its job says."""
    task = rule.opened[2]
    with about(path):
        whole, _, _, chosen = read(path, lambda _: lambda number, _: number == task)
    with about(first):
        if whole["job"] != rule.whole():
            raise ValueError(f"it is not an opened task of '{path}'")
        if task not in chosen:
            raise ValueError(f"'{path}' has no task {task}")
    return chosen[task]


def count(chosen, rule, most):
    """Counts tasks again. Returns how many are in conflict."""
    wrong, start = 0, time.process_time()
    found = rule.prefixes(chosen, most) if chosen else []
    for task, prefixes in itertools.groupby(found, key=lambda prefix: prefix[1]):
        if task is not None:
            value = sum(weight * rule.ways(empty, attacked) for _, _, weight, empty, attacked in prefixes)
            wrong += value != chosen[task]
            say(f"{time.process_time() - start:.1f} s, task {task}: {chosen[task]}",
                "confirmed" if value == chosen[task] else f"CONFLICT: counted {value}")
    return wrong


class Parser(argparse.ArgumentParser):
    def error(self, message):
        say(f"check.py: {message}", file=sys.stderr)
        self.exit(2)


def draws_of(text):
    if not re.fullmatch("[1-9][0-9]{0,7}", text) or int(text) > MOST_DRAWS:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 to {MOST_DRAWS}")
    return int(text)


def words(text):
    if not text:
        raise argparse.ArgumentTypeError("there are no words")
    return text


def main():
    parser = Parser(prog="check.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--task", type=int, action="extend", nargs="+", default=[], metavar="T")
    parser.add_argument("--sample", type=draws_of, default=0, metavar="K")
    parser.add_argument("--seed", type=words, default=os.urandom(8).hex(), metavar="WORDS")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--second", metavar="SECOND")
    parser.add_argument("--of", metavar="WHOLE")
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
            say("taken on the author's word: second_count; --second takes its certificate")
        said = check_of(header, rule, given.of, given.file) if given.of else header["total"]
    except Unusable as error:
        say(error, file=sys.stderr)
        return 4
    wrong, second = count(chosen, rule, header["prefixes"]), "; the second count agrees" if given.second else ""
    if given.of:
        second += f"; task {rule.opened[2]} of '{given.of}' is the sum"
    if given.sample and not wrong:
        lots = 0 if rule.even else given.sample - given.sample // 2
        work, tasks = (f"{100 * (1 - 0.05 ** (1 / draws)) if draws else 100:.3g} %" for draws in (lots, given.sample - lots))
        say(f"{given.sample} draws, seed '{given.seed}': a sample of this size misses an error in {tasks} of the tasks"
            + (f" (or of the work, {work}, if the author's NODES are true)" if lots else "") + " once in 20 times")
    say(f"WRONG: {wrong} of {len(chosen)} tasks are in conflict" if wrong else
        f"WRONG: task {rule.opened[2]} of '{given.of}' is {said}; by its slices it is {header['total']}"
        if said != header["total"] else
        f"{'right' if len(chosen) == header['tasks'] else 'no error found'}: {len(chosen) or 'none'} of"
        f" {header['tasks']} tasks {'was' if len(chosen) < 2 else 'were'} counted again{second}")
    return 3 if wrong or said != header["total"] else 0


if __name__ == "__main__":
    sys.exit(main())
