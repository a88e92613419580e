"""hayapack-lab: serializers measured side by side, with their losses shown.

The lab imports what a user would import (public, installed packages) and
knows no private name of any codec, hayapack included.
"""

__version__ = "0.1.0"
