"""The standard library's own formats, which are unsafe on untrusted data.

Protocol 0, pickle's text protocol, was the default when the reference articles were written.
"""

import marshal
import pickle
from functools import partial

from . import Contract

PACKAGE = ""
PICKLE = {
    "FORMAT": "pickle",
    "LOSES": "nothing, but only Python reads it, and reading runs code the sender chose",
    "CONTRACT": Contract(utf8="checked", takes="any Python objects", gives="any Python objects", unsafe="runs code"),
}
CODECS = {
    "pickle_std": {**PICKLE, "NAME": "pickle", "load": lambda needs: (pickle.dumps, pickle.loads)},
    "pickle_0": {
        **PICKLE,
        "NAME": "pickle, protocol 0",
        "WORKLOADS": ("records_b",),
        "load": lambda needs: (partial(pickle.dumps, protocol=0), pickle.loads),
    },
    "marshal_std": {
        "NAME": "marshal",
        "FORMAT": "marshal",
        "LOSES": "datetime refused; only the same Python version reads it; unsafe on hostile data",
        "CONTRACT": Contract(utf8="checked", unsafe="can crash Python"),
        "load": lambda needs: (marshal.dumps, marshal.loads),
    },
}
