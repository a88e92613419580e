"""The Spark data source "msgpack": reads files in ranges, and writes them. Needs pyspark and pyarrow.

    >>> from hayapack.data.spark import MsgpackDataSource
    >>> spark.dataSource.register(MsgpackDataSource)  # doctest: +SKIP
    >>> df = spark.read.format("msgpack").load("events.msgpack")  # doctest: +SKIP
    >>> df.write.format("msgpack").mode("overwrite").save("copy")  # doctest: +SKIP

Options for reading: path, maxPartitionBytes (128 MiB), samplingRows (1000), mode (FAILFAST; DROPMALFORMED; PERMISSIVE),
columnNameOfCorruptRecord (_corrupt_record), rows, lz4, plan, pushFilters (false), truncateTimestamps (false), and
storage.NAME for fsspec.
Options for writing: path, layout, lz4.
"""

from __future__ import annotations

import itertools
import json
import re
import warnings
from typing import Any

import pyarrow
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import BinaryType, StructType

from .. import UnpackException, columns
from . import arrow
from .spark_filters import mask, supported
from .spark_writer import Writer
from .tasks import empty, record_batch, tasks

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .given_schemas import Errors, Plan

MODES = ("FAILFAST", "DROPMALFORMED", "PERMISSIVE")

#: What Spark has no type for, as the types that it reads instead.
_WIDER = {"null": "str", "uint8": "int16", "uint16": "int32", "uint32": "int64", "uint64": "int64", "raw": "bytes"}
_UNSIGNED = re.compile(r"\b(null|uint8|uint16|uint32|uint64|raw)\b(?!\s*:)")
_UNITS = {"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


class MsgpackDataSource(DataSource):
    """For ``spark.dataSource.register()``; then ``spark.read.format("msgpack")``."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "msgpack"

    def schema(self) -> StructType:
        """The schema of the first rows, unless one is given."""
        how = _How(self.options)
        conflicts = "raise" if how.mode == "FAILFAST" else "first"
        errors: Errors = "raise" if how.mode == "FAILFAST" else "skip"
        found = arrow.infer(
            how.paths, how.sample, rows_layout=how.rows, conflicts=conflicts, errors=errors, lz4=how.lz4,
            storage_options=how.storage,
        )  # fmt: skip
        wider = {field: _UNSIGNED.sub(lambda match: _WIDER[match[1]], dtype) for field, dtype in found.items()}
        made = from_arrow_schema(empty(wider).schema)
        if how.mode == "PERMISSIVE" and how.corrupt not in made.names:
            made = made.add(how.corrupt, BinaryType())
        return made

    def reader(self, schema: StructType) -> DataSourceReader:
        """A reader of rows of this schema."""
        how = _How(self.options)
        return (_FilteringReader if how.filters else _Reader)(how, schema)

    def writer(self, schema: StructType, overwrite: bool) -> Writer:
        """A writer of a folder of files."""
        options = self.options
        return Writer(_paths(options)[0], overwrite, options.get("layout", "maps"), options.get("lz4"))


def _true(options: Any, name: str) -> bool:
    text = str(options.get(name, "false")).lower()
    if text not in ("true", "false"):
        raise ValueError(f"the option {name} must be true or false, not {text!r}")
    return text == "true"


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d+)\s*([kmgt]?)i?b?", text.strip().lower())
    if not match:
        raise ValueError(f"maxPartitionBytes must be a size such as 128m, not {text!r}")
    return int(match[1]) * _UNITS.get(match[2], 1)


def _paths(options: Any) -> list[str]:
    given = json.loads(options["paths"]) if "paths" in options else [options["path"]] if "path" in options else []
    if not given:
        raise ValueError("the option path is missing")
    return [path[5:].replace("///", "/", 1) if path.startswith("file:") else path for path in given]


class _How:
    """The options of a reading."""

    def __init__(self, options: Any) -> None:
        self.paths = _paths(options)
        self.block = _bytes(options.get("maxPartitionBytes", "128m"))
        self.sample = int(options.get("samplingRows", "1000")) or None
        self.mode = options.get("mode", "FAILFAST").upper()
        if self.mode not in MODES:
            raise ValueError(f"mode must be one of {', '.join(MODES)}, not {self.mode!r}")
        self.corrupt = options.get("columnNameOfCorruptRecord", "_corrupt_record")
        self.rows = options.get("rows", "maps")
        self.lz4, self.filters = _true(options, "lz4"), _true(options, "pushFilters")
        self.truncates = _true(options, "truncateTimestamps")
        self.plan: Plan = "auto" if "plan" not in options else _true(options, "plan")
        # the keys of options are in lower case
        self.storage = {name[8:]: value for name, value in options.items() if name.startswith("storage.")}


class _Partition(InputPartition):
    """The task of a partition."""


class _Reader(DataSourceReader):
    def __init__(self, how: _How, schema: StructType) -> None:
        self._how = how
        self._arrow = to_arrow_schema(schema, timezone="UTC")
        self._corrupt = how.corrupt if how.mode == "PERMISSIVE" and how.corrupt in schema.names else None
        if self._corrupt and not isinstance(schema[self._corrupt].dataType, BinaryType):
            raise ValueError(f"the column {self._corrupt} must be binary: it has the bytes of malformed rows")
        wanted = pyarrow.schema([field for field in self._arrow if field.name != self._corrupt])
        self._schema = arrow.schema_of(wanted, nulls_checked=True)  # in _made()
        if how.truncates:  # Spark's unit is the microsecond
            self._schema = {
                name: dtype.replace("timestamp[us]", "timestamp[ns]") for name, dtype in self._schema.items()
            }
        self._filters: list[Any] = []

    def partitions(self) -> list[InputPartition]:
        """A partition for each range; the driver repairs wrong guesses, as plan says."""
        how = self._how
        errors: Errors = "raise" if how.mode == "FAILFAST" else "skip"
        found = tasks(how.paths, how.block, how.storage, how.plan, errors)
        # Without partitions Spark makes one, of None.
        return [_Partition(task) for task in found]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """The rows of a partition."""
        task, how = partition.value, self._how
        if task is None:
            return
        bad: list[tuple[int, int, Exception]] = []
        errors: Any = {"FAILFAST": "raise", "DROPMALFORMED": "skip"}.get(how.mode)
        batches = task.batches(
            self._schema, None, errors or (lambda file, *place: bad.append(place)), rows=how.rows, lz4=how.lz4
        )
        data_of = task.bytes_of_rows()
        malformed = 0
        for batch in itertools.chain(batches, [None]):
            if batch is not None:
                yield from self._made(record_batch(batch), None)
            malformed += len(bad)
            yield from self._malformed(data_of, bad)
        if malformed and not self._corrupt:
            where = f"{task.file}{batches.left.where}: {malformed} rows are malformed"
            text = f"{where}: null instead of their values, as there is no column {how.corrupt}"
            warnings.warn(text, arrow.LeftOutWarning, stacklevel=2)

    def _malformed(self, data_of: Any, bad: list[Any]) -> Iterator[pyarrow.RecordBatch]:
        """A row for each that did not fit: with null instead of the values that do not, and its bytes."""
        for start, stop, _ in bad:
            data = data_of(start, stop - start)
            try:
                row = self._nulled(data)
            except (UnpackException, ValueError):
                row = self._nulled(b"\x80")
            yield from self._made(row, data)
        bad.clear()

    def _nulled(self, data: bytes) -> Any:
        how = self._how if data != b"\x80" else None
        made = columns(
            data, list(self._schema), list(self._schema.values()), stream=True, errors="null", missing="null",
            rows=how.rows if how else "maps", lz4=bool(how and how.lz4),
        )  # fmt: skip
        if made.rows != 1:
            raise ValueError("not one row")
        return record_batch(made)

    def _made(self, batch: Any, data: Any) -> Iterator[pyarrow.RecordBatch]:
        """The batch as Spark wants it; data: the bytes of a malformed row."""
        fields = [field for field in self._arrow if field.name != self._corrupt]
        arrays = dict(zip([field.name for field in fields], batch.columns))
        if self._corrupt:
            arrays[self._corrupt] = pyarrow.array([data] * batch.num_rows, pyarrow.binary())
        arrays = [arrays[field.name] for field in self._arrow]
        made = pyarrow.RecordBatch.from_arrays(
            [
                array if array.type == field.type else array.cast(field.type, safe=not self._how.truncates)
                for array, field in zip(arrays, self._arrow)
            ],
            schema=self._arrow,
        )
        for field, array in zip(self._arrow, made.columns):
            if not field.nullable and array.null_count:
                raise arrow.SchemaError(f"null in the column {field.name!r}, which is not nullable")
        yield made if not self._filters else made.filter(mask(self._filters, made))


class _FilteringReader(_Reader):
    """Evaluates filters before rows go to Spark. Needs spark.sql.python.filterPushdown.enabled=true."""

    def pushFilters(self, filters: list[Any]) -> Iterable[Any]:
        """Takes the filters that it can evaluate, and returns the others."""
        for filter in filters:
            if supported(filter, self._arrow):
                self._filters.append(filter)
            else:
                yield filter
