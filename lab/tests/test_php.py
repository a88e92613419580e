"""The PHP worker as a real process, and the section on the PHP loops."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import hayapack
from hayapack_lab import codecs, compare
from hayapack_lab.articles import c, published
from hayapack_lab.comparisons import php, php_classes
from hayapack_lab.measure import engine, runtimes
from hayapack_lab.measure.process import Refused, WorkerLost
from hayapack_lab.report.build import build
from hayapack_lab.statistics import judge, summary

BUILT = Path(__file__).parents[2] / "build/php/php/modules/msgpack.so"
PHP = os.environ.get("HAYAPACK_LAB_PHP") or "php"
pytestmark = pytest.mark.skipif(shutil.which(PHP) is None, reason="PHP is not installed")
WAYS = ["encode", "decode", "reference round trip"]


@pytest.fixture
def module(monkeypatch):
    """hayapack's module for PHP, if it was built; passed to the workers."""
    path = os.environ.get("HAYAPACK_LAB_PHP_MODULE") or str(BUILT)
    if not Path(path).is_file():
        pytest.skip("hayapack's module for PHP is not built (make php)")
    monkeypatch.setenv("HAYAPACK_LAB_PHP_MODULE", path)
    return path


@pytest.fixture
def codec_of(monkeypatch):
    """A function that makes a codec from PHP text."""

    def make(encode, decode="unserialize($bytes)", before="", extension=""):
        key = "t_php"
        made = ModuleType(f"{codecs.__name__}.{key}")
        made.NAME, made.FORMAT, made.PACKAGE, made.LOSES = "made", "none", "", "nothing"
        made.CONTRACT = codecs.Contract(utf8="not checked")
        made.RUNTIME, made.EXTENSION = "php", extension
        made.ENCODE, made.DECODE, made.BEFORE = encode, decode, before
        monkeypatch.setitem(sys.modules, made.__name__, made)
        return key

    return make


def use(worker, loop, turns=0):
    fields = {"workload": f"c_{loop}", "seed": 1, "size": turns}
    return worker.ask("use", 60, source=fields, needs=[], fresh=False)


def hello(worker):
    try:
        return worker.ask("hello", 30)
    except Refused as error:
        if error.kind == "missing":
            pytest.skip(str(error))
        raise


def sample(worker, what, at_least=100_000):
    return worker.ask("sample", 30, what=what, collect=True, at_least=at_least)


@pytest.mark.parametrize("loop", c.LOOPS)
def test_sizes_are_those_that_the_post_printed(loop, module, start):
    printed = {row["codec"]: int(row["total_bytes"]) for row in published.rows("c") if row["value"] == loop}
    sizes = {
        policy: use(start(codec), loop)["size"]
        for codec, policy in (
            ("php_hayapack", "php-msgpack (list detection)"),
            ("php_hayapack_maps", "php-msgpack (all maps)"),
        )
    }
    str8 = 101 if loop == "string" else 0  # strings of 32 to 255 bytes were a byte longer
    old = {policy: size - str8 for policy, size in printed.items()}
    if loop == "map":  # the article's map of strings had one byte more per entry with one policy
        old["php-msgpack (all maps)"] -= sum(range(1000))
    assert sizes == old


@pytest.mark.parametrize("codec", c.CODECS)
def test_every_codec_keeps_all_values_and_is_timed_in_every_way(codec, module, start):
    worker = start(codec)
    facts = hello(worker)["facts"]
    assert facts["php"] and facts["opcache"] is False
    for loop in c.LOOPS:
        answer = use(worker, loop, 60)
        assert (answer["messages"], answer["losses"], answer["absent"]) == (1, [], {})
        assert sorted(answer["ways"]) == sorted(WAYS)
        for what in WAYS:
            timed = sample(worker, what)
            assert timed["ns"] > 0 and timed["calls"] % 60 == 0
    assert worker.ask("release", 30) == {} == worker.ask("compress", 30)


def test_policies_write_what_they_are_named_for(module, start):
    digests = {codec: use(start(codec), "array", 10)["digest"] for codec in c.CODECS[:4]}
    assert len({digests[codec] for codec in c.CODECS[:4] if codec != "php_hayapack_maps"}) == 1
    assert digests["php_hayapack_maps"] != digests["php_hayapack"]


