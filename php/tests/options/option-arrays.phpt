--TEST--
The three policies for PHP arrays: detect, strict, map
--FILE--
<?php
require __DIR__ . '/../support.inc';

$values = ['list' => ['A', 'B', 'C'], 'empty' => [], 'string keys' => ['a' => 1], 'integer keys' => [1 => 'A', 2 => 'B'], 'hole' => [0 => 'A', 2 => 'B'], 'mixed' => ['a' => 1, 0 => 2],
    'out of order' => [1 => 'B', 0 => 'A'], 'nested' => ['l' => [1, [2]], 'm' => ['k' => []]], 'bad inside' => ['l' => [['x' => [5 => 1]]]], 'object' => (object) ['a' => [1]]];
foreach ($values as $name => $value) {
    foreach (['detect', 'strict', 'map'] as $policy) {
        echo $name, ', ', $policy, ': ', outcome(fn () => hex(msgpack_pack($value, ['arrays' => $policy, 'throw' => true]))), "\n";
    }
}
packs('the warning', [5 => 1], ['arrays' => 'strict']);
?>
--EXPECT--
list, detect: '93a141a142a143'
list, strict: '93a141a142a143'
list, map: '8300a14101a14202a143'
empty, detect: '90'
empty, strict: '90'
empty, map: '80'
string keys, detect: '81a16101'
string keys, strict: '81a16101'
string keys, map: '81a16101'
integer keys, detect: '8201a14102a142'
integer keys, strict: MsgpackException unsupported_type at 0, path $
integer keys, map: '8201a14102a142'
hole, detect: '8200a14102a142'
hole, strict: MsgpackException unsupported_type at 0, path $
hole, map: '8200a14102a142'
mixed, detect: '82a161010002'
mixed, strict: MsgpackException unsupported_type at 0, path $
mixed, map: '82a161010002'
out of order, detect: '8201a14200a141'
out of order, strict: MsgpackException unsupported_type at 0, path $
out of order, map: '8201a14200a141'
nested, detect: '82a16c92019102a16d81a16b90'
nested, strict: '82a16c92019102a16d81a16b90'
nested, map: '82a16c82000101810002a16d81a16b80'
bad inside, detect: '81a16c9181a178810501'
bad inside, strict: MsgpackException unsupported_type at 7, path $.l[0].x
bad inside, map: '81a16c810081a178810501'
object, detect: '82c0a8737464436c617373a1619101'
object, strict: '82c0a8737464436c617373a1619101'
object, map: '82c0a8737464436c617373a161810001'
Warning: [msgpack] (msgpack_pack) unsupported_type: can't pack array that is neither a list nor a map of string keys, at $
the warning: false
