"""Runs the native and the pure back end on the same inputs and compares results, exceptions and
stream positions. Stops at the first difference and prints it in a form that can be copied into a
test.

    python fuzz_python.py SECONDS [--seed SEED]
    python fuzz_python.py --inputs 10000000 --native
    python fuzz_python.py --inputs 5000000 --types --seed 2026

With --native only the native module runs, with --types it decodes into generated types and encodes
their objects, and a part of the inputs is compared with the pure back end. Both are for a build with
sanitizers: see tools/packages/sanitized-python.sh.
"""

import argparse
import importlib.util
import random
import re
import sys
import time
from pathlib import Path

from hayapack import ExtType, Timestamp, TypeRegistry, _fallback, _native
from hayapack._fallback.option_table import PACK, UNPACK

sys.path.append(str(Path(__file__).resolve().parents[2] / "python" / "tests"))
from graphs import shown  # noqa: E402

HAS_LZ4 = importlib.util.find_spec("lz4") is not None  # the fallback needs the package
VECTORS = Path(__file__).resolve().parent.parent.parent / "vectors"
LEADS = bytes([0x90, 0x91, 0xA1, 0xC0, 0xC1, 0xC4, 0xC7, 0xCA, 0xCB, 0xCF, 0xD3, 0xD5, 0xD9, 0xDC, 0xDD, 0xDE, 0xDF])
LONGEST = 4096  # bytes of one input
ADDRESS = re.compile("(?<=<memory at )[0-9A-Fa-fx]+")  # Windows writes capitals


def random_value(rng, depth=0):
    kind = rng.randrange(13 if depth < 5 else 9)
    if kind == 0:
        return rng.choice([None, True, False])
    if kind in (1, 2):
        return rng.choice([-1, 1]) * rng.getrandbits(rng.choice([3, 7, 8, 16, 32, 63]))
    if kind == 3:
        return rng.choice([0.0, -0.0, float("inf"), 1e300, rng.random()])
    if kind in (4, 5):
        return "".join(rng.choice("abcz é速🚀\x00\"\\") for _ in range(rng.choice([0, 1, 5, 31, 32, 300])))
    if kind == 6:
        return rng.randbytes(rng.choice([0, 1, 8, 300])) if hasattr(rng, "randbytes") else b"\xff\x00"
    if kind == 7:
        if rng.randrange(4) == 0:
            return random_id(rng)
        return ExtType(rng.randrange(-128, 128), b"x" * rng.choice([0, 1, 2, 3, 4, 8, 12, 16, 300]))
    if kind == 8:
        return Timestamp(rng.randrange(-(1 << 40), 1 << 40), rng.randrange(10**9))
    if kind == 12:
        return [random_id(rng), random_value(rng, depth + 1)]
    count = rng.choice([0, 1, 2, 5, 15, 16, 40])
    if kind == 9:
        return [random_value(rng, depth + 1) for _ in range(min(count, 16 - 3 * depth if depth < 5 else 1))]
    if kind == 10:
        return [rng.randrange(200) for _ in range(count)]
    return {random_key(rng): random_value(rng, depth + 1) for _ in range(min(count, 8))}


def random_id(rng):
    """For the option references: an id that may be that of an object."""
    return ExtType(92, rng.choice([b"\0", b"\1", b"\2", b"\0\0", b"\0\0\0\1"]))


def random_key(rng):
    key = rng.choice(["id", "name", "k%d" % rng.randrange(50), "é", b"b", "two words"])
    return key if rng.randrange(8) else (key, rng.randrange(300), (ExtType(1, b"x"), b"y"))


