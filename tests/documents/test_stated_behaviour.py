"""Behaviour that README.md and docs/ state and that no test of one part checks."""

import inspect
import json
import re
import sys
from pathlib import Path

import pytest
from php_tools import run

import hayapack

ROOT = Path(__file__).resolve().parents[2]


def text_of(document):
    return (ROOT / document).read_text(encoding="utf-8")


def test_the_tool_shows_every_vector_as_json(tmp_path, monkeypatch):
    """One line for each valid message of the shared vectors."""
    monkeypatch.syspath_prepend(str(ROOT / "python/tests"))
    vectors = pytest.importorskip("vectors")
    messages = [vectors.parse_bytes(fields[1]) for _, fields in vectors.rows("valid")]
    (tmp_path / "all.msgpack").write_bytes(b"".join(messages))
    done = run(sys.executable, "-m", "hayapack", "cat", str(tmp_path / "all.msgpack"))
    assert done.returncode == 0, done.stdout[-500:]
    assert done.stdout.count(b"\n") == len(messages) > 200


def in_php(command, code):
    done = run(*command, "-r", code)
    assert done.returncode == 0, done.stdout.decode(errors="replace")
    return done.stdout.decode()


def test_php_makes_no_object_of_a_class_that_the_bytes_name(php_with_module):
    code = r"""
        error_reporting(0);
        $made = [];
        $see = function ($value) use (&$see, &$made) {
            if (is_object($value)) { $made[get_class($value)] = true; }
            foreach (is_scalar($value) ? [] : (array) $value as $inner) { $see($inner); }
        };
        foreach ([...get_declared_classes(), 'NeverDeclared'] as $name) {
            $named = msgpack_pack($name);
            foreach (["\x82\xc0$named\xa1a\x80", "\x82\xc0$named\xc0\x90", "\x81\xc0$named", "\x82\xc0\x03$named\xa1a"] as $bytes) {
                $see(msgpack_unpack("\x92$bytes\x80", options: ['allowed_classes' => false]));
            }
        }
        ksort($made);
        echo json_encode(array_keys($made));
    """
    assert json.loads(in_php(php_with_module, code)) == ["__PHP_Incomplete_Class", "stdClass"]


def test_error_names_are_the_same_in_every_language(php_with_module):
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \|", text_of("docs/errors.md"), re.MULTILINE)
    names = {name for _, name in rows} - {"ok"}
    dotnet = set(
        re.findall(r'const string \w+ = "(\w+)"', text_of("dotnet/src/Hayapack/Errors/MessagePackErrorNames.cs"))
    )
    # .NET has names of its own for values that do not fit a type.
    names -= {name for number, name in rows if int(number) >= 30}
    # What only the other languages have: options of Python, an own rule for floats, hooks that change values.
    assert names - dotnet <= {"float_range", "mutated", "out_of_memory", "too_long", "timestamp_range", "invalid_key"}
    messages = {"truncated": "9301", "reserved_byte": "91c1", "extra_data": "0102", "too_deep": "91" * 1025 + "90"}
    for name, code in messages.items():
        script = (
            "try { msgpack_unpack(hex2bin('%s'), options: ['throw' => true]); } catch (MsgpackException $e) {"
            " echo $e->name, ' ', $e->getCode(); }" % code
        )
        number = {name: number for number, name in rows}[name]
        assert in_php(php_with_module, script) == "%s %s" % (name, number)
        with pytest.raises(Exception) as caught:
            hayapack.unpackb(bytes.fromhex(code))
        assert caught.value.name == name


def test_a_stream_keeps_100_mib_by_default():
    """PHP's setting: php/tests/options; C#'s: dotnet's DocumentTests."""
    unpacker = hayapack.Unpacker()
    unpacker.feed(b"\xc6" + (100 << 20).to_bytes(4, "big"))  # the header alone is 5 bytes more
    with pytest.raises(hayapack.BufferFull):
        unpacker.unpack()


NAMES = [
    "os.system",
    "subprocess.Popen",
    "System.Diagnostics.Process, System",
    "builtins.eval",
    "no_such_module.X",
    "__main__",
    "hayapack.typeless.Typed",
]
READ_NAMES = """
import hayapack, sys
registry = hayapack.TypeRegistry(dotnet=sys.argv[1] == "True")
packed = [hayapack.packb(hayapack.ExtType(100, hayapack.packb(name) + b"\\xc0")) for name in sys.argv[2:]]
hayapack.unpackb(packed[0], types=registry)  # what the reader itself imports at its first use
found = []
sys.addaudithook(lambda event, rest: event == "import" and found.append(rest[0]))
read = [hayapack.unpackb(one, types=registry) for one in packed]
assert not found, found
assert [(type(value), value.name) for value in read] == [(hayapack.Typed, name) for name in sys.argv[2:]], read
"""


