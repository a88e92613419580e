"""The lab's command line: `hayapack lab …`, or `python -m hayapack_lab …`."""

from __future__ import annotations

import argparse
import sys

from .commands import bench, report, run

EXAMPLES = """\
examples:
  {prog} run --quick                  about three minutes; results in hayapack-lab/
  {prog} run --only b,e --out here    two of the articles
  {prog} report here/results.json     draw the report again
"""


def main(argv: list[str] | None = None, prog: str = "hayapack-lab") -> int:
    """Runs one command; returns its exit status: 0 success, 1 bad data, 2 usage, 130 Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog=prog,
        description="Measures serializers side by side.",
        epilog=EXAMPLES.format(prog=prog),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in (run, report, bench):
        module.add(commands)
    arguments = sys.argv[1:] if argv is None else argv
    args = parser.parse_args(arguments)
    args.line = " ".join([prog, *arguments])  # shown with the results
    status: int = args.run(args, parser)
    return status


if __name__ == "__main__":
    sys.exit(main(prog="python -m hayapack_lab"))
