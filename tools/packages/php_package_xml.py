"""Compares the list of files in package.xml with the source tree.

python php_package_xml.py            prints differences; exit status 1 if there are any
python php_package_xml.py --write    updates the list
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "package.xml"
CONTENTS = re.compile(r"<contents>.*?</contents>", re.DOTALL)
# The files that a build from the package needs, and those for its users. The tests need the vectors and scripts of
# the whole source tree.
PATTERNS = (
    ("src", "core/include/*.h"),
    ("src", "core/src/*.[ch]"),
    ("src", "php/config.m4"),
    ("src", "php/config.w32"),
    ("src", "php/*.[ch]"),
    ("src", "php/*.stub.php"),
    ("src", "php/src/**/*.[ch]"),
    ("doc", "LICENSE"),
    ("doc", "CHANGELOG.md"),
    ("doc", "SECURITY.md"),
    ("doc", "docs/errors.md"),
    ("doc", "docs/php.md"),
    ("doc", "docs/classes-php.md"),
)


def wanted():
    """{path: role}, in the order of the folders."""
    found = {}
    for role, pattern in PATTERNS:
        for path in sorted(ROOT.glob(pattern)):
            found[path.relative_to(ROOT).as_posix()] = role
    return found


def listed():
    text = CONTENTS.search(PACKAGE.read_text(encoding="utf-8")).group(0)
    files, folders = {}, []
    for line in text.splitlines():
        folder = re.search(r'<dir name="([^"]+)">', line)
        file = re.search(r'<file name="([^"]+)" role="([^"]+)" */>', line)
        if folder:
            folders.append(folder.group(1))
        elif "</dir>" in line:
            folders.pop()
        elif file:
            files["/".join(folders[1:] + [file.group(1)])] = file.group(2)
    return files


def tree_of(files):
    """Nested dictionaries: folders first come first."""
    tree = {}
    for path, role in files.items():
        *folders, name = path.split("/")
        place = tree
        for folder in folders:
            place = place.setdefault(folder, {})
        place[name] = role
    return tree


def lines_of(tree, indent):
    for name, entry in tree.items():
        if isinstance(entry, dict):
            yield '%s<dir name="%s">' % (indent, name)
            yield from lines_of(entry, indent + " ")
            yield "%s</dir>" % indent
        else:
            yield '%s<file name="%s" role="%s"/>' % (indent, name, entry)


def write():
    lines = ["<contents>", '  <dir name="/">', *lines_of(tree_of(wanted()), "   "), "  </dir>", " </contents>"]
    text = PACKAGE.read_text(encoding="utf-8")
    PACKAGE.write_text(CONTENTS.sub(lambda _: "\n".join(lines), text), encoding="utf-8")


def main():
    if sys.argv[1:] == ["--write"]:
        write()
        return 0
    have, want = listed(), wanted()
    for path in sorted(set(have) | set(want)):
        if have.get(path) != want.get(path):
            print("%s: listed as %s, should be %s" % (path, have.get(path), want.get(path)))
    return int(have != want)


if __name__ == "__main__":
    sys.exit(main())
