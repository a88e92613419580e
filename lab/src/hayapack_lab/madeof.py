"""What data is made of, in sentences, from the facts that `composition` found."""

from __future__ import annotations

from .summary import listed, percent
from .wire import PARTS

NAMED_FROM = 0.01  # a part's share of the bytes
NESTED_FROM = 3  # levels worth a sentence
KEYS_NAMED = 3


def sentences(facts: dict) -> list[str]:
    """Shares first, then what repeats, how deep it nests, and what is uncertain."""
    if not facts["bytes"]:
        return ["There is nothing in it that MessagePack can hold."]
    found = [_shares(facts), _repeats(facts), _shapes(facts), _letters(facts), _depth(facts)]
    if facts["beyond"]:
        found.append(
            f"{facts['beyond']:,} of the values are beyond MessagePack's reach (integers over 64 "
            "bits, say) and not counted."
        )
    if facts["sampled"]:
        found.append(
            f"These shares are estimates from a random sample of {facts['sampled']['visited']:,} "
            "values: the data is too big to look at every one."
        )
    return [sentence for sentence in found if sentence]


def share(facts: dict, part: str) -> float:
    """A part's share of the bytes, 0 to 1."""
    return facts["parts"][part] / (facts["bytes"] or 1)


def parts(facts: dict) -> list[tuple[str, int, int]]:
    """(name of the part, bytes, count), the largest first; empty ones are left out."""
    found = [
        (name, facts["parts"][part], facts["counts"][part])
        for part, name in PARTS.items()
        if facts["counts"][part]
    ]
    return sorted(found, key=lambda item: -item[1])


def _shares(facts: dict) -> str:
    shares = [(size / facts["bytes"], name) for name, size, _ in parts(facts)]
    named = [f"{percent(part)} {name}" for part, name in shares[1:] if part >= NAMED_FROM]
    first, name = shares[0]
    text = f"{percent(first)} of your bytes are {name}" if first < 1 else f"All bytes are {name}"
    return f"{text}; {listed(named)}." if named else f"{text}."


def _repeats(facts: dict) -> str:
    """How much of the keys and the texts was there before, and which keys cost most."""
    said = []
    keys, texts = facts["keys"], facts["strings"]
    if keys["repeated"]:
        named = [
            f"{entry['key']!r} ({percent(entry['bytes'] / facts['bytes'])})"
            for entry in keys["top"][:KEYS_NAMED]
        ]
        part = _part(keys, facts["parts"]["keys"], facts)
        said.append(f"{part} of the key bytes repeat a key, most of all {listed(named)}")
    if texts["repeated"]:
        part = _part(texts, facts["parts"]["text"], facts)
        said.append(f"{part} of the text bytes repeat a text")
    return _sentence("; ".join(said))


def _part(seen: dict, size: int, facts: dict) -> str:
    """The repeated part of `size` bytes; a lower bound where not all was looked at."""
    part = seen["repeated"] / size
    if facts["sampled"] or seen["more"]:
        return f"at least {int(100 * part)} %"
    return percent(part)


def _shapes(facts: dict) -> str:
    shapes = facts["shapes"]
    if shapes["maps"] < 2:
        return ""
    if shapes["distinct"] == 1:
        return f"All {shapes['maps']:,} maps have the same keys."
    return (
        f"{shapes['maps']:,} maps have {shapes['distinct']:,} different sets of keys; the "
        f"commonest set is in {percent(shapes['commonest'] / shapes['maps'])} of them."
    )


def _letters(facts: dict) -> str:
    text = facts["text"]
    if not text["non_ascii"]:
        return ""
    return f"{percent(text['non_ascii'] / text['bytes'])} of the text has letters beyond ASCII."


def _depth(facts: dict) -> str:
    depth = facts["depth"]
    if depth["deepest"] < NESTED_FROM:
        return ""
    about = "at least " if facts["sampled"] else ""
    return (
        f"It nests {about}{depth['deepest']:,} levels deep; a value lies "
        f"{depth['mean']:.1f} levels deep on average."
    )


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""
