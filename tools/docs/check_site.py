#!/usr/bin/env python3
"""Checks the site of `make docs`: each link and picture of each page leads to a file of the site, each fragment to an
element of it, and no list or table has become running text. mkdocs itself checks neither fragments nor HTML.

    check_site.py FOLDER
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: Pages whose addresses are not relative to them.
LEFT_OUT = {"404.html"}


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.targets, self.titles = set(), [], 0
        self.open, self.running_text = [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.names.add(value)
            elif name in ("href", "src") and value:
                self.targets.append(value)
        self.titles += tag == "h1"
        if tag in ("p", "pre", "code"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            del self.open[self.open.index(tag) :]

    def handle_data(self, data):
        if self.open == ["p"] and re.search(r"\n(?:[-*] |\|)", data):
            self.running_text.append(data.strip())


def faults(folder, pages):
    for path, page in pages.items():
        if page.titles != 1:
            yield path, "%d titles" % page.titles
        for text in page.running_text:
            yield path, "a list or table that needs an empty line before it: %r" % text
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            aim = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not aim.is_file():
                yield path, target
            elif parts.fragment and aim in pages and unquote(parts.fragment) not in pages[aim].names:
                yield path, target


def main():
    folder = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html")) if path.name not in LEFT_OUT}
    if not pages:
        sys.exit("error: no page in %s" % folder)
    found = list(faults(folder, pages))
    for path, fault in found:
        print("%s: %s" % (path.relative_to(folder), fault))
    links = sum(len(page.targets) for page in pages.values())
    print("%d pages, %d links: %d passed, %d failed" % (len(pages), links, links - len(found), len(found)))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
