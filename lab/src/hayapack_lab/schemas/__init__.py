"""Founding post E's record for the formats that want a schema.

record.proto, record.capnp and record.fbs describe it; `generated` makes
Python code of them, and `record` is what their codecs share.
"""
