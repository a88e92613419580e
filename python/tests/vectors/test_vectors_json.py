"""vectors/json: the lossless JSON of messages, as `hayapack cat` and C#'s `haya cat` write it."""

import subprocess
import sys

import pytest
from vectors import rows

from hayapack.cli.json import from_json, to_json_exact

ROWS = [fields for file, fields in rows("json") if file == "lossless.tsv"]


@pytest.mark.parametrize("name, data, text", ROWS, ids=[fields[0] for fields in ROWS])
def test_lossless(name, data, text):
    data = bytes.fromhex(data)
    assert to_json_exact.to_json(data).decode() == text
    again = from_json.pack_text(text.encode(), from_json.Options())
    assert to_json_exact.to_json(again).decode() == text


@pytest.mark.parametrize("begin", ["", "sys.modules['orjson'] = None"], ids=["as installed", "without orjson"])
def test_numbers(begin):
    """Floats have one text, whatever the JSON library and its version."""
    code = (
        f"import sys; {begin}\n"
        "from hayapack.cli.json import library\n"
        "values = [1e15, 1e16, 1.5e300, 5e-324, 1e-5, -1.2345e-5, 0.0001, 1e-6, -1.5e-7, '1e+16', 1.0]\n"
        "print(library.dumps(values).decode(), *[library.number(v).decode() for v in values if v != '1e+16'])\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    texts = [
        "1000000000000000.0",
        "1e16",
        "1.5e300",
        "5e-324",
        "0.00001",
        "-0.000012345",
        "0.0001",
        "1e-6",
        "-1.5e-7",
        '"1e+16"',
        "1.0",
    ]
    assert found.stdout.split() == [f"[{','.join(texts)}]", *[text for text in texts if text != '"1e+16"']]
