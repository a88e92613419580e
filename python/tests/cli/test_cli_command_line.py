"""What the words of a command line mean: help, files without a command, mistakes, the words of `get`."""

from __future__ import annotations

import os

import pytest
from tool import good, inside, on_terminal, run

from hayapack import packb
from hayapack.cli import COMMANDS, command_line

NAMES = [module.__name__.rpartition(".")[2] for module in COMMANDS]
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX terminals")


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "data.msgpack").write_bytes(packb({"name": "é", "a": [1]}))
    (tmp_path / "name").write_bytes(packb("the file called name"))
    (tmp_path / "count").write_bytes(packb("the file called count"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_help():
    text = good("--help").decode()
    assert inside("--help") == inside("-h") == (0, text.encode(), "")
    with open(os.devnull, "rb") as nothing:
        assert run(stdin=nothing).stdout.decode() == text
    listed = [line.split()[0] for line in text.splitlines() if line.startswith("  ") and line[2] not in " -"]
    assert listed == NAMES
    common = text.partition("common commands:\n")[2].partition("\n\n")[0]
    assert [line.split()[0] for line in common.splitlines()] == ["cat", "get", "convert", "inspect", "validate"]
    assert "hayapack FILE" in text.splitlines()[0] and "./cat" in text
    assert max(map(len, text.splitlines())) <= 90


def test_standard_input_is_shown(here):
    shown = '{"name":"é","a":[1]}\n'.encode()
    data = (here / "data.msgpack").read_bytes()
    assert good(stdin=data) == shown
    assert good("--plain", stdin=data) == shown
    with open(here / "data.msgpack", "rb") as file:
        assert run(stdin=file).stdout == shown
    assert (
        run("--no-such", stdin=data).stderr
        == b"hayapack: cat: no such option: --no-such; `hayapack help cat` lists the options\n"
    )


@pytest.mark.parametrize("start", [["cat"], ["cat", "--lines"], [], ["--lines"], ["validate"], ["count"]])
def test_words_after_two_hyphens_are_no_options(start, here):
    for name in ("-x.bin", "--lines", "--", "count"):
        (here / name).write_bytes(packb({"name": "é", "a": [1]}))
        status, out, err = inside(*start, "--", name)
        assert (status, err) == (0, ""), (name, out, err)
        assert out in ('{"name":"é","a":[1]}\n'.encode(), b"1\n", f"{name}: valid: 1 message, 13 bytes\n".encode())
    assert inside(*start, "--", "-no-such")[2] == "hayapack: -no-such: No such file or directory\n"


def test_words_after_two_hyphens_of_other_commands(here):
    (here / "-x.bin").write_bytes(packb({"name": 5}) * 2)
    assert inside("get", "--all", "--", "-x.bin", "$.name") == (0, b"5\n5\n", "")
    assert inside("convert", "--", "-x.bin", "-y.jsonl") == (0, b"", "")
    assert inside("diff", "--", "-x.bin", "-y.jsonl") == (0, b"", "")
    assert inside("split", "-n", "2", "--", "-x.bin", "-part") == (0, b"-part000001.msgpack\n", "")
    assert inside("index", "--", "-x.bin") == (0, b"-x.bin.hayaidx\t2\n", "")
    assert good("cat", "--", "-", stdin=packb(5)) == b"5\n"
    assert inside("stats", "--", "a", "-b")[2].startswith("hayapack: stats: one word too many: -b;")


def test_a_file_is_shown(here):
    shown = '{"name":"é","a":[1]}\n'.encode()
    assert good("data.msgpack") == shown
    for arguments in (["./data.msgpack"], ["--", "data.msgpack"], [str(here / "data.msgpack")]):
        assert inside(*arguments) == (0, shown, ""), arguments
    assert good("-", stdin=packb(1)) == b"1\n"
    assert inside("data.msgpack", "name") == (0, shown + b'"the file called name"\n', "")
    pretty = inside("cat", "--pretty", "data.msgpack")
    assert inside("data.msgpack", "--pretty") == inside("--pretty", "data.msgpack") == pretty
    assert inside("name") == (0, b'"the file called name"\n', "")


def test_a_command_wins_over_a_file(here):
    assert good("count", stdin=packb(1) * 3) == b"3\n"
    assert good("./count") == b'"the file called count"\n'


def test_a_missing_file(here):
    for name in ("missing.msgpack", "folder/missing"):
        assert inside(name) == (1, b"", f"hayapack: {name}: No such file or directory\n")
    assert inside(".") == (1, b"", "hayapack: .: Is a directory\n")
    for given in ([""], ["cat", ""], ["inspect", ""], ["stats", ""], ["validate", ""], ["convert", ""], ["split", ""]):
        assert inside(*given) == (1, b"", "hayapack: '': No such file or directory\n")


@pytest.mark.parametrize(
    "word, meant",
    [
        ("covert", "convert"), ("vaildate", "validate"), ("inspekt", "inspect"), ("CAT", "cat"),
        ("compair", "compare"), ("completions", "completion"), ("gte", "get"),
    ],
)  # fmt: skip
def test_a_mistyped_command(word, meant, here):
    said = f"hayapack: {word}: no such command or file; did you mean `hayapack {meant}`?\n"
    assert inside(word, "data.msgpack") == (2, b"", said)


def test_a_word_that_is_like_no_command(here):
    done = run("xyzzy\x1b[2J")
    assert done.returncode == 2
    assert done.stderr == b"hayapack: xyzzy\\x1b[2J: no such command or file; `hayapack --help` lists the commands\n"


@pytest.mark.parametrize("name", NAMES)
def test_every_command_is_found_with_one_letter_missing(name, here):
    for at in range(len(name)):
        wrong = name[:at] + name[at + 1 :]
        if wrong not in NAMES and len(wrong) > 2 and not os.path.exists(wrong):
            status, _, err = inside(wrong)
            assert status == 2 and "did you mean" in err, wrong


def test_an_option_without_a_command_or_a_file(here):
    for option in ("--no-such", "--plain"):
        said = f"hayapack: {option}: an option needs a command or a file; `hayapack --help` lists the commands\n"
        with open(os.devnull, "rb") as nothing:
            done = run(option, stdin=nothing)
        assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", said)


def test_the_command_help(here):
    assert inside("help") == inside("--help")
    assert inside("help", "inspect") == inside("inspect", "--help")
    assert inside("help", "xyzzy")[2].startswith("hayapack: xyzzy: no such command or file")
    (here / "help").write_bytes(packb("the file called help"))
    assert inside("help") == (0, b'"the file called help"\n', "")


def test_an_option_before_the_command(here):
    status, out, err = inside("--pretty", "cat", "data.msgpack")
    assert (status, out) == (2, b"")
    assert err == "hayapack: --pretty: the command comes first: hayapack cat --pretty\n"


def test_words_are_unchanged_for_commands():
    for name in NAMES:
        assert command_line.with_command([name, "--x"], NAMES) == [name, "--x"]
    assert command_line.with_command(["--version"], NAMES) == ["--version"]


# --- get ------------------------------------------------------------------------------


def test_get_names_what_is_missing(here):
    """At once: standard input is a pipe that stays open."""
    readable, writable = os.pipe()
    try:
        for arguments, said in {
            ("data.msgpack",): "the PATH is missing: hayapack get data.msgpack PATH",
            ("name",): "'$.name'",
            ("-",): "the PATH is missing",
            (): "the PATH is missing: hayapack get [FILE] PATH",
            ("--raw", "./data.msgpack"): "the PATH is missing",
            ("a", "b", "c"): "one FILE and one PATH",
        }.items():
            done = run("get", *arguments, stdin=readable)
            assert (done.returncode, done.stdout) == (2, b""), arguments
            assert said in done.stderr.decode() and done.stderr.count(b"\n") == 1, arguments
    finally:
        os.close(readable)
        os.close(writable)


def test_get_in_a_pipeline(here):
    data = packb({"name": "é", "a": [1], "data": 5})
    assert good("get", "$.name", stdin=data) == good("get", "-", "name", stdin=data) == '"é"\n'.encode()
    assert good("get", "data", stdin=data) == b"5\n"  # no file has this name
    assert good("get", "[0]", stdin=packb([7])) == b"7\n"
    assert good("get", "a[0]", stdin=data) == b"1\n"
    assert good("get", "name", "$", stdin=data) == b'"the file called name"\n'


@posix
@pytest.mark.parametrize("words", [["data.msgpack"], ["other"], ["$.name"], []])
def test_get_on_a_terminal_does_not_wait(words, here):
    import pty

    master, slave = pty.openpty()  # standard input: nobody writes to it
    try:
        out, err = on_terminal(["get", *words], 200, status=2, stdin=slave)
    finally:
        os.close(slave)
        os.close(master)
    assert out == "" and " is missing: hayapack get " in err


def test_a_misspelt_option_is_one_line():
    done = run("cat", "--prety", stdin=packb(1))
    assert (done.returncode, done.stderr) == (2, b"hayapack: cat: no such option: --prety; did you mean `--pretty`?\n")
    done = run("cat", "--zzz", stdin=packb(1))
    said = b"hayapack: cat: no such option: --zzz; `hayapack help cat` lists the options\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_a_number_with_a_hyphen_is_no_file(here):
    for command, near in (("head", "; did you mean `-n 3`?"), ("split", "; did you mean `-n 3`?"), ("cat", "")):
        for given in (["-3", "data.msgpack"], ["data.msgpack", "-3"]):
            assert inside(command, *given) == (2, b"", f"hayapack: {command}: no such option: -3{near}\n")
    (here / "-3").write_bytes(packb(5))
    assert inside("head", "--", "-3") == inside("head", "./-3") == (0, b"5\n", "")


def test_options_are_not_abbreviated():
    """An abbreviation would break when another option gets the same beginning."""
    said = "hayapack: no such option: --vers; did you mean `--version`?\n"
    assert inside("--vers") == (2, b"", said)
    assert inside("--hel")[2].endswith("did you mean `--help`?\n")
    assert inside("cat", "--pret")[2] == "hayapack: cat: no such option: --pret; did you mean `--pretty`?\n"
    assert inside("compare", "--sec", "5")[2].endswith("did you mean `--seconds`?\n")


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["cat", "-x"], "cat: no such option: -x"), (["diff", "a"], "diff: the following arguments are required: B"),
        (["diff", "a", "b", "c"], "diff: one word too many: c"), (["cat", "--color=blue"], "cat: argument --color: invalid choice"),
        (["head", "-n", "x"], "head: argument -n/--messages: 'x' is not a whole number of 1 or more"),
        (["stats", "--top", "0"], "stats: argument --top: '0' is not a whole number of 1 or more"),
        (["compare", "--seconds", "x"], "compare: argument --seconds: 'x' is not a number of seconds"),
        (["compare", "--seconds", "nan"], "compare: argument --seconds: 'nan' is not a number of seconds"),
        (["split", "-b", "1x"], "split: argument -b/--bytes: '1x' is not a size"), (["diff", "-", "-"], "diff: A and B are both"),
        (["convert", "count", "count"], "convert: IN and OUT are the same file"), (["run"], "run: no program was given"),
        (["head", "-n", "0"], "head: argument -n/--messages: '0' is not a whole number of 1 or more"),
        (["get", "x", "$..a"], ""), (["split", "-b", "0"], ""), (["convert", "--lz4", "block", "--to", "json"], ""),
        (["completion", "tcsh\x1b"], "completion: argument shell: invalid choice: 'tcsh\\x1b'"),
    ],
)  # fmt: skip
def test_wrong_usage_is_one_line(arguments, said, here):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"hayapack: {said}") and done.stderr.count(b"\n") == 1
    assert b"\x1b" not in done.stderr


