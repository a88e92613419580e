"""JSON as str: encoders and decoders reused where there are any, without spaces and without \\u escapes."""

from functools import partial
from importlib import import_module

from . import Contract, PythonCodec


def _codec(name, package, reuse="none", bytes_and_datetime="bytes and datetime refused"):
    def load(needs):
        module = import_module(name)
        if reuse == "none":
            return partial(module.dumps, ensure_ascii=False, escape_forward_slashes=False), module.loads
        encoder = module.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False)
        return encoder.encode, module.JSONDecoder().decode

    def one_shot(needs):
        return import_module(name).dumps, import_module(name).loads

    contract = Contract(utf8="str, not bytes", reuse=reuse, takes="str keys")
    loses = f"tuple → list; keys → str; {bytes_and_datetime}"
    more = {"emits": "str", "takes_bytes": False, "load": load, "one_shot": one_shot}
    return PythonCodec(name, "JSON", package, loses, contract, **more)


CODECS = {
    "json_std": _codec("json", "", "JSONEncoder, JSONDecoder"),
    "simplejson": _codec("simplejson", "simplejson", "JSONEncoder, JSONDecoder", "datetime refused; bytes → str"),
    "ujson": _codec("ujson", "ujson"),
}
