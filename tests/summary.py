"""tests/summary.py FILE...: how the tests in ctest's JUnit files came out, in a few lines.

A test, or a part of one, that could not run says why in a line "not run: REASON". A shell test
says what failed in a line "FAILED: CHECK" and shows below what the program printed. Of a program
of GoogleTest each case is a test.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree


MOST_LINES = 12


def shown_of(said: str) -> list[str]:
    """The lines about what failed, as far as a summary has room."""
    lines = [line for line in said.splitlines() if line]
    says = [i for i, line in enumerate(lines) if re.match("FAILED: |.*: Failure$", line)]
    first = says[0] if says else len(lines)
    return [f"  {line}" for line in lines[first : first + MOST_LINES]]


CASE = re.compile(
    r"\[ RUN      \] (?P<name>\S+)\n(?P<said>.*?)"
    r"(?:\[ +(?P<end>OK|FAILED|SKIPPED) +\] (?P=name)\b|\Z)",
    re.DOTALL,
)


def parts_of(name: str, status: str, said: str) -> list[tuple[str, str, str]]:
    """A test, or the cases of a program of GoogleTest, each with its status and what it printed. A
    case without an end is the one in which the program died."""
    statuses = {"OK": "run", "SKIPPED": "notrun", "FAILED": "fail", None: "fail"}
    cases = [
        (f"{name}.{case['name']}", statuses[case["end"]], case["said"])
        for case in CASE.finditer(said)
    ]
    has_failed = any(end == "fail" for _, end, _ in cases)
    if cases and has_failed == (status == "fail"):
        return cases
    return [*cases, (name, status, said)]


def main() -> None:
    passed = 0
    skipped = 0
    not_run = []
    failures = 0
    failed = []
    for file in sys.argv[1:]:
        for test in xml.etree.ElementTree.parse(file).iter("testcase"):
            whole = test.get("name", ""), test.get("status", ""), test.findtext("system-out", "")
            for name, status, said in parts_of(*whole):
                reasons = re.findall(r"^not run: (.*)|: Skipped\n(.+)", said, re.MULTILINE)
                if status == "fail":
                    failures += 1
                    failed.append(f"failed: {name} ({pathlib.Path(file).stem})")
                    failed += shown_of(said)
                elif status == "run":
                    passed += 1
                else:
                    skipped += 1
                    reasons = reasons or [("no reason given", "")]
                not_run += [f"not run: {name}: {script or unit}" for script, unit in reasons]
    print(f"{passed} tests passed, {failures} failed, {skipped} not run")
    for line in [*not_run, *failed]:
        print(line)


main()
