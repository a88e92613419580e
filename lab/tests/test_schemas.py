"""The formats with a schema: round trips, tasks, sizes, and code that can't be generated."""

import copy
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from hayapack_lab import codecs, workloads
from hayapack_lab.articles import answers, hex_dumps, small_record_page
from hayapack_lab.codecs import NotAvailable
from hayapack_lab.measure.engine import Engine
from hayapack_lab.measure.record import RecordedCell, Settings
from hayapack_lab.measure.source import task_name
from hayapack_lab.schemas import generated, record
from hayapack_lab.text.report_elements import Table, Text

QUICK = Settings(samples=3, sample_ms=0.2, seconds=5.0, least=3, call_limit=30.0)
PACKAGES = {
    "protobuf": "google.protobuf",
    "capnp": "capnp",
    "capnp_packed": "capnp",
    "flatbuffers": "flatbuffers",
}
GENERATED = {"protobuf": generated.protobuf, "flatbuffers": generated.flatbuffers}
DECLARED = {"record_hayapack_array": 33, "record_hayapack_float32": 25, "record_msgspec_array": 33}
SIZES = {"protobuf": 36, "capnp": 120, "capnp_packed": 49, "flatbuffers": 144, **DECLARED}
# The bytes that the article printed.
DUMPS = {
    "protobuf": "0dcdcccc3d119a9999999999b93f180120012801300168017201317a01318201030a0131",
    "capnp_packed": "100e5005031fcdcccc3d01ff9a9999999999b93f000101110101010111091211090a4108010131013111010e1101120131",
    "msgpack_c": "8aa3663031cb3fb999999999999aa3663032cb3fb999999999999aa366303301a366303401a366303501a366303601a3663037c3a366303"
    "8a131a3663039a131a366313081a366313191a131",
}


@pytest.fixture(scope="module")
def run():
    """All of article E's tasks in real worker processes."""
    [source] = small_record_page.sources(quick=True)
    source.codecs = [*PACKAGES, *DECLARED, "msgpack_c", "hayapack_native", "hayapack_again", "json_std"]
    with Engine("lab", QUICK) as engine:
        return engine.run([source])


def cell_of(run, codec):
    cell = run.sources[0].cells[codec]
    if cell.status == "missing":
        pytest.skip(f"{codec}: {cell.error}")
    return cell


