"""headers.py PROGRAM CHECK: whether the program, check.c (compiled as CHECK) and check.py agree about headers.

Tests true certificates at the limits of the grammar in docs/certificate.md, and forged ones with correct hashes.
"""

import contextlib
import io
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "tests" / "support"), str(root / "tests" / "certificate")]
import check
import forge
from rule import Rule
from words import words_of

JOB = "n={} board={} quantity={} symmetry={} depth={} prefixes_per_task={} stream=1{}"
FILE = "header.cert"
# The error of each for an impossible job.
IMPOSSIBLE = {"program": "names an impossible job|was changed in line 2|has no .* in (its job|line 2)|of prefix stream"
                         "|which its job does not have",
              "check.py": "names an impossible job|its job has no task|does not say its job",
              "check.c": "line 2 names an impossible job|o(?: large a)? number in line 2|its job has no task|does not say its job"}


def certificate(job):
    """The lines of a true certificate; all its words are one of them."""
    rule = Rule(job)
    *found, (prefixes, *_) = rule.prefixes(range(1000), 10 ** 5)
    tasks = [[first, 0] for first in range(0, prefixes, rule.prefixes_per_task)]
    for _, task, weight, empty, attacked in found:
        tasks[task][1] += weight * rule.ways(empty, attacked)
    total = rule.above() + sum(count for _, count in tasks)
    return ["nqueens certificate 3", f"job: {job}", f"prefixes: {prefixes}", f"tasks: {len(tasks)}",
            f"above: {rule.above()}", f"total: {total}", "second_count: none", f"nodes: {5 * len(tasks)}",
            "count_sha256: ", "table_sha256: ", "\n".join(words_of(rule)), "started: today",
            "table: FIRST_PREFIX COUNT NODES", *(f"{first} {count} 5" for first, count in tasks)]


def write(lines):
    pathlib.Path(FILE).write_text(forge.sealed(lines), encoding="ascii")


