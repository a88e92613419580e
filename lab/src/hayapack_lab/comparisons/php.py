"""PHP: the module and the other codecs on the workloads of workers/php/workloads.php, whole documents and loops."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from typing import Optional

from ..articles import php_loops_page
from ..data import fetch
from ..data.missing import NotFetched
from ..measure import worker_commands
from ..measure.record import Record
from ..measure.source import Source, Task, task_name
from ..text.report_elements import Section
from . import ratio_tables
from .ratio_tables import BEST, Comparison

TITLE = "PHP: all codecs, all rows"
OURS = "php_hayapack"
RIVALS = {"php_pecl": "PECL msgpack", "php_igbinary": "igbinary", "php_serialize": "serialize", "php_json": "json"}
CODECS = (OURS, "php_hayapack_again", *RIVALS)
ENCODE, DECODE = task_name("encode"), task_name("decode")
WHOLE = Task("reference round trip")  # a loop of article C with one time for everything in it
LOOP = task_name(*WHOLE)

MADE = Comparison(
    OURS,
    tuple(RIVALS),
    "php_pecl",
    {ENCODE: "encode", DECODE: "decode", LOOP: "loop, both"},
    {title: (codec, OURS) for codec, title in RIVALS.items()},
    {BEST: {ENCODE: 3.5, DECODE: 2.4}, "PECL msgpack": {ENCODE: 4.2, DECODE: 3.5}},
    "A loop packs and unpacks (reference article C).",
)


def _made() -> list[dict]:
    """The rows of workloads.php: key, name, kind, extra."""
    command = [worker_commands.php(), "-n", str(worker_commands.PHP_WORKER), "workloads"]
    rows: list[dict] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return rows


def keys() -> list[str]:
    documents = [name.partition(".")[0] for name in fetch.WANTED]
    return [*(row["key"] for row in _made()), *documents, *(source.key for source in php_loops_page.loops(False))]


def sources(only: Optional[list[str]], codecs: Optional[list[str]], seed: int) -> tuple[list[Source], dict[str, str]]:
    chosen = list(codecs or CODECS)
    found, missing = [], {}
    for row in _made():
        fields = {"workload": row["key"], "seed": seed, "size": 0}
        found.append(_source(row["key"], row["name"], fields, chosen, row["kind"], row["extra"]))
    for file in fetch.WANTED:
        key = file.partition(".")[0]
        if only and key not in only:
            continue
        try:
            fetch.document(file)
        except NotFetched as error:
            missing[file] = str(error)
            continue
        fields = {"document": str(fetch.cache_folder() / file)}
        found.append(_source(key, file, fields, chosen, "documents", True))
    found += [
        replace(source, name=f"loop: {source.key[2:]}", codecs=chosen, tasks=[WHOLE], group="", seconds=None)
        for source in php_loops_page.loops(False)
    ]
    return [source for source in found if not only or source.key in only], missing


def _source(key: str, name: str, fields: dict, codecs: list[str], kind: str, extra: bool) -> Source:
    tasks = [Task("encode"), Task("decode")]
    facts = {"kind": kind, "extra": extra}
    return Source(key, name, f"{name}, made in PHP.", fields, codecs, tasks, compress=False, facts=facts)


def sections(record: Record) -> list[Section]:
    return ratio_tables.sections(record, MADE)