@pytest.fixture
def anew(monkeypatch, tmp_path):
    """An empty cache, no generator but those put into `tmp_path / "bin"`."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    monkeypatch.setattr(generated, "cache_folder", lambda: tmp_path / "cache" / "documents")
    monkeypatch.setattr(generated.importlib.util, "find_spec", lambda name: None)
    for make in GENERATED.values():
        make.cache_clear()
    yield programs
    for make in GENERATED.values():
        make.cache_clear()


def put(programs, name, script):
    path = programs / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_the_record_has_the_sizes_that_the_post_printed():
    import json

    msgpack = pytest.importorskip("msgpack")
    message = workloads.get("record_e").make(1, 1)[0]
    assert len(json.dumps(message)) == 124 and len(msgpack.packb(message)) == 76


def test_fields_name_every_leaf():
    module = workloads.get("record_e")
    message = module.make(1, 1)[0]

    def leaves(value, path=()):
        if isinstance(value, (dict, list)):
            steps = value if isinstance(value, dict) else range(len(value))
            return [leaf for step in steps for leaf in leaves(value[step], (*path, step))]
        return [path]

    assert list(module.FIELDS) == leaves(message)


def test_a_float32_comes_back_as_the_decimal_that_was_meant():
    import struct

    [message] = workloads.get("record_e").make(1, 1)[:1]
    held = record.wrap(message)
    held["f01"] = struct.unpack("<f", struct.pack("<f", held["f01"]))[0]
    assert held["f01"] != 0.1 and held["f09"] == b"1"
    assert record.unwrap(held) == message


@pytest.mark.parametrize("codec", [*PACKAGES, *DECLARED])
def test_a_round_trip_gives_every_field_back(codec, run):
    cell = cell_of(run, codec)
    lost = ["float changed at $.f02"] if codec == "record_hayapack_float32" else []  # every float, not f01 alone
    assert (cell.status, cell.losses) == ("ok", lost)
    assert cell.size == SIZES[codec] * run.sources[0].messages


@pytest.mark.parametrize("codec", DUMPS)
def test_the_bytes_are_those_that_the_article_printed(codec, run):
    assert cell_of(run, codec).hex == DUMPS[codec]
    assert run.sources[0].cells["hayapack_native"].hex == DUMPS["msgpack_c"]


@pytest.mark.parametrize("codec", sorted(set(hex_dumps.PARTS) - set(DUMPS)))
def test_the_bytes_beside_the_articles_are_those_of_this_run(codec, run):
    assert cell_of(run, codec).hex == hex_dumps.printed(codec).hex()


def test_the_parts_of_the_dumps_are_the_whole_dumps():
    """Of the article's, and of today's declared class; each field is somewhere."""
    assert {codec: hex_dumps.printed(codec).hex() for codec in hex_dumps.PRINTED} == DUMPS
    assert {codec: len(hex_dumps.printed(codec)) for codec in hex_dumps.PARTS} == {
        **{codec: len(text) // 2 for codec, text in DUMPS.items()},
        **{codec: SIZES[codec] for codec in hex_dumps.PARTS if codec not in DUMPS},
    }
    for codec, parts in hex_dumps.PARTS.items():
        assert {field for fields, _ in parts for field in fields.split()} >= set(hex_dumps.FIELDS), codec


def test_the_page_shows_the_dumps_and_the_declared_class_of_this_run(run):
    record = replace(run, articles=["e"])
    cell_of(run, "protobuf")
    section = small_record_page.section(record)
    shown = {part.key: part for part in section.parts if isinstance(part, Table)}
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in shown["e-dumps"].rows}
    first = {title: text for title, text in zip([column.title for column in shown["e-dumps"].columns[1:]], rows["f03"])}
    assert (first["msgpack"], first["protobuf"], first["Cap'n Proto packed"]) == ("a3 66 30 33 01", "18 01", "with f01")
    if run.sources[0].cells["flatbuffers"].status == "ok":
        assert first["FlatBuffers"] == "30 00 … 01 00 00 00"
    assert rows["bytes"][:3] == ["76", "36", "49"]
    said = [part.text for part in section.parts if isinstance(part, Text)]
    same = next(text for text in said if text.startswith("Today's bytes are those that the article printed: "))
    assert same.endswith(". hayapack writes those of msgpack.") and "protobuf" in same
    assert "hayapack" not in same.partition(".")[0]
    sizes = {row[0].text: row[6].text for row in shown["e-declared-1"].rows}
    lost = {row[0].text.partition(" (")[0]: row[7].text for row in shown["e-declared-1"].rows}
    assert lost["protobuf"] == "f01, a float32, keeps 6 digits" and lost["msgpack"] == "nothing"
    assert sizes["hayapack, dataclass as array"] == "33" and sizes["protobuf"] == "36" and sizes["hayapack"] == "76"
    smallest = answers.article_module("e").CONCLUSIONS[1]
    assert "does not hold for protobuf" in smallest.sentence(
        record
    ) and "hayapack with a declared class 33" in smallest.sentence(record)


def test_an_earlier_runs_field_numbers_are_said_beside_a_run_with_the_articles(run):
    cell_of(run, "protobuf")
    earlier = replace(copy.deepcopy(run), articles=["e"])
    cells = earlier.sources[0].cells
    cells["protobuf"].size = cells["protobuf"].post_size = 35 * earlier.sources[0].messages
    for codec in DECLARED:
        del cells[codec]
    section = small_record_page.section(replace(earlier, beside=[run]))
    said = [part.text for part in section.parts if isinstance(part, Text)]
    assert any("numbers 1 to 10, so it writes 35 bytes" in text and "it writes 36 (" in text for text in said)
    assert "Bytes: protobuf 36," in answers.article_module("e").ANSWER.sentence(replace(earlier, beside=[run]))
    assert "Bytes: protobuf 35," in answers.article_module("e").ANSWER.sentence(earlier)
    assert not any(
        "numbers 1 to 10" in part.text for part in small_record_page.section(earlier).parts if isinstance(part, Text)
    )


@pytest.mark.parametrize("codec", [*PACKAGES, *DECLARED, "hayapack_native"])
def test_every_way_runs_in_a_worker(codec, run):
    cell = cell_of(run, codec)
    for way in (small_record_page.POST, *small_record_page.WAYS):
        assert len(cell.samples[task_name(way, True)]) == 3, way


@pytest.mark.parametrize("codec", PACKAGES)
def test_what_the_ways_read_is_what_was_written(codec, run):
    """Runs the timed statements and checks their results."""
    pytest.importorskip(PACKAGES[codec])
    cell_of(run, codec)
    module = codecs.get(codec)
    message = module.wrap(workloads.get("record_e").make(1, 1)[0])
    ways = module.ways(frozenset())
    packed = bytes(module.load(frozenset())[0](message))
    one = ways["one field"]
    texts = (record.ONE_FIELD, "record.F10().F11(0).decode()")
    text = next(text for text in texts if text in one.body)
    assert record.function(one.body.replace(text, f"value = {text}"), one.names)(packed) == "1"
    prebuilt = ways["encode prebuilt"]
    *before, last = [part for part in prebuilt.body.split("; ") if "clear_write" not in part]
    body = "; ".join([*before, f"value = {last}"])
    assert bytes(record.function(body, prebuilt.names)(module.build(message))) == packed


def test_protobuf_runs_in_its_compiled_back_end(monkeypatch):
    pytest.importorskip("google.protobuf")
    from google.protobuf.internal import api_implementation

    monkeypatch.setattr(api_implementation, "Type", lambda: "python")
    with pytest.raises(NotAvailable, match="runs as 'python'"):
        codecs.get("protobuf").load(frozenset())


@pytest.mark.parametrize("codec", GENERATED)
def test_a_missing_generator_is_named(codec, anew):
    pytest.importorskip(PACKAGES[codec])
    with pytest.raises(NotAvailable, match="needs .*(protoc|flatc)"):
        GENERATED[codec]()


@pytest.mark.parametrize("codec, program", [("protobuf", "protoc"), ("flatbuffers", "flatc")])
def test_a_broken_generator_is_shown(codec, program, anew):
    pytest.importorskip(PACKAGES[codec])
    put(anew, program, 'test "$1" = --version && echo v1 && exit; echo no such option >&2; exit 3')
    with pytest.raises(NotAvailable, match=f"{program} failed with status 3: no such option"):
        GENERATED[codec]()
    put(anew, program, "echo v2")
    with pytest.raises(NotAvailable, match="v2 did not write record_"):
        GENERATED[codec]()


def test_code_for_another_version_is_refused_with_both_names(anew):
    pytest.importorskip("google.protobuf.runtime_version")
    code = "from google.protobuf import runtime_version as r; " + (
        "r.ValidateProtobufRuntimeVersion(r.Domain.PUBLIC, 99, 0, 0, '', 'record.proto')"
    )
    made = f'test "$1" = --version && echo libprotoc 99 || echo "{code}" > record_pb2.py'
    put(anew, "protoc", made)
    with pytest.raises(NotAvailable, match="can't run the code of libprotoc 99: VersionError"):
        generated.protobuf()


def test_code_is_kept_by_version_and_made_once(anew):
    pytest.importorskip("flatbuffers")
    made = 'echo run >> "$0.runs"; echo a=1 > record_generated.py'
    put(anew, "flatc", f'test "$1" = --version && echo v1 && exit; {made}')
    cached = lambda: sorted((anew.parent / "cache" / "generated").glob("*.py"))  # noqa: E731
    for _ in range(2):
        assert generated.flatbuffers().a == 1
        generated.flatbuffers.cache_clear()
    assert len(cached()) == 1 and (anew / "flatc.runs").read_text() == "run\n"
    put(anew, "flatc", 'test "$1" = --version && echo v2 || echo a=2 > record_generated.py')
    assert generated.flatbuffers().a == 2 and len(cached()) == 2


def test_flatc_is_given_an_absolute_folder(anew):
    """flatc 2.0 writes an empty __init__.py into the root folder if it is given a relative one."""
    pytest.importorskip("flatbuffers")
    made = 'echo "$@" > "$0.arguments"; pwd > "$0.folder"; echo a=1 > record_generated.py'
    put(anew, "flatc", f'test "$1" = --version && echo v1 && exit; {made}')
    generated.flatbuffers()
    folder = (anew / "flatc.folder").read_text().strip()
    assert f" -o {folder}/ " in (anew / "flatc.arguments").read_text()


def test_processes_may_make_code_at_once(tmp_path):
    """Each starts with the same empty cache, in its own process, as workers do."""
    pytest.importorskip("flatbuffers")
    code = "from hayapack_lab.schemas import generated as g; print(g.flatbuffers().__name__)"
    environment = dict(os.environ, XDG_CACHE_HOME=str(tmp_path), PYTHONSAFEPATH="1")
    outside = outside_files()

    def start(_):
        command = [sys.executable, "-c", code]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)

    with ThreadPoolExecutor() as pool:
        done = list(pool.map(start, range(4)))
    if "NotAvailable: flatbuffers needs" in done[0].stderr:
        pytest.skip("flatc is not installed")
    assert [process.stdout for process in done] == ["record_generated\n"] * 4, done[0].stderr
    assert len(list(tmp_path.rglob("*.py"))) == 1
    assert outside_files() == outside


def outside_files():
    """The Python files in the folders that a generator must not write to, with their times."""
    folders = (Path("/"), generated.FOLDER)
    return {path: path.stat().st_mtime_ns for folder in folders for path in folder.glob("*.py")}


def test_a_cache_that_cant_be_written_is_named(anew, tmp_path):
    pytest.importorskip("flatbuffers")
    put(anew, "flatc", "echo v1")
    (tmp_path / "cache").write_text("a file where the folder should be")
    with pytest.raises(NotAvailable, match="the code can't be stored in"):
        generated.flatbuffers()


def test_the_section_is_drawn_from_the_record(run):
    parts = {part.key: part for part in small_record_page.section(run).parts if hasattr(part, "key")}
    assert list(parts) == ["e-then", "e-declared-1", "e-dumps", "e-fair", "e-ways"]
    for part in parts.values():
        assert all(len(row) == len(part.columns) for row in getattr(part, "rows", []))
    json = parts["e-then"].rows[0]
    assert [json[place].text for place in (1, 4, 5)] == ["1,118", "124", "124"]
    assert parts["e-fair"].rows[0][2].text == "= encode"
    assert parts["e-then"].rows[-1][2].text.endswith(" %")
    assert "hayapack" in parts["e-ways"].x


def test_the_section_stands_without_results(run):
    assert "None of this" in small_record_page.section(replace(run, sources=[])).parts[-1].text
    cells = {
        "protobuf": RecordedCell("missing", "no protoc"),
        "json_std": RecordedCell("failed", "decode: x"),
        "capnp": RecordedCell("ok"),
    }
    source = replace(run.sources[0], cells=cells)
    drawn = small_record_page.section(replace(run, sources=[source], codecs={}, interrupted=True))
    tables = {part.key: part for part in drawn.parts if hasattr(part, "rows")}
    today = {row[0].text: row[2] for row in tables["e-then"].rows}
    assert [today[codec].text for codec in ("capnp", "msgpack_c")] == ["not timed", "–"]  # the article's rows are shown
    assert "orjson" not in today
    for codec, reason in (("protobuf", "no protoc"), ("json_std", "decode: x")):
        assert reason in today[codec].text + today[codec].hint
