"""Maps of guessed shapes in several threads at once: shapes that are learned and replaced, by threads that begin and end.

Without the GIL each thread borrows a cache of shapes for a call; step python/thread-sanitizer runs these tests as well.
"""

import gc
import random

import pytest
from at_once import at_once

THREADS = 4

pytestmark = pytest.mark.usefixtures("frequent_switches")

#: Lists of keys that begin alike, or have as many keys, so that guesses are wrong at each of them.
SHAPES = [
    [f"{name}{number % 5}" if i >= number % 4 else name for i, name in enumerate(names)]
    for number in range(60)
    for names in (["id", "name", "tags"], ["id", "a key of more than sixteen bytes", "größe", "k" * 40])
]


def record(chance, depth=2):
    """A map whose values are scalars, lists and maps."""
    values = [chance.randrange(10**6), "text", None, 0.5, [1, "a"]]
    if depth:
        values += [record(chance, depth - 1), [record(chance, 0) for _ in range(3)]]
    return {key: chance.choice(values) for key in chance.choice(SHAPES)}


def records(chance):
    """Many maps of one shape, then of another, then of any."""
    keys, others = chance.choice(SHAPES), chance.choice(SHAPES)
    return [
        *(dict.fromkeys(keys, i) for i in range(5)),
        *({key: dict.fromkeys(others, i) for key in keys} for i in range(5)),
        *(record(chance) for _ in range(20)),
    ]


def rounds(backend, number=60):
    """The pure back end guesses nothing, and takes longer."""
    return number if backend.name == "native" else number // 10


def repeated(work, count):
    """A function of a thread's number that calls work(random) so many times."""

    def run(number):
        chance = random.Random(number)
        for _ in range(count):
            work(chance)

    return run


def test_guesses(backend):
    shared = records(random.Random(1))
    message = backend.packb(shared)

    def work(chance):
        own = records(chance)
        assert backend.unpackb(backend.packb(own)) == own
        assert backend.unpackb(message) == shared
        with pytest.raises(ValueError):
            backend.unpackb(message[: chance.randrange(len(message))])

    at_once(repeated(work, rounds(backend)), THREADS)


def test_threads_that_end(backend):
    """A new thread uses, and in the end takes, the caches of others, with the shapes that these have learned."""
    common = [dict.fromkeys(SHAPES[0], i) for i in range(20)]

    def work(chance):
        value = common + records(chance)
        assert backend.unpackb(backend.packb(value)) == value

    for count in (2, 40, 3):
        at_once(repeated(work, rounds(backend, 12)), count)


def test_hooks_that_decode(backend):
    """Inside a map whose shape is in use, the hook replaces shapes, and the collector runs."""
    inner = [backend.packb(records(random.Random(seed))) for seed in range(8)]
    value = records(random.Random(9))
    message = backend.packb(value)

    def work(chance):
        def hook(pairs):
            if chance.random() < 0.02:
                backend.unpackb(chance.choice(inner))
            if chance.random() < 0.002:
                gc.collect()
            return pairs

        assert backend.unpackb(message, object_hook=hook) == value

    at_once(repeated(work, rounds(backend, 20)), THREADS)


def test_results_of_other_threads(backend):
    """Dicts of one shape have the same keys; another thread changes and drops them while new ones are made."""
    value = [dict.fromkeys(keys, i) for keys in SHAPES[:6] for i in range(20)]
    message = backend.packb(value)
    made = [backend.unpackb(message) for _ in range(THREADS)]

    def run(number):
        for _ in range(rounds(backend)):
            own = backend.unpackb(message)
            assert own == value
            made[number] = own
            for item in made[(number + 1) % THREADS][::7]:
                item.pop("id", None)
                item["new"] = list(item)

    at_once(run, THREADS)
