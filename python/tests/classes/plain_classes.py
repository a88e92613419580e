"""Classes that several tests decode and encode."""

import dataclasses
from datetime import datetime
from typing import Any, Dict, List, Optional


@dataclasses.dataclass
class Point:
    x: float
    y: float = 0.5


@dataclasses.dataclass
class Plain:
    id: int
    name: str
    ok: bool = True
    note: Optional[str] = None
    tags: List[int] = dataclasses.field(default_factory=list)
    point: Optional[Point] = None
    at: Optional[datetime] = None
    extra: Any = None


@dataclasses.dataclass(frozen=True)
class Frozen:
    key_of_more_than_sixteen_bytes: int
    b: bytes
    a_key_that_is_longer_than_thirty_two_bytes_is_compared_otherwise: Dict[str, Plain]
    ünïcode: str = "ü"


class Slots:
    __slots__ = ("left", "right", "value")
    __annotations__ = {"value": int, "left": "Optional[Slots]", "right": "Optional[Slots]"}


Slots = dataclasses.dataclass(Slots)


@dataclasses.dataclass
class Tree:
    name: str
    children: List["Tree"] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class After:
    n: int
    twice: int = dataclasses.field(default=0)

    def __post_init__(self):
        if self.n < 0:
            raise ValueError("n is negative")
        self.twice = 2 * self.n
