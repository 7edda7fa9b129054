"""Answers requests of a shell test, so that no process starts for each value.

A request consists of words, each followed by NUL: the number of words after the next one, the shell's folder, and:

    field PATH TEXT       a value of a JSON text, such as conflicts.0.number; .length is the length of a list, * the
                          values of all its elements, one per line; without a path, everything
    holds EXPRESSION TEXT whether a Python expression is true, in which the fields of a JSON text are names, comb() is
                          the binomial coefficient, and since_1970() converts a date to seconds
    state FOLDER          a word that changes with names, files, times and bytes in it, except stderr.txt and the times
                          of folders
    texts TEXT...         whether each is UTF-8 without characters that move a cursor or change the direction of text,
                          and no line begins with FORGED
    run FILE ARGUMENTS... runs a Python program

The answer is a line with the exit code and the sizes of stdout and stderr, then both.
"""

import contextlib
import datetime
import functools
import hashlib
import io
import itertools
import json
import math
import os
import re
import signal
import stat
import sys
import traceback
from types import SimpleNamespace


@functools.lru_cache(maxsize=8)
def parsed(text):
    return json.loads(text.encode("utf-8", "surrogateescape"))


def values(value, names):
    """The value there; for "*", those of all elements of a list that have one."""
    for at, name in enumerate(names):
        if name == "*":
            having = (each for each in value if at + 1 == len(names) or names[at + 1] in each)
            return sorted(result for each in having for result in values(each, names[at + 1 :]))
        value = len(value) if name == "length" else value[int(name)] if name.isdigit() else value[name]
    return [value]


def field(path, text):
    for value in values(parsed(text), path.split(".") if path else []):
        print(value if isinstance(value, str) else json.dumps(value))


def since_1970(text):
    """Seconds until a date."""
    return int(datetime.datetime.fromisoformat(text).timestamp())


def holds(expression, text):
    fields = json.loads(text, object_hook=lambda each: SimpleNamespace(**each)) if text else SimpleNamespace()
    names = {"comb": math.comb, "since_1970": since_1970, **vars(fields)}
    return 0 if eval(expression, names) else 1  # pylint: disable=eval-used


def state(folder):
    files = []
    for path, folders, names in os.walk(folder):
        files += [os.path.join(path, name) for name in folders]
        for name in (os.path.join(path, name) for name in names if name != "stderr.txt"):
            status = os.lstat(name)
            content = b""
            if stat.S_ISREG(status.st_mode):
                with open(name, "rb") as file:
                    content = file.read()
            digest = hashlib.sha256(content).hexdigest()
            files.append(f"{name} {status.st_mode} {status.st_ino} {status.st_mtime_ns} {digest}")
    print(hashlib.sha256("\n".join(sorted(files)).encode(errors="surrogateescape")).hexdigest())


def texts(*words):
    """Prints the forbidden texts in them."""
    bad = "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|^FORGED"
    found = {match[0] for word in words for match in re.finditer(bad, word, re.MULTILINE)}
    print(ascii(sorted(found)))
    return 1 if found else 0


@functools.lru_cache
def code_of(path):
    with open(path, "rb") as file:
        return compile(file.read(), path, "exec", dont_inherit=True)


def run(path, *arguments):
    sys.argv = [path, *arguments]
    exec(code_of(os.path.abspath(path)), {"__name__": "__main__", "__file__": path})  # pylint: disable=exec-used


def answer(what, *words):
    try:
        return {"field": field, "holds": holds, "state": state, "texts": texts, "run": run}[what](*words) or 0
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except Exception:  # pylint: disable=broad-except
        traceback.print_exc()
        return 1


def words_of(stream):
    """The words of requests, until the shell ends."""
    rest = b""
    while more := stream.read1():
        *words, rest = (rest + more).split(b"\0")
        yield from (word.decode("utf-8", "surrogateescape") for word in words)


def main():
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the shell decides when this ends
    words_to_come = words_of(sys.stdin.buffer)
    for number in words_to_come:
        folder, *words = itertools.islice(words_to_come, int(number) + 1)
        os.chdir(folder)
        written = [io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", write_through=True) for _ in range(2)]
        with contextlib.redirect_stdout(written[0]), contextlib.redirect_stderr(written[1]):
            code = answer(*words)
        out, err = (stream.buffer.getvalue().rstrip(b"\n") for stream in written)
        sys.stdout.buffer.write(b"%d %d %d\n" % (code, len(out), len(err)) + out + err)
        sys.stdout.buffer.flush()


main()
