"""Messages that no encoder of a schema writes: wrong, or read in more than one way. A reader decides which are errors."""

from generate.schemas.messagepack_encoder import SCALARS, Encoder, array, integer, string, table
from generate.schemas.schema import INTEGERS, parsed

WRONG = {
    "bool": [("an integer for a bool", "01")],
    "float32": [
        ("a str for a float", "a131"),
        ("a float64 for a float32", "cb3fb999999999999a"),
        ("an integer for a float", "07"),
    ],
    "float64": [
        ("a str for a float", "a131"),
        ("a float32 for a float64", "ca3fc00000"),
        ("an integer for a float", "d3ffffffffffffff85"),
    ],
    "char": [("an integer above 65535 for a char", "ce00010000"), ("a str for a char", "a161")],
    "string": [
        ("an integer for a str", "01"),
        ("text that is not UTF-8", "a3c3286c"),
        ("a bin for a str", "c40161"),
        ("an overlong form in UTF-8", "a2c080"),
    ],
    "bytes": [("an integer for bytes", "01"), ("an array for bytes", "920102"), ("a str for bytes", "a26162")],
    "datetime": [
        ("a timestamp of 2 bytes", "d5ff0000"),
        ("another ext type for a date", "d60500000000"),
        ("an integer for a date", "00"),
        ("a timestamp with too many nanoseconds", "d7ffee6b280000000000"),
        ("a date after 9999", "c70cff000000007fffffffffffffff"),
        ("a date before 0001", "c70cff00000000fffffff1886e08ff"),
        ("a timestamp in a longer form", "c70cff000000000000000000000001"),
    ],
    "datetimeoffset": [
        ("a date without an offset", "d6ff00000000"),
        ("an array of one for a date with an offset", "91d6ff00000000"),
        ("an offset of more than 14 hours", "92d6ff65000000cd0349"),
        ("an array of three for a date with an offset", "93d6ff000000000000"),
    ],
    "timespan": [
        ("a float for a length of time", "cb3ff8000000000000"),
        ("a length of time above 64 bits", "cfffffffffffffffff"),
    ],
    "date": [
        ("a day after 9999-12-31", "ce0037b9db"),
        ("a negative day", "ff"),
        ("text for a day", "aa323032342d30312d3031"),
    ],
    "time": [("a time of 24 hours", "cf000000c92a69c000"), ("a negative time", "ff")],
    "guid": [
        ("a Guid of 3 characters", "a3616263"),
        ("a Guid with other characters", "d924" + "7a" * 36),
        ("a Guid as 16 bytes", "c410" + "00" * 16),
        ("a Guid in upper case", "d92446464646464646462d464646462d464646462d464646462d464646464646464646464646"),
        ("a Guid without hyphens", "d920" + "61" * 32),
    ],
    "decimal": [
        ("text that is no decimal", "a3782e79"),
        ("a decimal that is too large", "be" + "39" * 30),
        ("an integer for a decimal", "05"),
        ("empty text for a decimal", "a0"),
    ],
    "bigint": [
        ("a str for a big integer", "a131"),
        ("an integer for a big integer", "05"),
        ("a big integer of no bytes", "c400"),
    ],
    "list": [
        ("a map for an array", "80"),
        ("an array of more elements than bytes", "ddffffffff"),
        ("a str for an array", "a0"),
    ],
    "map": [("an array for a map", "90"), ("a map of more entries than bytes", "dfffffffff")],
    "tuple": [
        ("an array of one for a tuple", "9100"),
        ("an empty array for a tuple", "90"),
        ("a map for a tuple", "80"),
    ],
    "enum": [
        ("a name for an enum", "a3526564"),
        ("a float for an enum", "cb3ff0000000000000"),
        ("a bool for an enum", "c3"),
        ("an array for an enum", "9101"),
    ],
    "union": [
        ("an array of one for a union", "9100"),
        ("a tag without a type", "9263c0"),
        ("a str for a tag", "92a13090"),
        ("nil for a tag", "92c090"),
        ("a map for a union", "80"),
        ("an array of three for a union", "9300c0c0"),
        ("an integer for a union", "05"),
    ],
}
WRONG["array"] = WRONG["set"] = WRONG["list"]
#: Kinds of messages that an implementation may read or refuse: nothing of the wire or of the types decides it.
OPTIONAL = (
    "a name for an enum",
    "an integer for a date",
    "a Guid as 16 bytes",
    "a key that is not UTF-8",
    "a byte after the message",
)
MOST = 18


def wrong_integers(name):
    low, high = INTEGERS[name]
    yield "a str for an integer", "a131"
    if high < (1 << 64) - 1:
        yield "an integer above the largest", integer(high + 1).hex()
    yield (
        ("an integer below the smallest", integer(low - 1).hex())
        if low > -(1 << 63)
        else ("an integer above the largest", "cf8000000000000000")
    )
    yield "a float for an integer", "cb3ff0000000000000"
    yield "an integer in the longest form", "d30000000000000007"


def wrong_objects(schemas, of, form):
    if form == "array":
        yield "a map for an object", "80"
        yield "an array of more elements than bytes", "dcffff"
        yield "an integer for an object", "07"
        return
    yield "an array for an object", "90"
    yield "a map of more entries than bytes", "deffff"
    yield "an integer for a key", "8101c0"
    yield "nil for a key", "81c0c0"
    yield "a key that is not UTF-8", "81a1ffc0"


