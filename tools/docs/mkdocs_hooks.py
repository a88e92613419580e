"""What mkdocs does differently for `make docs`: pages from the whole repository, headings with the anchors of code hosts,
links to source files.

The pages are those of the navigation and what can be reached from them by links. A page keeps its path, so a relative
link needs no change, except to source files: each becomes a page that shows it.
"""

import os
import re
from pathlib import Path

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ROOT / "build/docs/pages"  # of reference.sh, and the pages of source files
REFERENCE = "reference/"
STYLE = "tools/docs/site.css"
FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()([^)\s#]+)(#[^)\s]*)?(?=\))")
PICTURE = re.compile(r'<picture>\s*<source [^>]*srcset="([^"]+)">\s*<img alt="([^"]*)" src="([^"]+)">\s*</picture>')
#: What a browser shows or saves itself; the records of measurements would be most of the search index.
AS_THEY_ARE = {".svg", ".png", ".msgpack", ".json", ".txt", ".tsv"}
#: Languages of the highlighter, by the end of a name. Others are shown as text.
LANGUAGES = {".py": "python", ".php": "php", ".cs": "csharp", ".c": "c", ".h": "c", ".sh": "sh"}


def anchor(title, separator):
    """A heading's fragment as code hosts make it, which the links in the documents use."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", separator)


def on_config(config):
    config["mdx_configs"]["toc"]["slugify"] = anchor
    config["nav"] = present(config["nav"])
    return config


def present(entry):
    """The navigation without references that were not generated, which reference.sh has named."""
    if isinstance(entry, list):
        return [kept for kept in map(present, entry) if kept]
    if isinstance(entry, dict):
        kept = {title: present(target) for title, target in entry.items()}
        return {title: target for title, target in kept.items() if target}
    return None if entry.startswith(REFERENCE) and not (GENERATED / entry).is_file() else entry


def paths_of(nav):
    for entry in nav:
        for target in entry.values() if isinstance(entry, dict) else [entry]:
            yield from paths_of(target) if isinstance(target, list) else [target]


def location(path):
    """The folder that a page's path begins in."""
    return GENERATED if path.startswith(REFERENCE) else ROOT


def without_words(code):
    """A block of code without what its first line says to tests (`php no-test`)."""
    return re.sub(r"\A(```+\w+) .*", r"\1", code)


def outside_code(markdown, change):
    parts = FENCE.split(markdown)
    return "".join(without_words(part) if number % 2 else change(part) for number, part in enumerate(parts))


def targets(path, markdown):
    """Paths, from the root, of what a page shows or links to in the repository."""
    text = FENCE.sub("", markdown)
    found = [match.group(1) for match in LINK.finditer(text)]
    found += [match.group(1) for match in re.finditer(r'\bsrc(?:set)?="([^"]+)"', text)]
    for target in found:
        if not re.match(r"[a-z]+:", target):
            yield os.path.normpath(os.path.join(os.path.dirname(path), target))


def is_shown_as_source(path):
    return Path(path).suffix not in {".md", *AS_THEY_ARE} and (ROOT / path).is_file()


def on_files(files, config):
    """All pages and pictures, instead of those that mkdocs found in docs_dir, and the theme's own files."""
    kept = {file.src_path: file for file in files if not file.abs_src_path.startswith(config["docs_dir"] + os.sep)}
    new = {*paths_of(config["nav"]), STYLE}
    while new:
        path = min(new)
        new.discard(path)
        source = location(path)
        if is_shown_as_source(path) and path != STYLE:
            source, path = GENERATED, source_page(path)
        if path in kept:
            continue
        kept[path] = File(path, str(source), config["site_dir"], config["use_directory_urls"])
        if path.endswith(".md") and source is ROOT or path.startswith(REFERENCE):
            text = (source / path).read_text(encoding="utf-8")
            new |= {target for target in targets(path, text) if (location(target) / target).is_file()}
    return Files(list(kept.values()))


def source_page(path):
    """Writes the page that shows a source file; returns its path."""
    text = (ROOT / path).read_text(encoding="utf-8")
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", text))])
    page = GENERATED / (path + ".md")
    page.parent.mkdir(parents=True, exist_ok=True)
    language = LANGUAGES.get(Path(path).suffix, "text")
    page.write_text("# %s\n\n%s%s\n%s\n%s\n" % (path, fence, language, text.rstrip(), fence), encoding="utf-8")
    return path + ".md"


def on_page_markdown(markdown, page, config, files):
    folder = os.path.dirname(page.file.src_path)

    def to_page(match):
        path = os.path.normpath(os.path.join(folder, match.group(1)))
        shown = not re.match(r"[a-z]+:", match.group(1)) and is_shown_as_source(path)
        return match.group(1) + (".md" if shown else "") + (match.group(2) or "")

    def change(text):
        text = PICTURE.sub(
            r'<img class="for-light" alt="\2" src="\3"><img class="for-dark" alt="\2" src="\1">',
            LINK.sub(to_page, text),
        )
        return text.replace("<details>", '<details markdown="1">')

    return outside_code(markdown, change)
