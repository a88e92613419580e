"""The PHP worker as a real process, and the section on the PHP loops."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import hayapack
from hayapack_lab import codecs, compare_documents
from hayapack_lab.articles import php_loops_page, published
from hayapack_lab.commands import report
from hayapack_lab.comparisons import php, php_classes
from hayapack_lab.measure import engine, worker_commands
from hayapack_lab.measure.record import Record, RecordedCell, RecordedCodec, RecordedSource, Settings
from hayapack_lab.measure.worker_process import Refused, WorkerLost
from hayapack_lab.report.run_report import build
from hayapack_lab.statistics import judge, summary

BUILT = Path(__file__).parents[2] / "build/php/php/modules/msgpack.so"
PHP = os.environ.get("HAYAPACK_LAB_PHP") or "php"
pytestmark = pytest.mark.skipif(shutil.which(PHP) is None, reason="PHP is not installed")
WAYS = ["encode", "decode", "reference round trip", "article encode", "article round trip"]
LOSES = {"php_json_article"}  # it is called as in the article, which says nothing of losses


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
        calls = {"encode": encode, "decode": decode, "before": before, "extension": extension}
        made = codecs.PhpCodec("made", "none", "", "nothing", codecs.Contract(utf8="not checked"), **calls)
        monkeypatch.setitem(codecs._rows(), "t_php", made)
        return "t_php"

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


@pytest.mark.long
@pytest.mark.parametrize("loop", php_loops_page.LOOPS)
def test_sizes_are_those_that_the_post_printed(loop, module, start):
    printed = {row["codec"]: int(row["total_bytes"]) for row in published.rows("php_loops") if row["value"] == loop}
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


@pytest.mark.parametrize("codec", php_loops_page.CODECS)
def test_every_codec_keeps_all_values_and_is_timed_in_every_way(codec, module, start):
    worker = start(codec)
    facts = hello(worker)["facts"]
    assert facts["php"] and facts["opcache"] is False
    for loop in php_loops_page.LOOPS:
        answer = use(worker, loop, 60)
        assert (answer["messages"], answer["absent"]) == (1, {})
        assert answer["losses"] == [] or codec in LOSES
        assert sorted(answer["ways"]) == sorted(WAYS)
        for what in WAYS:
            timed = sample(worker, what)
            assert timed["ns"] > 0 and timed["calls"] % 60 == 0
    assert worker.ask("release", 30) == {} == worker.ask("compress", 30)


@pytest.mark.parametrize(
    ("loop", "flags", "article"),
    [("int", 38890, 38890), ("float", 168_781, 167_911), ("map", 6_784_211, 6_784_211)],
)
def test_json_is_called_with_flags_and_as_in_the_article(loop, flags, article, start):
    known, called = (use(start(codec), loop) for codec in ("php_json", "php_json_article"))
    assert (known["size"], called["size"]) == (flags, article)
    assert known["losses"] == []
    assert called["losses"] == {"int": [], "float": ["float → int"], "map": ["array → stdClass"]}[loop]


def test_policies_write_what_they_are_named_for(module, start):
    sizes = {codec: use(start(codec), "array", 10)["size"] for codec in php_loops_page.CODECS[:5]}
    lists = sizes.pop("php_hayapack")
    assert sizes == {
        "php_hayapack_again": lists, "php_hayapack_detect": lists, "php_hayapack_strict": lists,
        "php_hayapack_maps": lists + sum(range(10)),
    }  # fmt: skip


@pytest.mark.parametrize("kind", php_loops_page.KINDS)
def test_a_list_has_its_length_with_each_policy_whatever_array_php_keeps_it_in(kind, module, start):
    def list_of(codec, length):
        fields = {"workload": f"c_list_{kind}", "seed": 2, "size": length}
        return start(codec).ask("use", 60, source=fields, needs=[], fresh=False)

    for codec in php_loops_page.POLICIES:
        answer = list_of(codec, 10)
        assert (answer["messages"], answer["losses"], sorted(answer["ways"])) == (4, [], ["decode", "encode"])
        each = 21 if codec == "php_hayapack_maps" else 11
        assert answer["size"] == 4 * each


def test_the_articles_method_times_the_calls_by_elapsed_time(start, codec_of):
    """A sleep takes no processor time, but at least its time on the article's clock."""
    worker = start(codec_of("usleep(2000) ?? serialize($value)", "usleep(3000) ?? unserialize($bytes)"))
    use(worker, "int", 5)
    assert sample(worker, "article encode", 1)["ns"] >= 5 * 2_000_000
    assert sample(worker, "article round trip", 1)["ns"] >= 5 * 5_000_000


def test_the_articles_method_calls_functions_by_name():
    code = """foreach (['f($value)', 'f($value, FLAGS)', '$object->f($value)'] as $call) {
        echo implode(' | ', (new Calls($call, ''))->by_name($call)), "\n";
    }"""
    assert in_php(code, "codec_calls").splitlines() == [
        "$by_f($value) | $by_f = 'f'; ", "$by_f($value, FLAGS) | $by_f = 'f'; ", "$object->f($value) | ",
    ]  # fmt: skip


