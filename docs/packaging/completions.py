#!/usr/bin/env python3
"""Makes completions for bash, fish and zsh: completions.py FOLDER [EMULATOR] NQUEENS

They are the scripts in completions/ with a table of what may be typed, made of what `nqueens --help` and
`nqueens COMMAND --help` print. The build runs this.

A line of the table is KEY, OFFER, TEXT between tabs. The keys: "" has the commands; "COMMAND" its
arguments, "COMMAND -" its options, "COMMAND OPTION" the values of one that takes some. A pattern of
files begins with a star; !kernels are those that run here; where there is no way to tell, the offer
is empty.
"""

import pathlib
import re
import subprocess
import sys

import man

SCRIPTS = pathlib.Path(__file__).resolve().parent / "completions"
# "-c,--checkpoint FILE Excludes: --no-checkpoint", "job N|JOB.toml REQUIRED"
TAG = re.compile(r"(?P<names>\S+)(?: (?P<type>(?!Excludes:|Needs:|REQUIRED)\S+))?.*")


def values(name, kind, commands):
    """By the type in the help: "B:{square,torus}", "FILE", "CHECKPOINT|RUN.jsonl"."""
    words = re.search(r"{(.*)}", kind)
    if words:
        return words[1].split(",")
    if name == "--kernel":
        return ["!kernels"]
    if kind == "COMMAND":
        return commands
    patterns = ["*.ckpt"] if "CHECKPOINT" in kind or name == "--checkpoint" else []
    patterns += ["*.cert", "*.cert.gz"] if "CERTIFICATE" in kind else []
    patterns += ["*" + extension for extension in (".toml", ".jsonl") if extension in kind]
    return patterns or (["*"] if kind == "FILE" else [])


def sections(text):
    """Of a help: its headings and their lines."""
    for block in text.split("\n\n"):
        heading, *lines = block.splitlines() or [""]
        if lines and lines[0].startswith("  "):
            yield heading, man.parts(lines)


def table(output):
    """The lines, as (key, offer, text)."""
    program = dict(sections(output("--help")))
    commands = [name for name, text in program["Subcommands:"]]
    yield from (("", name, text) for name, text in program["Subcommands:"])
    for command in [""] + commands:
        help_of = dict(sections(output(command, "--help"))) if command else program
        for tag, text in help_of.get("Options:", []):
            match = TAG.fullmatch(tag)
            for name in match["names"].split(","):
                yield ("{} -".format(command) if command else "", name, text)
                if match["type"]:
                    found = values(match["names"].split(",")[-1], match["type"], commands)
                    yield from (("{} {}".format(command, name), word, "") for word in found or [""])
        for tag, text in help_of.get("Positionals:", []):
            found = values("", TAG.fullmatch(tag)["type"], commands)
            if found:
                yield from ((command, word, "") for word in found)
                break


def main(folder, *program):
    def output(*arguments):
        done = subprocess.run(program + arguments, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode()

    lines = ["\t".join((key, offer, text.strip().partition("   ")[0]))
             for key, offer, text in table(output)]
    texts = {"@OFFERS@": (SCRIPTS / "offers.awk").read_text(), "@TABLE@": "\n".join(lines)}
    for script in ("nqueens.bash", "_nqueens", "nqueens.fish"):
        made = (SCRIPTS / script).read_text()
        for name, text in texts.items():
            if script.endswith(".fish"):  # in quotes
                text = text.replace("\\", "\\\\").replace("'", "\\'")
            made = made.replace(name, text)
        (pathlib.Path(folder) / script).write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
