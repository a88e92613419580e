"""The loop of fuzz_python.py --types: decoding into generated types and encoding them again, by the native module.

Each type has some messages; an input is one of them, damaged as values (wrong types, doubled, missing and late
keys, nests, declared counts, invalid UTF-8, text as bin) or as bytes. What is accepted is encoded and decoded
again and must be the same. One input in SAMPLE is also decoded by the pure back end and compared: value, or name,
offset, path, expected and got. For the others the second decoding of a message with an error, which is Python code
and would take most of the time, is left out.

Some classes have a ``__post_init__`` that decodes another message, raises, collects garbage, or changes the
buffer that is decoded.
"""

import gc
import random
import sys
from pathlib import Path

from fuzz_python import mutated, outcome, split

from hayapack import Limit, UnpackException, _fallback, _native

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python" / "tests" / "classes"))
from generated_types import Source, as_old, damaged, nested, wire  # noqa: E402

try:
    import attrs  # noqa: F401  # the generator makes classes of it, if it is there
except ImportError:
    pass

ERRORS = (ValueError, TypeError, RuntimeError, LookupError, UnpackException)
TYPES = 200
MESSAGES = 24  # of each type
SAMPLE = 50
OPTIONS = ({}, {}, {}, {"strict": False}, {"errors": "all"}, {"max_depth": 3}, {"max_array_len": 2, "max_str_len": 8})


class Left(ValueError):
    """Instead of the second decoding of a message that the native back end leaves to the pure one."""


def _left(self, packed):
    raise Left


class Case:
    """A type, its decoders and encoders, and messages."""

    def __init__(self, rng, after):
        self.hostile = rng.random() < 0.2
        source = Source(rng, Limit, own=True, after=after if self.hostile else None)
        make = rng.choice([source.fields, source.fields, source.kind, source.classes, source.union])
        kind = source.aliased() if rng.random() < 0.05 else make(0)
        self.name = str(kind.annotation)
        self.decoders = [_native.Decoder(kind.annotation, **options) for options in OPTIONS]
        self.pure = [_fallback.Decoder(kind.annotation, **options) for options in OPTIONS]
        self.encoder, self.pure_encoder = _native.Encoder(kind.annotation), _fallback.Encoder(kind.annotation)
        self.annotation = kind.annotation
        self.messages = []
        while len(self.messages) < MESSAGES:
            plain = kind.plain(rng)
            for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
                plain = damaged(rng, plain)
            if rng.random() < 0.2:
                plain = as_old(plain, lambda text: rng.random() < 0.5)
            self.messages.append(wire(plain)[:4096])


class Types:
    def __init__(self, rng):
        self.rng = rng
        self.counts = dict.fromkeys(("inputs", "accepted", "native", "compared", "streams"), 0)
        self._inner = 0
        self.buffer = None
        self.cases = []
        while len(self.cases) < TYPES:
            try:
                self.cases.append(Case(random.Random(rng.getrandbits(64)), self.after))
            except TypeError:  # a union whose types can't be told apart
                continue

    def after(self, obj):
        """The ``__post_init__`` of hostile classes: runs within decode()."""
        choice = self.rng.randrange(40)
        if choice == 0:
            raise ValueError("refused")
        if choice == 1:
            raise RuntimeError("refused")
        if choice == 2:
            gc.collect(0)
        if choice == 3 and self.buffer is not None:
            self.buffer[self.rng.randrange(len(self.buffer))] = self.rng.getrandbits(8)
        if choice == 4:
            self.kept = [one for one in gc.get_objects(0) if type(one) in (list, dict, tuple)][-50:]
        if choice == 5 and hasattr(obj, "__dict__"):
            obj.__dict__["later"] = obj
        if choice < 12 and self._inner < 3:
            self._inner += 1
            try:
                case = self.rng.choice(self.cases)
                case.decoders[0].decode(self.rng.choice(case.messages))
            except ERRORS:
                pass
            finally:
                self._inner -= 1

    def once(self, number):
        rng, counts = self.rng, self.counts
        case = self.cases[rng.randrange(TYPES)]
        data = case.messages[rng.randrange(MESSAGES)]
        if rng.random() < 0.6:
            data = mutated(rng, data)
        counts["inputs"] += 1
        which = rng.randrange(len(OPTIONS))
        if number % SAMPLE == 0 and not case.hostile:
            return self._compare(case, which, data)
        self.buffer = given = data
        if rng.random() < 0.1:
            self.buffer = given = bytearray(data) if data else bytearray(1)
        elif isinstance(data, bytes):
            self.buffer = None
        if number % 16 == 1:
            return self._stream(case, data)
        try:
            value = case.decoders[which].decode(given)
        except ERRORS:
            return None
        counts["accepted"] += 1
        if case.hostile:
            return None
        packed = case.encoder.encode(value)
        again = whole(case.decoders[0], packed)
        if again != value and nested(again, zones=False) != nested(value, zones=False):
            return ("round trip", case.name, data, value, again)
        return None

    def _stream(self, case, data):
        self.counts["streams"] += 1
        unpacker = _native.Unpacker(type=case.annotation)
        try:
            for chunk in split(self.rng, data + data):
                unpacker.feed(chunk)
                for _ in unpacker:
                    pass
        except ERRORS:
            pass

    def _compare(self, case, which, data):
        self.counts["compared"] += 1
        native = outcome_of(case.decoders[which], data)
        _fallback.Decoder.decode = DECODE
        try:
            pure = outcome_of(case.pure[which], data)
            if native[:2] == ("error", "Left"):
                native = outcome_of(case.decoders[which], data)
            else:
                self.counts["native"] += 1
        finally:
            _fallback.Decoder.decode = _left
        if native != pure:
            return (f"decoding with {OPTIONS[which]}", case.name, data, native, pure)
        if native[0] == "value":
            value = whole(case.decoders[which], data)
            one, other = case.encoder.encode(value), case.pure_encoder.encode(value)
            if one != other:
                return ("encoding", case.name, data, one, other)
        return None


def outcome_of(decoder, data):
    """nested() of the value, or the facts of the error."""
    try:
        return "value", nested(decoder.decode(data))
    except Exception:
        pass
    kind, error, text, facts, _ = outcome(lambda: decoder.decode(data))
    return kind, error, text, facts


def whole(decoder, data):
    """decode(), also of what the native back end leaves to the pure one."""
    _fallback.Decoder.decode = DECODE
    try:
        return decoder.decode(data)
    finally:
        _fallback.Decoder.decode = _left


DECODE = _fallback.Decoder.decode


def run(rng, corpus, more):
    """more(rounds): whether to continue. Returns the number of inputs; None after a difference."""
    types = Types(rng)
    _fallback.Decoder.decode = _left
    rounds = 0
    try:
        while more(rounds):
            found = types.once(rounds)
            if found is not None:
                what, name, data, one, other = found
                print(f"DIFFERENCE in {what}\n  type:  {name}\n  input: bytes.fromhex({data.hex()!r})")
                print(f"  one:   {one}\n  other: {other}")
                return None
            rounds += 1
    finally:
        _fallback.Decoder.decode = DECODE
        print(", ".join(f"{count} {name}" for name, count in types.counts.items()), f"of {TYPES} types")
    return rounds
