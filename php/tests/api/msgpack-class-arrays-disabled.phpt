--TEST--
With MSGPACK_ENABLE_ARRAY off, every PHP array is packed as a map, and arrays in messages are errors
--FILE--
<?php
require __DIR__ . '/../support.inc';

$msgpack = new Msgpack(['throw' => true]);
$msgpack->setopt(MSGPACK_ENABLE_ARRAY, false);
foreach ([[], [1], [[1], ['a' => []]], ['k' => [5]]] as $value) {
    echo hex($bytes = $msgpack->packer($value)), ' ', outcome(fn () => $msgpack->unpacker($bytes)), "\n";
}
foreach (['90', '9101', '81 a161 90', '92 01 02', 'dc0001 c0', 'dd00000000'] as $hex) {
    echo $hex, ': ', outcome(fn () => $msgpack->unpacker(bytes($hex))), "\n";
}
$msgpack->feed(bytes('01 9105 02'));
while ($msgpack->remain()) {
    echo outcome(fn () => $msgpack->unpacker()), "\n";
}
$plain = new Msgpack();
$plain->setopt(MSGPACK_ENABLE_ARRAY, false);
var_dump($plain->unpacker("\x90"));
?>
--EXPECT--
80 stdClass{}#1
810001 [1]
82008100010181a16180 [[1], ['a' => stdClass{}#1]]
81a16b810005 ['k' => [5]]
90: MsgpackException unsupported_type at 0, path $
9101: MsgpackException unsupported_type at 0, path $
81 a161 90: MsgpackException unsupported_type at 3, path $.a
92 01 02: MsgpackException unsupported_type at 0, path $
dc0001 c0: MsgpackException unsupported_type at 0, path $
dd00000000: MsgpackException unsupported_type at 0, path $
1
MsgpackException unsupported_type at 1, path $
2
Warning: [msgpack] (php_msgpack_unserialize) Parse error
bool(false)
