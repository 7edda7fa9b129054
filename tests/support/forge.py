"""forge.py CERTIFICATE FORGERY [CHANGE...]: writes the certificate of a forger, who makes all checksums anew.

    NAME=VALUE    a line of the header, or of the provenance, says so
    drop=K        without the last K groups: prefixes, tasks, groups and total are those of the rest
    less=K        the largest group has so much less, and so has the total
    move=K        the largest group has so much less, and the smallest so much more
    OLD=>NEW      the text OLD is NEW, wherever it is
"""

import hashlib
import re
import sys


def field(lines, name):
    """The number of the line that says it, and its value."""
    number = next(number for number, line in enumerate(lines) if line.startswith(name + ": "))
    return number, lines[number].partition(": ")[2]


def say(lines, name, value):
    if name == "total":
        number, second = field(lines, "second_count")
        lines[number] = f"second_count: {re.sub('^[0-9]+', str(value), second)}"
    lines[field(lines, name)[0]] = f"{name}: {value}"


def drop(lines, amount):
    groups = [line for line in lines if line.startswith("group ")]
    dropped = groups[len(groups) - amount:]
    lines[:] = [line for line in lines if line not in dropped]
    last = int(groups[-amount - 1].split()[2])
    each = int(re.search("prefixes_per_task=([0-9]+)", field(lines, "job")[1])[1])
    say(lines, "prefixes", last + 1)
    say(lines, "tasks", -(-(last + 1) // each))
    say(lines, "groups", len(groups) - amount)
    say(lines, "total", int(field(lines, "total")[1]) - sum(int(line.split()[3]) for line in dropped))


def add(lines, number, amount):
    words = lines[number].split()
    lines[number] = " ".join([*words[:3], str(int(words[3]) + amount), words[4]])


def groups(lines):
    """Those of the smallest group and of the largest one."""
    numbers = [number for number, line in enumerate(lines) if line.startswith("group ")]
    numbers.sort(key=lambda number: int(lines[number].split()[3]))
    return numbers[0], numbers[-1]


def move(lines, amount):
    smallest, largest = groups(lines)
    add(lines, largest, -amount)
    add(lines, smallest, amount)


def less(lines, amount):
    add(lines, groups(lines)[1], -amount)
    say(lines, "total", int(field(lines, "total")[1]) - amount)


def sealed(lines):
    job = field(lines, "job")[1]
    for number, line in enumerate(lines):
        if line.startswith("group "):
            line = line.rpartition(" ")[0]
            lines[number] = line + " " + hashlib.sha256(f"job: {job}\n{line}\n".encode()).hexdigest()[:16]
    end = field(lines, "count_sha256")[0]
    counted = "".join(line + "\n" for line in lines[1:end] if not line.startswith("#"))
    lines[end] = "count_sha256: " + hashlib.sha256(counted.encode()).hexdigest()
    body = "\n".join(lines) + "\n"
    return body + "sha256: " + hashlib.sha256(body.encode()).hexdigest() + "\n"


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
        if name in ("drop", "less", "move"):
            {"drop": drop, "less": less, "move": move}[name](lines, int(value))
        else:
            say(lines, name, value)
    with open(sys.argv[2], "w", encoding="ascii") as file:
        file.write(sealed(lines))


main()
