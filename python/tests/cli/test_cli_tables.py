"""`hayapack convert` to and from Parquet, Arrow and CSV, and `hayapack query`."""

import importlib
import json
import os

import pytest
from tool import good, on_terminal, run, without

from hayapack import Timestamp, packb

ROWS = [{"id": n, "city": f"c{n % 3}", "price": n / 4, "tags": [n]} for n in range(100)]
DATA = b"".join(map(packb, ROWS))


def have(name):
    try:  # Debian has pyarrow for some of its versions of CPython only
        importlib.import_module(name)
    except ImportError:
        return False
    return True


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "events.msgpack").write_bytes(DATA)
    return tmp_path


@pytest.fixture(params=["pyarrow", "polars"])
def engine(request, tmp_path_factory):
    """The environment in which only this package is installed."""
    if not have(request.param):
        pytest.skip(f"needs {request.param}")
    other = {"pyarrow": "polars", "polars": "pyarrow"}[request.param]
    return {"PYTHONPATH": without(tmp_path_factory.mktemp("without"), other)}


needs_duckdb = pytest.mark.skipif(not have("duckdb"), reason="needs duckdb")
needs_table = pytest.mark.skipif(not have("pyarrow") and not have("polars"), reason="needs pyarrow or polars")


def test_there_and_back(folder, engine):
    for name in ("t.parquet", "t.arrow", "t.feather"):
        assert good("convert", "events.msgpack", name, cwd=folder, **engine) == b""
        assert good("convert", name, "back.msgpack", cwd=folder, **engine) == b""
        assert (folder / "back.msgpack").read_bytes() == DATA
        assert good("convert", "--to", "msgpack", name, "-", cwd=folder, **engine) == DATA
    lines = good("convert", "t.parquet", "-", cwd=folder, **engine).splitlines()
    assert [json.loads(line) for line in lines] == ROWS
    good("convert", "t.parquet", "t.mplz4", cwd=folder, **engine)
    assert good("convert", "--to", "msgpack", "t.mplz4", "-", cwd=folder) == DATA
    good("convert", "--rows", "arrays", "--columns", "city,id", "t.parquet", "back.msgpack", cwd=folder, **engine)
    assert (folder / "back.msgpack").read_bytes() == b"".join(packb([row["city"], row["id"]]) for row in ROWS)


def test_csv(folder, engine):
    good("convert", "--columns", "id,city", "events.msgpack", "t.csv", cwd=folder, **engine)
    lines = (folder / "t.csv").read_text().replace('"', "").splitlines()
    assert lines[:3] == ["id,city", "0,c0", "1,c1"] and len(lines) == 101
    good("convert", "t.csv", "back.msgpack", cwd=folder, **engine)
    assert (folder / "back.msgpack").read_bytes() == b"".join(packb({"id": r["id"], "city": r["city"]}) for r in ROWS)


def test_inputs_and_options(folder, engine):
    good("convert", "events.msgpack", "t.parquet", cwd=folder, **engine)
    want = (folder / "t.parquet").read_bytes()
    assert good("convert", "--to", "parquet", "-", "-", stdin=DATA, cwd=folder, **engine) == want
    good("convert", "events.msgpack", "events.jsonl", cwd=folder)
    good("convert", "events.jsonl", "u.parquet", cwd=folder, **engine)
    assert (folder / "u.parquet").read_bytes() == want
    given = ["--schema", '{"id": "int8", "more": "str"}', "--columns", "id,more"]
    good("convert", *given, "events.msgpack", "s.parquet", cwd=folder, **engine)
    assert good("convert", "--to", "msgpack", "s.parquet", "-", cwd=folder, **engine)[:11] == packb(
        {"id": 0, "more": None}
    )
    (folder / "schema.json").write_text('{"city": "str"}')
    good("convert", "--schema", "schema.json", "--columns", "city", "events.msgpack", "s.csv", cwd=folder, **engine)
    assert (folder / "s.csv").read_text().startswith(("city", '"city"'))


