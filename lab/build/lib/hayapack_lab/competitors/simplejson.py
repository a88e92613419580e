"""simplejson, encoder and decoder reused, without spaces and without \\u escapes."""

NAME = "simplejson"
FORMAT = "JSON"
PACKAGE = "simplejson"
LOSES = "tuple → list; keys → str; datetime refused; bytes → str"
EMITS = "str"


def load(needs):
    import simplejson

    encoder = simplejson.JSONEncoder(
        separators=(",", ":"), ensure_ascii=False, check_circular=False
    )
    return encoder.encode, simplejson.JSONDecoder().decode
