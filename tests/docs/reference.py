"""What pages and man pages say of commands, options, JSON, exit codes and environment is true.

NQUEENS is the program. "--names" prints what a release promises, for its folder of tests/releases.
"""

import functools
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import schema

ROOT = pathlib.Path(__file__).resolve().parents[2]
NQUEENS = os.path.realpath(os.environ["NQUEENS"])
LAUNCH = ROOT / "jobs" / "launch"
PAGES = [ROOT / "README.md", *ROOT.glob("*/README.md"), *ROOT.glob("docs/*.md")]

# Options of other programs and of tests/run that the pages name.
FOREIGN = set("""
    --alias --armor --batch --bind-to --build --cflags --classic --cpus-per-task --dependency --detach-sign --device
    --enable-recovery --entrypoint --exclusive --fakeroot --faulty --gpus --gpus-per-node
    --gpus-per-task --hint --host --hostfile --mail-type
    --init --install --jobs --libs --machinefile --mca --mpi --needed --no-kill --nodes --ntasks-per-node --nv --of --overcommit
    --prefix --preset --rm --runs --second --signal --stop-timeout --target --task --time --verify
""".split())


def output(*command, folder=None):
    return subprocess.run([NQUEENS, *command], cwd=folder, capture_output=True, text=True).stdout


HELP = output("--help")
COMMANDS = re.findall(r"^  ([a-z]+) ", HELP.partition("Subcommands:")[2], re.MULTILINE)
LAUNCH_HELP = subprocess.run([LAUNCH, "--help"], capture_output=True, text=True).stdout


def options(text):
    """Those that a help lists."""
    lines = re.findall(r"^  (-\S+)", text, re.MULTILINE)
    return set(re.findall(r"--?[a-z][a-z-]*", " ".join(line.split("=")[0] for line in lines)))


HELPS = {command: output(command, "--help") for command in COMMANDS}
OPTIONS = {command: options(HELPS[command]) for command in COMMANDS}
EXIT_CODES = [line.split(" ", 2) for line in (ROOT / "src/cli/exit_codes.txt").read_text().splitlines()]
EXIT_CODES = [
    (code, COMMANDS if owners == "all" else owners.split(","), text)
    for code, owners, text in EXIT_CODES
]
CHANGES = ROOT / "docs/changelog.md"
GONE = re.findall(r"^\*\*Gone\*\*\n\n((?:.+\n)*)", CHANGES.read_text(), re.MULTILINE)
GONE = set(re.findall(r"[\w-]+", " ".join(re.findall(r"`([^`]*)`", "".join(GONE)))))
KNOWN = FOREIGN | options(LAUNCH_HELP) | {"--help", "--version"} | set().union(*OPTIONS.values())