def test_errors(folder, engine):
    (folder / "bad.msgpack").write_bytes(DATA + packb({"id": "x"}) + DATA)
    (folder / "t.parquet").write_bytes(b"old")
    schema = ["--schema", '{"id": "int64"}']
    at = len(DATA) + 4
    wrong = f"hayapack: bad.msgpack: byte {at}: str in a column of int64, at $.id, in message 101"
    for given in (schema, [*schema, "--columns", "id"]):
        done = run("convert", *given, "bad.msgpack", "t.parquet", cwd=folder, **engine)
        assert done.stderr.decode() == f"{wrong}\n"
    schema += ["--columns", "id"]
    assert done.returncode == 1 and (folder / "t.parquet").read_bytes() == b"old"
    assert sorted(os.listdir(folder)) == ["bad.msgpack", "events.msgpack", "t.parquet"]
    done = run("convert", *schema, "--errors", "skip", "bad.msgpack", "t.parquet", cwd=folder, **engine)
    assert (done.returncode, done.stderr) == (0, b"hayapack: bad.msgpack: left out: 1 row\n")
    done = run("convert", *schema, "--errors", "null", "bad.msgpack", "t.parquet", cwd=folder, **engine)
    assert (done.returncode, done.stderr) == (0, b"hayapack: bad.msgpack: left out: 1 value set to null\n")
    done = run("convert", *schema, "--keep-going", "bad.msgpack", "t.parquet", cwd=folder, **engine)
    assert done.returncode == 1
    assert done.stderr.decode() == f"{wrong}; skipped\n"
    assert len(good("convert", "--to", "msgpack", "t.parquet", "-", cwd=folder, **engine)) > 500
    (folder / "cut.msgpack").write_bytes(DATA[:-1])
    done = run("convert", "cut.msgpack", "t.parquet", cwd=folder, **engine)
    assert done.returncode == 1 and b"cut.msgpack: byte " in done.stderr and b"truncated" in done.stderr
    done = run("convert", "--columns", "no", "events.msgpack", "t.parquet", cwd=folder, **engine)
    assert done.returncode == 1 and b"no field 'no' in the schema" in done.stderr
    done = run("convert", "--columns", "no", "t.parquet", "x.msgpack", cwd=folder, **engine)
    assert done.returncode == 1 and b"no" in done.stderr and not (folder / "x.msgpack").exists()
    (folder / "not.parquet").write_bytes(b"not")
    done = run("convert", "not.parquet", "x.msgpack", cwd=folder, **engine)
    assert done.returncode == 1 and done.stderr.startswith(b"hayapack: not.parquet: parquet: ")


