"""Writes php/frameworks/stubs, the declarations for editors and analysers, from the module's own stubs in php/.

What only PHP's generator of arginfo reads is left out, and constants get the module's values.

    python3 tools/packages/php_stubs.py MODULE --write     MODULE: a built msgpack.so
    python3 tools/packages/php_stubs.py MODULE --check     only reports whether it would change
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUBS = ROOT / "php" / "frameworks" / "stubs"
FILES = {"msgpack.php": "msgpack.stub.php", "attributes.php": "msgpack_attributes.stub.php"}
#: Tags of the generator.
TAGS = "generate-class-entries|undocumentable|cvalue .*|tentative-return-type|not-serializable|strict-properties"
#: Prints the values of the module's constants, those of a class as "Class::NAME".
CONSTANTS = """
$module = new ReflectionExtension('msgpack');
$found = $module->getConstants();
foreach ($module->getClasses() as $class) {
    foreach ($class->getConstants() as $name => $value) {
        $found["$class->name::$name"] = $value;
    }
}
echo json_encode($found);
"""


def constants(module: str) -> dict[str, int]:
    command = ["php", "-n", "-d", f"extension={Path(module).resolve()}", "-r", CONSTANTS]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def declarations(name: str, values: dict[str, int]) -> str:
    """The text of a file of STUBS."""
    text = (ROOT / "php" / FILES[name]).read_text(encoding="utf-8")
    text = re.sub(rf"/\*\* @(?:{TAGS}) \*/\n\n?", "", text)
    text = re.sub(rf"^ *\* @(?:{TAGS})\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"(?:^ *\*\n)+(?= *\*/)", "", text, flags=re.MULTILINE)  # blank lines that these leave
    text = re.sub(r"^ */\*\*\n *\*/\n\n?", "", text, flags=re.MULTILINE)
    lines, owner = [], ""
    for line in text.splitlines():
        owner = next(iter(re.findall(r"^(?:final )?class (\w+)", line)), owner)
        constant = re.match(r"( *)const (\w+) = UNKNOWN;", line)
        if constant:
            key = f"{owner}::{constant[2]}" if constant[1] else constant[2]
            line = line.replace("UNKNOWN", str(values[key]))
        lines.append(line.replace("= UNKNOWN", "= null"))  # parameters: their absence counts
    note = f"// Made from php/{FILES[name]} by tools/packages/php_stubs.py, for editors and analysers. PHP does not load it."
    return "\n".join(["<?php", note, *lines[1:], ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    values = constants(args.module)
    changed = False
    for name in FILES:
        text, path = declarations(name, values), STUBS / name
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if args.write:
            path.write_text(text, encoding="utf-8")
        elif before != text:
            changed = True
            sys.stdout.writelines(
                difflib.unified_diff(before.splitlines(True), text.splitlines(True), str(path), "made")
            )
    return int(changed)


if __name__ == "__main__":
    sys.exit(main())
