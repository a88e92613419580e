"""Writes what the beginning of docs/dotnet.md tells a reader to type.

    python3 dotnet_install.py FEED FOLDER

FOLDER gets install.sh, the commands of the section Install with the packages of
FEED; Program.cs, the program of the section Use; and expected.txt, the lines that
its comments say it prints.
"""

import re
import sys
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "dotnet.md"


def block(text, heading, language):
    found = re.search(r"^## %s\n.*?^```%s\n(.*?)^```" % (heading, language), text, re.MULTILINE | re.DOTALL)
    assert found, "docs/dotnet.md has no %s block in %s" % (language, heading)
    return found.group(1)


def main(feed, folder):
    text = DOCUMENT.read_text(encoding="utf-8")
    commands = block(text, "Install", "sh")
    path = "path/to/hayapack/build/dotnet-package"
    assert path in commands, commands
    (folder / "install.sh").write_text(commands.replace(path, str(feed)), encoding="utf-8")
    program = block(text, "Use", "csharp")
    (folder / "Program.cs").write_text(program, encoding="utf-8")
    printed = re.findall(r"^Console\.WriteLine\(.*\); // (.*)$", program, re.MULTILINE)
    assert printed, program
    (folder / "expected.txt").write_text("".join(line + "\n" for line in printed), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
