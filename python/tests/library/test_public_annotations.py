"""Functions of hayapack.data and hayapack.stream are annotated, also where what they work with is not installed."""

import ast
from pathlib import Path

import pytest

import hayapack

FOLDER = Path(hayapack.__file__).parent
FILES = sorted([*FOLDER.glob("data/*.py"), *FOLDER.glob("stream/*.py")])


def functions(body, prefix=""):
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield f"{prefix}{node.name}", node


@pytest.mark.package
def test_functions_are_annotated():
    assert len(FILES) > 30
    missing = []
    for path in FILES:
        for name, node in functions(ast.parse(path.read_text(encoding="utf-8")).body):
            given = node.args
            every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            parameters = [one for one in every if one is not None and one.arg not in ("self", "cls")]
            if node.returns is None or any(one.annotation is None for one in parameters):
                missing.append(f"{path.parent.name}/{path.name}: {name}")
    assert not missing
