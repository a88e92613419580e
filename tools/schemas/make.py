#!/usr/bin/env python3
"""Writes what follows from vectors/schemas/schemas.json: the C# models, and in build/schemas the values and messages
for which `Hayapack.Oracle --schemas=build/schemas` then writes the tables of vectors/schemas.

    python3 tools/schemas/make.py            writes the files
    python3 tools/schemas/make.py --check    fails if the models or the values of the tables are not those
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from schemas import messages, models, values
from schemas.schema import FOLDER, FORMS, ROOT, Schemas

INPUT = ROOT / "build/schemas"


def tables(schemas):
    """The rows (schema, form, value) and (schema, form, bytes, description)."""
    made, wrong = [], []
    for root in schemas.roots():
        found = values.rows(schemas, root)
        for form in FORMS:
            made += [(root, form, text) for text, _ in found]
            wrong += [
                (root, form, data.hex() or "-", what)
                for what, data in messages.rows(schemas, root, form, [value for _, value in found])
            ]
    return made, wrong


def table(name):
    """The rows of a table of vectors/schemas."""
    lines = (FOLDER / (name + ".tsv")).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if not line.startswith("#")]


def problems(schemas):
    """What is not as this tool would write it, a line each."""
    for path, text in models.files(schemas).items():
        if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text:
            yield path + ": not what tools/schemas/make.py writes"
    made, wrong = tables(schemas)
    if [row[:3] for row in table("values")] != made:
        yield "values.tsv: other values than tools/schemas/values.py makes"
    given = {(root, form, data) for root, form, data, _ in wrong}
    if {row[:3] for row in table("invalid") + table("read") + table("either")} != given:
        yield "invalid.tsv, read.tsv, either.tsv: other messages than tools/schemas/messages.py makes"


def write(schemas):
    for path, text in models.files(schemas).items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")
    INPUT.mkdir(parents=True, exist_ok=True)
    for name, rows in zip(("values", "messages"), tables(schemas)):
        (INPUT / (name + ".tsv")).write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
        print("%s: %d rows" % (name, len(rows)))


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        found = list(problems(Schemas()))
        print("\n".join(found) or "vectors/schemas and the models are as written")
        sys.exit(bool(found))
    write(Schemas())