def sections():
    """The text below each heading of the reference."""
    parts = re.split(r"^##+ (.*)\n", (ROOT / "docs/reference.md").read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def tags(text):
    """The code at the beginning of list items, before their colon."""
    heads = re.findall(r"^\* ((?:`[^`]*`|, | or |,\n  )+): ", text, re.MULTILINE)
    return [code for head in heads for code in re.findall(r"`([^`]*)`", head)]


def named(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


# What each of these prints has a schema; together they print every field.
ANSWERS = """
result count 8 --depth 3 --double-check -jqc n8.ckpt
result count 8 --part 1/2 -jqc part.ckpt
result count 8 --depth 3 --quantity placements --double-check -jqc placements.ckpt
result count 8 --fixed-by quarter-turn -jqc turned.ckpt
result count 8 --depth 3 -jqc again.ckpt
result resume n8.ckpt -jq
plan plan 6 --json
plan plan 6 --json --quantity placements
plan plan 8 --json --fixed-by quarter-turn
status status n8.ckpt --json
status status placements.ckpt --json
status status . --json
findings verify lie.cert --all --json --quiet
findings compare n8.cert lie.cert --json
findings merge n8.ckpt again.ckpt -o all.ckpt --json
findings verify all.ckpt --json --quiet
report report n8.ckpt --json
report report three.run.jsonl --json
kernels kernels --json
bench bench --n 8 --json
bench bench --n 8 --fixed-by quarter-turn --json
selftest selftest --seconds 1 --threads 1 --json
solution solve 8 --format json
check check right --json
check check twice --json
check check wrong --json
puzzle puzzle dominate 5 --count -f json
puzzle puzzle knights 5 --queens 2 --knights 2 -f json
puzzle puzzle latin 5 -f json
puzzle puzzle magic 5 -f json
"""


def lines_of_log(path):
    return [("run", line) for line in path.read_text().splitlines()]


def live_run(folder):
    """What status prints of a count at work, what its log says, and what the log says at its end."""
    log = folder / "live.run.jsonl"
    count = [NQUEENS, "count", "20", "-qt", "1", "-c", "live.ckpt"]
    with subprocess.Popen(count, cwd=folder, stdout=subprocess.DEVNULL) as process:
        status = last = ""
        while process.poll() is None and not (
                '"heard_at"' in status and re.search(r'"groups":\[\[.*}$', last)):
            status = output("status", "live.ckpt", "--json", folder=folder)
            last = log.read_text().splitlines()[-1] if log.exists() else ""
        process.terminate()
    return [("status", status), ("run", last), *lines_of_log(log)]


@functools.cache
def answers():
    """The name of the schema and the JSON of each answer and line of a log."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in (("right", "2 4 1 3\n"), ("twice", "2 4 1 3\n" * 2), ("wrong", "1 2\n")):
            (folder / file).write_text(text)
        subprocess.run([sys.executable, ROOT / "tests/report/logs.py"], cwd=folder, check=True)
        log = folder / "three.run.jsonl"  # its result is none of the program's
        log.write_text("".join(log.read_text().splitlines(keepends=True)[:-1]))
        for line in ANSWERS.strip().splitlines():
            schema, *call = line.split()
            if call[0] == "verify" and not (folder / "n8.cert").exists():
                # Conflicts come from a certificate that is wrong in two tasks.
                output("certificate", "n8.ckpt", "-o", "n8.cert", folder=folder)
                lie = [sys.executable, ROOT / "tests/support/forge.py", "n8.cert", "lie.cert", "lie=8"]
                subprocess.run(lie, cwd=folder, check=True)
            found += [(schema, text) for text in output(*call, folder=folder).splitlines()]
        found += [("result", path.read_text()) for path in folder.glob("*.result.json")]
        found += [*lines_of_log(folder / "n8.run.jsonl"), *lines_of_log(folder / "all.run.jsonl")]
        found += live_run(folder)
    return [(schema, json.loads(text)) for schema, text in found]


def promised():
    """What every later version with the same major number has, too, a line each."""
    for command in COMMANDS:
        yield from (f"nqueens {command} {option}" for option in OPTIONS[command])
    yield from (f"nqueens-launch {option}" for option in options(LAUNCH_HELP))
    for command, name in schema.OF_COMMAND.items():
        yield from (f"JSON of {command}: {field}" for field in schema.fields(name))
    yield from (f"exit code {code}" for code, *_ in EXIT_CODES)


class Commands(unittest.TestCase):
    def test_help_fits_100_columns(self):
        for command in ["", *COMMANDS]:
            lines = output(*command.split(), "--help").splitlines()
            self.assertEqual([line for line in lines if len(line) > 100], [])

    def test_pages_name_real_options(self):
        for page in PAGES:
            for number, line in enumerate(page.read_text().splitlines(), 1):
                with self.subTest(f"{page.relative_to(ROOT)}:{number}"):
                    known = KNOWN | GONE if page == CHANGES else KNOWN
                    self.assertEqual(named(line) - known, set())
                    for command, rest in re.findall(r"nqueens (\w+)([^`|#]*)", line):
                        self.assertEqual(named(rest) - OPTIONS.get(command, KNOWN), set())

    def test_commands_in_blocks_parse(self):
        """With --help behind them the program looks at values and does no more."""
        parsed = 0
        for page in PAGES:
            blocks = re.findall(r"(?ms)^```(?:sh|console|text)\n(.*?)^```", page.read_text())
            for line in "".join(blocks).splitlines():
                command = re.search(r"(?:^|[ /])(nqueens (?:%s) .*)" % "|".join(COMMANDS), line)
                if command:
                    words = list(shlex.shlex(command[1], posix=True, punctuation_chars=True))[1:]
                    ends = [words.index(mark) for mark in ("|", ">", ";", "&&") if mark in words]
                    with self.subTest(f"{page.name}: {line}"):
                        arguments = [*words[: min(ends, default=None)], "--help"]
                        self.assertIn("Usage: nqueens", output(*arguments))
                    parsed += 1
        self.assertGreater(parsed, 20)

    def test_man_pages_have_all_of_help(self):
        with tempfile.TemporaryDirectory() as folder:
            script = ROOT / "docs/packaging/man.py"
            subprocess.run([sys.executable, script, LAUNCH, folder, NQUEENS], check=True)
            page, launch = (
                (pathlib.Path(folder) / name).read_text().replace("\\-", "-")
                for name in ("nqueens.1", "nqueens-launch.1")
            )
        self.assertEqual(options(LAUNCH_HELP) - named(launch.replace("\\fB", " ")), set())
        self.assertEqual(re.findall(r"^\.SS nqueens ([a-z]+)", page, re.MULTILINE), COMMANDS)
        for text, command in zip(page.partition(".SH COMMANDS")[2].split(".SS ")[1:], COMMANDS):
            tagged = re.findall(r"^\.TP\n\\fB(.*)\\fR", text.partition(".SH")[0], re.MULTILINE)
            self.assertEqual(options("".join(f"  {tag}\n" for tag in tagged)), OPTIONS[command])
        for title in ("FILES", "SIGNALS", "EXIT STATUS", "ENVIRONMENT"):
            self.assertIn(f"\n.SH {title}\n", page)


class Rules(unittest.TestCase):
    def test_boards_that_are_saved(self):
        rule = re.search(r"Boards from [^)]*\)", output("count", "--help"))[0]
        self.assertIn(" ".join(rule.split()), " ".join(sections()["Files"].split()))
        queens = re.search("n = [0-9]+", rule)[0].split()[-1]
        for page in ("README.md", "docs/tutorial.md"):
            self.assertIn(f"of {queens} queens or more", (ROOT / page).read_text())

    def test_exit_codes(self):
        """The table has each code, its commands, and details of it; the page says the same."""
        page = []
        for code, rows in itertools.groupby(EXIT_CODES, lambda row: row[0]):
            (_, owners, text), *details = rows
            for _, commands, detail in details:
                self.assertLessEqual(set(commands), set(owners))
                names = ", ".join(f"`{command}`" for command in commands)
                text += ("; " if ": " in text else ": ") + detail
                text += f" ({names})" if len(commands) < 3 else ""
            page.append(f"* `{code}`: {text}.")
            for command in COMMANDS:
                listed = re.search(rf"(?m)^ +{code}  ", HELPS[command].partition("Exit codes:")[2])
                self.assertEqual(bool(listed), command in owners, f"{command}: {code}")
        section = " ".join(sections()["Exit status"].split()).partition(" With `--enable")[0]
        self.assertEqual(section.replace(" * ", "\n* "), "\n".join(page))

    def test_environment(self):
        sources = "".join(path.read_text() for path in (ROOT / "src").rglob("*.cpp"))
        read = set(re.findall(r'"(NQUEENS_[A-Z_]+)"', sources))
        documented = {tag for tag in tags(sections()["Environment"]) if tag.startswith("NQUEENS_")}
        self.assertEqual(documented, read)


class Releases(unittest.TestCase):
    def test_nothing_of_a_release_is_gone_untold(self):
        """The other tests show that what the pages name is there, and that all is named."""
        releases = sorted(ROOT.glob("tests/releases/*/names"))
        self.assertTrue(releases)
        for names in releases:
            with self.subTest(names.parent.name):
                text = names.read_text().replace(" count and resume: ", " count: ")
                gone = set(text.splitlines()) - set(promised())
                gone = {name for name in gone if not {name.split()[-1], *named(name)} & GONE}
                self.assertEqual(gone, set())


class Fields(unittest.TestCase):
    """The schemas name all fields of the commands' answers, and no others."""

    def test_each_command_has_a_schema(self):
        with_json = {command for command in COMMANDS if "json}" in HELPS[command].replace(",", "}")
                     or "--json" in OPTIONS[command]}  # fmt: skip
        self.assertEqual(with_json, set(schema.OF_COMMAND))

    def test_answers(self):
        for name, value in answers():
            with self.subTest(name):
                self.assertEqual(schema.fault(name, value), "")

    def test_all_fields_are_printed(self):
        found = set()
        for name, value in answers():
            schema.printed(schema.ALL["$defs"][name], value, found)
        no_device = not any(value["devices"] for name, value in answers() if name == "kernels")
        for name, its_schema in schema.ALL["$defs"].items():
            for each in schema.objects(its_schema):
                of_device = each is schema.ALL["$defs"]["common"]["$defs"]["device"]
                unseen = {field for field in each["properties"] if (id(each), field) not in found}
                if not (of_device and no_device):
                    self.assertEqual(unseen, set(), name)

    def test_all_fields_are_described(self):
        for name, its_schema in schema.ALL["$defs"].items():
            schema.Draft202012Validator.check_schema(its_schema)
            for each in schema.objects(its_schema):
                self.assertIs(each["additionalProperties"], False)
                for field, text in each["properties"].items():
                    with self.subTest(f"{name}: {field}"):
                        about = schema.target(text["$ref"]) if "$ref" in text else {}
                        self.assertTrue({**about, **text}.get("description"))

    def test_page_has_all_schemas(self):
        page = sections()["JSON"]
        for name in schema.ALL["$defs"]:
            self.assertIn(f"schema/{name}.json", page)


if __name__ == "__main__":
    if sys.argv[1:] == ["--names"]:  # for the folder of a new release
        print(*sorted(promised()), sep="\n")
    else:
        unittest.main()