def test_another_module_is_not_taken_for_hayapack(module, start, monkeypatch):
    hello(start("php_pecl"))  # skips if it is not installed
    monkeypatch.setenv("HAYAPACK_LAB_PHP_MODULE", codecs.get("php_pecl").EXTENSION)
    with pytest.raises(Refused, match="not hayapack") as caught:
        start("php_hayapack").ask("hello", 30)
    assert caught.value.kind == "missing"


def test_hayapack_is_not_taken_for_another_module(module, start, codec_of):
    pecl = codecs.get("php_pecl")
    with pytest.raises(Refused, match="instead of this codec") as caught:
        start(codec_of(pecl.ENCODE, pecl.DECODE, extension=module)).ask("hello", 30)
    assert caught.value.kind == "missing"


def test_what_is_not_installed_is_missing(start, codec_of, monkeypatch):
    with pytest.raises(Refused, match=r"with no_such_pack\(\) could not be loaded") as caught:
        start(codec_of("no_such_pack($value)", extension="no_such.so")).ask("hello", 30)
    assert caught.value.kind == "missing"
    monkeypatch.delenv("HAYAPACK_LAB_PHP_MODULE", raising=False)
    with pytest.raises(codecs.NotAvailable, match="module for PHP was not given"):
        start("php_hayapack")
    monkeypatch.setenv("HAYAPACK_LAB_PHP", "no-such-php")
    with pytest.raises(codecs.NotAvailable, match="PHP is not installed"):
        start("php_json")


def test_what_a_codec_prints_does_not_reach_the_answers(start, codec_of):
    before = """$pack = function ($value) {
        echo "printed\\n";
        file_put_contents("/dev/stdout", "written\\n");
        return serialize($value);
    };"""
    worker = start(codec_of("$pack($value)", before=before))
    assert use(worker, "int", 5)["losses"] == []
    assert sample(worker, "encode", 1)["calls"] >= 5


def test_losses_are_told(start, codec_of):
    key = codec_of("serialize($value)", "(int) unserialize($bytes)")
    assert use(start(key), "float", 5)["losses"] == ["float → int"]
    key = codec_of("serialize($value)", "array_reverse(unserialize($bytes))")
    assert use(start(key), "array", 5)["losses"] == ["int changes"]


def test_errors_and_warnings_of_a_codec_are_failures(start, codec_of):
    for call, error in {
        "hex2bin('x')": r"^encode: ErrorException: hex2bin\(\)",
        "intdiv(1, 0)": "^encode: DivisionByZeroError",
        "strlen('x')": "^encode: UnexpectedValueException: packing gave int",
    }.items():
        with pytest.raises(Refused, match=error) as caught:
            use(start(codec_of(call)), "int", 5)
        assert caught.value.kind == "failed"
    with pytest.raises(Refused, match="^setting up: ParseError"):
        start(codec_of("serialize($value")).ask("hello", 30)


def test_a_fatal_error_and_an_exit_are_shown(start, codec_of):
    greedy = codec_of('str_repeat("x", 1 << 30)', before='ini_set("memory_limit", "16M")')
    with pytest.raises(WorkerLost, match="ended with status 255: .*Allowed memory size"):
        use(start(greedy), "int", 5)
    with pytest.raises(WorkerLost, match="ended with status 3"):
        use(start(codec_of("exit(3)")), "int", 5)


def test_a_hang_is_killed(start, codec_of):
    worker = start(codec_of("sleep(1000)"))
    fields = {"workload": "c_int", "seed": 1, "size": 5}
    with pytest.raises(WorkerLost, match="did not answer in 1 s"):
        worker.ask("use", 1, source=fields, needs=[], fresh=False)


def test_unknown_commands_and_workloads(start):
    worker = start("php_json")
    with pytest.raises(Refused) as caught:
        worker.ask("nonsense", 30)
    assert caught.value.kind == "bug"
    with pytest.raises(Refused, match="no workload c_nonsense"):
        use(worker, "nonsense")


# --- The workloads of workers/php/workloads.php --------------------------------------