def test_another_module_is_not_taken_for_hayapack(module, start, monkeypatch):
    hello(start("php_pecl"))  # skips if it is not installed
    monkeypatch.setenv("HAYAPACK_LAB_PHP_MODULE", codecs.get("php_pecl").extension)
    with pytest.raises(Refused, match="not hayapack") as caught:
        start("php_hayapack").ask("hello", 30)
    assert caught.value.kind == "missing"


def test_hayapack_is_not_taken_for_another_module(module, start, codec_of):
    pecl = codecs.get("php_pecl")
    with pytest.raises(Refused, match="instead of this codec") as caught:
        start(codec_of(pecl.encode, pecl.decode, extension=module)).ask("hello", 30)
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


def in_php(code, file="workloads"):
    """The output of PHP code after a file of the worker."""
    file = worker_commands.PHP_WORKER.with_name(f"{file}.php")
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


@pytest.mark.long
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
    record = report.read(tmp_path / "results.json")
    loop = record.sources[-1].cells["php_hayapack"]
    assert loop.size == 29616 and len(loop.samples[php.LOOP]) == 3


def measured(codecs, keys):
    """A record of short runs of the loops and lists."""
    settings = Settings(samples=4, sample_ms=0.1, seconds=2.0, least=3)
    sources = [
        replace(source, codecs=codecs, fields={**source.fields, "size": source.fields["size"] or 50})
        for source in php_loops_page.sources(True)
        if source.key[2:] in keys
    ]
    with engine.Engine("lab", settings) as running:
        return running.run(sources)


def tables(record):
    return {part.key: part for part in php_loops_page.section(record).parts if hasattr(part, "rows")}


def test_the_section_shows_the_post_beside_today(module):
    record = measured(["php_hayapack", "php_hayapack_again", "php_json"], ["int", "array"])
    shown = tables(record)
    then = [[cell.text for cell in row] for row in shown["c-then"].rows]
    assert then[1][:3] == ["then: php-msgpack (list detection)", "0.0359", "0.0393"]
    assert [row[0] for row in then[2:]] == ["hayapack", "json of PHP", "noise floor"]
    assert then[-1][1].endswith(" %") and then[-1][2] == "–"  # the float loop was not run
    assert shown["c-sizes"].rows[2][1].text == "50"
    assert len(shown["c-pack"].rows) == 3 == len(shown["c-unpack"].rows)
    charts = [part for part in php_loops_page.section(record).parts if hasattr(part, "series")]
    assert [chart.key for chart in charts] == ["c-loops", "c-pack-chart", "c-unpack-chart"]
    assert [len(chart.series) for chart in charts] == [2 + 2, 2, 2]


def test_the_articles_figures_are_beside_packing_alone():
    """It printed nothing else; the table of packing and unpacking is lost."""
    cell = RecordedCell("ok", size=1, samples={php_loops_page.PACK: [2e6] * 3, php_loops_page.BOTH: [5e6] * 3})
    tasks = [php_loops_page.PACK, php_loops_page.BOTH]
    source = RecordedSource("c_int", "C int", group="C", tasks=tasks, cells={"php_hayapack": cell})
    record = Record(codecs={"php_hayapack": RecordedCodec("hayapack")}, sources=[source])
    shown = tables(record)
    columns = {key: [row[0].text for row in shown[key].rows] for key in ("c-then", "c-both", "c-pack", "c-unpack")}
    assert [who.startswith("then: ") for who in columns["c-then"]] == [True, True, False, False]
    assert not any(who.startswith("then") for key in ("c-both", "c-pack", "c-unpack") for who in columns[key])
    assert (shown["c-then"].rows[2][1].text, shown["c-both"].rows[0][1].text) == ("0.00200", "0.00500")
    [chart] = [part for part in php_loops_page.section(record).parts if getattr(part, "key", "") == "c-loops"]
    assert {one.name: one.y[0] for one in chart.series} == {
        "hayapack": 2e6,
        "php-msgpack (all maps), 2009": 38388252.2583,
        "php-msgpack (list detection), 2009": 35913944.2444,
    }


def test_looking_at_the_keys_is_shown_by_length(module):
    record = measured(
        php_loops_page.POLICIES,
        [php_loops_page.list_key(kind, length)[2:] for kind in php_loops_page.KINDS for length in (1, 10)],
    )
    rows = [[cell.text for cell in row] for row in tables(record)["c-keys"].rows]
    assert len(rows) == len(php_loops_page.KINDS) * 2 * len(php_loops_page.POLICIES)
    assert [row[2] for row in rows[:6]] == ["2", "3", "2", "11", "21", "11"]
    [chart] = [part for part in php_loops_page.section(record).parts if getattr(part, "key", "") == "c-keys-chart"]
    assert len(chart.series) == len(php_loops_page.KINDS) * 2 and all(one.y[1] and not one.y[2] for one in chart.series)


