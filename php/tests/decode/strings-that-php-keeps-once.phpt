--TEST--
Empty and one-byte strings are PHP's interned ones, and keys can be changed safely
--FILE--
<?php
require __DIR__ . '/../support.inc';

$a = msgpack_unpack(msgpack_pack(['', 'a', 'key' => 'b']));
$a[0] .= 'x';
$a[1] .= 'y';
echo show($a), ' ', show(msgpack_unpack(msgpack_pack(['', 'a', 'key' => 'b']))), "\n";
foreach ($a as $key => &$value) {
    $value = "$key!";
}
unset($value);
echo show($a), "\n";
?>
--EXPECT--
[0 => 'x', 1 => 'ay', 'key' => 'b'] [0 => '', 1 => 'a', 'key' => 'b']
[0 => '0!', 1 => '1!', 'key' => 'key!']