@posix
def test_compare_on_a_terminal_does_not_wait(here):
    import pty

    master, slave = pty.openpty()
    try:
        _, err = on_terminal(["compare"], 200, status=2, stdin=slave)
    finally:
        os.close(slave)
        os.close(master)
    assert err.startswith("hayapack: compare: the FILE is missing: hayapack compare FILE")


def test_other_names_of_commands_are_known():
    for word, command in [("show", b"cat"), ("check", b"validate"), ("inspekt", b"inspect")]:
        done = run(word, "nofile")
        assert done.returncode == 2 and b"did you mean `hayapack " + command + b"`?" in done.stderr


def test_get_suggests_a_similar_key():
    data = packb({"place": 1, "id": {"name": 2}})
    done = run("get", "$.plaxe", stdin=data)
    assert done.returncode == 1 and done.stderr.endswith(
        b"no key 'plaxe' in the map of 2 entries at $; did you mean 'place'?\n"
    )
    done = run("get", "$.id.nmae", stdin=packb(1) * 0 + data)
    assert done.stderr.endswith(b"at $.id; did you mean 'name'?\n")
    done = run("get", "$.zzzzzz", stdin=data)
    assert done.stderr.endswith(b"no key 'zzzzzz' in the map of 2 entries at $\n")
    done = run("get", "7", stdin=data)
    assert done.returncode == 2 and b"element 7 of an array is [7], the value of key 7 is {7}" in done.stderr
