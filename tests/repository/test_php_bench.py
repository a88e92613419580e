"""The benchmark of the PHP module: what it measures, and what it writes."""

import json
import re
import shutil

import pytest
from php_tools import ROOT, run

BENCH = "php/bench/bench.php"
needs_php = pytest.mark.skipif(shutil.which("php") is None, reason="php was not found (Debian: php-cli)")


def php(code):
    done = run(
        "php", "-n", "-r", "foreach (['codecs', 'workloads', 'stats'] as $f) require \"./php/bench/$f.php\"; " + code
    )
    assert done.returncode == 0, done.stdout.decode()
    return done.stdout.decode()


@needs_php
def test_the_list_has_the_documented_workloads():
    named = run("php", "-n", BENCH, "--list").stdout.decode()
    listed = {line.split()[0] for line in named.splitlines() if not line.endswith("+")}
    assert listed >= set(
        "int float bool null string strings string5k ints int64s floats map1000 records6 records8"
        " record records10 objects nonascii record_e loops".split()
    )


@needs_php
def test_pools_are_the_same_for_a_seed_and_differ_inside():
    code = """foreach (workloads() as $name => $workload) {
        if ($workload->kind === 'documents') {
            continue;  // downloaded, and each is a pool of one
        }
        $pool = array_map(serialize(...), $workload->pool(7));
        $same = $pool === array_map(serialize(...), $workload->pool(7)) ? 'same' : 'other';
        echo $name, ' ', $same, ' ', count(array_unique($pool)), "\\n";
    }"""
    for line in php(code).splitlines():
        name, same, distinct = line.split()
        assert same == "same", name
        assert int(distinct) > 1 or name in ("null", "record_e"), name


@needs_php
def test_there_are_rows_for_what_programs_keep():
    kinds = php("foreach (workloads() as $workload) echo $workload->kind, PHP_EOL;").splitlines()
    wanted = {"int keys", "long keys", "objects", "sessions", "documents", "large maps", "lists", "records"}
    assert wanted <= set(kinds)


@needs_php
def test_the_documents_are_those_that_are_downloaded():
    fetch = (ROOT / "lab/src/hayapack_lab/data/fetch.py").read_text(encoding="utf-8")
    wanted = re.findall(r'"([\w-]+)\.json"', fetch.partition("WANTED = (")[2].partition(")")[0])
    assert sorted(wanted) == php("echo implode(' ', DOCUMENTS);").split()


@needs_php
def test_ratios():
    assert php("echo ratio([4.0, 4.0, 4.0], [2.0, 2.0, 2.0]);") == "2.00 (2.00–2.00)"
    assert php("echo ratio([1.0, 2.0, 4.0], [1.0, 2.0, 4.0]);").endswith(" =")
    assert php("echo ratio([4.0], [2.0]);") == "2.00"
    assert php("echo geometric_mean([2.0, 8.0]);") == "4"


@needs_php
def test_unknown_names_are_refused():
    done = run("php", "-n", BENCH, "--ours=x", "--only=nothing")
    assert done.returncode == 2
    assert b"not known: nothing" in done.stdout


def test_a_run_writes_its_tables_and_its_record(php_module, tmp_path):
    out, record = tmp_path / "out.md", tmp_path / "out.json"
    done = run(
        "php",
        "-n",
        BENCH,
        "--ours=" + php_module,
        "--samples=3",
        "--batches=2",
        "--batch-ms=0.1",
        "--only=int,record,objects,c_int",
        "--codecs=ours,serialize,json",
        "--out=%s" % out,
        "--json=%s" % record,
    )
    assert done.returncode == 0, done.stdout.decode()
    text = out.read_text(encoding="utf-8")
    assert re.findall(r"^### (.*)", text, re.MULTILINE)[0] == "Where hayapack loses or misses the project's goal"
    assert "Not hayapack" not in text
    assert re.search(r"^\| one record of 6 keys \| [\d.]+ [nµm]s \| [\d.]+ \(", text, re.MULTILINE)
    assert "1000 objects of 5 properties, json: lossy" in text
    cells = json.loads(record.read_text(encoding="utf-8"))["cells"]
    assert len(cells["record"]["ours"]["samples"]) == 3
    assert cells["c_int"]["ours"]["samples"][0]["bytes"] == 29616


def test_loops_are_those_of_the_post(php_module):
    """The bytes that the post printed; its strings of 32 to 255 bytes had no str8."""
    code = """foreach (loops_then() as $loop => [, $bytes]) {
        $run = reference_loop("c_$loop", LOOPS["c_$loop"][0], codecs('')['ours'], 'hrtime(true)');
        echo $loop, ' ', $bytes - $run()[1], "\\n";
    }"""
    requires = "".join('require "./php/bench/%s.php";' % name for name in ("codecs", "report"))
    done = run("php", "-n", "-d", "extension=" + php_module, "-r", requires + code)
    assert done.stdout.decode() == "int 0\nfloat 0\nstring 101\narray 0\nmap 0\n"


@needs_php
@pytest.mark.parametrize("name", ["hayapack", "pecl", "igbinary", "serialize", "json"])
def test_the_calls_are_those_of_the_lab(name):
    lab = vars(pytest.importorskip("hayapack_lab.codecs").get("php_" + name))
    key = "ours" if name == "hayapack" else name
    calls = php("$codec = codecs('')['%s']; echo $codec->encode, ' | ', $codec->decode;" % key)
    assert calls == "%(ENCODE)s | %(DECODE)s" % lab


def test_each_file_of_the_benchmark_is_loaded():
    text = "".join((ROOT / "php/bench" / name).read_text(encoding="utf-8") for name in ("bench.php", "worker.php"))
    unused = [
        p.name for p in (ROOT / "php/bench").glob("*.php") if "/%s" % p.name not in text and p.name != "bench.php"
    ]
    assert not unused
