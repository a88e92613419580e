"""Puts a measured table into docs/benchmarks.md, between the two comments that
name it, as it is.

    python put_benchmark.py php build/bench-php.md
"""

import re
import sys
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"


def main():
    name, source = sys.argv[1:]
    table = Path(source).read_text(encoding="utf-8").strip()
    place = re.compile(r"(<!-- begin: %s -->\n).*?(<!-- end: %s -->)" % (name, name), re.DOTALL)
    text, count = place.subn(lambda m: m.group(1) + table + "\n" + m.group(2), DOCUMENT.read_text(encoding="utf-8"))
    if count != 1:
        print("error: docs/benchmarks.md has no place for %s" % name)
        return 1
    DOCUMENT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