@pytest.mark.parametrize("dotnet", [False, True])
def test_names_in_the_input_import_nothing(dotnet):
    """Typed values with names of modules, classes and functions are read without an import."""
    done = run(sys.executable, "-c", READ_NAMES, str(dotnet), *NAMES)
    assert done.returncode == 0, done.stdout.decode()


def test_python_and_php_word_structural_errors_alike(php_with_module, tmp_path, monkeypatch):
    """What CHANGELOG.md says: the texts for truncated input, reserved bytes and depth, on the shared vectors."""
    monkeypatch.syspath_prepend(str(ROOT / "python/tests"))
    vectors = pytest.importorskip("vectors")
    expected = {}
    for _, (_, data, name, *_, options) in vectors.rows("invalid"):
        message = vectors.parse_bytes(data)
        if options == "-" and name in ("truncated", "reserved_byte", "too_deep") and len(message) < 10_000:
            with pytest.raises(Exception) as caught:
                hayapack.unpackb(message, strict_map_key=False)
            # Python refuses a key that cannot be hashed before what follows it.
            if caught.value.name == name:
                expected[message.hex()] = str(caught.value)
    (tmp_path / "messages").write_text("\n".join(expected))
    code = """foreach (file('%s', FILE_IGNORE_NEW_LINES) as $code) {
        try { msgpack_unpack(hex2bin($code), options: ['throw' => true, 'php_only' => false]); } catch (MsgpackException $e) {
            echo $e->getMessage(), "\\n";
        }
    }""" % (tmp_path / "messages")
    assert in_php(php_with_module, code).splitlines() == list(expected.values())
    assert len(expected) > 500


def test_analyzers_are_documented():
    source = "".join(path.read_text("utf-8") for path in (ROOT / "dotnet/src/Hayapack.Generator").rglob("*.cs"))
    ids = sorted(set(re.findall(r'"(HAYA\d{3})"', source)))
    assert sorted(set(re.findall(r"HAYA\d{3}", text_of("docs/dotnet-analyzers.md")))) == ids


def test_names_and_options_of_the_installed_msgpack():
    msgpack = pytest.importorskip("msgpack")
    from msgpack import fallback

    from hayapack import _fallback

    names = {name for name, value in vars(msgpack).items() if not name.startswith("_") and not inspect.ismodule(value)}
    assert names <= set(dir(hayapack))
    for name in ("Packer", "Unpacker"):
        theirs, ours = (inspect.signature(getattr(module, name)).parameters for module in (fallback, _fallback))
        assert set(theirs) <= set(ours)
        defaults = [(theirs[key].default, ours[key].default) for key in theirs if key != "ext_hook"]
        assert [pair for pair in defaults if pair[0] != pair[1]] == []


def test_the_composition_of_the_sample():
    """The shares that docs/tool.md quotes from `hayapack compare orders.msgpack`."""
    composition_text = pytest.importorskip("hayapack_lab.text.composition_text")
    from hayapack_lab.measure.composition import composition

    with open(ROOT / "docs/samples/orders.msgpack", "rb") as file:
        said = composition_text.line(composition(list(hayapack.Unpacker(file, strict_map_key=False, timestamp=3))))
    quoted = re.search(r'For `orders\.msgpack`: "(.*?)"', " ".join(text_of("docs/tool.md").split())).group(1)
    assert said.startswith(quoted)


def test_the_size_of_phps_caches():
    """The worst case of the structures in php/src/decode/shape_cache.h: every shape with the most and longest keys."""
    number = {
        name: int(value)
        for name, value in re.findall(r"#define SHAPES_(\w+) (\d+)u", text_of("php/src/decode/shape_cache.h"))
    }
    maps, keys, texts = 2 * number["SETS"], number["MAP_MAX"], number["TEXTS_MAX"]
    # struct shape_key is 56 bytes, struct shape at most 200; the hash part has two words of 4 bytes for a key.
    shape = 200 + keys * 56 + 2 * keys * 4 + texts
    table = 8 * (number["KEYS"] + maps + number["RECENT"]) + 4 * (number["KEYS"] + number["SEEN"])
    assert table + maps * shape <= 4_000_000
    # A string has 24 bytes besides its text, a final zero and padding; the engine rounds up to a quarter.
    strings = maps * (keys * 32 + texts) + number["KEYS"] * (32 + number["KEY_MAX"])
    assert strings * 1.25 <= 3_000_000
