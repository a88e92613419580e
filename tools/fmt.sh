#!/usr/bin/env bash
# Formats the sources: trailing spaces and final newlines, C with clang-format 14,
# C# with dotnet format, Python with ruff. Then runs the style checks in tests/.
. "$(dirname "$0")/lib.sh"

git ls-files -z -- '*.c' '*.h' '*.py' '*.pyi' '*.php' '*.inc' '*.m4' '*.sh' '*.md' '*.toml' Makefile |
    xargs -0 sed -i -e 's/[[:space:]]*$//' -e '$a\'
python3 tools/generate/make.py
if have clang-format && clang-format --version | grep -q ' version 14\.'; then
    git ls-files -z -- '*.c' '*.h' ':!*arginfo.h' | xargs -0 clang-format -i
else
    note "C was not formatted: clang-format 14 was not found (Debian 12: clang-format)"
fi
if have dotnet; then
    dotnet format whitespace dotnet --folder
else
    note "C# was not formatted: dotnet was not found"
fi
tools/setup/venv.sh
"$VENV/bin/python" tools/format/ruff.py --write || note "Python: see above"
"$VENV/bin/python" -m pytest -q tests/repository/test_repository.py tests/repository/test_architecture.py