def verdicts(program, checker, *options):
    """The exit code and output of each."""
    def run(*command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr + done.stdout
    verify = ["verify", FILE] if options else ["compare", FILE, FILE]
    said = {"program": run(program, *verify), "check.c": run(checker, FILE, *options)}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            header, chosen, rule = check.check(FILE, lambda _: lambda *_: bool(options))
            said["check.py"] = 3 * bool(check.count(chosen, rule, header["prefixes"])), ""
        except check.Unusable as error:
            said["check.py"] = 4, str(error)
    return said, out.getvalue()


def judge(what, lines, code, words, *options, by_c=None):
    """How many disagree. by_c: the exit codes of check.c, if others are allowed."""
    write(lines)
    said, _ = verdicts(*sys.argv[1:3], *options)
    wrong = {who: found for who, found in said.items()
             if found[0] not in (by_c if by_c and who == "check.c" else (code,)) or not re.search(words[who] if words else "", found[1])}
    for who, found in wrong.items():
        print(f"FAILED: {what}: {who} says {found}, not {code}")
    return len(wrong)


def main():
    def square(n, symmetry, depth, each, more=""):
        return JOB.format(n, "square", "solutions", symmetry, depth, each, more)

    most = 10 ** 9
    opened = " of_depth={} of_prefixes_per_task={} of_task={}".format
    true = [square(1, "full", 1, 1), square(4, "full", 0, most), square(6, "none", 6, 1),
            square(6, "mirror", 0, 1), square(12, "mirror", 3, 4, " fixed_by=quarter-turn"),
            square(8, "none", 2, 7, " fixed_by=half-turn"), square(10, "full", 2, 9, " chess_piece=amazon"),
            square(10, "none", 0, 9, " chess_piece=amazon fixed_by=half-turn"),
            JOB.format(5, "torus", "solutions", "full", 0, 1, ""), JOB.format(4, "torus", "solutions", "none", 4, 1, ""),
            JOB.format(1, "square", "placements", "mirror", 1, 1, ""),
            JOB.format(8, "square", "placements", "none", 8, 90, ""),
            square(6, "full", 1, most, opened(0, 1, 0)), square(6, "full", 6, 1, opened(6, 1, 0)),
            square(5, "none", 2, 1, opened(0, 10 ** 5, 0)), square(4, "none", 4, 1, opened(2, 1, 0)),
            JOB.format(5, "square", "placements", "mirror", 5, 9, opened(2, 1, 3))]
    true += [job.replace(" of_", " order=fewest of_", 1) if " of_" in job else job + " order=fewest"
             for job in true if "placements" not in job]
    failures = sum(judge(job, certificate(job), 0, None, "--all") for job in true)

    # Changes of a job line, by the certificate to change.
    plain, task = square(6, "none", 2, 9), square(6, "none", 2, 3, opened(1, 2, 1))
    placed = JOB.format(9, "square", "placements", "mirror", 8, 900, "")
    forged = {plain: [
        ("n=6", "n=06"), ("n=6", "n=+6"), ("n=6", "n=-6"), ("n=6", "n= 6"), ("n=6", "n=0"), ("n=6", "n=33"),
        ("n=6", "n=65"), ("n=6", "n=6.0"), ("n=6", "n=4294967302"), ("n=6", "n=18446744073709551622"), ("n=6 ", ""),
        ("n=6 ", "n=6  "), ("n=6 ", "n=6\t"), ("square", "cube"), ("board=square ", ""), ("square", "squares"),
        ("square", "torus fixed_by=half-turn"), ("solutions", "queens"), ("none", "all"), ("none", "None"),
        ("depth=2", "depth=7"), ("depth=2", "depth=-1"), ("depth=2", "depth=02"), ("depth=2", "depth="),
        ("task=9", "task=0"), ("task=9", "task=09"), ("task=9", "task=1000000001"), ("task=9", "task=10000000000"),
        ("stream=1", "stream=2"), ("stream=1", "stream=0"), ("stream=1", "stream=01"), ("stream=1", "stream=11"),
        (" stream=1", ""), ("stream=1", "stream=1 "), ("stream=1", "stream=1 stream=1"), ("stream=1", "stream=1 x"),
        ("stream=1", "stream=1 slice_depth=4 prefixes_per_slice=1"), ("stream=1", "stream=1 chess_piece=queen"),
        ("stream=1", "stream=1 fixed_by=nothing"), ("stream=1", "stream=1 chess_piece=unicorn"),
        ("stream=1", "stream=1 fixed_by=half-turn chess_piece=amazon"), ("stream=1", "stream=1 fixed_by=third-turn"),
        ("stream=1", "stream=1 of_depth=1"), ("stream=1", "stream=1 of_prefixes_per_task=1"),
        ("stream=1", "stream=1 of_depth=0 of_prefixes_per_task=0 of_task=0"),
        ("none depth=2 prefixes_per_task=9 stream=1", "full depth=2 prefixes_per_task=9 stream=1 fixed_by=half-turn"),
        ("solutions symmetry=none", "placements symmetry=full"), (plain, ""), (plain, "5"),
        ("square quantity=solutions", "torus quantity=placements"),
        ("stream=1", "stream=1 chess_piece=amazon chess_piece=amazon"),
        ("stream=1", "stream=1 order=rows"), ("stream=1", "stream=1 order="), ("stream=1", "stream=1 order=most"),
        ("stream=1", "stream=1 order=fewest chess_piece=amazon"), ("stream=1", "stream=1 order=fewest order=fewest")],
              task: [
        ("depth=2", "depth=0"), ("of_depth=1", "of_depth=3"), ("of_depth=1", "of_depth=01"),
        ("of_depth=1", "of_depth=-1"), ("of_prefixes_per_task=2", "of_prefixes_per_task=0"),
        ("of_prefixes_per_task=2", "of_prefixes_per_task=100001"), ("of_task=1", "of_task=3"),
        ("of_task=1", "of_task=01"), ("of_task=1", "of_task=500000000"), ("of_task=1", "of_task=500000001"),
        ("of_task=1", "of_task=9223372036854775808"), ("of_task=1", "of_task=1 "), (" of_task=1", ""),
        ("of_depth=1 of_prefixes_per_task=2", "of_prefixes_per_task=2 of_depth=1"),
        ("of_task=1", "of_task=1 order=fewest"), ("of_depth=1", "order=rows of_depth=1"),
        (task[task.index("depth="):], "depth=0 prefixes_per_task=3 stream=1" + opened(0, 1, 0))],
              placed: [("depth=8", "depth=9"), ("depth=8", "depth=1"), ("mirror", "full"),
                       ("stream=1", "stream=1 chess_piece=amazon"), ("stream=1", "stream=1 order=fewest")]}
    for job, changes in forged.items():
        lines = certificate(job)
        for old, new in changes:
            other, words = job.replace(old, new, 1), lines[10]
            with contextlib.suppress(ValueError):  # jobs that Rule accepts have their own words
                words = "\n".join(words_of(Rule(other)))
            failures += judge(other, [lines[0], "job: " + other, *lines[2:10], words, *lines[11:]], 4, IMPOSSIBLE)

    # Changes of other lines, by their beginning.
    lines = certificate(plain)
    second = lines[5][len("total: "):] + " agrees " + square(6, "mirror", 2, 1)
    others = ["prefixes: 20 ", "prefixes: 020", "prefixes: +20", "prefixes: 20 20", "prefixes: ", "prefixes:20", "tasks: 3 ",
              "tasks: 4", "above: 00", "above: 0 ", "above: -0", "total: 4 ", "total: 04", "nodes: 15 ",
              "nodes: 15x", "nodes: 340282366920938463463374607431768211471", "second_count: 4", "second_count: ",
              "second_count: none ", "second_count: 4 agrees ", f"second_count: {second} ", f"second_count: 0{second}",
              f"second_count: {second} of_depth=1 of_prefixes_per_task=1 of_task=0",
              f"second_count: {second} slice_depth=4 prefixes_per_slice=1",
              "second_count: " + second.replace("mirror", "none"), "second_count: " + second.replace("n=6", "n=7"),
              "second_count: " + second.replace("n=6", "n=64"), "second_count: " + second.replace("solutions", "placements"),
              "started: to\x7fday", "started today", "Started: today", ": today", " : today", "started: today\n# started: today",
              "table: today", "started: " + 992 * "x"]
    assert not judge("a second count", [f"second_count: {second}" if line.startswith("second") else line for line in lines],
                     0, None)
    for line in others:
        name = re.match("[a-z_]*", line)[0]
        name = name if any(own.startswith(name + ": ") for own in lines) else "started"
        failures += judge(line, [line if own.startswith(name + ": ") else own for own in lines], 4, None,
                          by_c=(0,) if name == "started" or line.startswith("second_count: 4 agrees ") else (4,))
    print(f"{len(true) + sum(map(len, forged.values())) + len(others)} headers")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
