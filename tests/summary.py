"""tests/summary.py FILE...: how the tests in ctest's JUnit files came out, in a few lines.

A test, or a part of one, that could not run says why in a line "not run: REASON". A shell test
says what failed in a line "FAILED: CHECK" and shows below what the program printed.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree


MOST_LINES = 12


def shown_of(said: str) -> list[str]:
    """The lines about what failed, as far as a summary has room."""
    lines = [line for line in said.splitlines() if line]
    first = next((i for i, line in enumerate(lines) if line.startswith("FAILED: ")), len(lines))
    return [f"  {line}" for line in lines[first : first + MOST_LINES]]


def main() -> None:
    passed = 0
    skipped = 0
    not_run = []
    failures = 0
    failed = []
    for file in sys.argv[1:]:
        for test in xml.etree.ElementTree.parse(file).iter("testcase"):
            said = test.findtext("system-out", "")
            reasons = re.findall(r"^not run: (.*)|: Skipped\n(.+)", said, re.MULTILINE)
            if test.get("status") == "fail":
                failures += 1
                failed.append(f"failed: {test.get('name')} ({pathlib.Path(file).stem})")
                failed += shown_of(said)
            elif test.get("status") == "run":
                passed += 1
            else:
                skipped += 1
                reasons = reasons or [("no reason given", "")]
            not_run += [f"not run: {test.get('name')}: {script or unit}" for script, unit in reasons]
    print(f"{passed} tests passed, {failures} failed, {skipped} not run")
    for line in [*not_run, *failed]:
        print(line)


main()
