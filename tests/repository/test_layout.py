"""Cycles between the files of one part."""

from collections import defaultdict

import pytest
from test_architecture import PACKAGES, ROOT, WORD, assert_no_cycle, c_files, c_names, imported, module_file

C_FOLDERS = ("core/src", "python/ext", "php/src")
#: Uses that are left out of the search for cycles: {(file, file it uses): why}.
LEFT_OUT = {
    ("runtime/imports.c", "module.c"): "the address of the module's definition, which finds the module's state",
    ("aio.py", "__init__.py"): "the class that a caller's backend chose",
}


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
