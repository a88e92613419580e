"""Every row of the shared vectors of typed values on both back ends."""

from same import same
from test_vectors import check_prefixes, error_of, report
from vectors import ValueReader, parse_bytes, rows

from hayapack import TypeRegistry

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
