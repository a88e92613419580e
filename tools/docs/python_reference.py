#!/usr/bin/env python3
"""Writes the reference of the Python package: every public name, its signature and its docstring, as Markdown.

    python_reference.py FILE

Run it by a Python that has hayapack. The signatures are those of __init__.pyi, since the compiled functions have no
annotations; the docstrings are those that help() shows. A name that is in no section of SECTIONS is an error.
"""

import ast
import inspect
import re
import sys
from pathlib import Path

import hayapack
from hayapack import exceptions, stream
from hayapack.data import arrow, polars

SECTIONS = [
    ("Packing", hayapack, ["packb", "pack", "Packer", "dumps", "dump"]),
    ("Unpacking", hayapack, ["unpackb", "unpack", "Unpacker", "loads", "load", "aiter_unpack", "decompress"]),
    ("Your classes", hayapack, ["Decoder", "Encoder", "convert", "to_plain", "describe", "model"]),
    ("Annotations", hayapack, ["Key", "Limit", "Tags", "UNSET", "UnsetType"]),
    ("Parts of messages", hayapack, ["get", "View", "MapView", "ArrayView"]),
    ("Columns and Arrow", hayapack, ["columns", "Column", "Columns", "arrow_rows", "arrow_stream"]),
    ("Further types", hayapack, ["ExtType", "Timestamp", "Fragment", "Typed", "TypeRegistry"]),
    ("The package", hayapack, ["backend", "version", "install_as_msgpack"]),
    ("Exceptions", hayapack, exceptions.__all__),
    ("hayapack.stream", stream, stream.__all__),
    ("hayapack.data.arrow", arrow, ["infer", "reader", "Reader", "batches", "write", "SchemaError", "LeftOutWarning"]),
    ("hayapack.data.polars", polars, ["scan_msgpack", "read_msgpack", "frame_of"]),
]
CONSTANTS = {
    "backend": '"native" or "pure": which back end does the work.',
    "UNSET": "The default of a field whose key may be missing; such a field is not written.",
    "version": "The version, three integers.",
    "dumps": "The same as [packb](#packb).",
    "dump": "The same as [pack](#pack).",
    "loads": "The same as [unpackb](#unpackb).",
    "load": "The same as [unpack](#unpack).",
}
ITEM = re.compile(r"`?(\w+(?:, \w+)*)`?( \((?:[^()]|\([^()]*\))*\))?: ")  # a line that describes one option or attribute
STUB = ast.parse((Path(hayapack.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))
DEFINED = {}
for node in STUB.body:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        DEFINED.setdefault(node.name, []).append(node)


def signature(name, node):
    """One parameter a line if it is long, without what belongs to type checkers."""
    arguments = node.args
    parameters = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(parameters) - len(arguments.defaults)) + arguments.defaults
    words = []
    for number, (parameter, default) in enumerate(zip(parameters, defaults)):
        if parameter.arg not in ("self", "cls"):
            words.append(declared(parameter, default))
        if number + 1 == len(arguments.posonlyargs) and words:
            words.append("/")
    if arguments.vararg:
        words.append("*" + declared(arguments.vararg, None))
    elif arguments.kwonlyargs:
        words.append("*")
    words += [declared(*pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        words.append("**" + declared(arguments.kwarg, None))
    result = "" if node.returns is None or node.name in ("__init__", "__new__") else " -> " + source(node.returns)
    line = "%s(%s)%s" % (name, ", ".join(words), result)
    return line if len(line) <= 90 else "%s(\n    %s,\n)%s" % (name, ",\n    ".join(words), result)


def declared(parameter, default):
    text = parameter.arg + (": " + source(parameter.annotation) if parameter.annotation else "")
    return text if default is None else "%s = %s" % (text, source(default))


def source(node):
    """As text; the types that __init__.pyi declares for itself begin with an underscore."""
    text = ast.unparse(node).replace("_Bytes", "bytes").replace("Ellipsis", "...")
    return re.sub(r"\b_(?=[A-Z])", "", text)


def signatures(name, value):
    """Of a function, or of a class's constructor: each overload, as __init__.pyi declares it, or as Python finds it."""
    found = []
    for node in DEFINED.get(name, []):
        if isinstance(node, ast.ClassDef):
            found += [member for member in node.body if is_function(member, "__init__", "__new__")]
        else:
            found.append(node)
    if found:
        return [signature(name, node) for node in found]
    if inspect.isclass(value) and issubclass(value, BaseException):
        return []
    try:
        return [found_signature(name, value)]
    except (TypeError, ValueError):
        return []


def found_signature(name, value):
    """As __init__.pyi would declare it, of a function of another module or a method."""
    result = inspect.signature(value)
    text = "def name%s: ..." % result.replace(parameters=[plain(one) for one in result.parameters.values()])
    text = re.sub(r"ForwardRef\('([^']*)'\)", r"\1", text)
    node = ast.parse(re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)).body[0]
    if inspect.isclass(value):
        node.returns = None
    return signature(name, node)


def plain(parameter):
    """With a default that can be written as source; another one is shown as an ellipsis."""
    default = parameter.default
    known = default is parameter.empty or default is None or isinstance(default, (bool, int, str, tuple))
    return parameter if known else parameter.replace(default=...)


def is_function(node, *names):
    return isinstance(node, ast.FunctionDef) and node.name in names


def members(name, value):
    """(name, signature, docstring) of the public methods and attributes of a class."""
    if not inspect.isclass(value) or issubclass(value, BaseException):
        return
    nodes = {}
    for node in DEFINED.get(name, []):
        for member in getattr(node, "body", []):
            if isinstance(member, ast.FunctionDef):
                nodes.setdefault(member.name, member)
    for member in sorted(vars(value)):
        text = inspect.getdoc(getattr(value, member)) if not member.startswith("_") else None
        if text and not text.startswith("Alias for field"):  # a named tuple's, which its own docstring describes
            node = nodes.get(member)
            attribute = not callable(getattr(value, member)) or isinstance(vars(value)[member], property)
            if attribute:
                yield member, "", text
            else:
                yield member, signature("", node) if node else found_signature("", getattr(value, member)), text


def markdown(text):
    """A docstring: its lists of options as a list, its examples as code, the roles of Sphinx as code."""
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`")
    out, paragraph, code = [], [], []

    def end():
        if paragraph:
            out.append(" ".join(paragraph))
            out.append("")
            paragraph.clear()
        if code:
            while code and not code[-1].strip():
                code.pop()
            out.extend(["```python", *code, "```", ""])
            code.clear()

    for line in text.splitlines():
        # A word and a colon inside a sentence are none.
        item = ITEM.match(line) if not paragraph or paragraph[-1].endswith((".", ";", ":")) else None
        if not line.strip():
            if code:
                code.append("")
            elif paragraph:
                end()
        elif line.startswith("    ") and paragraph and not code:
            paragraph.append(line.strip())
        elif line.startswith("    "):
            code.append(line[4:])
        elif item and (item.group(2) or item.group(1).islower()):
            end()
            paragraph.append("- `%s`%s: %s" % (item.group(1), item.group(2) or "", line[item.end() :]))
        else:
            if code:
                end()
            paragraph.append(line.strip())
    end()
    lines = "\n".join(out)
    return re.sub(r"(?m)^(- .*)\n\n(?=- )", r"\1\n", lines).rstrip()


def write(out):
    print("# Python reference\n\nEvery public name, from the docstrings. [hayapack in Python](../docs/python.md) ", file=out)
    print("explains them by examples.", file=out)
    covered = set()
    for title, module, names in SECTIONS:
        print("\n## %s\n" % title, file=out)
        if not title[0].isupper():
            print(markdown((module.__doc__ or "").strip()) + "\n", file=out)
        for name in names:
            if module is hayapack:
                covered.add(name)
            one(name, getattr(module, name), out)
    missing = set(hayapack.__all__) - covered
    if missing:
        raise SystemExit("error: in no section: %s" % ", ".join(sorted(missing)))


def one(name, value, out):
    print("### %s\n" % name, file=out)
    if name in CONSTANTS:
        print(CONSTANTS[name] + "\n", file=out)
        return
    found = signatures(name, value)
    if found:
        print("```python\n%s\n```\n" % "\n".join(found), file=out)
    if inspect.isclass(value) and issubclass(value, BaseException):
        bases = [base.__name__ for base in value.__mro__[1:] if base not in (Exception, BaseException, object)]
        bases = [base for base in bases if not base.startswith("_")]
        print("Also: %s.\n" % ", ".join("`%s`" % base for base in bases), file=out)
    print(markdown(inspect.getdoc(value) or "") + "\n", file=out)
    for member, declaration, text in members(name, value):
        declaration = re.sub(r",?\n *", lambda found: ", " if found.group().startswith(",") else "", declaration)
        print("**`%s.%s%s`**\n\n%s\n" % (name, member, declaration.replace(", )", ")"), markdown(text)), file=out)


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target, "w", encoding="utf-8") as file:
        write(file)
