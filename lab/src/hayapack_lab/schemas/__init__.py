"""Classes and schemas that codecs need.

`published_dataclasses` and `published_structs` are the classes of the workloads `msgspec_published`. The rest is
the record of reference article E for the formats that need a schema.

record.proto, record.capnp and record.fbs describe it; `generated` generates Python code from them;
`record` is the code that their codecs share.
"""
