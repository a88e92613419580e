"""Describes in sentences the composition of data found by `composition`."""

from __future__ import annotations

from ..data.sizes import PARTS
from ..statistics.summary import listed, percent

NAMED_FROM = 0.01  # smallest share of the bytes that is mentioned
NESTED_FROM = 3  # smallest nesting that is mentioned
KEYS_NAMED = 3


def sentences(facts: dict) -> list[str]:
    """Shares first, then repetition, nesting, and uncertainty."""
    if not facts["bytes"]:
        return ["It has no values that MessagePack can represent."]
    found = [_shares(facts), _repeats(facts), _shapes(facts), _letters(facts), _depth(facts)]
    if facts["beyond"]:
        found.append(
            f"{facts['beyond']:,} of the values can't be represented in MessagePack (such as integers over 64 "
            "bits, say) and not counted."
        )
    if facts["sampled"]:
        found.append(
            f"These shares are estimates from a random sample of {facts['sampled']['visited']:,} "
            "values: the data is too large to count all of them."
        )
    return [sentence for sentence in found if sentence]


def share(facts: dict, part: str) -> float:
    """A part's share of the bytes, 0 to 1."""
    return facts["parts"][part] / (facts["bytes"] or 1)


def parts(facts: dict) -> list[tuple[str, int, int]]:
    """(name of the part, bytes, count), largest first, without empty parts."""
    found = [
        (name, facts["parts"][part], facts["counts"][part]) for part, name in PARTS.items() if facts["counts"][part]
    ]
    return sorted(found, key=lambda item: -item[1])


def _shares(facts: dict) -> str:
    shares = [(size / facts["bytes"], name) for name, size, _ in parts(facts)]
    named = [f"{percent(part)} {name}" for part, name in shares[1:] if part >= NAMED_FROM]
    first, name = shares[0]
    text = f"{percent(first)} of your bytes are {name}" if first < 1 else f"All bytes are {name}"
    return f"{text}; {listed(named)}." if named else f"{text}."


def _repeats(facts: dict) -> str:
    """The repeated share of keys and texts, and the keys with the most bytes."""
    said = []
    keys, texts = facts["keys"], facts["strings"]
    if keys["repeated"]:
        named = [f"{entry['key']!r} ({percent(entry['bytes'] / facts['bytes'])})" for entry in keys["top"][:KEYS_NAMED]]
        part = _part(keys, facts["parts"]["keys"], facts)
        said.append(f"{part} of the key bytes are repeated keys, mainly {listed(named)}")
    if texts["repeated"]:
        part = _part(texts, facts["parts"]["text"], facts)
        said.append(f"{part} of the text bytes are repeated texts")
    return _sentence("; ".join(said))


def _part(seen: dict, size: int, facts: dict) -> str:
    """The repeated share of `size` bytes; a lower bound if the data was sampled."""
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
        f"most common set is in {percent(shapes['commonest'] / shapes['maps'])} of them."
    )


def _letters(facts: dict) -> str:
    text = facts["text"]
    if not text["non_ascii"]:
        return ""
    return f"{percent(text['non_ascii'] / text['bytes'])} of the text bytes are in non-ASCII text."


def _depth(facts: dict) -> str:
    depth = facts["depth"]
    if depth["deepest"] < NESTED_FROM:
        return ""
    about = "at least " if facts["sampled"] else ""
    return f"It nests {about}{depth['deepest']:,} levels deep; a value is {depth['mean']:.1f} levels deep on average."


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""
