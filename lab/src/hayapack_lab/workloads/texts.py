"""Text and byte strings, small and large."""

from random import Random

SIZE = 1_000_000
LETTERS = [chr(c) for c in range(0x3042, 0x3094)] + list("日本語東京速い読書猫空海") + list("😀🚀🎉🐍")


def strings(seed, size):
    random = Random(seed)
    return [["".join(random.choices(LETTERS, k=random.randrange(4, 40))) for _ in range(size)] for _ in range(3)]


def _row(name, sentence, one, **more):
    def make(seed, size):
        random = Random(seed)
        return [one(random, size) for _ in range(2)]

    return {"NAME": name, "SENTENCE": sentence, "make": make, **more}


WORKLOADS = {
    "japanese_cached": {
        "NAME": "Japanese, cached",
        "SENTENCE": "1000 Japanese and emoji strings that codecs may have encoded before.",
        "SIZE": 1000,
        "make": strings,
    },
    "japanese_fresh": {
        "NAME": "Japanese, fresh",
        "SENTENCE": "1000 Japanese and emoji strings, none ever encoded before.",
        "SIZE": 1000,
        "make": strings,
        "FRESH": True,
    },
    "megabyte_ascii": _row(
        "1 MB ASCII",
        "One ASCII string of 1 MB, never encoded before.",
        lambda random, size: "".join(random.choices("abcdefghijklmnopqrstuvwxyz ", k=size)),
        FRESH=True,
    ),
    "megabyte_bytes": _row(
        "1 MB bytes",
        "One byte string of 1 MB.",
        lambda random, size: random.getrandbits(size * 8).to_bytes(size, "big"),
        EXTRA=True,
    ),
    "megabyte_japanese": _row(
        "1 MB Japanese",
        "One Japanese and emoji string of 1 MB as UTF-8, never encoded before.",
        lambda random, size: "".join(random.choices(LETTERS, k=size // 3)),
        FRESH=True,
    ),
}
