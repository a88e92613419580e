"""`python -m hayapack` is the command `hayapack`."""

import sys


def _main() -> int:
    if sys.argv[1:2] == ["run"]:  # skips the imports of the other commands
        from ._run.launch import main as launch

        return launch(sys.argv[2:])
    from .cli import main

    return main()


if __name__ == "__main__":
    sys.exit(_main())
