"""The standard library's own formats, which are unsafe on untrusted data.

Protocol 0, pickle's text protocol, was the default when the reference articles were written.
"""

import marshal
import pickle
from functools import partial

from . import Contract, PythonCodec

PICKLE = (
    "pickle",
    "",
    "nothing, but only Python reads it, and reading runs code the sender chose",
    Contract(utf8="checked", takes="any Python objects", gives="any Python objects", unsafe="runs code"),
)
CODECS = {
    "pickle_std": PythonCodec("pickle", *PICKLE, load=lambda needs: (pickle.dumps, pickle.loads)),
    "pickle_0": PythonCodec(
        "pickle, protocol 0",
        *PICKLE,
        workloads=("records_b",),
        load=lambda needs: (partial(pickle.dumps, protocol=0), pickle.loads),
    ),
    "marshal_std": PythonCodec(
        "marshal",
        "marshal",
        "",
        "datetime refused; only the same Python version reads it; unsafe on hostile data",
        Contract(utf8="checked", unsafe="can crash Python"),
        load=lambda needs: (marshal.dumps, marshal.loads),
    ),
}
