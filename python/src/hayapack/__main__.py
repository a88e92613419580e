"""`python -m hayapack` is the command `hayapack`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
