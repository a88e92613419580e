--TEST--
Strings, lists of integers and resources
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- A list with integers of every width is packed as each integer alone', "\n";
$numbers = [];
foreach ([7, 8, 15, 16, 31, 32, 62, 63] as $bit) {
    foreach ([-2, -1, 0, 1, 2] as $near) {
        foreach ([2 ** $bit + $near, -(2 ** $bit) + $near] as $number) {
            $numbers[] = is_int($number) ? $number : ($number > 0 ? PHP_INT_MAX : PHP_INT_MIN);
        }
    }
}
$alone = implode('', array_map(msgpack_pack(...), $numbers));
$together = msgpack_pack($numbers);
echo count($numbers), ' numbers, ', hex(substr($together, 0, 3)), "\n";
var_dump(substr($together, 3) === $alone, msgpack_unpack($together) === $numbers);

$small = range(-40, 140);
var_dump(msgpack_pack($small) === "\xdc\x00\xb5" . implode('', array_map(msgpack_pack(...), $small)));
var_dump(msgpack_unpack(msgpack_pack($small)) === $small);

echo '--- $GLOBALS can be packed', "\n";
$a = [1];
$bytes = msgpack_pack($GLOBALS, ['php_only' => false]);
$back = msgpack_unpack($bytes, null, ['php_only' => false]);
echo show($back['a']), ' ', isset($back['bytes']) ? 'with itself' : 'before', "\n";
?>
--EXPECT--
--- A list with integers of every width is packed as each integer alone
80 numbers, dc0050
bool(true)
bool(true)
bool(true)
bool(true)
--- $GLOBALS can be packed
[1] before
