"""The loop of fuzz_python.py --native: only the native module, on hostile inputs with hostile
callers, so that a build with sanitizers finds memory errors.

Each input is a damaged message. It is unpacked with random options, and then by one of these in
turn: a stream in chunks, View, get, columns, LZ4, buffers that a hook or another thread writes to,
hooks that read every object the collector knows, packing of the result. Results are not compared
here.
"""

import gc
import io
import mmap
import random
import tempfile
import threading

from fuzz_python import LONGEST, mutated, random_options, random_value

from hayapack import ExtType, _native

ERRORS = (ValueError, TypeError, LookupError, ArithmeticError, RuntimeError, MemoryError, BufferError)
PATHS = ["$", "$[0]", "$[1]", "$.id", "$[0].id", '$["é"]', "$[-1]", "${3}", [0, "id"], [b"b"], "$[2][0].name"]
FIELDS = ["id", "name", "é", "time", "id.a", ("name", "é"), b"b", "at.lat"]
DTYPES = [
    None, None, "int64", "int8", "uint64", "float32", "float64", "bool", "str", "bytes", "raw", "dictionary[str]",
    "timestamp[s]", "timestamp[ns]", "timestamp[us, naive]", "date32", "time64[us]", "duration[us]", "null",
    "list[int64]", "list[list[str]]", "struct{id: int64, name: list[str]}", "map[str, raw]", "map[raw, raw]",
    "list[struct{a: map[str, int8], b: raw}]",
]  # fmt: skip
PAGE = mmap.ALLOCATIONGRANULARITY