def test_the_section_says_what_is_missing(monkeypatch):
    monkeypatch.delenv("HAYAPACK_LAB_PHP_MODULE", raising=False)
    shown = tables(measured(["php_hayapack", "php_serialize"], ["int"]))
    cell = shown["c-then"].rows[2][1]
    assert cell.text.startswith("not run") and "module for PHP was not given" in cell.hint
    assert shown["c-then"].rows[3][1].text != "–"


def test_the_section_of_a_run_without_php():
    section = php_loops_page.section(Record())
    assert "None of this was measured" in section.parts[-1].text


EVIL = """class Evil { public $made = true; public function __wakeup(): void { echo "woke"; } }
$value = new Evil; $bytes = %s; $copy = %s; echo get_debug_type($copy);"""


@pytest.mark.parametrize("codec", [key for key in compare_documents.PHP if key not in judge.TWINS])
def test_a_call_that_makes_any_object_is_declared_unsafe(codec, module):
    """By the same rule for all: what the decode call does with the bytes of an object."""
    made = codecs.get(codec)
    extension = module if made.extension == worker_commands.OWN_MODULE else made.extension
    command = [PHP, "-n", *(["-d", f"extension={extension}"] if extension else [])]
    done = subprocess.run(
        [*command, "-r", EVIL % (made.encode, made.decode)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if "undefined function" in done.stdout:
        pytest.skip(f"{made.name} is not installed")
    assert ("woke" in done.stdout) == bool(made.contract.unsafe), done.stdout
    assert done.stdout.endswith("Evil") == bool(made.contract.unsafe), done.stdout


MYBENCH = Path(__file__).parents[2] / "php/examples/mybench.php"
LISTS = {"int": 29616, "float": 90000, "string": 189_415_462, "array": 1_158_620, "map": 4_788_178}
BENCHED = {
    "MessagePack": LISTS,
    "Msgpack object, detect": LISTS,
    "Msgpack object, all maps": {**LISTS, "array": 2_314_272},
    "serialize": {},
    "JSON": {"float": 167_911},
}


@pytest.mark.long
@pytest.mark.parametrize("codec", ["php_hayapack", "php_pecl"])
def test_the_benchmark_of_the_article_runs_with_both_modules(codec, module, start):
    """php/examples/mybench.php, with the bytes that the article's loops pack."""
    hello(start(codec))  # skips if it is not installed
    extension = module if codec == "php_hayapack" else codecs.get(codec).extension
    command = [PHP, "-n", "-d", f"extension={extension}", "-d", "memory_limit=-1", str(MYBENCH)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    found = {}
    for line in done.stdout.splitlines()[1:]:
        name, loop, pack, unpack, size = line[:26].strip(), *line[26:].split()
        found.setdefault(name, {})[loop] = int(size)
        assert float(pack) > 0 and float(unpack) > 0
    assert list(found) == (list(BENCHED) if codec == "php_hayapack" else ["MessagePack", "serialize", "JSON"])
    for name, sizes in found.items():
        assert list(sizes) == list(php_loops_page.LOOPS) and {**sizes, **BENCHED[name]} == sizes


# --- PHP in a comparison ------------------------------------------------------------


def test_a_comparison_has_phps_codecs_on_the_same_data(module, monkeypatch):
    messages = [{"id": i, "text": "é", "list": [1, 2.5, None, True]} for i in range(5)]
    monkeypatch.setattr(compare_documents, "default_codecs", lambda: ["json_std"])
    monkeypatch.delenv("HAYAPACK_LAB_DOTNET", raising=False)
    record = compare_documents.run([compare_documents.Document("a/b.jsonl", "JSON lines", 300, messages)], 1.0)
    first, second = record.sources
    assert (first.name, second.name) == ("a/b.jsonl", "a/b.jsonl in PHP")
    cells = second.cells
    assert second.messages == 5 and cells["php_hayapack"].losses == []
    assert cells["php_hayapack"].size == sum(len(hayapack.packb(message)) for message in messages)
    assert summary.summarize(record, second).ours.codec == "php_hayapack_safe"
    assert all(cells["php_json"].samples[task] for task in second.tasks)
    report = build(record)
    assert [section.title for section in report.sections] == ["", "b.jsonl in PHP", "Method"]
    assert report.title == "hayapack compare: b.jsonl"


@pytest.mark.parametrize("message", [{1: 2}, (1, 2), b"bytes", 1 << 63, float("nan")])
def test_what_json_can_not_carry_is_not_given_to_php(message, tmp_path):
    assert compare_documents._php(compare_documents.Document("x", "MessagePack", 9, [message]), tmp_path / "x") is None


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
