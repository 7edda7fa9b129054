"""What is changed, by which tests; and the list of accepted survivors, which must be of lines that are there."""

from __future__ import annotations

import re
import tempfile
import unittest
from pathlib import Path

from . import accepted
from .layers import TESTS, all_mutants, drawn
from .rules import Mutant, mutants_of
from .workshop import Usual, Workshop, checking

_ROOT = Path(__file__).resolve().parents[2]


def _changes(body: str) -> list[str]:
    """Those of a function of two or more lines, of which this is one."""
    return [mutant.change for mutant in mutants_of("src/core/x.cpp", f"int f(int n) {{\n  {body}\n  return n;\n}}\n")]


class Rules(unittest.TestCase):
    def test_change_operators_constants_conditions_and_statements(self) -> None:
        self.assertEqual(
            _changes("if (n <= 7 && a(n)) {\n    x = n + 1;\n  }"),
            ["n <= 7 && a(n) -> !(n <= 7 && a(n))", "<= -> <", "7 -> 8", "&& -> ||", "without x = n + 1;", "+ -> -",
             "1 -> 2"],
        )
        self.assertCountEqual(_changes("while (more()) {\n    --n;\n  }"),
                         ["more() -> !(more())", "without --n;", "-- -> ++"])
        self.assertEqual(_changes("n = a ? b(n) : 2.5;"),
                         ["without n = a ? b(n) : 2.5;", "a -> !(a)", "2.5 -> 5.0"])
        self.assertEqual(_changes("case Kind::one: act(true); break;"),
                         ["without act(true);", "true -> false", "without break;"])
        self.assertEqual(_changes("const int k = m >> 3 & 1U;"), [">> -> <<", "3 -> 4", "& -> |", "1 -> 2"])

    def test_leave_texts_comments_declarations_and_what_is_told(self) -> None:
        for body in (
            "int x{};  // n + 1 < 2",
            'std::string s = "n < 1 && true";',
            "assert(n < 5);",
            "static_assert(sizeof n == 4);",
            'spdlog::info("{} of {}", n + 1, 7);',
            "values.reserve(n + 1);",
            "std::vector<std::pair<int, int>> pairs;",
            "const auto& [a, b] = pair;",
            "value ^= 0x9e3779b97f4a7c15U;",
            "char c = '+';",
        ):
            self.assertEqual([c for c in _changes(body) if not c.startswith("without value")], [], body)

    def test_take_out_a_throw_and_leave_its_text(self) -> None:
        self.assertEqual(_changes('throw Error(code, "has " + std::to_string(n - 1));'),
                         ['without throw Error(code, "has " + std::to_string(n - 1));'])

    def test_change_constants_and_defaults_outside_of_functions(self) -> None:
        text = "namespace a {\nconstexpr double share = 4.5;\nconstexpr std::array<int, 2> t = {1, 2};\n" \
               "struct P {\n  double grace = 5;\n  int none = 0;\n  int size() const { return n_ - 1; }\n};\n}\n"
        self.assertEqual([(m.line, m.change) for m in mutants_of("src/core/x.hpp", text)],
                         [(2, "4.5 -> 9.0"), (5, "5 -> 6"), (7, "- -> +"), (7, "1 -> 2")])

    def test_apply_to_the_place_that_they_name(self) -> None:
        text = "void f() {\n  const char d = '\\'';\n  go(1'000, \"1\");  // 1\n}\n"
        changed = [mutant.apply(text) for mutant in mutants_of("src/core/x.cpp", text)]
        self.assertEqual(changed, [text.replace('go(1\'000, "1");', ";"), text.replace("1'000", "1001")])

    def test_keep_the_texts_of_a_condition(self) -> None:
        (negated, equal) = [m for m in mutants_of("a", 'void f() {\n  if (s == "a b") {\n  }\n}\n')]
        self.assertEqual((negated.new, equal.new), ('!(s == "a b")', "!="))


class Draws(unittest.TestCase):
    def test_take_one_change_a_line_by_the_seed_whatever_other_lines_are(self) -> None:
        mutants = [mutant for layer in TESTS for mutant in all_mutants(_ROOT, layer)]
        first = list(drawn(mutants, 1))
        self.assertEqual(len(first), len({(m.path, m.line) for m in mutants}))
        self.assertNotEqual(first[:50], list(drawn(mutants, 2))[:50])
        without = {first[3].line_text, first[5].line_text}
        fewer = list(drawn([m for m in mutants if m.line_text not in without], 1))
        self.assertEqual(fewer, [m for m in first if m.line_text not in without])

    def test_know_a_change_when_its_line_has_moved(self) -> None:
        text = "void f() {\n  go(1);\n}\n"
        names = [mutant.name for mutant in mutants_of("a", text)]
        self.assertEqual(names, [mutant.name for mutant in mutants_of("a", "// new\n\n" + text)])
        self.assertEqual(len(set(names)), 2)


