"""Says in one line what data found by `composition` consists of."""

from __future__ import annotations

from ..data.messagepack_sizes import PARTS
from .number_formats import percent

NAMED_FROM = 0.01  # smallest share of the bytes that is mentioned


def line(facts: dict) -> str:
    """Shares of the bytes of MessagePack, repetition, nesting, uncertainty."""
    if not facts["bytes"]:
        return "no values that MessagePack can represent"
    said = [_shares(facts), _repeats(facts), f"{facts['depth']['deepest']:,} levels deep"]
    if facts["beyond"]:
        said.append(f"{facts['beyond']:,} values that MessagePack can't represent, not counted")
    if facts["sampled"]:
        said.append(f"estimated from a random sample of {facts['sampled']['visited']:,} values")
    return "; ".join(part for part in said if part)


def parts(facts: dict) -> list[tuple[str, int, int]]:
    """(name of the part, bytes, count), largest first, without empty parts."""
    found = [
        (name, facts["parts"][part], facts["counts"][part]) for part, name in PARTS.items() if facts["counts"][part]
    ]
    return sorted(found, key=lambda item: -item[1])


def _shares(facts: dict) -> str:
    shares = [(size / facts["bytes"], name) for name, size, _ in parts(facts)]
    return ", ".join(f"{percent(part)} {name}" for part, name in shares if part >= NAMED_FROM)


def _repeats(facts: dict) -> str:
    """The repeated share of keys and of texts; a lower bound if the data was sampled."""
    said = []
    for kind, part, seen in (("keys", "keys", facts["keys"]), ("texts", "text", facts["strings"])):
        if seen["repeated"]:
            share = seen["repeated"] / facts["parts"][part]
            least = f"at least {int(100 * share)} %" if facts["sampled"] or seen["more"] else percent(share)
            said.append(f"{least} of the {part.replace('keys', 'key')} bytes are repeated {kind}")
    return ", ".join(said)
