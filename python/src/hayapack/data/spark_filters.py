"""Filters that Spark pushes down, evaluated on Arrow data."""

from __future__ import annotations

from typing import Any

import pyarrow
import pyarrow.compute as compute
from pyspark.sql import datasource

_COMPARED = {
    "EqualTo": compute.equal,
    "GreaterThan": compute.greater,
    "GreaterThanOrEqual": compute.greater_equal,
    "LessThan": compute.less,
    "LessThanOrEqual": compute.less_equal,
}
_TEXTS = {
    "StringStartsWith": compute.starts_with,
    "StringEndsWith": compute.ends_with,
    "StringContains": compute.match_substring,
}


def supported(filter: Any, schema: Any) -> bool:
    """Whether mask() gives Spark's result: columns of ints, bools and text. Floats are not: Spark's NaN is equal
    to itself and greater than all numbers."""
    if isinstance(filter, datasource.Not):
        return supported(filter.child, schema)
    if len(filter.attribute) != 1 or filter.attribute[0] not in schema.names:
        return False
    name, kind = type(filter).__name__, schema.field(filter.attribute[0]).type
    if name in ("IsNull", "IsNotNull"):
        return True
    values = filter.value if name == "In" else (filter.value,)
    if pyarrow.types.is_string(kind):
        return (name in _COMPARED or name in _TEXTS or name == "In") and all(isinstance(v, str) for v in values)
    wanted = bool if pyarrow.types.is_boolean(kind) else int
    if not pyarrow.types.is_boolean(kind) and not pyarrow.types.is_integer(kind):
        return False
    return (name in _COMPARED or name == "In") and all(type(value) is wanted for value in values)


def mask(filters: list[Any], batch: Any) -> Any:
    """Which rows of the batch all filters let through; null counts as false."""
    found = _mask(filters[0], batch)
    for filter in filters[1:]:
        found = compute.and_kleene(found, _mask(filter, batch))
    return found


def _mask(filter: Any, batch: Any) -> Any:
    if isinstance(filter, datasource.Not):
        return compute.invert(_mask(filter.child, batch))
    column, name = batch.column(filter.attribute[0]), type(filter).__name__
    if name == "IsNull":
        return column.is_null()
    if name == "IsNotNull":
        return column.is_valid()
    if name == "In":
        found = compute.is_in(column, pyarrow.array(filter.value, column.type))
        return compute.if_else(column.is_valid(), found, None)
    if name in _TEXTS:
        return _TEXTS[name](column, filter.value)
    return _COMPARED[name](column, pyarrow.scalar(filter.value, column.type))
