--TEST--
Arrays in every format, also longer ones than needed
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['90', 'dc0000', 'dd00000000', '9101', 'dc000101', 'dd0000000101', '93 01 a161 c0', '92 9102 90', 'dc0003 90 9190 c2'] as $hex) {
    unpacks($hex);
}
$list = msgpack_unpack(bytes('92 01 02'));
$list[] = 3;
echo show($list), "\n";
$empty = msgpack_unpack("\x90");
$empty['k'] = 1;
echo show($empty), "\n";
?>
--EXPECT--
90: []
dc0000: []
dd00000000: []
9101: [1]
dc000101: [1]
dd0000000101: [1]
93 01 a161 c0: [1, 'a', null]
92 9102 90: [[2], []]
dc0003 90 9190 c2: [[], [[]], false]
[1, 2, 3]
['k' => 1]
