"""The size of C functions, and cycles between the files of one part."""

import re
from collections import defaultdict

import pytest
from test_architecture import PACKAGES, ROOT, WORD, assert_no_cycle, c_files, c_names, imported, module_file

LONGEST = 60  # lines of a C function, braces included
#: Functions that are longer, and why.
LONG = {
    "core/src/scan.c: scan_run": "the cases share the state of the scan in registers",
    "php/src/decode/loop.c: decode_run": "the decoding loop: a label for each production of the format's grammar",
    "php/src/plan/decode.c: decode_plan": "the decoding loop of plans: its cases share the cursor and the frame",
    "python/ext/pack/loop.h: pack_loop": "the encoding loop: its cases share the output pointer and the frames in registers",
    "python/ext/plan/decode.c: plan_loop": "the decoding loop of plans: its cases share the cursor and the frame",
    "python/ext/unpack/loop.c: unpack_loop": "the decoding loop: a case for each format byte",
}

C_FOLDERS = ("core/src", "python/ext", "php/src")
#: Uses that are left out of the search for cycles: {(file, file it uses): why}.
LEFT_OUT = {
    ("runtime/imports.c", "module.c"): "the address of the module's definition, which finds the module's state",
    ("_wire/scan.py", "_wire/check.py"): "imported after an error, to find its path",
    ("typeless.py", "_values/dotnet.py"): "imported for the first of .NET's own names",
    ("exceptions.py", "_feature_exceptions.py"): "names that are public there and made on first use",
    ("aio.py", "__init__.py"): "the class that a caller's backend chose",
}


def test_c_functions_are_short():
    long = set()
    for folder in C_FOLDERS:
        for path in (ROOT / folder).rglob("*.[ch]"):
            lines = path.read_text(encoding="utf-8").split("\n")
            ends = [at for at, line in enumerate(lines) if line == "}"]
            for begin in (at for at, line in enumerate(lines) if line == "{"):
                end = min(at for at in ends if at > begin)
                if end - begin + 1 > LONGEST:
                    head = next(line for line in lines[begin - 1 :: -1] if not line.startswith(" "))
                    name = re.search(r"(\w+)\(", head).group(1)
                    long.add("%s: %s" % (path.relative_to(ROOT).as_posix(), name))
    assert long == set(LONG)


def c_uses(folder):
    """.c file -> .c files whose functions it uses; an inline function of a header is part of the file that uses it."""
    files = c_files(ROOT / folder)
    defined, inline = c_names(files)
    uses = {}
    for name, code in files.items():
        if name.endswith(".c"):
            words, new = set(), set(WORD.findall(code))
            while new:
                words |= new
                new = {word for function in new & set(inline) for word in inline[function][1]} - words
            uses[name] = {defined[word] for word in words & set(defined)} - {name}
    return without(uses)


def without(uses):
    return {name: {target for target in targets if (name, target) not in LEFT_OUT} for name, targets in uses.items()}


def python_uses(package):
    """file -> files of the package that it imports, anywhere."""
    uses = defaultdict(set)
    for path in PACKAGES[package].rglob("*.py"):
        for name in imported(path):
            target = module_file(name)
            if target is not None and target != path and PACKAGES[package] in target.parents:
                uses[path.relative_to(PACKAGES[package]).as_posix()].add(
                    target.relative_to(PACKAGES[package]).as_posix()
                )
    return without(uses)


@pytest.mark.parametrize("folder", C_FOLDERS)
def test_c_files_make_no_cycle(folder):
    uses = c_uses(folder)
    assert sum(map(len, uses.values())) > 5, "the search for functions finds too little"
    assert_no_cycle(uses)


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_modules_make_no_cycle(package):
    uses = python_uses(package)
    assert sum(map(len, uses.values())) > 100
    assert_no_cycle(uses)