def replacements(schemas, of, form):
    """Pairs of a description and bytes to put in place of a value of the type."""
    kind = schemas.kind(of)
    found = (
        list(wrong_integers(of.name))
        if of.name in INTEGERS
        else list(wrong_objects(schemas, of, form))
        if kind == "object"
        else list(WRONG[kind])
    )
    if kind == "enum":
        found += [pair for pair in wrong_integers(schemas.named[of.name]["base"]) if pair[0].startswith("an integer")]
    if schemas.refuses_nil(of):
        found.insert(1, ("nil for a %s" % of, "c0"))
    elif not of.nullable:
        found.append(("nil for a %s that is not nullable" % of, "c0"))
    return [(what, bytes.fromhex(data)) for what, data in found]


def example(schemas, of, form, values):
    """The value with the most kinds of types in it, of those whose message is short."""
    best = None
    for value in values:
        encoder = Encoder(schemas, form)
        if len(encoder.message(of, value)) <= 300:
            size = len({str(place.type.plain()) for place in encoder.places if encoder.data[place.offset] != 0xC0})
            if best is None or size > best[0]:
                best = (size, value, encoder)
    return best[1:]


def whole(encoder):
    """Messages that are wrong as a whole."""
    data = bytes(encoder.data)
    yield "no bytes", b""
    if len(data) > 1:
        yield "without the last byte", data[:-1]
        yield "the first half", data[: len(data) // 2]
    yield "a byte after the message", data + b"\xc0"
    yield "the byte c1", b"\xc1"


def members(schemas, of, form, value):
    """Messages of an object with more, fewer and repeated members."""
    if schemas.kind(of) != "object":
        return
    encoder = Encoder(schemas, form)
    data = encoder.message(of, value)
    found = schemas.members(of)
    count = max((member.index for member in found), default=-1) + 1 if form == "array" else len(found)
    first = (array if form == "array" else table)(count)
    rest = data[len(first) :]
    yield "no members", (array if form == "array" else table)(0)
    if form == "array":
        yield "an element more than there are members", array(count + 1) + rest + b"\x93\x01\xa1a\xc0"
        return
    yield "a key that no member has", table(count + 1) + string("noSuchMember") + b"\x81\xa1a\x90" + rest
    if found:
        one = next(place for place in encoder.places if place.path != "$")
        entry = rest[: one.offset - len(first) + one.length]
        yield "the last member first", table(count) + rest[len(entry) :] + entry
        yield "a member twice", table(count + 1) + rest + entry
        yield "a member with the key in upper case", table(1) + string(found[0].key.upper() + "X") + b"\xc0"


def pairs(schemas, form, encoder, value):
    """Replacements that need a value of the type: repeated keys of maps and elements of sets."""
    for place in encoder.places:
        if (
            place.type.name == "map"
            and place.type.arguments[0].name in SCALARS
            and encoder.data[place.offset] not in (0x80, 0xC0)
        ):
            head = 1 if encoder.data[place.offset] < 0xA0 else 3
            key = next(one for one in encoder.places if one.offset == place.offset + head and one.path != place.path)
            after = next(one for one in encoder.places if one.offset == key.offset + key.length and one.length)
            entry = bytes(encoder.data[key.offset : after.offset + after.length])
            yield "a key twice", place, b"\x82" + entry + entry
            yield "nil for a key", place, b"\x81\xc0" + bytes(encoder.data[after.offset : after.offset + after.length])
        if place.type.name == "set" and encoder.data[place.offset] not in (0x90, 0xC0):
            head = 1 if encoder.data[place.offset] < 0xA0 else 3
            one = next(one for one in encoder.places if one.offset == place.offset + head and one.path != place.path)
            element = bytes(encoder.data[one.offset : one.offset + one.length])
            yield "an element of a set twice", place, b"\x92" + element + element


def deep(schemas, of, form):
    """Nested too deeply: each recursive member of the root in itself."""
    for member in schemas.members(of) if schemas.kind(of) == "object" else []:
        if str(member.type) == "%s?" % of.name:
            before = b"".join(b"\xc0" for one in schemas.members(of) if one.index < member.index)
            part = (
                array(member.index + 1) + (b"\x01" if before and of.name == "Node" else before)
                if form == "array"
                else table(1) + string(member.key)
            )
            yield "65 levels of %s" % member.name, part * 65 + b"\xc0"
            yield "60 levels of %s" % member.name, part * 60 + b"\xc0"
            return


def rows(schemas, root, form, values):
    """Pairs of a description, and the bytes, for a root type in a form."""
    of = parsed(root)
    value, encoder = example(schemas, of, form, values)
    found = dict.fromkeys([*whole(encoder), *members(schemas, of, form, value), *deep(schemas, of, form)])
    queues, seen = [], set()
    for place in encoder.places:
        if str(place.type.plain()) in seen:
            continue
        seen.add(str(place.type.plain()))
        queues.append([(what, place, data) for what, data in replacements(schemas, place.type, form)])
    queues.append(list(pairs(schemas, form, encoder, value)))
    number = 0
    wrong = 0
    while any(queues) and wrong < MOST:
        queue = queues[number % len(queues)]
        number += 1
        if queue:
            what, place, data = queue.pop(0)
            edited = Encoder(schemas, form, {place.path: data}).message(of, value)
            found["%s at %s" % (what, place.path), edited] = None
            wrong += 1
    return [("optional: " * is_optional(what) + what, data) for what, data in found]


def is_optional(what):
    return what.startswith(OPTIONAL) or "that is not nullable" in what
