--TEST--
Strings, lists of integers and resources
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Strings, lists of integers and resources', "\n";
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

echo '--- A resource is packed as nil, with a warning', "\n";
$file = fopen('php://memory', 'r');
packs('resource', $file);
packs('in an array', ['f' => $file, 'g' => 1]);
fclose($file);
packs('closed', $file);
ini_set('msgpack.error_display', '0');
packs('quiet', $file);
?>
--EXPECT--
--- Strings, lists of integers and resources
--- A list with integers of every width is packed as each integer alone
80 numbers, dc0050
bool(true)
bool(true)
bool(true)
bool(true)
--- $GLOBALS can be packed
[1] before
--- A resource is packed as nil, with a warning
Warning: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null
resource: c0
Warning: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null
in an array: 82a166c0a16701
Warning: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null
closed: c0
quiet: c0
