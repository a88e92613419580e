"""What README.md and docs/ claim, and the test of each claim.

A test here begins with `says`: the sentences that it checks. If one of them is changed, the test
fails, so that the check is changed with it. CLAIMS has the sentences of README.md, each with the
test that checks it; CONSTANTS the numbers that a page takes from a line of the code.
"""

import inspect
import json
import re
import sys
from pathlib import Path

import pytest
from php_tools import run

import hayapack

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/bench"))
import put_benchmark  # noqa: E402
import readme_speed  # noqa: E402


def text_of(document):
    return (ROOT / document).read_text(encoding="utf-8")


def says(document, *sentences):
    """The document has these sentences, however their lines are broken."""
    text = " ".join(text_of(document).split())
    missing = [sentence for sentence in sentences if " ".join(sentence.split()) not in text]
    assert not missing, "%s does not say this any more; change its check too" % document


# README.md's sentences: the test of each, as file::function, file::text in it, or - and why there is none.
HERE = "tests/documents/test_claims.py::"
CLAIMS = [
    (
        "MessagePack for Python, PHP and .NET: fast, streaming, and byte-compatible with the libraries that you already use.",
        "tools/steps/repository/matrix.sh::covers: same values and bytes",
    ),
    ("Its command line tool shows any MessagePack file as JSON.", HERE + "test_the_tool_shows_every_vector_as_json"),
    ('速い (*hayai*) means "fast".', "- a word"),
    (
        "One small record with 9 codecs, as [an article](docs/lab.md#what-a-run-measures) measured it, and from Python "
        "values and back (`make lab`):",
        "tests/documents/test_lab_results.py::test_the_readme_counts_the_codecs_of_its_chart",
    ),
    (
        "None was faster than hayapack by more than the noise; protobuf and packed Cap'n Proto were smaller.",
        HERE + "test_what_the_lab_found",
    ),
    (
        "In the lab's other tables, gzipped JSON was smaller, and json decoded in less memory.",
        HERE + "test_what_the_lab_found",
    ),
    (
        "`make demo` builds everything inside the checkout, compares all installed codecs on a real document (without "
        "npm: a generated one) and writes `build/report.html`; `make demo DATA=your.json` uses your file, except for C#.",
        "tools/demo/demo.sh::build/report.html",
    ),
    ("With PHP and the .NET SDK it runs their examples too.", "tools/demo/demo.sh::demo-dotnet.sh"),
    (
        "`make test` runs the tests that a change needs, `make test ALL=1` all.",
        "tests/repository/test_tools.py::test_the_short_tier_leaves_out_long_steps_and_names_them",
    ),
    (
        "As root on Debian, they install missing packages; otherwise they print the command.",
        "tools/setup/system-packages.sh::apt-get install",
    ),
    (
        "`import hayapack as msgpack` runs programs written for msgpack 1.x.",
        "tools/steps/python/msgpack-suite.sh::msgpack's own test suite",
    ),
    (
        "The module replaces PECL msgpack: programs, sessions, php-redis, php-memcached and APCu run unchanged, with [these "
        "exceptions](docs/php.md#differences-from-pecl-msgpack).",
        "tools/steps/php/servers.sh::step:",
    ),
    ("A source generator writes the formatters.", "tests/documents/test_dotnet_doc.py::test_csharp_block_runs"),
    (
        "Attributes and bytes are those of MessagePack-CSharp 3, with [these "
        "exceptions](docs/dotnet.md#differences-from-messagepack-csharp).",
        "tools/steps/dotnet/oracle.sh::step:",
    ),
    (
        "Also: LZ4, streams, paths, ASP.NET Core, SignalR and HybridCache.",
        "tests/documents/test_dotnet_doc.py::test_csharp_block_runs",
    ),
    (
        "A speedup is the rival's time divided by hayapack's, here the geometric mean of all recorded rows, each a workload "
        "in one direction (fastest: over each row's fastest rival).",
        "tests/documents/test_readme_speed.py::test_means_are_of_all_rows",
    ),
    (
        "Then the workloads with a row that a rival wins, worst first (`=`: the interval includes 1):",
        "tests/documents/test_readme_speed.py::test_losses_are_complete_and_worst_first",
    ),
    (
        "[What to expect](docs/benchmarks.md), and [all tables, losses first](docs/results/README.md).",
        "tests/documents/test_benchmarks_page.py::test_a_page_begins_with_where_hayapack_loses",
    ),
    (
        "In a virtual environment (Debian 12 needs `python3-venv`, and `python3-dev` and `gcc` to compile):",
        "tools/packages/install-test.sh::pip install",
    ),
    ("This is done in a checkout: hayapack is on no index yet.", "- outside of the repository"),
    (
        "Where pip reaches none, with Debian's `python3-setuptools` and `python3-wheel`:",
        "tools/packages/install-test.sh::without an index, by Debian's setuptools and wheel",
    ),
    (
        "Without a compiler, pip installs a pure Python version: the same, but [many times "
        "slower](docs/python.md#the-two-back-ends). `hayapack --version` says which.",
        "tools/packages/install-test.sh::without a compiler the fallback is installed",
    ),
    (
        "For a library that imports msgpack itself, start the program with `python -m hayapack run`.",
        "python/tests/library/test_as_msgpack.py::def test_",
    ),
    (
        "Also: streams, asyncio, more types (`extended=True`), LZ4, lazy views and columns: "
        "[docs/python.md](docs/python.md).",
        "tests/documents/test_documents.py::test_python_blocks_run",
    ),
    (
        "builds the module and prints how to load it; PIE, PECL and phpize work, too.",
        "tools/steps/php/package.sh::step:",
    ),
    (
        "builds the packages and the tool `haya` (.NET 10), and prints [how to add them](docs/dotnet.md#install). In your project:",
        "tools/packages/dotnet-package-test.sh::dotnet_install.py",
    ),
    (
        "A page for each begins with what breaks: [msgpack, ormsgpack, msgspec, PECL msgpack, igbinary, serialize(), "
        "MessagePack-CSharp, MemoryPack and System.Text.Json](docs/moving/README.md).",
        "tests/documents/test_moving.py::def test_",
    ),
    (
        "[Examples](examples/README.md) for Django, Celery, FastAPI, Symfony, Laravel, ASP.NET Core and SignalR.",
        "tests/examples/test_python_examples.py::def test_celery_runs_tasks",
    ),
    ("[docs/tool.md](docs/tool.md) has the other commands.", "tests/documents/test_documents.py::test_command_works"),
    (
        '`hayapack compare` and `hayapack lab` need `pip install ".[cli]" ./lab`.',
        "tools/setup/venv.sh::./lab",
    ),
    (
        "Or, on Linux with Python 3.9 or later and a C compiler:",
        "tools/steps/python/debian.sh::step:",
    ),
    (
        "Tested on CPython 3.9 to 3.14, PyPy, PHP 8.2 and 8.4 and .NET 10, [on Linux](docs/versions.md).",
        HERE + "test_the_tested_versions",
    ),
    (
        "Input is not trusted: depth (1024; C#: 64, also when writing), stream buffers (100 MiB) "
        "and declared counts are [limited by default](docs/security.md).",
        HERE + "test_limits_by_default",
    ),
    (
        "In Python and C#, a name in the input is only looked up in a table of the program.",
        HERE + "test_names_in_the_input_import_nothing",
    ),
    (
        "Errors in input have a name, a byte offset and a path (in PHP with the option `throw`; its default is PECL's warning).",
        HERE + "test_errors_in_php",
    ),
    (
        "The names are the same in Python, PHP, C# and C: [docs/errors.md](docs/errors.md).",
        HERE + "test_error_names_are_the_same_in_every_language",
    ),
]


