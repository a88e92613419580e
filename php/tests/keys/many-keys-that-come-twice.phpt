--TEST--
Dozens of containers replaced by duplicate keys, while back references name them
--FILE--
<?php
require __DIR__ . '/../support.inc';

$bytes = "\x92\xde" . pack('n', 80);
for ($i = 0; $i < 80; $i++) {
    $bytes .= "\xa1k" . ($i % 2 ? "\x91" . chr($i) : "\x81\xa1a" . chr($i));
}
$bytes .= "\xdc" . pack('n', 80);
for ($i = 0; $i < 80; $i++) {
    $bytes .= "\x82\xc0\x02\x00" . msgpack_pack(3 + $i);
}
$back = msgpack_unpack($bytes);
echo show($back[0]), ' ', show(array_slice($back[1], 0, 4)), ' ', show(array_slice($back[1], -2)), "\n";
?>
--EXPECT--
['k' => [79]] [['a' => 0], [1], ['a' => 2], [3]] [['a' => 78], [79]]
