"""The titles of what a codec does in its time (codecs.Contract)."""

CONTRACT = {  # a contract's fields as columns
    "takes": "takes",
    "gives": "gives",
    "reads": "reads",
    "utf8": "UTF-8",
    "reuse": "reuses",
    "schema": "schema",
    "unsafe": "foreign bytes can do",
}
