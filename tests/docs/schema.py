"""Whether JSON of the program is as docs/schema says.

schema.py: lines of its input are a command of nqueens, a tab, and JSON that it has printed.
"""

import json
import pathlib
import re
import sys

from jsonschema import Draft202012Validator

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs/schema"
# The schema of what a command prints. Those of files: result, run.
OF_COMMAND = {
    "plan": "plan", "count": "result", "resume": "result", "status": "status", "report": "report",
    "verify": "findings", "merge": "findings", "compare": "findings", "kernels": "kernels",
    "bench": "bench", "selftest": "selftest", "solve": "solution", "check": "check",
    "puzzle": "puzzle",
}  # fmt: skip


def load(path):
    """A schema, whose references lead into the one that holds all of them."""
    text = re.sub(r'("\$ref": ")(\w+)\.json#?', r"\1#/$defs/\2", path.read_text(encoding="utf-8"))
    return json.loads(text)


ALL = {"$defs": {path.stem: load(path) for path in sorted(FOLDER.glob("*.json"))}}


def target(reference):
    """What a reference leads to."""
    found = ALL
    for word in reference[2:].split("/"):
        found = found[word]
    return found


def validator(schema):
    return Draft202012Validator({**schema, "$defs": ALL["$defs"]})


VALIDATORS = {name: validator({"$ref": f"#/$defs/{name}"}) for name in ALL["$defs"]}


def objects(value):
    """The schemas of objects in a schema."""
    if isinstance(value, dict):
        if value.get("type") == "object":
            yield value
        value = list(value.values())
    for each in value if isinstance(value, list) else []:
        yield from objects(each)


def references(value):
    if isinstance(value, dict):
        yield from [target(value["$ref"])] if "$ref" in value else []
        value = list(value.values())
    for each in value if isinstance(value, list) else []:
        yield from references(each)


def fields(name):
    """The names of all fields that a schema knows."""
    found, open_schemas, known = set(), [ALL["$defs"][name]], []
    while open_schemas:
        schema = open_schemas.pop()
        if not any(schema is each for each in known):
            known.append(schema)
            open_schemas += references(schema)
            found.update(*(each["properties"] for each in objects(schema)))
    return found


def printed(schema, value, found):
    """Adds each property that a value has: the identity of the schema that has it, and its name."""
    if "$ref" in schema:
        printed(target(schema["$ref"]), value, found)
    for each in schema.get("anyOf", []) + schema.get("oneOf", []):
        if validator(each).is_valid(value):
            printed(each, value, found)
    if isinstance(value, dict):
        for name in schema.get("properties", {}).keys() & value.keys():
            found.add((id(schema), name))
            printed(schema["properties"][name], value[name], found)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for each in value:
            printed(schema["items"], each, found)


def fault(name, value):
    """Why a value is not as a schema says; empty if it is."""
    errors = sorted(VALIDATORS[name].iter_errors(value), key=lambda error: len(error.path))
    return "; ".join(f"{error.json_path}: {error.message[:300]}" for error in errors[:3])


def main():
    faults = []
    for line in sys.stdin:
        command, _, text = line.partition("\t")
        try:
            what = fault(OF_COMMAND[command], json.loads(text))
        except (KeyError, ValueError) as error:
            what = repr(error)
        if what:
            faults.append(f"nqueens {command}: {what}: {text[:300]}")
    sys.exit("\n".join(faults[:5]) or 0)


if __name__ == "__main__":
    main()