def prose(document):
    """The sentences of a page: no code, tables, headings, pictures or generated sections."""
    text = re.sub(
        r"^```.*?^```$|<!-- begin: .*?<!-- end: [^>]*-->", "\n", text_of(document), flags=re.DOTALL | re.MULTILINE
    )
    for paragraph in re.split(r"\n\s*\n", text):
        paragraph = " ".join(paragraph.split())
        if paragraph and not re.match(r"[#|!]", paragraph):
            yield paragraph


def test_every_sentence_of_the_readme_has_its_check():
    """A new sentence needs a line in CLAIMS: the test that checks it, or why there is none."""
    # The first claim, of the sample, is checked by the program that writes it (docs/samples/make_samples.py).
    paragraphs = [paragraph for paragraph in prose("README.md") if "(docs/samples/shop.msgpack)" not in paragraph]
    links = paragraphs.pop()
    assert "[security](SECURITY.md)" in links
    for sentence, _ in CLAIMS:
        paragraphs = [paragraph.replace(sentence, "", 1) for paragraph in paragraphs]
    assert not [rest.strip() for rest in paragraphs if rest.strip()]


@pytest.mark.parametrize("sentence, check", CLAIMS, ids=[sentence[:40] for sentence, _ in CLAIMS])
def test_the_check_exists(sentence, check):
    says("README.md", sentence)
    if not check.startswith("- "):
        path, _, named = check.partition("::")
        assert named in text_of(path)


