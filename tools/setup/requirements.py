"""Prints the requirements of an installed distribution, one per line, without hayapack itself.

python requirements.py hayapack-lab rivals      with its extra `rivals`
"""

import importlib.metadata
import re
import sys

EXTRA = re.compile(r"""\s*(?:\band\s+)?\bextra\s*==\s*["']([^"']+)["']""")


def requirements(name, extras):
    for text in importlib.metadata.requires(name) or []:
        extra = EXTRA.search(text)
        if extra and extra.group(1) not in extras:
            continue
        if re.match(r"hayapack\b", text):
            continue
        yield EXTRA.sub("", text).rstrip("; ")


if __name__ == "__main__":
    for line in requirements(sys.argv[1], sys.argv[2:]):
        print(line)
