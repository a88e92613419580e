"""Arrow tables from MessagePack events and back, and from the same events as lines of JSON."""

from __future__ import annotations

import io
import json
import tempfile
from typing import Any

from ..workloads.events import FLAT, NESTED
from . import Contract, NotAvailable, PythonCodec, Way
from .hayapack_native import ENV

CONTRACT = Contract(utf8="checked", schema="types of the columns", gives="an Arrow table")
ALL = {**FLAT, **NESTED}
_ARROW = {"int64": "int64", "str": "string", "float64": "float64", "bool": "bool_"}


class Events:
    """One message in each form that a task reads."""

    def __init__(self, rows: list[dict]) -> None:
        import pyarrow

        import hayapack

        self.array = hayapack.packb(rows, datetime=True)
        self.stream = b"".join(hayapack.packb(row, datetime=True) for row in rows)
        self.table = pyarrow.Table.from_pylist(rows, _schema(ALL))
        self._file = tempfile.NamedTemporaryFile("w", suffix=".json")  # noqa: SIM115 - deleted with the object
        self._file.writelines(json.dumps(row, default=_iso) + "\n" for row in rows)
        self._file.flush()
        self.json = self._file.name


def _iso(moment: Any) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _schema(columns: dict[str, str]) -> Any:
    import pyarrow

    nested = {
        "time": pyarrow.timestamp("us", "UTC"),
        "geo": pyarrow.struct(
            {"lat": pyarrow.float64(), "lon": pyarrow.float64(), "country": pyarrow.string()}.items()
        ),
        "tags": pyarrow.list_(pyarrow.string()),
    }
    return pyarrow.schema(
        [(name, nested[name] if name in nested else getattr(pyarrow, _ARROW[kind])()) for name, kind in columns.items()]
    )


def _load(read: Any) -> Any:
    """The check before a measurement: the table has the rows that were packed."""

    def load(needs: frozenset) -> tuple[Any, Any]:
        import hayapack

        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise NotAvailable("pyarrow is not installed") from None

        def decode(packed: bytes) -> list[dict]:
            from datetime import timezone

            rows = read()(Events(hayapack.unpackb(packed, timestamp=3))).to_pylist()
            for row in rows:
                row["time"] = row["time"].astimezone(timezone.utc)
            return rows

        return lambda rows: hayapack.packb(rows, datetime=True), decode

    return load


def _hayapack(columns: dict[str, str], form: str) -> Way:
    import pyarrow

    import hayapack

    names = {"columns": hayapack.columns, "batch": pyarrow.record_batch, "names": list(columns), "types": columns}
    return Way("built", f"batch(columns(item.{form}, names, types, stream={form == 'stream'}))", names)


def _hayapack_ways(needs: frozenset) -> dict[str, Way]:
    from hayapack.data import arrow

    names = {"write": arrow.write, "new": io.BytesIO}
    return {
        "8 fields": _hayapack(FLAT, "stream"),
        "8 fields of one array": _hayapack(FLAT, "array"),
        "all fields": _hayapack(ALL, "stream"),
        "write": Way("built", "write(item.table, new())", names),
    }


def _read_hayapack() -> Any:
    import pyarrow

    import hayapack

    return lambda events: pyarrow.record_batch(hayapack.columns(events.stream, list(ALL), ALL, stream=True))


def _rows_ways(needs: frozenset) -> dict[str, Way]:
    """Without `columns`: every value as a Python object."""
    import msgpack
    import pyarrow

    import hayapack

    names = {
        "rows": hayapack.unpackb,
        "table": pyarrow.Table.from_pylist,
        "flat": _schema(FLAT),
        "all": _schema(ALL),
        "pack": msgpack.Packer(datetime=True).pack,
        "ours": hayapack.Packer(datetime=True).pack,
    }
    return {
        "8 fields": Way("built", "table(rows(item.array, timestamp=3), flat)", names),
        "all fields": Way("built", "table(rows(item.array, timestamp=3), all)", names),
        "write": Way("built", "b''.join(map(pack, item.table.to_pylist()))", names),
        "write with hayapack.Packer": Way("built", "b''.join(map(ours, item.table.to_pylist()))", names),
    }