KEY_LISTS = "(up to 512, of at most 64 keys of at most 255 bytes and 2048 bytes together)"
# A page, what it says, a file, and the line of the code with the number.
CONSTANTS = [
    (
        "docs/python.md",
        "while a message of 2 KB or more is decoded",
        "python/ext/unpack/slow.c",
        "UNPACK_PAUSE_FROM 2048",
    ),
    ("docs/python.md", "(about 1000 keys of up to 32 bytes, not interned)", "python/ext/native.h", "KEY_SLOTS 1024"),
    ("docs/python.md", "(about 1000 keys of up to 32 bytes, not interned)", "python/ext/native.h", "KEY_MAX 32 "),
    ("docs/python.md", "releases the GIL for 32 KB and more", "python/ext/lz4/lz4.c", "LZ4_RELEASE ((size_t)32 << 10)"),
    (
        "docs/python.md",
        "compresses block arrays from 512 KB",
        "python/ext/lz4/lz4.c",
        "LZ4_THREADED_PACK ((size_t)512 << 10)",
    ),
    ("docs/python.md", "decompresses them from 2 MB", "python/ext/lz4/lz4.c", "LZ4_THREADED_UNPACK ((size_t)2 << 20)"),
    ("docs/python.md", "with up to 8 threads", "python/ext/lz4/lz4.c", "LZ4_THREADS 8"),
    ("docs/memory.md", "at most 128 nested tuples", "python/ext/native.h", "UNPACK_KEY_DEPTH 128"),
    ("docs/php.md", "keys (up to 1024, of at most 24 bytes)", "php/src/decode/shapes.h", "SHAPES_KEYS 1024u"),
    ("docs/php.md", "keys (up to 1024, of at most 24 bytes)", "php/src/decode/shapes.h", "SHAPES_KEY_MAX 24u"),
    ("docs/php.md", KEY_LISTS, "php/src/decode/shapes.h", "SHAPES_SETS 256u"),
    ("docs/php.md", KEY_LISTS, "php/src/decode/shapes.h", "SHAPES_TEXTS_MAX 2048u"),
    ("docs/php.md", KEY_LISTS, "php/src/decode/shapes.h", "SHAPES_MAP_MAX 64u"),
    ("docs/php.md", KEY_LISTS, "php/src/decode/shapes.h", "SHAPES_TEXT_MAX 255u"),
    ("docs/python.md", "detected by sampling one call in seven", "python/ext/pack/text.c", "TEXT_SAMPLE 7"),
    (
        "docs/python.md",
        "Messages shorter than 64 bytes are not compressed.",
        "core/include/hayapack.h",
        "HAYA_LZ4_LEAST 64u",
    ),
    ("docs/php.md", "Messages under 64 bytes are not compressed.", "core/include/hayapack.h", "HAYA_LZ4_LEAST 64u"),
    (
        "docs/php.md",
        "| `max_lz4_size` | 64 MiB |",
        "core/include/hayapack.h",
        "HAYA_LZ4_SIZE_DEFAULT ((size_t)64 << 20)",
    ),
    (
        "docs/python.md",
        "| `max_lz4_size` | 64 MiB |",
        "core/include/hayapack.h",
        "HAYA_LZ4_SIZE_DEFAULT ((size_t)64 << 20)",
    ),
    (
        "docs/dotnet.md",
        "Messages of at least 1 MiB are compressed",
        "dotnet/src/Hayapack/Compression/Lz4Packed.cs",
        "LeastParallel = 1024 * 1024",
    ),
    (
        "docs/dotnet.md",
        "at most 255 times the size of its blocks",
        "dotnet/src/Hayapack/Compression/Lz4Frame.cs",
        "MaximumRatio = 255",
    ),
    (
        "docs/tool.md",
        "messages larger than 8 MB in parts",
        "python/src/hayapack/cli/stream/chunker.py",
        "BIG = 8 << 20",
    ),
    (
        "docs/tool.md",
        "up to 5000 messages or 32 MB of each input ahead",
        "python/src/hayapack/cli/commands/diff.py",
        "AHEAD_MESSAGES = 5000",
    ),
    (
        "docs/tool.md",
        "up to 5000 messages or 32 MB of each input ahead",
        "python/src/hayapack/cli/commands/diff.py",
        "AHEAD_BYTES = 32 << 20",
    ),
    (
        "docs/tool.md",
        "Above 1.5 million values these are estimates",
        "lab/src/hayapack_lab/measure/composition.py",
        "EXACT = 1_500_000",
    ),
]


