--TEST--
An array that contains itself by reference
--FILE--
<?php
require __DIR__ . '/../support.inc';

$a = [1];
$a[1] = &$a;
packs('itself', $a);
$b = ['k' => null];
$c = ['b' => &$b];
$b['k'] = &$c;
packs('two', $b);
foreach ([$a, $b] as $value) {
    $bytes = msgpack_pack($value);
    $back = msgpack_unpack($bytes);
    echo show($back), "\n", msgpack_pack($back) === $bytes ? 'same bytes again' : 'other bytes: ' . hex(msgpack_pack($back)), "\n";
}
?>
--EXPECT--
itself: 920183c00100010182c0020002
two: 81a16b82c001a16282c001a16b82c0020002
[1, &[1, &^]]
same bytes again
['k' => &['b' => ['k' => &^]]]
same bytes again
