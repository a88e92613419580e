"""The record of reference article E for the formats that need a schema.

record.proto, record.capnp and record.fbs describe it; `generated` generates Python code from them;
`record` is the code that their codecs share.
"""
