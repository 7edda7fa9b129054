#!/usr/bin/env python3
"""Checks every page (*.md) below a folder, and says in one line what is wrong.
    pages.py FOLDER
Relative links and their anchors lead somewhere. Lines have at most 100 columns outside of tables,
code and URLs. The README has at most 700 words, docs/*.md at most 15,000. The commands of the README and the tutorial in
blocks marked ```console run and print what the block shows; a line "..." stands for any lines, and
times may differ. They run in the working folder.
"""
import pathlib, re, subprocess, sys

max_columns = 100
max_words = {"README.md": 700, "docs/*.md": 15000}
pages_with_commands = ["README.md", "docs/tutorial.md"]


def prose(text):
    """The lines outside of code blocks, with their numbers."""
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        code ^= fence
        if not code and not fence:
            yield number, line


def anchors(text):
    """The anchors that GitHub gives to the headings."""
    found = []
    for _, line in prose(text):
        if line.startswith("#"):
            title = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line.lstrip("# ")).lower()
            found.append(re.sub(r"[^\w\- ]", "", title).strip().replace(" ", "-"))
    return found


def faults_of_text(root, page):
    text = page.read_text()
    for number, line in prose(text):
        where = f"{page.relative_to(root)}:{number}"
        if len(line) > max_columns and not line.startswith("|") and "://" not in line:
            yield f"{where}: {len(line)} columns"
        without_code = re.sub(r"`[^`]*`", "", line)
        for link in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", without_code):
            path, _, anchor = "".join(link).partition("#")
            target = page.parent / path if path else page
            if "://" in path:
                continue
            if not target.exists():
                yield f"{where}: there is no '{path}'"
            elif anchor and anchor not in anchors(target.read_text()):
                yield f"{where}: '{target.name}' has no heading '#{anchor}'"


def commands(text):
    """Each command of the console blocks, with the lines that it is said to print."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            yield command, shown


# Of a line of the log; on a terminal it is the clock alone.
_TIME = r"^([0-9-]{10}T)?[0-9:]{8}([+-][0-9:]{5})? "


def without_times(line):
    return re.sub(r"[0-9][0-9.:]* (s|min|h)\b", "T", re.sub(_TIME, "", line))


def is_log(line):
    return re.match(_TIME + "(info|warning) |nqueens: ", line)


def faults_of_command(command, shown):
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    if done.returncode != 0:
        yield f"exit code {done.returncode}: {done.stderr}"
    answer = [without_times(line) for line in done.stdout.splitlines()]
    pattern = [r"(.*\n)*?" if line == "..." else re.escape(without_times(line) + "\n")
               for line in shown if not is_log(line)]
    if not re.fullmatch("".join(pattern), "".join(line + "\n" for line in answer)):
        yield f"it prints\n{done.stdout}"
    log = [without_times(line) for line in done.stderr.splitlines()]
    for line in filter(is_log, shown):
        # Kernels are the machine's, and which tasks are counted twice is chance.
        if not re.search(r" kernel avx|counted twice", line) and without_times(line) not in log:
            yield f"its log has no '{line}':\n{done.stderr}"


def faults_of_version(root):
    """The changelog and the citation have one version, and a date once it is released."""
    log = re.search(r"^## (Unreleased: )?([0-9.]+)", (root / "docs/changelog.md").read_text(), re.MULTILINE)
    citation = (root / "CITATION.cff").read_text()
    if f"\nversion: {log[2]}\n" not in citation:
        yield f"CITATION.cff: not of version {log[2]}, as the changelog"
    if bool(log[1]) == ("\ndate-released: " in citation):
        yield "CITATION.cff: a date of release, and the changelog says unreleased; or the other way round"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = [page for page in sorted(root.rglob("*.md"))
             if not re.match(r"(build|\.)", str(page.relative_to(root)))]
    faults = [fault for page in pages for fault in faults_of_text(root, page)]
    faults += faults_of_version(root)
    for pattern, limit in max_words.items():
        words = sum(len(page.read_text().split()) for page in root.glob(pattern))
        if words > limit:
            faults.append(f"{pattern}: {words} words, more than {limit}")
    ran = 0
    for name in pages_with_commands:
        for command, shown in commands((root / name).read_text()):
            faults += [f"{name}: {command}: {fault}" for fault in faults_of_command(command, shown)]
            ran += 1
    if ran == 0:
        faults.append("no page has a command")
    print(*faults, f"{len(pages)} pages, {ran} commands, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
