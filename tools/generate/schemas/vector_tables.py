"""What the tables of vectors/schemas are made from: `Hayapack.Oracle --schemas=build/schemas` writes them of these."""

from generate.schemas import example_values, wrong_messages
from generate.schemas.schema import FOLDER, FORMS, Schemas

INPUT = "build/schemas"


def rows(schemas):
    """The rows (schema, form, value) and (schema, form, bytes, description)."""
    made, wrong = [], []
    for root in schemas.roots():
        found = example_values.rows(schemas, root)
        for form in FORMS:
            made += [(root, form, text) for text, _ in found]
            wrong += [
                (root, form, data.hex() or "-", what)
                for what, data in wrong_messages.rows(schemas, root, form, [value for _, value in found])
            ]
    return made, wrong


def files():
    return {
        "%s/%s.tsv" % (INPUT, name): "".join("\t".join(row) + "\n" for row in made)
        for name, made in zip(("values", "messages"), rows(Schemas()))
    }


def table(name):
    """The rows of a table of vectors/schemas."""
    lines = (FOLDER / (name + ".tsv")).read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if not line.startswith("#")]


def problems(schemas):
    """What is in the tables of vectors/schemas but not made here, or the other way round, a line each."""
    made, wrong = rows(schemas)
    if [row[:3] for row in table("values")] != made:
        yield "values.tsv: other values than tools/generate/schemas/example_values.py makes"
    given = {(root, form, data) for root, form, data, _ in wrong}
    if {row[:3] for row in table("invalid") + table("read") + table("either")} != given:
        yield "invalid.tsv, read.tsv, either.tsv: other messages than tools/generate/schemas/wrong_messages.py makes"
