"""Compressed messages and typed values, from Python to PHP and back."""

import dataclasses

import pytest
from php_tools import run

import hayapack

SCRIPT = """<?php
class Order { public int $id = 0; public $items = []; }
[, $in, $out, $form] = $argv;
$types = new MsgpackTypeRegistry();
$types->register('Order', 'Shop.Order, Shop', fields: ['id' => 'Id', 'items' => 'Items']);
$value = msgpack_unpack(file_get_contents($in), options: ['lz4' => true, 'types' => $types, 'throw' => true]);
if (!$value['order'] instanceof Order || !$value['order']->items[1] instanceof MsgpackTyped) {
    exit(1);
}
file_put_contents($out, msgpack_pack($value, ['lz4' => $form, 'lz4_level' => 9, 'types' => $types]));
"""


@dataclasses.dataclass
class Order:
    id: int
    items: object


@pytest.mark.parametrize("form", ["block", "block-array"])
def test_there_and_back(form, php_with_module, tmp_path):
    if b"LZ4 => no" in run(*php_with_module, "--ri", "msgpack").stdout:
        pytest.skip("the PHP module was built without liblz4")
    try:
        hayapack.packb("x" * 99, lz4=form)
    except ModuleNotFoundError:
        pytest.skip("Python has no LZ4 here")
    types = hayapack.TypeRegistry()
    types.register(Order, "Shop.Order, Shop", fields={"id": "Id", "items": "Items"})
    value = {
        "order": Order(7, ["tea", hayapack.Typed("System.Int32[], mscorlib", [1, 2])]),
        "rows": [{"id": n, "text": "row %d" % n} for n in range(9000)],
    }
    script, there, back = tmp_path / "script.php", tmp_path / "there", tmp_path / "back"
    script.write_text(SCRIPT, encoding="utf-8")
    there.write_bytes(hayapack.packb(value, lz4=form, types=types))
    done = run(*php_with_module, str(script), str(there), str(back), form)
    assert done.returncode == 0 and not done.stdout, done.stdout.decode(errors="replace")
    packed = back.read_bytes()
    assert hayapack.unpackb(packed, lz4=True, types=types) == value
    assert hayapack.decompress(packed) == hayapack.packb(value, types=types)
