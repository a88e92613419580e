"""How to start a codec's process, by its language.

Workers in all languages read commands from standard input and write answers to standard output,
one line of JSON each (see `worker`). Environment variables:
    HAYAPACK_LAB_PHP          the PHP to run (default "php")
    HAYAPACK_LAB_PHP_MODULE   hayapack's module for PHP
    HAYAPACK_LAB_DOTNET       the worker program built from dotnet/
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

from .. import codecs

PHP_WORKER = Path(__file__).parents[1] / "workers" / "php" / "worker.php"
OWN_MODULE = "hayapack"  # `extension` of hayapack's module, which is loaded by its path


def command(codec: str) -> list[str]:
    """The worker's command line; raises NotAvailable with the reason."""
    known = codecs.get(codec)
    if isinstance(known, codecs.PhpCodec):
        return _php(known)
    if isinstance(known, codecs.DotnetCodec):
        return _dotnet(known)
    return [sys.executable, "-m", "hayapack_lab.measure.worker", codec]


def env(codec: str) -> dict[str, str]:
    """The worker's environment."""
    known = codecs.get(codec)
    found = dict(os.environ, **known.env)
    if known.runtime == "dotnet":
        # Optimize frequently called methods at once, not 100 ms after the last new one.
        found["DOTNET_TC_CallCountingDelayMs"] = "0"
    found["PYTHONSAFEPATH"] = "1"  # do not import a json.py from the current folder
    return found


def php() -> str:
    """The path of PHP; raises NotAvailable if there is none."""
    found = shutil.which(os.environ.get("HAYAPACK_LAB_PHP") or "php")
    if found is None:
        raise codecs.NotAvailable("PHP is not installed")
    return found


def _php(codec: codecs.PhpCodec) -> list[str]:
    """PHP without php.ini, so that opcache, debuggers and the like are not loaded."""
    found = php()
    settings = ["memory_limit=-1", "display_errors=stderr", *codec.settings]
    extension = codec.extension
    if extension == OWN_MODULE:
        extension = os.environ.get("HAYAPACK_LAB_PHP_MODULE", "")
        if not extension:
            raise codecs.NotAvailable("hayapack's module for PHP was not given (--php-module)")
    if extension:
        settings.append(f"extension={extension}")
    calls = {
        "encode": codec.encode,
        "decode": codec.decode,
        "before": codec.before,
        "version": codec.version,
        "ours": codec.extension == OWN_MODULE,
    }
    options = [word for setting in settings for word in ("-d", setting)]
    return [found, "-n", *options, str(PHP_WORKER), json.dumps(calls)]


def dotnet() -> str:
    """The path of the worker that tools/bench/build-dotnet-worker.sh builds; raises NotAvailable if it was not given."""
    worker = os.environ.get("HAYAPACK_LAB_DOTNET", "")
    if not worker:
        raise codecs.NotAvailable("the .NET worker was not given (--dotnet-worker, or HAYAPACK_LAB_DOTNET)")
    return worker


def _dotnet(codec: codecs.DotnetCodec) -> list[str]:
    """The worker, or one in a folder beside it."""
    worker = dotnet()
    path = Path(worker).parent / codec.worker / Path(worker).name if codec.worker else Path(worker)
    if codec.worker and not path.is_file():
        raise codecs.NotAvailable(f"there is no worker for {codec.worker} beside {worker}")
    return [str(path), codec.codec]
