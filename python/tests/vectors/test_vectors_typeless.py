"""Every row of the shared vectors of typed values on both back ends."""

from same import same
from test_vectors import check_prefixes, error_of, report
from vectors import ValueReader, parse_bytes, rows

from hayapack import Typed, TypeRegistry
from hayapack._values import dotnet

OPTIONS = {"types": TypeRegistry(), "strict_map_key": False, "use_list": False}


def typeless_rows(name):
    return [fields for file, fields in rows("typeless") if file == name + ".tsv"]


def test_valid(backend, request):
    all_rows = typeless_rows("valid")
    for name, packed, canonical, value in all_rows:
        packed = parse_bytes(packed)
        expected = ValueReader(value).read()
        assert same(backend.unpackb(packed, **OPTIONS), expected), name
        again = backend.packb(expected, types=OPTIONS["types"])
        assert again == (packed if canonical == "=" else parse_bytes(canonical)), name
        check_prefixes(backend, packed, OPTIONS, name)
        assert same(backend.unpackb(again, **OPTIONS), expected), name
    report(request, backend, "typeless/valid", len(all_rows), all_rows)


def test_invalid(backend, request):
    all_rows = typeless_rows("invalid")
    for name, packed, error_name, offset, path in all_rows:
        error = error_of(backend.unpackb, parse_bytes(packed), **OPTIONS)
        assert (error.name, str(error.offset), error.path) == (error_name, offset, path), name
    report(request, backend, "typeless/invalid", len(all_rows), all_rows)


def test_framework_names(backend):
    """TypeRegistry(dotnet=True) knows the collections of the shared list, and of the scalars these."""
    forms = {}
    for _, (name, form) in rows("names"):
        forms.setdefault(form, set()).add(name)
    assert (dotnet._LISTS, dotnet._MAPS) == (forms["list"], forms["map"])
    scalars = {names[1] for _, names, _, _ in dotnet.scalars()}
    assert scalars == {
        "System.Char",
        "System.DateTime",
        "System.DateTimeOffset",
        "System.Decimal",
        "System.Guid",
        "System.TimeSpan",
    }
    assert scalars < forms["scalar"]
    types = TypeRegistry(dotnet=True)
    for form, value in (("list", [1]), ("map", {"k": 1})):
        for name in forms[form]:
            typed = Typed(name + "[[System.Int32, mscorlib]], System.Core, Version=1.0.0.0", value)
            assert backend.unpackb(backend.packb(typed, types=types), types=types) == value, name
    for form in ("tuple", "inner", "nothing"):
        for name in forms[form]:
            typed = Typed(name + ", mscorlib", [1])
            assert backend.unpackb(backend.packb(typed, types=types), types=types) == typed, name