class Native:
    def __init__(self, rng, corpus):
        self.rng, self.corpus = rng, corpus
        self.mapped = mmap.mmap(-1, PAGE)
        self.written = bytearray(LONGEST)
        self.turns = [
            self.stream,
            self.view,
            self.get,
            self.columns,
            self.compressed,
            self.changed,
            self.mapped_view,
            self.collector,
            self.packed,
            self.decompressed,
            self.views,
        ]
        self.known = set()

    def bases(self):
        """Messages to damage: from the vectors and from random values, some compressed."""
        rng = self.rng
        made = []
        for _ in range(300):
            value = random_value(rng)
            made.append(_native.packb(value))
            made.append(_native.packb([value] * 6, lz4=rng.choice(["block", "block-array"])))
            made.append(_native.packb([{"id": i, "name": "n%d" % i, "é": value} for i in range(rng.randrange(6))]))
        return made

    # --- the other entry points

    def stream(self, data):
        unpacker = _native.Unpacker(
            strict_map_key=False,
            use_list=False,
            lz4=True,
            max_buffer_size=LONGEST,
            zero_copy=bool(self.rng.getrandbits(1)),
        )
        cut = self.rng.randrange(len(data) + 1)
        for chunk in (data[:cut], bytearray(data[cut:])):
            unpacker.feed(chunk)
            for _ in range(4):
                unpacker.skip() if cut & 1 else unpacker.unpack()

    def view(self, data, buffer=None, **options):
        view = _native.View(data if buffer is None else buffer, **(options or {"use_list": False}))
        for key in (1, 0, -1, "id", b"b", 3, "name"):
            try:
                self.look(view[key])
            except ERRORS:
                pass
        self.look(view)
        view.value()

    def look(self, view):
        if hasattr(view, "value"):
            for item in view:
                if hasattr(item, "value"):
                    len(item) if hasattr(item, "__len__") else item.value()
            if hasattr(view, "items"):
                dict(view.items())

    def get(self, data):
        for path in self.rng.sample(PATHS, 3):
            try:
                _native.get(memoryview(data)[1:] if data[:1] == b"\x91" else data, path)
            except ERRORS:
                pass

    def columns(self, data):
        """Rows of random layouts, in a message, a stream or a list, into columns of random types."""
        rng = self.rng
        fields = rng.sample(FIELDS, rng.randrange(1, 4))
        options = {
            "dtypes": [rng.choice(DTYPES) for _ in fields],
            "errors": rng.choice(["raise", "null", "skip", lambda *args: None]),
            "rows": rng.choice(["maps", "maps", "arrays", "values", "fluent"]),
            "missing": "null",
            "stream": bool(rng.getrandbits(1)),
            "lz4": not rng.getrandbits(3),
        }
        if not rng.getrandbits(3):
            options.update(max_depth=rng.randrange(8), max_str_len=rng.randrange(40), max_array_len=20)
        if options["stream"]:
            cut = rng.randrange(len(data) + 1)
            data = rng.choice([data[1:], data[:cut] + data, bytearray(data[cut:])])
        elif rng.getrandbits(1):
            cuts = sorted(rng.randrange(len(data) + 1) for _ in range(4))
            data = [None, *[data[a:b] for a, b in zip(cuts, cuts[1:])], b"\xc0"]
        table = _native.columns(data, fields, **options)
        for column in table.values():
            self.read_column(column)
        if not options["lz4"]:
            capsules = table.__arrow_c_array__()
            del table, capsules

    def read_column(self, column):
        """Everything that a program can see of it. Some values have no object of datetime."""
        for part in (column.data, column.offsets, column.validity):
            bytes(part or b"")
        for child in column.children:
            self.read_column(child)
        try:
            column.tolist()
        except (OverflowError, ValueError):
            pass

    def compressed(self, data):
        _native.unpackb(bytearray(data), lz4=True, max_lz4_size=1 << 20)

    def decompressed(self, data):
        _native.decompress(data, max_lz4_size=1 << 20)

    def changed(self, data):
        """A hook writes to the message."""
        message = bytearray(data)

        def hook(*args):
            if message:
                message[self.rng.randrange(len(message))] = self.rng.getrandbits(8)
            return args[0] if len(args) == 1 else ExtType(*args)

        _native.unpackb(message, object_hook=hook, list_hook=hook, ext_hook=hook, strict_map_key=False)

    def views(self, data):
        """Payloads and views of a buffer that is not copied; a hook writes to it."""
        large = b"\x93\xc6" + (70000).to_bytes(4, "big") + bytes(70000)
        message = bytearray(self.rng.choice([b"", large]) + data)

        def hook(code, payload):
            message[-1 - self.rng.randrange(len(data))] = self.rng.getrandbits(8)
            return payload

        options = {"zero_copy": True, "tuple_keys": True, "strict_map_key": False}
        for call in (
            lambda: _native.unpackb(message, ext_hook=hook, **options),
            lambda: self.view(data, message, **options),
            lambda: _native.get(message, self.rng.choice(PATHS), ext_hook=hook, **options),
            lambda: _native.columns(_native.View(message, **options), ["id", "name"]),
        ):
            try:
                kept = call()
            except ERRORS:
                continue
            repr(kept)
        message.append(0)  # no view is left

    def mapped_view(self, data):
        """A mapped file with the message at its end, to which a thread writes."""
        data = data[: PAGE - 8]
        self.mapped[:] = b"\x92\xc5" + (PAGE - 4 - len(data)).to_bytes(2, "big") + bytes(PAGE - 4 - len(data)) + data

        def hook(code, payload):
            self.mapped[PAGE - 1 - self.rng.randrange(len(data))] = self.rng.getrandbits(8)
            return payload

        view = _native.View(self.mapped, ext_hook=hook)
        try:
            dtypes = [self.rng.choice(DTYPES) for _ in range(2)]
            _native.columns(self.mapped, ["id", "name"], dtypes, path="$[1]", errors="null", missing="null")
        except ERRORS:
            pass
        self.look(view[1])
        _native.get(self.mapped, "$[1]", ext_hook=hook)

    def collector(self, data):
        """A hook that sometimes reads every list and tuple that the collector knows."""
        often = not self.rng.getrandbits(4)

        def hook(*args):
            if often:
                for o in gc.get_objects(0):
                    if type(o) in (list, tuple) and len(o) < 50:
                        list(o)
            return args[0] if len(args) == 1 else ExtType(*args)

        name = self.rng.choice(["object_hook", "object_pairs_hook", "list_hook", "ext_hook"])
        _native.unpackb(data, use_list=bool(self.rng.getrandbits(1)), strict_map_key=False, **{name: hook})

    def packed(self, data):
        value = _native.unpackb(data, strict_map_key=False)
        again = _native.packb(value, sort_keys=not self.rng.getrandbits(3))
        _native.packb([value, bytearray(data), memoryview(data)[::2]], lz4="block-array")
        _native.Packer(autoreset=False).pack(again)

    # --- the loop

    def once(self, turn):
        data = mutated(self.rng, self.corpus[self.rng.randrange(len(self.corpus))])
        options = random_options(self.rng) if not turn & 3 else {}
        for call in (lambda: _native.unpackb(data, **options), lambda: self.turns[turn % len(self.turns)](data)):
            try:
                call()
            except ERRORS:
                pass
            except Exception as error:
                if not type(error).__module__.startswith("hayapack"):
                    raise

    def write(self, done):
        """Another thread, which writes to the mapped memory without holding the GIL."""
        with tempfile.TemporaryFile() as file:
            file.write(b"".join(random.Random(1).choices(self.corpus, k=400))[: 64 * PAGE].ljust(64 * PAGE, b"\xc1"))
            file.flush()
            raw = io.FileIO(file.fileno(), closefd=False)
            view = memoryview(self.mapped)
            while not done.is_set():
                raw.seek(random.randrange(63 * PAGE))
                raw.readinto(view[PAGE - random.randrange(1, 200) :])
                done.wait(0.001)
            view.release()


def run(rng, corpus, more):
    """more(rounds): whether to continue. Returns the number of inputs."""
    native = Native(rng, corpus)
    native.corpus = corpus + 3 * native.bases()
    done = threading.Event()
    thread = threading.Thread(target=native.write, args=(done,))
    thread.start()
    rounds = 0
    gc.freeze()
    try:
        while more(rounds):
            native.once(rounds)
            rounds += 1
    finally:
        done.set()
        thread.join()
    return rounds
