"""`hayapack index`: writes sidecar indexes."""

from __future__ import annotations

import argparse
import contextlib
from typing import Any

from ... import UnpackException
from .. import arguments, terminal
from ..common.exit_status import STATUS_BAD_DATA, STATUS_GOOD, BadData, Stop, Usage
from ..input import inputs
from ..reading import Reading, add_given_format

DESCRIPTION = """\
Writes FILE.hayaidx next to each file: where messages begin, about one per MiB, so that
hayapack.stream.Splitter divides the file without guessing. If the file has grown since, only the
rest is read. Prints each index's name and the number of messages. Of compressed files, only .zst
has an index, of its frames that begin with a message: those of `hayapack convert` and arrow.write()."""

EXAMPLES = """
hayapack index events.msgpack     writes events.msgpack.hayaidx
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "index", "write sidecar indexes", DESCRIPTION, EXAMPLES)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file")
    add_given_format(parser)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    from ...stream import write_index
    from ...stream.index import SUFFIX
    from ...stream.source import Source

    class _Stepping(Source):
        """A file whose reading is shown as that of an input."""

        def __init__(self, name: str, shown: inputs.Input, progress: terminal.Progress) -> None:
            self._shown, self._progress = shown, progress
            super().__init__(name)  # which reads the signature of a compressed file

        def read(self, offset: int, n: int) -> bytes:
            self._shown.done = offset
            self._progress.step()
            return super().read(offset, n)

    if "-" in args.files:
        raise Usage("index: standard input has no name: give a file")
    status = STATUS_GOOD
    for name in args.files:
        reading = Reading(args.given_format)
        try:
            with contextlib.closing(inputs.open_input(name)) as input:
                reading.check_content(input)
                with terminal.Progress(input, alone=True) as progress:
                    file = _Stepping(name, input, progress)
                    if input.compression and not file.compressed:
                        raise BadData(
                            f"this is compressed with {input.compression}: of compressed files, only those whose names end"
                            " in .zst have an index"
                        )
                    index = write_index(file)
        except (Stop, UnpackException, ValueError, EOFError) as error:
            arguments.complain(name, error)
            status = STATUS_BAD_DATA
            continue
        except OSError as error:
            arguments.complain(name, error.strerror or error)
            status = STATUS_BAD_DATA
            continue
        finally:
            if reading.remark:
                arguments.complain(name, f"remark: {reading.remark}")
        arguments.write(terminal.name(name + SUFFIX) + b"\t%d\n" % index.count)
        if index.frames is None and index.end < index.size:
            arguments.complain(name, f"byte {index.end}: an incomplete message, which the index leaves out")
            status = STATUS_BAD_DATA
    return status