def vector_inputs():
    """The bytes of every hexadecimal column in the shared vectors."""
    for path in sorted(VECTORS.rglob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            for cell in line.split("\t")[1:2]:
                try:
                    yield bytes.fromhex(cell)[:LONGEST]
                except ValueError:
                    continue


def mutated(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        where = rng.randrange(len(data) + 1)
        change = rng.randrange(5)
        if change == 0:
            data[where:where] = bytes([rng.choice(LEADS)])
        elif change == 1:
            del data[where : where + rng.choice([1, 2, 9])]
        elif change == 2 and where < len(data):
            data[where] = rng.randrange(256)
        elif change == 3 and where < len(data):
            data[where] ^= 1 << rng.randrange(8)
        else:
            data[where:where] = data[where : where + rng.choice([1, 4, 40])]
    return bytes(data[:LONGEST])


def flags(table):
    """The options that are True or False, without those of what only one back end can do here."""
    return [option for option in table if option.field and (HAS_LZ4 or option.name != "lz4")]


def random_options(rng):
    options = {}
    if rng.random() < 0.5:
        return options
    for name, choices in (
        *((option.name, [option.default != "True"]) for option in flags(UNPACK)),
        ("timestamp", [1, 2, 3]),
        ("max_depth", [0, 1, 3]),
        ("max_str_len", [0, 4]),
        ("max_bin_len", [0, 4]),
        ("max_ext_len", [0, 4]),
        ("max_array_len", [0, 3]),
        ("max_map_len", [0, 2]),
        ("unicode_errors", ["replace", "surrogateescape"]),
        ("max_lz4_size", [0, 64]),
        ("types", [TypeRegistry(), TypeRegistry(dotnet=True)]),
    ):
        if rng.random() < 0.2:
            options[name] = rng.choice(choices)
    if "references" in options:
        options.pop("types", None)
    return options


def contents(value):
    """The bytes of each memoryview in a value, and the type of its exporter."""
    found, pending, seen = [], [value], set()
    while pending:
        value = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, memoryview):
            found.append((bytes(value), type(value.obj)))
        elif isinstance(value, (list, tuple)):
            pending.extend(value)
        elif isinstance(value, dict):
            pending.extend(value)
            pending.extend(value.values())
    return found


def outcome(call):
    try:
        value = call()
        return "value", ADDRESS.sub("", shown(value)), contents(value)
    except Exception as error:
        extra = repr(getattr(error, "extra", None))
        facts = [getattr(error, name, None) for name in ("name", "offset", "path")]
        return "error", type(error).__name__, str(error), facts, extra


def stream_outcome(unpacker_class, chunks, options):
    unpacker = unpacker_class(**options)
    events = []
    for chunk in chunks:
        events.append(outcome(lambda: unpacker.feed(chunk)))
        for _ in range(8):
            event = outcome(unpacker.unpack)
            events += [event, unpacker.tell()]
            if event[0] == "error":
                break
    return events


def split(rng, data):
    points = sorted(rng.randrange(len(data) + 1) for _ in range(rng.choice([0, 1, 3, 10])))
    edges = [0] + points + [len(data)]
    return [data[a:b] for a, b in zip(edges, edges[1:])]


def pack_options(rng):
    return {option.name: option.default != "True" for option in flags(PACK) if rng.random() < 0.1}


def report(what, data, options, native, pure):
    print(
        "DIFFERENCE in %s\n  input:   bytes.fromhex(%r)\n  options: %r\n  native:  %s\n  pure:    %s"
        % (what, data.hex(), options, native, pure)
    )
    return 1


def compare_once(rng, corpus):
    if rng.random() < 0.5:
        data = rng.choice(corpus)
    else:
        data = outcome_bytes(rng)
    data = mutated(rng, data)
    options = random_options(rng)
    native, pure = (outcome(lambda: end.unpackb(data, **options)) for end in (_native, _fallback))
    if native != pure:
        return report("unpackb", data, options, native, pure)
    chunks = split(rng, data)
    native, pure = (stream_outcome(end.Unpacker, chunks, options) for end in (_native, _fallback))
    if native != pure:
        return report("a stream in %r" % [len(chunk) for chunk in chunks], data, options, native, pure)
    value = random_value(rng)
    options = pack_options(rng)
    native, pure = (outcome(lambda: end.packb(value, **options)) for end in (_native, _fallback))
    if native != pure:
        return report("packb of %r" % (value,), b"", options, native, pure)
    return 0


def outcome_bytes(rng):
    return b"".join(_fallback.packb(random_value(rng)) for _ in range(rng.choice([1, 1, 3])))


def compare(rng, corpus, more):
    rounds = 0
    while more(rounds):
        if compare_once(rng, corpus):
            print("round %d" % rounds)
            return None
        rounds += 1
    return rounds


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seconds", nargs="?", type=float, help="how long to run")
    parser.add_argument(
        "--seed", type=int, default=random.SystemRandom().randrange(1 << 32), help="default: a random one"
    )
    parser.add_argument("--inputs", type=int, help="how many inputs to run, instead of a time")
    parser.add_argument("--native", action="store_true", help="only the native module: see fuzz_native.py")
    parser.add_argument("--types", action="store_true", help="typed decoding: see fuzz_types.py")
    parsed = parser.parse_args()
    if (parsed.seconds is None) == (parsed.inputs is None):
        parser.error("either SECONDS or --inputs")
    return parsed


def main():
    parsed = arguments()
    rng = random.Random(parsed.seed)
    corpus = list(vector_inputs()) or [b"\x93\x01\x02\x03"]
    begin = reported = time.monotonic()

    def more(rounds):
        nonlocal reported
        if rounds & 255:
            return parsed.inputs is None or rounds < parsed.inputs
        now = time.monotonic()
        if now - reported >= 60:
            reported = now
            print("%d inputs, %.0f a second" % (rounds, rounds / (now - begin)), flush=True)
        return rounds < parsed.inputs if parsed.seconds is None else now < begin + parsed.seconds

    print("seed %d" % parsed.seed, flush=True)
    if parsed.types:
        from fuzz_types import run
    elif parsed.native:
        from fuzz_native import run
    else:
        run = compare
    rounds = run(rng, corpus, more)
    if rounds is None:
        return 1
    print("%d runs passed (seed %d, %d inputs from the vectors)" % (rounds, parsed.seed, len(corpus)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
