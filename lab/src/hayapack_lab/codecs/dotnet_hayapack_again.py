"""hayapack for .NET in a second process, to measure the noise."""

from .dotnet_hayapack import *  # noqa: F403

NAME = "hayapack again"
TWIN_OF = "dotnet_hayapack"