@needs_table
def test_a_dictionary_of_several_blocks(folder, engine):
    """An .arrow file has one dictionary, each block of messages its own."""
    rows = [{"city": "c%d" % (n // 60_000), "pad": "x" * 150} for n in range(200_000)]
    (folder / "long.msgpack").write_bytes(b"".join(map(packb, rows)))
    for name in ("t.arrow", "t.feather", "t.parquet"):
        given = ["--schema", '{"city": "dictionary[str]"}', "--columns", "city"]
        good("convert", *given, "long.msgpack", name, cwd=folder, **engine)
        back = good("convert", "--to", "msgpack", name, "-", cwd=folder, **engine)
        assert back == b"".join(packb({"city": row["city"]}) for row in rows)
    (folder / "lists.msgpack").write_bytes(b"".join(packb({"l": [row["city"]], "pad": row["pad"]}) for row in rows))
    given = ["--schema", '{"l": "list[dictionary[str]]"}', "--columns", "l"]
    good("convert", *given, "lists.msgpack", "l.arrow", cwd=folder, **engine)
    good("convert", "l.arrow", "back.msgpack", cwd=folder, **engine)
    assert (folder / "back.msgpack").read_bytes() == b"".join(packb({"l": [row["city"]]}) for row in rows)


def test_wrong_usage(folder):
    for arguments, text in (
        (["--schema", "no.json", "events.msgpack", "t.parquet"], "no.json"),
        (["--schema", "{", "events.msgpack", "t.parquet"], "is no schema"),
        (["--schema", '{"a": 1}', "events.msgpack", "t.parquet"], "an object of names and types"),
        (["--rows", "no", "events.msgpack", "t.parquet"], "--rows"),
        (["--pretty", "events.msgpack", "t.parquet"], "--pretty has no meaning for tables"),
        (["--invalid", "bytes", "events.msgpack", "t.parquet"], "--invalid has no meaning for tables"),
        (["--lz4", "block", "events.msgpack", "t.parquet"], "--lz4 has no meaning"),
        (["--columns", "id", "events.msgpack", "t.jsonl"], "--columns has no meaning for these formats"),
        (["--schema", "{}", "--rows", "arrays", "events.msgpack", "t.jsonl"], "--schema has no meaning"),
    ):
        done = run("convert", *arguments, cwd=folder)
        assert done.returncode == 2 and text in done.stderr.decode(), done
    if have("pyarrow") or have("polars"):
        for arguments, text in (
            (["--schema", '{"a": "no"}', "events.msgpack", "t.parquet"], "is no dtype"),
            (["--from", "parquet", "-", "x.msgpack"], "not from standard input"),
        ):
            done = run("convert", *arguments, cwd=folder)
            assert done.returncode == 2 and text in done.stderr.decode(), done
        assert not (folder / "t.parquet").exists()


def test_without_packages(folder, tmp_path_factory):
    path = without(tmp_path_factory.mktemp("without"), "pyarrow", "polars", "duckdb")
    for arguments in (["events.msgpack", "t.parquet"], ["t.csv", "x.msgpack"]):
        (folder / "t.csv").write_text("a\n1\n")
        done = run("convert", *arguments, cwd=folder, PYTHONPATH=path)
        assert done.returncode == 2
        assert b"pip install pyarrow, or pip install polars" in done.stderr
    done = run("query", "events.msgpack", "select 1", cwd=folder, PYTHONPATH=path)
    assert (done.returncode, done.stderr) == (
        2, b"hayapack: query needs the package duckdb: pip install duckdb\n",
    )  # fmt: skip


@needs_table
def test_progress_and_terminal(folder):
    _, errors = on_terminal(["convert", str(folder / "events.msgpack"), str(folder / "t.parquet")], 80)
    assert errors == ""
    output, errors = on_terminal(["convert", "--to", "parquet", str(folder / "events.msgpack"), "-"], 80, status=2)
    assert "parquet is not written to a terminal" in output + errors


@needs_duckdb
def test_query(folder):
    sql = "select city, count(*) n, sum(price) p from data group by city order by city"
    lines = good("query", "events.msgpack", sql, cwd=folder).splitlines()
    assert [json.loads(line) for line in lines] == [
        {"city": city, "n": n, "p": sum(row["price"] for row in ROWS if row["city"] == city)}
        for city, n in (("c0", 34), ("c1", 33), ("c2", 33))
    ]
    for name in ("events", '"events.msgpack"', "'events.msgpack'"):
        assert good("query", "events.msgpack", f"select max(id) m from {name}", cwd=folder) == b'{"m":99}\n'
    assert good("query", "--to", "msgpack", "events.msgpack", "select 1 a, 'x' b", cwd=folder) == packb(
        {"a": 1, "b": "x"}
    )
    assert good("query", "--to", "csv", "events.msgpack", "select id, city from data limit 2", cwd=folder) == (
        b"id,city\n0,c0\n1,c1\n"
    )
    assert "│" in good("query", "--to", "table", "events.msgpack", "from data limit 2", cwd=folder).decode()
    assert good("query", "-", "select count(*) n from data", stdin=DATA) == b'{"n":100}\n'
    (folder / "users.msgpack").write_bytes(packb({"id": 5, "name": "Ann"}))
    sql = "select name, city from events join users using (id)"
    assert good("query", "events.msgpack", "users.msgpack", sql, cwd=folder) == b'{"name":"Ann","city":"c2"}\n'
    (folder / "times.msgpack").write_bytes(packb({"t": Timestamp(5, 0)}))
    assert good("query", "times.msgpack", "from data", cwd=folder) == b'{"t":{"$timestamp":"1970-01-01T00:00:05Z"}}\n'


@needs_duckdb
def test_query_on_a_terminal(folder):
    output, errors = on_terminal(["query", str(folder / "events.msgpack"), "select count(*) n from data"], 80)
    assert "│" in output and "100" in output and errors == ""


@needs_duckdb
def test_query_errors(folder):
    for sql in ("selec 1", "select no from data", "from none"):
        done = run("query", "events.msgpack", sql, cwd=folder)
        assert (done.returncode, done.stdout) == (2, b"") and b"hayapack: " in done.stderr
    (folder / "bad.msgpack").write_bytes(DATA + packb({"id": "x"}))
    schema = ["--schema", '{"id": "int64"}']
    done = run("query", *schema, "bad.msgpack", "select sum(id) from data", cwd=folder)
    assert done.returncode == 1 and b"str in a column of int64, at $.id" in done.stderr
    done = run("query", *schema, "--errors", "skip", "bad.msgpack", "select count(*) n from data", cwd=folder)
    assert (done.returncode, done.stdout) == (0, b'{"n":100}\n') and b"left out: 1 row" in done.stderr
    done = run("query", "missing.msgpack", "from data", cwd=folder)
    assert done.returncode == 1 and b"missing.msgpack: No such file" in done.stderr
    assert run("query", "events.msgpack", cwd=folder).returncode == 2


# --- nothing is left out without a word ------------------------------------------------


def test_keys_that_appear_late_are_columns(tmp_path, engine):
    rows = [{"id": n, **({"refund": n / 2} if n >= 1500 else {})} for n in range(3000)]
    (tmp_path / "late.msgpack").write_bytes(b"".join(map(packb, rows)))
    for given in (["late.msgpack", "t.parquet"], ["--columns", "id,refund", "late.msgpack", "t.parquet"]):
        good("convert", *given, cwd=tmp_path, **engine)
        back = good("convert", "--to", "msgpack", "t.parquet", "-", cwd=tmp_path, **engine)
        assert back == b"".join(packb({"id": row["id"], "refund": row.get("refund")}) for row in rows)
    whole = (tmp_path / "late.msgpack").read_bytes()
    good("convert", "--to", "parquet", "-", "u.parquet", stdin=whole, cwd=tmp_path, **engine)
    assert (tmp_path / "u.parquet").read_bytes() == (tmp_path / "t.parquet").read_bytes()


def test_keys_without_a_column_are_counted(folder, engine):
    done = run("convert", "--schema", '{"id": "int64"}', "events.msgpack", "t.csv", cwd=folder, **engine)
    assert done.returncode == 0
    assert b"300 values of keys without a column: 'city', 'price', 'tags'" in done.stderr
    chosen = ["--schema", '{"id": "int64"}', "--columns", "id"]
    assert good("convert", *chosen, "events.msgpack", "t.csv", cwd=folder, **engine) == b""


@pytest.mark.parametrize("suffix", ["json", "msgpack"])
def test_rows_inside_a_message(folder, engine, suffix):
    (folder / "list.json").write_text(json.dumps(ROWS))
    (folder / "reply.json").write_text(json.dumps({"data": {"rows": ROWS}, "more": 5}))
    for name, path in (("list", "$[]"), ("reply", "$.data.rows[]")):
        if suffix == "msgpack":
            good("convert", f"{name}.json", f"{name}.msgpack", cwd=folder)
        good("convert", "--path", path, f"{name}.{suffix}", f"{name}.parquet", cwd=folder, **engine)
        assert good("convert", "--to", "msgpack", f"{name}.parquet", "-", cwd=folder, **engine) == DATA
    done = run("convert", f"list.{suffix}", "t.parquet", cwd=folder, **engine)
    assert done.returncode == 1 and b"`convert --path '$[]'` makes its items the rows" in done.stderr
    done = run("convert", "--path", "$.no[]", f"reply.{suffix}", "t.parquet", cwd=folder, **engine)
    assert done.returncode == 1 and b"no key" in done.stderr and not (folder / "t.parquet").exists()
    assert run("convert", "--path", "$[", f"list.{suffix}", "t.parquet", cwd=folder, **engine).returncode == 2


def test_a_path_is_for_tables(folder):
    done = run("convert", "--path", "$[]", "events.msgpack", "t.jsonl", cwd=folder)
    assert (done.returncode, done.stderr) == (2, b"hayapack: convert: --path has no meaning for these formats\n")
