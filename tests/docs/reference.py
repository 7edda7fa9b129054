"""docs/reference.md names every option and JSON field of the program, and no others.

The man pages are up to date with it, and options that other documents name exist. NQUEENS is the
program.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NQUEENS = os.path.realpath(os.environ["NQUEENS"])
LAUNCH = ROOT / "jobs" / "launch"

# Options of other programs and of tests/run that the documents name.
FOREIGN = set("""
    --alias --batch --bind-to --build --cpus-per-task --dependency --detach-sign
    --enable-recovery --entrypoint --exclusive --faulty --group --gtest --hint --hostfile --init
    --install --jobs --list --mpi --no-kill --nodes --ntasks-per-node --only --overcommit
    --oversubscribe --prefix --preset --rm --round --runs --signal --stop-timeout --strict
    --strip --target --time
""".split())


def output(*arguments, folder=None, text=None):
    run = subprocess.run([NQUEENS, *arguments], cwd=folder, input=text, capture_output=True, text=True)
    return run.stdout


def commands():
    return re.findall(r"^  ([a-z]+) ", output("--help").partition("Subcommands:")[2], re.MULTILINE)


def options_of(command):
    lines = re.findall(r"^  (-\S+)", output(command, "--help"), re.MULTILINE)
    return set(re.findall(r"--?[a-z][a-z-]*", " ".join(line.split("=")[0] for line in lines)))


def sections():
    """The text below each heading."""
    parts = re.split(r"^##+ (.*)\n", (ROOT / "docs/reference.md").read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def named_in(title):
    """The commands of 'Options of count, resume and verify'."""
    return re.split(r", | and ", title.partition(" of ")[2])


def tags(text):
    """The code at the beginning of list items, before their colon."""
    heads = re.findall(r"^\* ((?:`[^`]*`|, | or |,\n  )+): ", text, re.MULTILINE)
    return [code for head in heads for code in re.findall(r"`([^`]*)`", head)]


def keys(value):
    """All names of fields in a JSON value."""
    if isinstance(value, list):
        return set().union(*map(keys, value))
    if isinstance(value, dict):
        return set(value) | keys(list(value.values()))
    return set()


class Options(unittest.TestCase):
    def test_reference_has_those_of_help(self):
        documented = {command: {"-h", "--help"} for command in commands()}
        for title, text in sections().items():
            for command in named_in(title) if title.startswith("Options of") else []:
                documented[command] |= {tag.split()[0].split("[")[0] for tag in tags(text)}
        for command in commands():
            with self.subTest(command):
                self.assertEqual(documented[command], options_of(command))

    def test_help_fits_100_columns(self):
        for command in ["", *commands()]:
            lines = output(*command.split(), "--help").splitlines()
            self.assertEqual([line for line in lines if len(line) > 100], [])

    def test_launch_has_those_of_help(self):
        text = (ROOT / "docs/launch.md").read_text()
        usage = subprocess.run([LAUNCH, "--help"], capture_output=True, text=True).stdout
        helped = set(re.findall(r"^ +(--[a-z-]+)", usage, re.MULTILINE))
        self.assertEqual({tag.split()[0] for tag in tags(text)}, helped)

    def test_other_documents_name_real_ones(self):
        by_command = {command: options_of(command) for command in commands()}
        launch = set(re.findall(r"--[a-z-]+", (ROOT / "docs/launch.md").read_text()))
        known = FOREIGN | launch | {"--version"} | set().union(*by_command.values())
        pages = [ROOT / "README.md", *ROOT.glob("*/README.md"), *ROOT.glob("docs/*.md")]
        for page in pages:
            for number, line in enumerate(page.read_text().splitlines(), 1):
                with self.subTest(f"{page.relative_to(ROOT)}:{number}"):
                    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", line))
                    self.assertLessEqual(named, known)
                    for command, rest in re.findall(r"nqueens (\w+)([^`|#]*)", line):
                        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest))
                        self.assertLessEqual(named, by_command.get(command, known))


class Fields(unittest.TestCase):
    def setUp(self):
        self.work = tempfile.TemporaryDirectory()
        self.addCleanup(self.work.cleanup)

    def fields(self, *arguments, text=None):
        lines = output(*arguments, folder=self.work.name, text=text).splitlines()
        return set().union(*(keys(json.loads(line)) for line in lines))

    def require(self, title, *answers):
        """The section names all fields of the answers, and its list no others."""
        printed = set().union(*answers)
        text = sections()[title]
        self.assertEqual(printed - set(re.findall(r"`([^`]*)`", text)), set())
        self.assertEqual(set(tags(text)) - printed, set())

    def make_checkpoint(self, name, *options):
        return self.fields("count", "8", "--json", "--quiet", "--checkpoint", name, *options)

    def test_count(self):
        self.require(
            "JSON of count and resume",
            self.make_checkpoint("twice.ckpt", "--double-check"),
            self.make_checkpoint("part.ckpt", "--part", "1/2"),
            self.make_checkpoint("placements.ckpt", "--quantity", "placements"),
        )

    def test_dry_run(self):
        self.require("JSON of count --dry-run", self.fields("count", "8", "--dry-run", "--json"))

    def test_plan(self):
        answers = [
            self.fields("plan", "6", "--json", "--quantity", quantity)
            for quantity in ("solutions", "placements")
        ]
        self.require("JSON of plan", *answers)

    def test_status(self):
        self.make_checkpoint("n8.ckpt")
        self.make_checkpoint("placements.ckpt", "--quantity", "placements")
        answers = [self.fields("status", f"{name}.ckpt", "--json") for name in ("n8", "placements")]
        self.require("JSON of status", *answers)

    def test_verify(self):
        """Conflicts come from a certificate that is wrong in two groups."""
        self.make_checkpoint("n8.ckpt", "--depth", "3")
        output("certificate", "n8.ckpt", "-o", "n8.cert", folder=self.work.name)
        script = ROOT / "tests/support/lie.py"
        subprocess.run([sys.executable, script, "n8.cert", "lie.cert"], cwd=self.work.name, check=True)
        command = ("verify", "--certificate", "lie.cert", "--all", "--json", "--quiet")
        self.require("JSON of verify", self.fields(*command))

    def test_merge(self):
        for name in ("one.ckpt", "other.ckpt"):
            self.make_checkpoint(name)
        command = ("merge", "one.ckpt", "other.ckpt", "-o", "all.ckpt", "--json")
        self.require("JSON of merge", self.fields(*command))

    def test_kernels(self):
        self.require("JSON of kernels", self.fields("kernels", "--json"))

    def test_bench(self):
        self.require("JSON of bench", self.fields("bench", "--n", "8", "--json"))

    def test_selftest(self):
        command = ("selftest", "--seconds", "1", "--threads", "1", "--json")
        self.require("JSON of selftest", self.fields(*command))

    def test_solve(self):
        self.require("JSON of solve", self.fields("solve", "8", "--format", "json"))

    def test_puzzle(self):
        answers = [
            self.fields("puzzle", *command.split(), "--format", "json")
            for command in ("dominate 5 --count", "knights 5 --queens 2 --knights 2", "latin 5", "magic 5")
        ]
        self.require("JSON of puzzle", *answers)

    def test_check(self):
        answers = [self.fields("check", "--json", text=text) for text in ("2 4 1 3\n", "1 2\n")]
        self.require("JSON of check", *answers)


class Pages(unittest.TestCase):
    def test_man_pages_are_up_to_date(self):
        script = ROOT / "docs/packaging/man.py"
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, script, folder], check=True)
            for page in pathlib.Path(folder).iterdir():
                with self.subTest(page.name):
                    advice = "run docs/packaging/man.py"
                    self.assertEqual(page.read_text(), (ROOT / "docs" / page.name).read_text(), advice)


if __name__ == "__main__":
    unittest.main()
