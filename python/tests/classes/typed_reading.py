"""Reading plain values as objects, and classes of a union, for the tests of classes."""

import dataclasses
from typing import Union

import pytest

from hayapack import ValidationError, model, packb


@model(tag="type")
@dataclasses.dataclass
class Cat:
    lives: int


@model(tag=("type", "dog"))
@dataclasses.dataclass
class Dog:
    name: str
    friend: "Union[Cat, Dog, None]" = None


def read(backend, kind, plain, **options):
    return backend.unpackb(packb(plain), type=kind, **options)


def refused(backend, kind, plain, **options):
    with pytest.raises(ValidationError) as caught:
        read(backend, kind, plain, **options)
    return caught.value