def in_php(code):
    """The output of PHP code after workloads.php."""
    file = runtimes.PHP_WORKER.with_name("workloads.php")
    done = subprocess.run([PHP, "-n", "-r", f"require '{file}'; {code}"], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def test_pools_are_the_same_for_a_seed_and_differ_inside():
    code = """foreach (workloads() as $name => $workload) {
        $pool = array_map(serialize(...), $workload->pool(7));
        $same = $pool === array_map(serialize(...), $workload->pool(7)) ? 'same' : 'other';
        echo $name, ' ', $same, ' ', count(array_unique($pool)), "\\n";
    }"""
    for line in in_php(code).splitlines():
        name, same, distinct = line.split()
        assert same == "same", name
        assert int(distinct) > 1 or name in ("null", "record_e"), name


def test_every_workload_of_php_is_a_source():
    made = in_php("echo implode(' ', array_keys(workloads()));").split()
    keys = php.keys()
    assert set(made) | {"twitter", "c_int"} <= set(keys) and len(set(keys)) == len(keys)
    [source], missing = php.sources(["objects"], ["php_json"], 2)
    assert (source.name, source.facts["kind"], source.codecs) == (
        "1000 objects of 5 properties",
        "objects",
        ["php_json"],
    )
    assert not missing


@pytest.mark.parametrize("key", ["int", "fresh", "unique1000", "objects"])
def test_a_workload_of_php_is_measured(key, start):
    """Pools up to 64 values, which are unrolled, larger ones, and values made anew for each round."""
    worker = start("php_serialize")
    source = {"workload": key, "seed": 2, "size": 0}
    answer = worker.ask("use", 30, source=source, needs=[], fresh=False)
    assert answer["losses"] == [] and sorted(answer["ways"]) == ["decode", "encode"]
    for what in ("encode", "decode"):
        timed = sample(worker, what)
        assert timed["ns"] > 0 and timed["calls"] % answer["messages"] == 0
    assert worker.ask("use", 30, source=source, needs=[], fresh=False)["digest"] == answer["digest"]


def test_values_of_a_fresh_workload_are_new_in_each_round(start, codec_of):
    """The codec refuses a value that it packed before, apart from the round trip."""
    before = """$pack = function ($value) {
        static $known = [], $calls = 0;
        $text = serialize($value);
        if (++$calls > 64 && isset($known[$text])) { throw new Exception('packed before'); }
        $known[$text] = true;
        return $text;
    };"""
    worker = start(codec_of("$pack($value)", before=before))
    worker.ask("use", 30, source={"workload": "fresh", "seed": 2, "size": 0}, needs=[], fresh=False)
    assert sample(worker, "encode")["calls"] > 0


def test_a_document_is_one_message(start, tmp_path):
    (tmp_path / "a.json").write_text('{"a":\n[1, 2]}', encoding="utf-8")
    answer = start("php_json").ask("use", 30, source={"document": str(tmp_path / "a.json")}, needs=[], fresh=False)
    assert (answer["messages"], answer["size"], answer["losses"]) == (1, len('{"a":[1,2]}'), [])


def test_a_run_writes_its_record_and_its_tables(module, tmp_path):
    command = [
        sys.executable,
        "-m",
        "hayapack_lab",
        "bench",
        "php",
        "--quick",
        "--samples",
        "3",
        "--out",
        str(tmp_path),
    ]
    command += ["--only", "record,objects,c_int", "--codecs", "php_hayapack,php_serialize,php_json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    text = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert text.partition("\n## ")[2].startswith("Where hayapack loses")
    assert "| json of PHP | lossy | BenchPerson → array | 1000 objects of 5 properties |" in text
    assert "| one record of 6 keys |" in text and "| loop: int |" in text
    record = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    loop = record["sources"][-1]["cells"]["php_hayapack"]
    assert loop["size"] == 29616 and len(loop["samples"][c.POST]) == 3


def measured(codecs, loops):
    """A record of short runs of the loops."""
    settings = engine.Settings(samples=4, sample_ms=0.1, seconds=2.0, least=3)
    sources = [
        replace(source, codecs=codecs, fields={**source.fields, "size": 50})
        for source in c.sources(True)
        if source.key[2:] in loops
    ]
    with engine.Engine("lab", settings) as running:
        return running.run(sources)


def tables(record):
    return {part.key: part for part in c.section(record).parts if hasattr(part, "rows")}


def test_the_section_shows_the_post_beside_today(module):
    record = measured(["php_hayapack", "php_hayapack_again", "php_json"], ["int", "array"])
    shown = tables(record)
    post = [[cell.text for cell in row] for row in shown["c-then"].rows]
    assert post[1][:3] == ["then: php-msgpack (list detection)", "0.0359", "0.0393"]
    assert [row[0] for row in post[2:]] == ["hayapack", "json of PHP", "noise floor"]
    assert post[-1][1].endswith(" %") and post[-1][2] == "–"  # the float loop was not run
    assert shown["c-sizes"].rows[2][1].text == "50"
    assert len(shown["c-pack"].rows) == 3 == len(shown["c-unpack"].rows)
    charts = [part for part in c.section(record).parts if hasattr(part, "series")]
    assert [chart.key for chart in charts] == ["c-loops", "c-pack-chart", "c-unpack-chart"]
    assert len(charts[0].series) == 2 + 2


def test_the_section_says_what_is_missing(monkeypatch):
    monkeypatch.delenv("HAYAPACK_LAB_PHP_MODULE", raising=False)
    shown = tables(measured(["php_hayapack", "php_serialize"], ["int"]))
    cell = shown["c-then"].rows[2][1]
    assert cell.text.startswith("not run") and "module for PHP was not given" in cell.hint
    assert shown["c-then"].rows[3][1].text != "–"


def test_the_section_of_a_run_without_php():
    section = c.section({"sources": [], "codecs": {}})
    assert "None of this was measured" in section.parts[-1].text


EVIL = """class Evil { public $made = true; public function __wakeup(): void { echo "woke"; } }
$value = new Evil; $bytes = %s; $copy = %s; echo get_debug_type($copy);"""


@pytest.mark.parametrize("codec", [key for key in compare.PHP if key not in judge.TWINS])
def test_a_call_that_makes_any_object_is_declared_unsafe(codec, module):
    """By the same rule for all: what the decode call does with the bytes of an object."""
    made = codecs.get(codec)
    extension = module if made.EXTENSION == runtimes.OWN_MODULE else made.EXTENSION
    command = [PHP, "-n", *(["-d", f"extension={extension}"] if extension else [])]
    done = subprocess.run(
        [*command, "-r", EVIL % (made.ENCODE, made.DECODE)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if "undefined function" in done.stdout:
        pytest.skip(f"{made.NAME} is not installed")
    assert ("woke" in done.stdout) == bool(made.CONTRACT.unsafe), done.stdout
    assert done.stdout.endswith("Evil") == bool(made.CONTRACT.unsafe), done.stdout


# --- PHP in a comparison ------------------------------------------------------------


def test_a_comparison_has_phps_codecs_on_the_same_data(module, monkeypatch):
    messages = [{"id": i, "text": "é", "list": [1, 2.5, None, True]} for i in range(5)]
    monkeypatch.setattr(compare, "default_codecs", lambda: ["json_std"])
    record = compare.run([compare.Document("a/b.jsonl", "JSON lines", 300, messages)], 1.0)
    first, second = record["sources"]
    assert (first["name"], second["name"]) == ("a/b.jsonl", "a/b.jsonl in PHP")
    cells = second["cells"]
    assert second["messages"] == 5 and cells["php_hayapack"]["losses"] == []
    assert cells["php_hayapack"]["size"] == sum(len(hayapack.packb(message)) for message in messages)
    assert summary.of(record, second).ours.codec == "php_hayapack_safe"
    assert all(cells["php_json"]["samples"][task] for task in second["tasks"])
    report = build(record)
    assert [section.title for section in report.sections] == ["", "b.jsonl in PHP", "Method"]
    assert report.title == "hayapack compare: b.jsonl"


@pytest.mark.parametrize("message", [{1: 2}, (1, 2), b"bytes", 1 << 63, float("nan")])
def test_what_json_can_not_carry_is_not_given_to_php(message, tmp_path):
    assert compare._php(compare.Document("x", "MessagePack", 9, [message]), tmp_path / "x") is None


OURS = {(part.workload, codec) for part in php_classes.PARTS.values() for codec in part.ours}
OTHERS = {(part.workload, codec) for part in php_classes.PARTS.values() for codec in part.others} - OURS


@pytest.mark.parametrize(
    "workload, codec", [*sorted(OURS), *(pytest.param(*case, marks=pytest.mark.long) for case in sorted(OTHERS))]
)
def test_objects_of_classes_come_back(workload, codec, module, start):
    worker = start(codec)
    hello(worker)
    fields = {"workload": workload, "seed": 1, "size": 0}
    found = worker.ask("use", 120, source=fields, needs=[], fresh=False)
    assert found["losses"] == []
    assert found["peaks"]["decode"] > 0 and found["peaks"]["encode"] > 0
