--TEST--
A PHP reference to an array has mark 1, a back reference to it mark 2
--FILE--
<?php
require __DIR__ . '/../support.inc';

$a = ['foo'];
packs('same array twice, no reference', [$a, $a]);
packs('same reference twice', [&$a, &$a]);
packs('reference that comes once', [&$a]);
packs('map', ['x' => &$a, 'y' => &$a]);
$empty = [];
packs('empty', [&$empty, &$empty]);
foreach ([[&$a, &$a], ['x' => &$a, 'y' => 5, 'z' => &$a], [&$empty, &$empty]] as $value) {
    $back = msgpack_unpack(msgpack_pack($value));
    echo show($back), "\n";
}
$back = msgpack_unpack(msgpack_pack([&$a, &$a]));
$back[0][] = 'changed in both';
echo show($back), "\n";
$scalar = 1;
$back = msgpack_unpack(msgpack_pack([&$scalar, &$scalar]));
$back[0] = 'scalars are not shared';
echo show($back), "\n";
?>
--EXPECT--
same array twice, no reference: 9291a3666f6f91a3666f6f
same reference twice: 9282c00100a3666f6f82c0020002
reference that comes once: 9182c00100a3666f6f
map: 82a17882c00100a3666f6fa17982c0020002
empty: 929082c0020002
[&['foo'], &['foo']]
['x' => &['foo'], 'y' => 5, 'z' => &['foo']]
[[], []]
[&['foo', 'changed in both'], &['foo', 'changed in both']]
['scalars are not shared', 1]
