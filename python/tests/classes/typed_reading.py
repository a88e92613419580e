"""Reading plain values as objects, for the tests of classes."""

import pytest

from hayapack import ValidationError, packb


def read(backend, kind, plain, **options):
    return backend.unpackb(packb(plain), type=kind, **options)


def refused(backend, kind, plain, **options):
    with pytest.raises(ValidationError) as caught:
        read(backend, kind, plain, **options)
    return caught.value