@pytest.mark.parametrize("document, sentence, path, line", CONSTANTS, ids=[row[3] for row in CONSTANTS])
def test_numbers_of_the_pages_are_those_of_the_code(document, sentence, path, line):
    says(document, sentence)
    assert line in text_of(path)


def lab_rows(title):
    [rows] = [
        lines for heading, _, lines in readme_speed.tables(text_of("docs/results/lab.md"), "lab") if heading == title
    ]
    return rows


def test_what_the_lab_found():
    """README.md on the lab's run: nothing faster, what was smaller by 0.1 % or more, what took less memory."""
    lab = put_benchmark.place("lab").search(text_of("docs/results/lab.md")).group(0)
    assert "**Faster than hayapack: no format" in lab
    smaller = [
        row for row in lab_rows("Smaller than hayapack") if float(row["its size / hayapack's"].rstrip("% ")) < 99.9
    ]
    assert {row["codec"] for row in smaller if row["data"].startswith("E,")} == {"protobuf (upb)", "Cap'n Proto packed"}
    others = {row["codec"] for row in smaller if not row["data"].startswith("E,")}
    assert others and all(re.fullmatch(r"(or)?json \+ gzip", codec) for codec in others)
    memory = lab_rows("Less memory than hayapack")
    assert [(row["codec"], row["data"].split(", ")[1]) for row in memory] == [("json", "decode")]


def test_the_tool_shows_every_vector_as_json(tmp_path, monkeypatch):
    """One line for each valid message of the shared vectors."""
    monkeypatch.syspath_prepend(str(ROOT / "python/tests"))
    vectors = pytest.importorskip("vectors")
    messages = [vectors.parse_bytes(fields[1]) for _, fields in vectors.rows("valid")]
    (tmp_path / "all.msgpack").write_bytes(b"".join(messages))
    done = run(sys.executable, "-m", "hayapack", "cat", str(tmp_path / "all.msgpack"))
    assert done.returncode == 0, done.stdout[-500:]
    assert done.stdout.count(b"\n") == len(messages) > 200


