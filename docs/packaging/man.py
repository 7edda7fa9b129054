#!/usr/bin/env python3
"""Makes the man pages of docs/reference.md and docs/launch.md: in docs/, or in the folder named.

Of Markdown it knows what those two use: headings, paragraphs, lists, code and links. A list item that
begins with code and a colon becomes a tagged paragraph. tests/docs/reference.py checks that the pages
in docs/ are up to date.
"""

import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent
PAGES = {"reference.md": "nqueens.1", "launch.md": "nqueens-launch.1"}

TAG = re.compile(r"((?:`[^`]*`|\d+)(?:(?:, | or |, \.\.\.)(?:`[^`]*`)?)*): (.*)", re.DOTALL)


def inline(text):
    """Code becomes bold, a link its text."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(text.split()))
    parts = text.replace("\\", r"\e").split("`")
    parts[1::2] = [r"\fB" + part.replace("-", r"\-") + r"\fR" for part in parts[1::2]]
    line = "".join(parts)
    return r"\&" + line if line.startswith((".", "'")) else line


def item(text):
    tag = TAG.fullmatch(text)
    if tag:
        return f".TP\n{inline(tag[1])}\n{inline(tag[2])}\n"
    return f".PP\n{inline(text)}\n"


def block(text):
    """One block of Markdown, which empty lines end."""
    if text.startswith("#"):
        level, title = text.split(" ", 1)
        return f".SH {title.upper()}\n" if level == "##" else f".SS {inline(title)}\n"
    if text.startswith("```"):
        lines = text.splitlines()[1:-1]
        return ".PP\n.nf\n" + "".join(inline(f"`{line}`") + "\n" for line in lines) + ".fi\n"
    if text.startswith("* "):
        return "".join(item(each) for each in re.split(r"^\* ", text, flags=re.MULTILINE)[1:])
    return f".PP\n{inline(text)}\n"


def man_page(markdown, name, version):
    body = markdown[markdown.index("## Name") :]
    blocks = [each for each in re.split(r"\n{2,}", body.strip()) if each]
    head = f'.TH {name.upper()} 1 "" "nqueens {version}" "User Commands"\n'
    text = head + "".join(block(each) for each in blocks)
    # What man looks for in the line of the name, and no space where a section begins.
    return re.sub(r"(\.S[HS] .*\n)\.PP\n", r"\1", text).replace(" - ", r" \- ", 1)


def main(folder):
    cmake = (DOCS.parent / "CMakeLists.txt").read_text()
    version = re.search(r"project\(nqueens VERSION ([0-9.]+)", cmake)[1]
    for source, page in PAGES.items():
        markdown = (DOCS / source).read_text()
        (folder / page).write_text(man_page(markdown, page.removesuffix(".1"), version))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
