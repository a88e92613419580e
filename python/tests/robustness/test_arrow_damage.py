"""arrow_rows() of damaged arrays: both back ends give the same bytes or the same error, and read nothing else.

Run it with the compiled module under AddressSanitizer: every buffer is an allocation of its exact size. Only what the
code checks is damaged. Lengths that buffers are too short for, and last offsets, are trusted: no sizes are known.
"""

import random
import struct
import sys

from arrow_arrays import Made, array, field, ints, released
from conftest import EXAMPLES

FIXED = {
    "c": 1,
    "S": 2,
    "i": 4,
    "L": 8,
    "e": 2,
    "f": 4,
    "g": 8,
    "tdD": 4,
    "tdm": 8,
    "tts": 4,
    "ttn": 8,
    "tsn:": 8,
    "tDu": 8,
}
NESTED = ["+s", "+l", "+L", "+vl", "+w:2", "+m", "dictionary", "+r", "+ud:3,7", "+us:3,7"]


class Maker:
    """Random arrays, of which some values that have to be checked are random too."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.damage = seed % 3 != 0

    def number(self, sound, most):
        """An offset, an index or a size."""
        if self.damage and self.rng.random() < 0.02:
            return self.rng.choice([-1, most + 1, self.rng.randrange(-5, most + 5), 2**31 - 1, -(2**31)])
        return sound

    def offsets(self, n, most, size):
        """n + 1 offsets up to `most` of the child; the last one is sound."""
        last = self.rng.randrange(most + 1)
        cuts = sorted(self.rng.randrange(last + 1) for _ in range(n))
        return ints(*[self.number(cut, most) for cut in cuts], last, size=size), last

    def validity(self, n):
        if self.rng.random() < 0.5:
            return {"nulls": 0}, None
        return {"nulls": -1}, self.rng.randbytes((n + 7) // 8)

    def make(self, name, depth, length=None):
        """(field, array) with at least `length` values."""
        rng = self.rng
        n = rng.randrange(6) if length is None else length
        offset = rng.randrange(3)
        end = n + offset
        if depth and rng.random() < 0.6:
            return self.nested(name, depth - 1, n, offset)
        form = rng.choice([*FIXED, "b", "n", "u", "Z", "vu", "w:3", "d:9,2,32", "w:0"])
        options, valid = self.validity(end)
        options["offset"] = offset
        if form == "n":
            return field(form, name), array(n, [], offset=offset)
        if form == "b":
            return field(form, name), array(n, [valid, rng.randbytes((end + 7) // 8)], **options)
        if form in "uZ":
            text = self.text(rng.randrange(60))
            offsets, last = self.offsets(end, len(text), 4 if form == "u" else 8)
            return field(form, name), array(n, [valid, offsets, text[:last]], **options)
        if form == "vu":
            return field(form, name), self.views(n, end, valid, options)
        width = FIXED.get(form) or {"w:3": 3, "w:0": 0, "d:9,2,32": 4}[form]
        small = b"".join(rng.randrange(86400).to_bytes(8, sys.byteorder)[:width] for _ in range(end))
        return field(form, name), array(n, [valid, rng.choice([small, rng.randbytes(width * end)])], **options)

    def text(self, n):
        text = ("a速é" * n).encode()[:n] if self.rng.random() < 0.3 else b"x" * n
        return text if not self.damage or self.rng.random() < 0.7 else self.rng.randbytes(n)

    def views(self, n, end, valid, options):
        part = self.text(50)
        made = []
        for _ in range(end):
            size = self.rng.choice([0, 5, 12, 13, 30])
            if size <= 12:
                made.append(struct.pack("=i12s", self.number(size, 12), self.text(size)))
            else:
                start = self.rng.randrange(20)
                made.append(
                    struct.pack("=i4sii", self.number(size, 50), b"", self.number(0, 0), self.number(start, 50))
                )
        return array(n, [valid, b"".join(made), part, ints(len(part), size=8)], **options)

    def nested(self, name, depth, n, offset):
        rng = self.rng
        form = rng.choice(NESTED)
        end = n + offset
        options, valid = self.validity(end)
        options["offset"] = offset
        if form == "+s":
            below = [self.make(str(i), depth, end) for i in range(rng.randrange(3))]
            return field(form, name, [f for f, _ in below]), array(n, [valid], [a for _, a in below], **options)
        if form == "+r":
            runs = rng.randrange(1, 4)
            inner, values = self.make("values", depth, runs)
            cuts = sorted(rng.sample(range(1, end + runs), runs - 1))
            ends = ints(*[self.number(cut, end) for cut in cuts], end + runs)
            children = [field("i", "run_ends"), inner]
            return field(form, name, children), array(n, [], [array(runs, [None, ends]), values], offset=offset)
        if form.startswith("+u"):
            below = [self.make("a", depth, end), self.make("b", depth, end)]
            types = [
                rng.choice([3, 7]) if rng.random() < 0.97 or not self.damage else rng.randrange(256) for _ in range(end)
            ]
            buffers = [bytes(types)]
            if form.startswith("+ud"):
                buffers.append(ints(*[self.number(rng.randrange(end), end) for _ in range(end)]))
            return field(form, name, [f for f, _ in below]), array(n, buffers, [a for _, a in below], offset=offset)
        inner, values = self.make("item", depth, 2 * end if form == "+w:2" else None)
        length = values.length
        if form == "+w:2":
            return field(form, name, [inner]), array(n, [valid], [values], **options)
        if form == "dictionary":
            if length == 0 and not self.damage:
                valid, options["nulls"] = bytes((end + 7) // 8), -1
            indexes = ints(*[self.number(rng.randrange(max(length, 1)), length) for _ in range(end)])
            return field("i", name, dictionary=inner), array(n, [valid, indexes], dictionary=values, **options)
        if form == "+m":
            other, more = self.make("value", depth, length)
            entries = array(length, [None], [values, more])
            offsets, _ = self.offsets(end, length, 4)
            inner = field("+s", "entries", [inner, other])
            return field(form, name, [inner]), array(n, [valid, offsets], [entries], **options)
        if form == "+vl":
            starts = [rng.randrange(length + 1) for _ in range(end)]
            sizes = [rng.randrange(length - start + 1) for start in starts]
            buffers = [ints(*[self.number(x, length) for x in each]) for each in (starts, sizes)]
            return field(form, name, [inner]), array(n, [valid, *buffers], [values], **options)
        offsets, _ = self.offsets(end, length, 4 if form == "+l" else 8)
        return field(form, name, [inner]), array(n, [valid, offsets], [values], **options)


def outcome(backend, source, layout):
    try:
        return b"".join(backend.arrow_rows(source, layout, block=100))
    except Exception as error:
        return type(error), str(error), error.path, error.offset


def test_same_results(both):
    outcomes = {bytes: 0}
    for seed in range(EXAMPLES):
        maker = Maker(seed)
        rows = maker.rng.randrange(1, 6)
        below = [maker.make(f"c{i}", 3, rows) for i in range(maker.rng.randrange(1, 4))]
        source = Made(field("+s", children=[f for f, _ in below]), array(rows, [None], [a for _, a in below]))
        layout = maker.rng.choice(["maps", "arrays", "values"])
        native, pure = (outcome(backend, source, layout) for backend in both)
        assert native == pure, seed
        kind = bytes if isinstance(native, bytes) else native[1].split(", at ")[0]
        outcomes[kind] = outcomes.get(kind, 0) + 1
        del released[:]
    if EXAMPLES >= 300:
        assert outcomes[bytes] > EXAMPLES / 4 and len(outcomes) > 5, outcomes
