"""The PHP code of README.md and docs/, run; the tables of docs/php.md, against
the sources; package.xml and composer.json, against the tree."""

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from php_tools import run

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "php.md"
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/moving").glob("*.md"))]
BLOCK = re.compile(r"^```php\n(.*?)^```", re.MULTILINE | re.DOTALL)

# Warnings are errors, so that no block passes by accident; `@` silences them.
PRELUDE = """<?php
declare(strict_types=1);
set_error_handler(function (int $level, string $text, string $file, int $line): bool {
    if (error_reporting() & $level) {
        throw new ErrorException($text, 0, $level, $file, $line);
    }
    return true;
});
"""


@pytest.mark.parametrize("path", [pytest.param(p, id=p.name) for p in DOCUMENTS if BLOCK.search(p.read_text("utf-8"))])
def test_php_blocks_run(path, php_with_module, tmp_path):
    """All blocks of one document, in order, in one script."""
    script = tmp_path / "document.php"
    script.write_text(PRELUDE + "\n".join(BLOCK.findall(path.read_text(encoding="utf-8"))), encoding="utf-8")
    done = run(*php_with_module, str(script))
    assert done.returncode == 0 and not done.stdout, done.stdout.decode(errors="replace")


def section(title):
    text = DOCUMENT.read_text(encoding="utf-8")
    return re.split(r"^## ", text.split("\n## %s\n" % title)[1], flags=re.MULTILINE)[0]


