"""hayapack-lab: serializers measured side by side, with their losses shown.

The lab imports only public names of installed packages, also of hayapack.
"""

__version__ = "0.1.0"
