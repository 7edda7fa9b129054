#!/usr/bin/env python3
"""Makes the man pages: man.py LAUNCH FOLDER [EMULATOR] NQUEENS

nqueens.1 has what `nqueens --help` and `nqueens COMMAND --help` print and four sections of
docs/reference.md; nqueens-launch.1 has `LAUNCH --help` and docs/launch.md. The build runs this.
"""

import pathlib
import re
import subprocess
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent
TAG = re.compile(r"(`[^`]*`(?:, (?:`[^`]*`|\.\.\.))*): (.*)", re.DOTALL)


def roff(text):
    text = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-")
    return r"\&" + text if text.startswith((".", "'")) else text


def tagged(tag, text):
    return ".TP\n\\fB{}\\fR\n{}\n".format(roff(tag), roff(text))


def parts(lines):
    """Lines such as '  -j,--json      Print one JSON object', each with the lines that go on: the
    name and the text."""
    indents = [len(line) - len(line.lstrip()) for line in lines]
    column = min([indent for indent in indents if indent > 4], default=None)
    found = []
    for line, indent in zip(lines, indents):
        if indent > 4:
            found[-1][1] += " " + line
            continue
        tag, _, text = line.strip().partition("  ")
        # An option as wide as its column has but one blank behind it.
        if column and line[column - 1 : column] == " " and line[column:][:2] not in ("", "--"):
            tag, text = line[:column], line[column:]
        found.append([tag.strip(), text])
    return found


def entries(lines):
    return "".join(tagged(*entry) for entry in parts(lines))


def help_blocks(text):
    """The help of a command behind its 'Usage:' line; exit codes stand once, further down."""
    for block in text.strip().split("\n\n"):
        lines = block.splitlines()
        if lines[0] == "Exit codes:":
            continue
        heading = lines.pop(0) if len(lines) > 1 and lines[1].startswith("  ") else None
        if heading and heading.startswith("  "):
            lines.insert(0, heading)
        elif heading:
            yield ".PP\n{}\n".format(roff(heading))
        yield entries(lines) if lines[0].startswith("  ") else ".PP\n{}\n".format(roff(block))


def markdown_block(text):
    """A heading, list or paragraph. Code becomes bold, a link its text."""
    if text.startswith("## "):
        return ".SH {}\n".format(roff(text[3:]).upper())
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    if not text.startswith("* "):
        return ".PP\n{}\n".format(re.sub("`([^`]*)`", r"\\fB\1\\fR", roff(text)))
    items = [TAG.fullmatch(item.strip()).groups() for item in re.split(r"(?m)^\* ", text)[1:]]
    return "".join(tagged(tag.replace("`", ""), text.replace("`", "")) for tag, text in items)


def markdown(page, titles=None):
    sections = re.split(r"^(?=## )", (DOCS / page).read_text(), flags=re.MULTILINE)[1:]
    for section in sections:
        if titles is None or section[3:].partition("\n")[0] in titles:
            yield from map(markdown_block, re.split(r"\n{2,}", section.strip()))


def nqueens_page(output):
    summary, _, commands = output("--help").partition("Usage:")
    commands = re.findall(r"^  ([a-z]+) ", commands.partition("Subcommands:")[2], re.MULTILINE)
    helps = [re.match(r"(.*)\nUsage: (.*)\n((?:.*\n)*)", output(command, "--help")).groups()
             for command in commands]
    yield ".SH NAME\nnqueens \\- count the solutions of the N\\-queens problem exactly\n"
    yield ".SH SYNOPSIS\n"
    yield "".join(".B {}\n.br\n".format(roff(usage)) for summary, usage, text in helps)
    yield ".SH DESCRIPTION\n{}\n.SH COMMANDS\n".format(roff(summary))
    for summary, usage, text in helps:
        yield ".SS {}\n{}\n".format(roff(usage), roff(summary))
        yield from help_blocks(text)
    yield from markdown("reference.md", ["Files", "Signals", "Exit status", "Environment"])
    yield ".SH SEE ALSO\n.BR nqueens\\-launch (1),\n.BR mpirun (1),\n.BR srun (1)\n"


def launch_page(text):
    usage, _, text = text.partition("\n\n")
    yield ".SH NAME\nnqueens\\-launch \\- start a count so that it survives faults\n"
    yield ".SH SYNOPSIS\n.B {}\n".format(roff(usage.replace("jobs/launch", "nqueens-launch")))
    yield ".SH DESCRIPTION\n"
    yield from help_blocks(text)
    yield from markdown("launch.md")
    yield ".SH SEE ALSO\n.BR nqueens (1)\n"


def main(launch, folder, *program):
    def output(*command):
        return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()

    version = re.match(r"nqueens ([0-9.]+)", output(*program, "--version"))[1]
    pages = {
        "nqueens": nqueens_page(lambda *arguments: output(*program, *arguments)),
        "nqueens-launch": launch_page(output(launch, "--help")),
    }
    for name, parts in pages.items():
        head = '.TH {} 1 "" "nqueens {}" "User Commands"\n'.format(roff(name).upper(), version)
        # No space where a section begins.
        text = re.sub(r"(\.S[HS] .*\n)\.PP\n", r"\1", head + "".join(parts))
        (pathlib.Path(folder) / (name + ".1")).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