def test_the_tested_versions():
    """The steps of ALL=1 name the versions; package metadata allow those and newer ones."""
    covers = " ".join(
        re.findall(
            r"^# (?:step|covers): (.*)",
            "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "tools/steps").glob("*/*.sh"))),
            re.MULTILINE,
        )
    )
    for version in ("CPythons from 3.9 on", "3.14", "PyPy", "PHP 8.4"):
        assert version in covers
    assert 'requires-python = ">=3.9"' in text_of("pyproject.toml")
    assert json.loads(text_of("composer.json"))["require"]["php"] == ">=8.1"
    assert "<TargetFramework>net10.0</TargetFramework>" in text_of("dotnet/Directory.Build.props")


def in_php(command, code):
    done = run(*command, "-r", code)
    assert done.returncode == 0, done.stdout.decode(errors="replace")
    return done.stdout.decode()


def test_php_makes_no_object_of_a_class_that_the_bytes_name(php_with_module):
    says("README.md", "For untrusted bytes: no object of a class that the bytes name.")
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


def test_errors_in_php(php_with_module):
    code = r"""
        $warnings = [];
        set_error_handler(function ($level, $text) use (&$warnings) { $warnings[] = [$level === E_WARNING, $text]; return true; });
        $bytes = "\x81\xa1a\x92\x01\xc1";
        $result = msgpack_unpack($bytes);
        try { msgpack_unpack($bytes, options: ['throw' => true]); } catch (MsgpackException $error) {
            $count = count($warnings);
            $empty = msgpack_unpack('');
            echo json_encode([$result, $warnings[0][0], $count, $error->name, $error->offset, $error->path, $empty, count($warnings)]);
        }
    """
    assert json.loads(in_php(php_with_module, code)) == [False, True, 1, "reserved_byte", 5, "$.a[1]", None, 1]
    says(
        "docs/php.md",
        "a warning (unless `msgpack.error_display` is off) and the result `false`; the empty string gives "
        "`null` without a warning",
    )


def test_error_names_are_the_same_in_every_language(php_with_module):
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \|", text_of("docs/errors.md"), re.MULTILINE)
    names = {name for _, name in rows} - {"ok"}
    dotnet = set(
        re.findall(r'const string \w+ = "(\w+)"', text_of("dotnet/src/Hayapack/Errors/MessagePackErrorNames.cs"))
    )
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


def test_exceptions_have_the_bases_that_msgpacks_have():
    """msgpack 1.x: UnpackException over BufferFull, OutOfData, FormatError, StackError, ExtraData; ValueErrors as there."""
    bases = {
        "UnpackException": Exception,
        "BufferFull": hayapack.UnpackException,
        "OutOfData": hayapack.UnpackException,
        "FormatError": (ValueError, hayapack.UnpackException),
        "StackError": (ValueError, hayapack.UnpackException),
        "ExtraData": ValueError,
    }
    for name, base in bases.items():
        for one in base if isinstance(base, tuple) else (base,):
            assert issubclass(getattr(hayapack, name), one), name
    caught = {
        b"\xc1": hayapack.FormatError,
        b"\x91" * 1025 + b"\x90": hayapack.StackError,
        b"\x01\x02": hayapack.ExtraData,
        b"\x92\x01": ValueError,
        b"\xa1\xff": UnicodeDecodeError,
    }
    for data, cls in caught.items():
        with pytest.raises(cls):
            hayapack.unpackb(data)


def test_limits_by_default(php_with_module):
    """1024 containers, 100 MiB of a stream, declared counts; C#'s are in dotnet's DocumentTests."""
    deepest = b"\x91" * 1023 + b"\x90"
    hayapack.unpackb(deepest)
    with pytest.raises(hayapack.StackError):
        hayapack.unpackb(b"\x91" + deepest)
    code = (
        "echo json_encode([msgpack_unpack(hex2bin('%s')) !== false, @msgpack_unpack(hex2bin('91%s')) === false,"
        " ini_get('msgpack.max_buffer_size')]);" % (deepest.hex(), deepest.hex())
    )
    assert json.loads(in_php(php_with_module, code)) == [True, True, str(100 << 20)]

    unpacker = hayapack.Unpacker()
    unpacker.feed(b"\xc6" + (100 << 20).to_bytes(4, "big"))  # the header alone is 5 bytes more
    with pytest.raises(hayapack.BufferFull):
        unpacker.unpack()
    with pytest.raises(hayapack.TruncatedError) as caught:
        hayapack.unpackb(b"\xdd\xff\xff\xff\xff")
    assert caught.value.offset == 0


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


def test_the_vectors_of_dotnet_are_as_many_as_the_page_says():
    says("docs/dotnet.md", "`vectors/dotnet` has over 12,000 rows of MessagePack-CSharp's bytes")
    lines = [
        line
        for path in (ROOT / "vectors/dotnet").glob("*.tsv")
        if path.name != "api.tsv"
        for line in path.read_text("utf-8").splitlines()
    ]
    assert 12_000 < sum(not line.startswith("#") for line in lines) < 13_000


def test_analyzers_are_documented():
    source = "".join(path.read_text("utf-8") for path in (ROOT / "dotnet/src/Hayapack.Generator").rglob("*.cs"))
    ids = sorted(set(re.findall(r'"(HAYA\d{3})"', source)))
    assert sorted(set(re.findall(r"HAYA\d{3}", text_of("docs/dotnet-analyzers.md")))) == ids
    says("docs/dotnet.md", "`%s` to `%s`" % (ids[0], ids[-1]))


def test_names_and_options_of_the_installed_msgpack():
    says("docs/python.md", "hayapack has all public names of msgpack 1.2, with the same options and defaults.")
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
    """The worst case of the structures in php/src/decode/shapes.h: every shape with the most and longest keys."""
    says(
        "docs/php.md",
        "The caches take at most 4 MB per process or thread",
        "the PHP strings of their keys, at most 3 MB",
    )
    number = {
        name: int(value)
        for name, value in re.findall(r"#define SHAPES_(\w+) (\d+)u", text_of("php/src/decode/shapes.h"))
    }
    maps, keys, texts = 2 * number["SETS"], number["MAP_MAX"], number["TEXTS_MAX"]
    # struct shape_key is 56 bytes, struct shape at most 200; the hash part has two words of 4 bytes for a key.
    shape = 200 + keys * 56 + 2 * keys * 4 + texts
    table = 8 * (number["KEYS"] + maps + number["RECENT"]) + 4 * (number["KEYS"] + number["SEEN"])
    assert table + maps * shape <= 4_000_000
    # A string has 24 bytes besides its text, a final zero and padding; the engine rounds up to a quarter.
    strings = maps * (keys * 32 + texts) + number["KEYS"] * (32 + number["KEY_MAX"])
    assert strings * 1.25 <= 3_000_000
