"""forge.py CERTIFICATE FORGERY [CHANGE...]: writes a forged certificate with correct hashes.

    NAME=VALUE    changes a line of the header or provenance
    drop=K        removes the last K tasks; prefixes, tasks, total and nodes match the rest
    less=K        the largest task and the total have K less
    move=K        the largest task has K less, the smallest K more
    each=K        each task has K nodes
    heavy=K       the first task has K nodes
    lie=K         task 3 has K more, task 5 K less
    OLD=>NEW      replaces the text OLD by NEW everywhere
"""

import hashlib
import sys


def field(lines, name):
    """The line number and value of a field."""
    number = next(number for number, line in enumerate(lines) if line.startswith(name + ": "))
    return number, lines[number].partition(": ")[2]


def say(lines, name, value):
    if name == "total":
        number, second = field(lines, "second_count")
        _, blank, job = second.partition(" ")
        lines[number] = f"second_count: {str(value) + blank + job if blank else second}"
    lines[field(lines, name)[0]] = f"{name}: {value}"


def more(lines, name, amount):
    say(lines, name, int(field(lines, name)[1]) + amount)


def table(lines):
    """The line number of the first task."""
    return next(number for number, line in enumerate(lines) if line.startswith("table: ")) + 1


def drop(lines, amount):
    for _ in range(amount):
        first, count, nodes = map(int, lines.pop().split())
        say(lines, "prefixes", first)
        more(lines, "tasks", -1)
        more(lines, "total", -count)
        more(lines, "nodes", -nodes)


def add(lines, number, amount):
    first, count, nodes = lines[number].split()
    lines[number] = f"{first} {int(count) + amount} {nodes}"


def by_count(lines):
    return sorted(range(table(lines), len(lines)), key=lambda number: int(lines[number].split()[1]))


def move(lines, amount):
    numbers = by_count(lines)
    add(lines, numbers[-1], -amount)
    add(lines, numbers[0], amount)


def weigh(lines, number, nodes):
    task, _, before = lines[number].rpartition(" ")
    more(lines, "nodes", nodes - int(before))
    lines[number] = f"{task} {nodes}"


def each(lines, nodes):
    for number in range(table(lines), len(lines)):
        weigh(lines, number, nodes)


def heavy(lines, nodes):
    weigh(lines, table(lines), nodes)


def less(lines, amount):
    add(lines, by_count(lines)[-1], -amount)
    more(lines, "total", -amount)


def lie(lines, amount):
    add(lines, table(lines) + 3, amount)
    add(lines, table(lines) + 5, -amount)


def digest(lines):
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


def sealed(lines):
    tasks = lines[table(lines):]
    counted = lines[1:field(lines, "total")[0] + 1] + [line.rpartition(" ")[0] for line in tasks]
    say(lines, "count_sha256", digest(counted))
    say(lines, "table_sha256", digest(tasks))
    return "\n".join([*lines, "sha256: " + digest(lines)]) + "\n"


def main():
    with open(sys.argv[1], encoding="ascii") as file:
        text = file.read()
    changes = sys.argv[3:]
    for change in [change for change in changes if "=>" in change]:
        old, _, new = change.partition("=>")
        assert old in text, old
        text = text.replace(old, new)
    lines = text.splitlines()[:-1]
    for change in [change for change in changes if "=>" not in change]:
        name, _, value = change.partition("=")
        moves = {"drop": drop, "less": less, "move": move, "each": each, "heavy": heavy, "lie": lie}
        if name in moves:
            moves[name](lines, int(value))
        else:
            say(lines, name, value)
    with open(sys.argv[2], "w", encoding="ascii") as file:
        file.write(sealed(lines))


if __name__ == "__main__":
    main()
