--TEST--
References to scalars are packed as the scalars, also if they are shared
--FILE--
<?php
require __DIR__ . '/../support.inc';

$value = 5;
$array = [&$value, 'k' => &$value];
packs('references to a scalar', $array);
unset($value);
packs('with one owner left', $array);
$one = [1];
$reference = &$one[0];
unset($reference);
packs('a reference that nobody shares', $one);
$text = 'shared';
$list = [&$text, &$text];
packs('references to a string', $list);
packs('nulls', [null, 'a' => null]);
?>
--EXPECT--
references to a scalar: 820005a16b05
with one owner left: 820005a16b05
a reference that nobody shares: 9101
references to a string: 92a6736861726564a6736861726564
nulls: 8200c0a161c0
