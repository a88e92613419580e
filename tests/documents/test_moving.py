"""docs/moving: values written by each library and read by the other, for the libraries that are installed."""

import subprocess
import sys

import pytest
from php_tools import ROOT, run
from test_php_doc import BLOCK, PRELUDE

# Writes VALUES with one module and checks what another wrote; started with the module's name.
PYTHON = """
import importlib, sys
module = importlib.import_module(sys.argv[1])
values = [None, True, 0, -1, 127, 128, -129, 2**63, 2**64 - 1, 1.5, "", "é" * 40, b"\\0" * 300,
          list(range(20)), {"a": {"b": [1, "c", b"d"]}}, {str(n): n for n in range(20)},
          module.ExtType(5, b"xyz"), module.Timestamp(1, 2)]
written = b"".join(module.packb(value) for value in values)
if len(sys.argv) > 2:
    received = bytes.fromhex(sys.argv[2])
    unpacker = module.Unpacker()
    unpacker.feed(received)
    assert list(unpacker) == values
    assert received == written
print(written.hex())
"""


def python(*arguments):
    done = subprocess.run(
        [sys.executable, "-c", PYTHON, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")
    return done.stdout.decode().strip()


def test_msgpack_and_hayapack_write_and_read_the_same():
    pytest.importorskip("msgpack", reason="msgpack (Debian: python3-msgpack) is not installed")
    python("msgpack", python("hayapack"))
    python("hayapack", python("msgpack"))


PHP = r"""
final class Cart { public $n = 7; private $items = ['tea']; protected $next = null; }
$cart = new Cart();
$rows = array_map(fn ($n) => ['id' => $n, 'name' => "row $n"], range(0, 99));
$values = [null, true, 0, -1, 128, PHP_INT_MAX, PHP_INT_MIN, 1.5, '', str_repeat('x', 300), [1, 2, [3]],
    ['a' => ['b' => 1]], [5 => 'x'], $cart, [$cart, $cart], new ArrayObject([1]), new stdClass(), $rows];
"""

EXCHANGE = (
    PHP
    + r"""
foreach ($values as $n => $value) {
    $bytes = msgpack_pack($value);
    if (isset($argv[1])) {
        $received = hex2bin(explode(',', $argv[1])[$n]);
        if ($received !== $bytes) exit("value $n: other bytes");
        if (msgpack_unpack($received) != $value) exit("value $n: another value");
    }
    $written[] = bin2hex($bytes);
}
echo implode(',', $written);
"""
)


def debian(module):
    """Options that load Debian's module, or a skip."""
    options = ["-d", "extension=" + module]
    shown = run("php", "-n", *options, "-r", 'echo extension_loaded("%s") ? "yes" : "no";' % module).stdout.decode()
    if shown != "yes":
        pytest.skip("PHP's module %s (Debian: php-%s) is not installed" % (module, module))
    return options


def test_pecl_and_hayapack_write_and_read_the_same(php_with_module):
    pecl = ["php", "-n", *debian("msgpack")]
    for writer, reader in ((pecl, php_with_module), (php_with_module, pecl)):
        written = run(*writer, "-r", EXCHANGE).stdout.decode()
        assert run(*reader, "-r", EXCHANGE, written).stdout.decode() == written


def test_what_pecl_does_not_read_as_the_page_says(php_with_module):
    """PECL 2.2 reads enum cases and timestamps as something else, without a warning."""
    pecl = ["php", "-n", "-d", "display_errors=1", *debian("msgpack")]
    if not run(*pecl, "-r", 'echo phpversion("msgpack");').stdout.startswith(b"2.2"):
        pytest.skip("Debian's msgpack is not PECL 2.2")
    code = r"""
    enum Role { case Admin; }
    echo isset($argv[1]) ? json_encode(msgpack_unpack(hex2bin($argv[1])))
        : bin2hex(msgpack_pack([Role::Admin, new DateTimeImmutable('2026-01-02')], ['timestamps' => true]));"""
    written = run(*php_with_module, "-r", code).stdout.decode()
    assert run(*pecl, "-r", code, written).stdout == b'[{"Role":"Admin"},null]'


def test_igbinary_moves_with_objects(php_with_module):
    code = (
        PHP
        + r"""
    foreach ($values as $n => $value) {
        $moved = msgpack_unpack(msgpack_pack(igbinary_unserialize(igbinary_serialize($value))));
        if ($moved != $value) exit("value $n");
        if (!preg_match('/^\0\0\0[\1\2]/', igbinary_serialize($value))) exit("prefix of $n");
    }
    echo "moved";"""
    )
    assert run(*php_with_module, *debian("igbinary"), "-r", code).stdout == b"moved"


def test_the_page_on_igbinary_runs_with_igbinary(php_with_module, tmp_path):
    page = ROOT / "docs/moving/from-igbinary.md"
    script = tmp_path / "page.php"
    code = 'function_exists("igbinary_serialize") || exit("no igbinary");'
    script.write_text(PRELUDE + code + "\n".join(BLOCK.findall(page.read_text(encoding="utf-8"))), encoding="utf-8")
    done = run(*php_with_module, *debian("igbinary"), str(script))
    assert done.returncode == 0 and not done.stdout, done.stdout.decode(errors="replace")


def test_references_and_errors_as_the_pages_say(php_with_module):
    code = r"""
    $x = 1; $r = msgpack_unpack(msgpack_pack(['a' => &$x, 'b' => &$x])); $r['a'] = 2; assert($r['b'] === 1);
    $y = [1]; $r = msgpack_unpack(msgpack_pack(['a' => &$y, 'b' => &$y])); $r['a'][] = 2; assert($r['b'] === [1, 2]);
    $deep = 1; for ($n = 0; $n < 1025; $n++) $deep = [$deep];
    assert(@msgpack_pack($deep) === false);
    try { serialize(new MessagePack()); exit('serialized'); } catch (Exception $e) {}
    echo 'done';"""
    assert run(*php_with_module, "-r", code).stdout.decode() == "done"