class Layers(unittest.TestCase):
    def test_are_all_folders_of_sources(self) -> None:
        folders = {str(file.parent.relative_to(_ROOT / "src")) for file in (_ROOT / "src").rglob("*.cpp")} - {"."}
        self.assertEqual(folders, set(TESTS))
        for layer in TESTS:
            self.assertGreater(len(all_mutants(_ROOT, layer)), 100, layer)

    def test_have_tests_that_the_build_knows(self) -> None:
        known = (_ROOT / "tests" / "CMakeLists.txt").read_text(encoding="utf-8")
        programs = set(re.findall(r"nqueens_tests\(\w+ (\S+) ", known))
        scripts = {f"cli.{file.stem}" for file in (_ROOT / "tests" / "cli").glob("*.sh")}
        self.assertEqual({test for tests in TESTS.values() for test in tests} - programs - scripts, set())


class Checks(unittest.TestCase):
    def test_keep_the_quotes_of_a_flag_and_write_nothing(self) -> None:
        self.assertEqual(
            checking(r'/usr/bin/ccache /usr/bin/c++ -DF="\" -O1 -g \"" -I/a -o x.dir/y.o -c /a/y.cpp'),
            ["/usr/bin/c++", '-DF=" -O1 -g "', "-I/a", "-fsyntax-only", "/a/y.cpp"],
        )


class Trials(unittest.TestCase):
    """Of change 7, which a quick, a slow and a script's test reach, and a fourth does not."""

    class Played(Workshop):
        def __init__(self, failing: str) -> None:
            super().__init__(_ROOT, Path(tempfile.gettempdir()), 1)
            reaching = bytes(number == 7 for number in range(1 << 20))
            for test, seconds, reached in (("slow", 9, reaching), ("cli.script", 1, reaching), ("quick", 2, reaching),
                                           ("elsewhere", 1, bytes(1 << 20))):
                self._usual[test] = Usual(seconds, seconds, ("-s", "s"), reached)
            self.runs: list[str] = []
            self._failing = failing

        def _test(self, test: str, number: int, chosen: str, usual: Usual | None, more: dict[str, str]) -> str:
            self.runs.append(test)
            return "a case" if test == self._failing else ""

    def test_run_what_reaches_the_change_the_quick_first_and_scripts_last(self) -> None:
        played = self.Played(failing="")
        verdict = played.try_out(7, {"elsewhere", "cli.script", "slow", "quick", "not built"})
        self.assertEqual((verdict.result, verdict.by), ("survived", ""))
        self.assertEqual(played.runs, ["quick", "quick", "slow", "slow", "cli.script", "cli.script"])

    def test_end_with_the_first_that_fails(self) -> None:
        played = self.Played(failing="slow")
        self.assertEqual(played.try_out(7, {"cli.script", "slow", "quick"}).result, "killed")
        self.assertEqual(played.runs, ["quick", "quick", "slow"])

    def test_say_that_no_test_reaches_a_change(self) -> None:
        played = self.Played(failing="quick")
        verdict = played.try_out(8, {"quick"})
        self.assertEqual((verdict.result, played.runs), ("survived", []))
        self.assertIn("none reaches it", verdict.by)


class AcceptedSurvivors(unittest.TestCase):
    def test_are_of_lines_and_changes_that_are_there(self) -> None:
        entries = accepted.read(_ROOT / "tests" / "mutations" / "accepted")
        self.assertEqual(accepted.faults(_ROOT, entries), [])

    def test_that_are_not_there_or_twice_are_faults(self) -> None:
        mutant: Mutant = all_mutants(_ROOT, "queue")[0]
        entry = accepted.Accepted(mutant.path, mutant.line_text, mutant.change, "why")
        self.assertEqual(accepted.faults(_ROOT, [entry]), [])
        self.assertEqual(len(accepted.faults(_ROOT, [entry, entry])), 1)
        gone = accepted.Accepted(mutant.path, mutant.line_text + "x", mutant.change, "why")
        self.assertEqual(len(accepted.faults(_ROOT, [gone])), 1)


if __name__ == "__main__":
    unittest.main()
