"""Runs msgspec's own tests of decoding with hayapack.Decoder in place of msgspec.msgpack.Decoder.

    python msgspec_suite.py FOLDER_OF_TESTS [--json FILE] [PYTEST OPTIONS...]

Tests of other formats are left out, and the words of errors that pytest.raises(match=) expects are not compared.
Each test that fails must be known: msgspec-suite-differences.tsv in this folder has patterns of its name and of its
message, each with the reason of the difference; the first pattern that matches counts. Prints the reasons as a table. Exit status 1 for a failure that no pattern matches, and for a pattern that
no failure matches. --json FILE writes every failure with its message and reason.
"""

import collections
import csv
import json
import os
import re
import sys
import types
import typing
from pathlib import Path

import msgspec
import pytest

DIFFERENCES = Path(__file__).with_name("msgspec-suite-differences.tsv")
FILES = ("test_common.py", "test_constraints.py", "test_msgpack.py")
OWN_OPTIONS = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", "--tb=no", "--no-summary"]


class NotCoveredError(Exception):
    """hayapack has no such option."""


class Decoder:
    """msgspec.msgpack.Decoder's signature, with hayapack's decoder and msgspec's errors."""

    def __init__(self, type=typing.Any, *, strict=True, dec_hook=None, ext_hook=None):
        if dec_hook is not None:
            raise NotCoveredError("dec_hook")
        if ext_hook is not None:
            raise NotCoveredError("ext_hook")
        import hayapack

        self.type, self.strict, self.dec_hook, self.ext_hook = type, strict, dec_hook, ext_hook
        self.errors = hayapack.ValidationError, (hayapack.UnpackException, hayapack.ExtraData)
        self.inner = hayapack.Decoder(type, **({} if strict else {"strict": False}))

    def __class_getitem__(cls, item):
        return cls

    def decode(self, data):
        try:
            return self.inner.decode(data)
        except self.errors[0] as error:
            raise msgspec.ValidationError(words(error)) from error
        except self.errors[1] as error:
            raise msgspec.DecodeError(str(error)) from error


def words(error):
    """A ValidationError in msgspec's words, for the tests that compare them."""
    if error.name == "wrong_type":
        text = "Expected `%s`, got `%s`" % (error.expected, error.got)
    elif error.name == "missing_field":
        found = re.search(r"the field '(\w+)'", str(error))
        text = "Object missing required field `%s`" % (found and found[1])
    elif error.name == "unknown_field":
        text = "Object contains unknown field `%s`" % error.got
    else:
        text = str(error)
    return text if error.path in (None, "$") else "%s - at `%s`" % (text, error.path)


def decode(data, *, type=typing.Any, strict=True, dec_hook=None, ext_hook=None):
    return Decoder(type, strict=strict, dec_hook=dec_hook, ext_hook=ext_hook).decode(data)


def install():
    """Puts the classes above into msgspec, and makes pytest.raises ignore match."""
    module = types.ModuleType("msgspec.msgpack")
    module.__dict__.update({name: value for name, value in vars(msgspec.msgpack).items() if name[:2] != "__"})
    module.Decoder, module.decode = Decoder, decode
    sys.modules["msgspec.msgpack"] = msgspec.msgpack = module
    raises = pytest.raises
    pytest.raises = lambda *classes, match=None, **options: raises(*classes, **options)


class Failures:
    """pytest plugin: selects the tests of MessagePack, and keeps the failures: {name: exception's class and message}."""

    def __init__(self):
        self.found = {}
        self.passed = 0

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if not re.search("json|yaml|toml", item.name)]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = (yield).get_result()
        if report.failed:
            name = "::".join([item.path.name, *item.nodeid.split("::")[1:]])
            self.found[name] = "%s: %s" % (type(call.excinfo.value).__name__, call.excinfo.value)
        elif report.when == "call" and report.passed:
            self.passed += 1


def read_differences():
    """Rows of (pattern of the test's name, pattern of the message, reason), in the order in which they are tried."""
    with open(DIFFERENCES, encoding="utf-8", newline="") as file:
        rows = csv.reader((line for line in file if not line.startswith("#")), delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return [(re.compile(test), re.compile(message, re.DOTALL), reason) for test, message, reason in rows]


def sort(failures, differences):
    """{name: reason} of the failures that a pattern matches, and the patterns that match none."""
    reasons, used = {}, set()
    for name, message in failures.items():
        for number, (test, text, reason) in enumerate(differences):
            if test.search(name) and text.search(message):
                reasons[name] = reason
                used.add(number)
                break
    return reasons, [row for number, row in enumerate(differences) if number not in used]


def print_table(reasons):
    tests = collections.defaultdict(list)
    for name, reason in reasons.items():
        tests[reason].append(name.split("::", 1)[1].split("[")[0].replace("::", "."))
    print("| reason | tests | an example |\n| --- | ---: | --- |")
    for reason, names in sorted(tests.items(), key=lambda row: (-len(row[1]), row[0])):
        print("| %s | %d | `%s` |" % (reason, len(names), names[0]))
    print("| together | %d | |" % len(reasons))


def main():
    arguments = sys.argv[1:]
    folder = Path(arguments.pop(0)).resolve()
    output = None
    if arguments[:1] == ["--json"]:
        output = Path(arguments[1])
        del arguments[:2]
    # The checkout's folders must not shadow the installed package.
    sys.path[:] = [path for path in sys.path if Path(path or os.curdir).resolve() != Path(__file__).resolve().parent]
    install()
    failures = Failures()
    files = [str(folder / name) for name in FILES]
    status = pytest.main([*OWN_OPTIONS, "--rootdir", str(folder.parent), *files, *arguments], plugins=[failures])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return int(status)
    reasons, unused = sort(failures.found, read_differences())
    if output:
        rows = [{"test": name, "message": text, "reason": reasons.get(name)} for name, text in failures.found.items()]
        output.write_text(json.dumps(rows, indent=1))
    print_table(reasons)
    print("%d tests, %d differ" % (failures.passed + len(failures.found), len(failures.found)))
    unknown = [name for name in failures.found if name not in reasons]
    for name in unknown:
        print("error: a difference without a reason: %s: %s" % (name, failures.found[name][:300]))
    for test, text, reason in unused:
        print("error: no failure matches: %s, %s: %s" % (test.pattern, text.pattern, reason))
    return 1 if unknown or unused else 0


if __name__ == "__main__":
    sys.exit(main())
