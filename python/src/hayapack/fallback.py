"""Packer and Unpacker of the pure back end, for programs that import them from msgpack.fallback."""

from __future__ import annotations

from ._fallback.pack.packer import Packer, packb
from ._fallback.unpack.unpacker import Unpacker, unpackb

__all__ = ["Packer", "Unpacker", "packb", "unpackb"]
