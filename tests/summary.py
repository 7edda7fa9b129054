"""tests/summary.py FILE...: how the tests in ctest's JUnit files came out, in a few lines.

A test, or a part of one, that could not run says why in a line "not run: REASON".
"""

import pathlib
import re
import sys
import xml.etree.ElementTree


def main() -> None:
    passed = 0
    skipped = 0
    not_run = []
    failed = []
    for file in sys.argv[1:]:
        for test in xml.etree.ElementTree.parse(file).iter("testcase"):
            said = test.findtext("system-out", "")
            reasons = re.findall(r"^not run: (.*)|: Skipped\n(.+)", said, re.MULTILINE)
            if test.get("status") == "fail":
                failed.append(f"{test.get('name')} ({pathlib.Path(file).stem})")
            elif test.get("status") == "run":
                passed += 1
            else:
                skipped += 1
                reasons = reasons or [("no reason given", "")]
            not_run += [f"not run: {test.get('name')}: {script or unit}" for script, unit in reasons]
    print(f"{passed} tests passed, {len(failed)} failed, {skipped} not run")
    for line in [*not_run, *(f"failed: {name}" for name in failed)]:
        print(line)


main()
