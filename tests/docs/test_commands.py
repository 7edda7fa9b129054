"""commands.py sees each promise of a page that is not kept."""

import pathlib
import tempfile
import unittest
from unittest import mock

from docs import commands

CLOCK = "17:09:38 info "
STAND_IN = commands.StandIn("page.md", "sleep 1000", "echo slept", "a quarter of an hour")


def ran(*blocks, stand_ins=()):
    """The page of these blocks, each a mark and its lines, after a run."""
    text = "".join(f"Prose:\n\n```{mark}\n" + "\n".join(lines) + "\n```\n\n"
                   for mark, *lines in blocks)
    with tempfile.TemporaryDirectory() as root, \
         mock.patch.object(commands, "STAND_INS", list(stand_ins)):
        pathlib.Path(root, "page.md").write_text(text)
        return commands.ran_page(pathlib.Path(root), pathlib.Path("/bin/echo"), "page.md")


class Commands(unittest.TestCase):
    def keeps(self, *blocks, **others):
        self.assertEqual(ran(*blocks, **others).faults, [])

    def breaks(self, fault, *blocks, **others):
        faults = ran(*blocks, **others).faults
        self.assertEqual(len(faults), 1, faults)
        self.assertRegex(faults[0], fault)

    def test_exit_codes(self):
        self.keeps(("sh", "true"))
        self.breaks("exit code 1", ("sh", "false"))
        self.breaks("exit code 1", ("sh", "false | cat"))
        self.keeps(("console", "$ (exit 75)", "$ echo $?", "75"))
        self.breaks("it prints\n75", ("console", "$ (exit 75)", "$ echo $?", "3"))
        self.breaks("exit code 127", ("sh", "no-such-program"))

    def test_what_is_printed(self):
        self.keeps(("console", "$ seq 3", "1", "2", "3"))
        self.breaks("it prints\n1\n2", ("console", "$ seq 3", "1", "2"))
        self.breaks("it prints\n1", ("console", "$ seq 1"))
        self.keeps(("console", "$ seq 3", "...", "3"), ("console", "$ echo a b c", "a ... c"))
        self.breaks("it prints\na b c", ("console", "$ echo a b c", "a ... d"))
        self.keeps(("console", "$ echo it took 5 s", "it took 1:02 min"))

    def test_the_log(self):
        log = "$ printf '2026-11-28T18:00:00+00:00 info %s\\n' one two >&2"
        self.keeps(("console", log, CLOCK + "one", "...", CLOCK + "two"))
        self.breaks("its log has no .*three", ("console", log, CLOCK + "one", CLOCK + "three"))
        self.breaks("no .*one' there", ("console", log, CLOCK + "two", CLOCK + "one"))

    def test_one_shell_runs_all(self):
        self.keeps(("sh", "mkdir a", "cd a", "x=5; f() { echo $x; }"), ("text", "seen"),
                   ("console", "$ f", "5", "$ basename $PWD", "a"))
        self.keeps(("sh", "nqueens", "[ \\", "1 = 1 ]"))
        self.breaks("exit 0: here the shell ended", ("sh", "exit 0", "true"))

    def test_files(self):
        self.keeps(("cpp", "// a.cpp", "int x;"), ("console", "$ tail -n 1 a.cpp", "int x;"))

    def test_no_block_escapes(self):
        self.breaks("neither file", ("text", "$ seq 3", "1"), ("sh", "true"))
        self.breaks("neither file", ("bash", "false"), ("sh", "true"))
        self.breaks("neither file", ("cpp", "int x;"), ("sh", "true"))
        self.breaks("no command", ("text", "1"))

    def test_stand_ins(self):
        self.keeps(("console", "$ sleep 1000", "slept"), stand_ins=[STAND_IN])
        self.assertIn(STAND_IN.why, ran(("sh", "sleep 1000"), stand_ins=[STAND_IN]).report[0])
        self.breaks("nothing matches 'sleep 1000'", ("sh", "true"), stand_ins=[STAND_IN])


if __name__ == "__main__":
    unittest.main()