def first_cells(title):
    """The names in the first column of a section's table."""
    rows = re.findall(r"^\| (`[^|]*) \|", section(title), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([\w.]+)`", row)}


def known_options(*directions):
    source = (ROOT / "php/src/api/options.c").read_text(encoding="utf-8")
    rows = re.findall(r'^    \{"(\w+)", (\w+)(?: \| MSGPACK_NOT_FOR_CODEC)?,', source, re.MULTILINE)
    assert rows
    kinds = {"OPTION_BOTH"} | {"MSGPACK_FOR_" + direction for direction in directions}
    return {name for name, which in rows if which in kinds}


STUB_OPTION = re.compile(r"^ \* - ([a-z0-9_, ]+) \(([^)]*)\): \S", re.MULTILINE)


def stub():
    return (ROOT / "php/msgpack.stub.php").read_text(encoding="utf-8")


@pytest.mark.parametrize("function, directions", [("msgpack_pack", ["PACK"]), ("msgpack_unpack", ["UNPACK", "STREAM"])])
def test_the_stub_describes_every_option(function, directions):
    """An IDE shows the stub; tools/steps/php/source.sh compares its declarations with the arginfo."""
    comment = stub().split("\nfunction %s(" % function)[0].rsplit("/**", 1)[1]
    described = {name: rest for names, rest in STUB_OPTION.findall(comment) for name in names.split(", ")}
    assert set(described) == known_options(*directions)
    assert all(re.fullmatch(r"[A-Za-z|\[\]]+, .+", rest) for rest in described.values()), "a type and a default"


def test_the_stub_declares_all_global_constants(php_with_module):
    shown = run(
        *php_with_module, "-r", 'echo implode("\n", array_keys(get_defined_constants(true)["msgpack"]));'
    ).stdout.decode()
    assert re.findall(r"^const (\w+) = UNKNOWN;", stub(), re.MULTILINE) == shown.split()


def test_the_stub_describes_every_function_method_and_property():
    text = stub()
    bare = re.findall(
        r"(?<!\*/\n)^ *(?:(?:final )?class|(?:public )?(?:static )?function|public readonly [?\w]+|const) \$?(\w+)",
        text,
        re.MULTILINE,
    )
    assert set(bare) <= {"__construct", "__destruct", "__unserialize"}, bare


@pytest.mark.parametrize(
    "title, directions", [("Options of packing", ["PACK"]), ("Options of unpacking", ["UNPACK", "STREAM"])]
)
def test_all_options_are_documented(title, directions):
    assert first_cells(title) == known_options(*directions)


def test_all_ini_settings_are_documented(php_with_module):
    shown = run(
        *php_with_module, "-r", 'echo implode("\n", array_keys(ini_get_all("msgpack", false)));'
    ).stdout.decode()
    assert first_cells("Settings") == set(shown.split())


def test_options_and_defaults_of_ini_settings(php_with_module):
    rows = re.findall(r"^\| `(msgpack\.\w+)` \| `(\d+)` \|", section("Settings"), re.MULTILINE)
    for name, default in rows:
        assert run(*php_with_module, "-r", 'echo (int) ini_get("%s");' % name).stdout.decode() == default, name


def test_package_xml_lists_the_tree():
    done = run(sys.executable, "tools/packages/php_package_xml.py")
    assert done.returncode == 0, done.stdout.decode()


def test_composer_json_fits_the_tree():
    package = json.loads((ROOT / "composer.json").read_text(encoding="utf-8"))
    about = package["php-ext"]
    assert package["type"] == "php-ext"
    assert about["extension-name"] == "msgpack"
    config = (ROOT / about["build-path"] / "config.m4").read_text(encoding="utf-8")
    names = set()
    for option in about["configure-options"]:
        kind, _, name = option["name"].partition("-")
        assert kind in ("with", "without")
        assert "PHP_ARG_WITH([%s]" % name in config
        assert option["needs-value"] is False or kind == "with"
        names.add(name)
    assert names == set(re.findall(r"PHP_ARG_\w+\(\[([\w-]+)\]", config)), "an option of configure is missing"


# What the document calls: methods by the variable that holds their object.
OBJECTS = {"$unpacker": "MessagePackUnpacker", "$msgpack": "Msgpack", "$types": "MsgpackTypeRegistry"}
METHODS = {"execute": "MessagePackUnpacker", "register": "MsgpackTypeRegistry"}
CALL = re.compile(r"(?:new\s+)?(\$?\w+(?:->\w+)?)\(((?:[^()'\"]|'[^']*'|\"[^\"]*\"|\([^()]*\))*)\)")


def documented_calls(text):
    """(callable, names of parameters, whether they are all of them and in order) of each
    signature and each call with named arguments."""
    for name, arguments in CALL.findall(text):
        variable, _, method = name.partition("->")
        name = "%s::%s" % (OBJECTS[variable], method) if variable in OBJECTS and method else name
        name = "%s::%s" % (METHODS[name], name) if name in METHODS else name
        # In a signature, each $name is a parameter; types come before and defaults after.
        parts = [part.strip() for part in re.split(r",(?![^\[]*\])", arguments)]
        whole = [re.fullmatch(r"(?:[?\w|]+ )?&?\$(\w+)(?: = [^,]+)?", part) for part in parts]
        typed = any(re.match(r"[?\w|]+ &?\$", part) for part in parts)
        if typed and all(whole):
            yield name, [match.group(1) for match in whole], True
        named = re.findall(r"(?:^|, )(\w+): ", re.sub(r"'[^']*'|\"[^\"]*\"|\[[^\]]*\]", "", arguments))
        if named:
            yield name, named, False


def test_documented_names_of_parameters_exist(php_with_module):
    """PHP 8 calls functions with named arguments, so the names in the document must be the real ones."""
    script = r'''
        $of = function ($f) { return array_map(fn ($p) => $p->name, $f->getParameters()); };
        $all = [];
        foreach ((new ReflectionExtension("msgpack"))->getFunctions() as $f) $all[$f->name] = $of($f);
        foreach ((new ReflectionExtension("msgpack"))->getClasses() as $c)
            foreach ($c->getMethods() as $m)
                $all[$m->name === "__construct" ? $c->name : "$c->name::$m->name"] = $of($m);
        echo json_encode($all);'''
    real = json.loads(run(*php_with_module, "-r", script).stdout)
    text = DOCUMENT.read_text(encoding="utf-8")
    code = "\n".join([*BLOCK.findall(text), *re.findall(r"`([^`\n]+)`", BLOCK.sub("", text))])
    signatures, checked = set(), 0
    for name, parameters, whole in documented_calls(code):
        if name in real:
            checked += 1
            if whole:
                signatures.add(name)
                assert parameters == real[name][: len(parameters)], name
            assert set(parameters) <= set(real[name]), name
    assert checked > 10
    assert {"msgpack_pack", "msgpack_unpack", "MessagePackUnpacker::execute"} <= signatures


def test_every_source_is_built():
    """config.m4, config.w32 and package.xml name the C files that exist, and each folder of them."""
    sources = sorted(path.relative_to(ROOT / "php").as_posix() for path in (ROOT / "php/src").rglob("*.c"))
    folders = {name.rpartition("/")[0] for name in sources}
    m4 = (ROOT / "php/config.m4").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\bsrc/[\w/]+\.c\b", m4)) == sources
    assert set(re.findall(r"PHP_ADD_BUILD_DIR\(\[\$ext_builddir/([\w/]+)\]\)", m4)) == folders
    w32 = (ROOT / "php/config.w32").read_text(encoding="utf-8").replace("\\\\", "/")
    assert sorted(windows_sources(w32)) == sources
    [contents] = ElementTree.parse(ROOT / "package.xml").iter("{http://pear.php.net/dtd/package-2.0}contents")
    packaged = [name for name in packaged_files(contents) if name.startswith("php/") and name.endswith(".c")]
    assert sorted(packaged) == ["php/" + name for name in sources]


def windows_sources(w32):
    """The files of EXTENSION and of each ADD_SOURCES; its folder for objects has the name of the folder of sources,
    as two folders have files of the same name."""
    yield from re.search(r'EXTENSION\("msgpack", "([^"]+)"', w32).group(1).split()
    for folder, names, objects in re.findall(
        r'ADD_SOURCES\(configure_module_dirname \+ "/([\w/]+)",\s*"([^"]+)",\s*"msgpack", "ext/msgpack/([\w/]+)"\)', w32
    ):
        assert objects == folder
        yield from ("%s/%s" % (folder, name) for name in names.split())


def packaged_files(element, folder=""):
    for entry in element:
        if entry.tag.endswith("}dir"):
            yield from packaged_files(entry, (folder + entry.get("name") + "/").lstrip("/"))
        else:
            yield folder + entry.get("name")