def _read_rows() -> Any:
    import pyarrow

    import hayapack

    return lambda events: pyarrow.Table.from_pylist(hayapack.unpackb(events.array, timestamp=3), _schema(ALL))


def _struct_columns(columns: dict[str, str]) -> Any:
    """A function that decodes into Structs of msgspec and makes the table column by column."""
    import datetime

    import msgspec
    import pyarrow

    kinds = {"int64": int, "str": str, "float64": float, "bool": bool}
    geo = msgspec.defstruct("Geo", [("lat", float), ("lon", float), ("country", str)])
    nested = {"time": datetime.datetime, "geo": geo, "tags": list[str]}
    row = msgspec.defstruct("Row", [(name, nested.get(name) or kinds[kind]) for name, kind in columns.items()])
    decode = msgspec.msgpack.Decoder(list[row]).decode
    schema = _schema(columns)
    plain = msgspec.to_builtins

    def table(packed: bytes) -> Any:
        rows = decode(packed)
        arrays = []
        for field in schema:
            values = [getattr(row, field.name) for row in rows]
            if field.name == "geo":
                values = plain(values)
            arrays.append(pyarrow.array(values, field.type))
        return pyarrow.Table.from_arrays(arrays, schema=schema)

    return table


def _struct_ways(needs: frozenset) -> dict[str, Way]:
    return {
        "8 fields": Way("built", "table(item.array)", {"table": _struct_columns(FLAT)}),
        "all fields": Way("built", "table(item.array)", {"table": _struct_columns(ALL)}),
    }


def _read_structs() -> Any:
    table = _struct_columns(ALL)
    return lambda events: table(events.array)


def _duckdb(columns: dict[str, str]) -> Any:
    import duckdb

    kinds = {
        "int64": "BIGINT", "str": "VARCHAR", "float64": "DOUBLE", "bool": "BOOLEAN", "timestamp[us]": "TIMESTAMPTZ",
        "list[str]": "VARCHAR[]", NESTED["geo"]: "STRUCT(lat DOUBLE, lon DOUBLE, country VARCHAR)",
    }  # fmt: skip
    declared = ", ".join(f"'{name}': '{kinds[kind]}'" for name, kind in columns.items())
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    query = f"SELECT * FROM read_json(?, format = 'newline_delimited', columns = {{{declared}}})"
    return lambda path: connection.sql(query, params=[path]).to_arrow_table()


def _duckdb_ways(needs: frozenset) -> dict[str, Way]:
    return {
        "8 fields": Way("built", "read(item.json)", {"read": _duckdb(FLAT)}),
        "all fields": Way("built", "read(item.json)", {"read": _duckdb(ALL)}),
    }


def _read_duckdb() -> Any:
    read = _duckdb(ALL)
    return lambda events: read(events.json)


def _codec(name: str, package: str, read: Any, ways: Any, wire: str = "MessagePack") -> PythonCodec:
    loses = "the order of keys in a map"
    more = {"workloads": ("events",), "env": ENV, "load": _load(read), "build": Events, "ways": ways}
    return PythonCodec(name, wire, package, loses, CONTRACT, **more)


CODECS = {
    "tables_hayapack": _codec("hayapack and Arrow", "hayapack", _read_hayapack, _hayapack_ways),
    "tables_rows": _codec("Python rows and pyarrow", "hayapack", _read_rows, _rows_ways),
    "tables_struct": _codec("msgspec Structs and pyarrow", "msgspec", _read_structs, _struct_ways),
    "tables_duckdb": _codec("DuckDB's read_json", "duckdb", _read_duckdb, _duckdb_ways, "JSON"),
}
