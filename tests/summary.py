"""tests/summary.py FILE...: how the tests in ctest's JUnit files came out, in a few lines.

A test, or a part of one, that could not run says why in a line "not run: REASON".
"""

import re
import sys
import xml.etree.ElementTree


def main() -> None:
    passed = 0
    not_run = []
    failed = []
    for file in sys.argv[1:]:
        suite = xml.etree.ElementTree.parse(file).getroot()
        for test in suite.iter("testcase"):
            said = test.findtext("system-out", "")
            reasons = re.findall(r"^not run: (.*)|: Skipped\n(.+)", said, re.MULTILINE)
            if test.get("status") == "fail":
                failed.append(f"{test.get('name')} ({suite.get('name')})")
            elif test.get("status") == "run":
                passed += 1
            elif not reasons:
                reasons = [("no reason given", "")]
            not_run += [f"not run: {test.get('name')}: {script or unit}" for script, unit in reasons]
    print(f"{passed} tests passed, {len(failed)} failed")
    print(*not_run, *(f"failed: {name}" for name in failed), sep="\n", end="\n" if not_run or failed else "")


main()
