#!/usr/bin/env python3
"""Takes the pages that docfx wrote of the .NET library into the site's pages.

    dotnet_reference.py FROM TO

docfx writes a page for every type, in the Markdown of its own site. Formatters that only serve a built-in type, 200 of
them, keep their line in the list of the namespace and get no page.
"""

import re
import sys
from pathlib import Path

NO_PAGE = re.compile(r"Hayapack\.Formatters\.(?!IMessagePackFormatter)\w+")
FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)
XREF = re.compile(r'<xref href="([^"]+)"[^>]*></xref>')
LINK = re.compile(r"\[((?:\\.|[^\]\\])*)\]\(((?:\\.|[^)\\])*)\)")
LONGEST = 90  # characters of a line that a page shows whole
TAGS = r"/?(?:a|br|code|em|li|ol|pre|strong|ul)\b"


def anchor(uid):
    """The element that docfx gives to a member: its identifier, with an underscore for each other character."""
    return re.sub(r"[^\w]", "_", uid)


class Pages:
    def __init__(self, folder):
        found = {path.stem: path for path in folder.glob("*.md")}
        self.paths = {name: path for name, path in found.items() if not NO_PAGE.fullmatch(name.split("-")[0])}

    def reference(self, match):
        """`<xref>`: a link to a type or a member, else its name as code."""
        uid = match.group(1).replace("%60", "`").replace("%2C", ",")
        name = re.sub(r"`+\d+", "", uid.split("(")[0]).rsplit(".", 1)[-1].replace("#ctor", "constructor")
        page = re.sub(r"``?(\d+)", r"-\1", uid.split("(")[0])
        if page in self.paths:
            return "[`%s`](%s.md)" % (name, page)
        owner = page.rsplit(".", 1)[0]
        if owner in self.paths and 'id="%s"' % anchor(uid) in self.paths[owner].read_text(encoding="utf-8"):
            return "[`%s`](%s.md#%s)" % (name, owner, anchor(uid))
        return "`%s`" % name

    def link(self, match):
        text, target = match.group(1), re.sub(r"\\(.)", r"\1", match.group(2))
        if ":" in target or target.split("#")[0][: -len(".md")] in self.paths:
            return "[%s](%s)" % (text, target.replace("(", "%28").replace(")", "%29"))
        return text

    def page(self, name):
        text = self.paths[name].read_text(encoding="utf-8")
        text = re.sub(r"^#### (?:Inherited Members|Inheritance|Extension Methods)\n.*?(?=^##|\Z)", "", text, flags=re.M | re.S)
        parts = FENCE.split(text)
        return "".join(wrapped(part) if number % 2 else self.prose(part) for number, part in enumerate(parts))

    def prose(self, text):
        text = XREF.sub(self.reference, LINK.sub(self.link, text))
        text = re.sub(r"<code>([^<]*)</code>", r"`\1`", text)
        text = re.sub(r"</?p>", "\n\n", text)
        text = re.sub(r"<(?!%s)" % TAGS, "&lt;", text)
        # The parts of a member are no headings, or they would be most of the page's contents.
        text = re.sub(r"^#### (.*)$", r"**\1**", text, flags=re.MULTILINE)
        return re.sub(r"^#.*$", lambda found: re.sub(r"\\(.)", r"\1", found.group()), text, flags=re.MULTILINE)


def wrapped(code):
    """A block of code whose long line has its parameters on lines of their own."""
    lines = code.split("\n")
    for number, line in enumerate(lines):
        found = re.fullmatch(r"([^()]*\()(.+)(\).*)", line)
        if found and len(line) > LONGEST:
            parameters = re.sub(r", (?![^<\[(]*[>\])])", ",\n    ", found.group(2))
            lines[number] = "%s\n    %s%s" % (found.group(1), parameters, found.group(3))
    return "\n".join(lines)


def main():
    source, target = map(Path, sys.argv[1:])
    pages = Pages(source)
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("*.md"):
        old.unlink()
    for name in pages.paths:
        (target / (name + ".md")).write_text(pages.page(name), encoding="utf-8")
    print("%d pages of .NET types" % len(pages.paths))


if __name__ == "__main__":
    main()
