--TEST--
An array is a list when its keys are 0, 1, 2, ... in order, else a map
--FILE--
<?php
require __DIR__ . '/../support.inc';

packs('empty', []);
packs('list', ['A', 'B', 'C']);
packs('from 1', [1 => 'A', 2 => 'B']);
packs('out of order', [1 => 'B', 0 => 'A']);
packs('hole in the middle', [0 => 'A', 2 => 'C']);
packs('negative key', [-1 => 'A', 0 => 'B']);
packs('string keys', ['a' => 1, 'b' => 2]);
packs('list, then a string key', ['A', 'k' => 'B']);
packs('numeric strings are integers', ['0' => 'A', '1' => 'B']);
packs('numeric-looking strings', ['00' => 1, '1.5' => 2, '-0' => 3, ' 1' => 4]);
packs('largest and smallest key', [PHP_INT_MAX => 1, PHP_INT_MIN => 2]);
packs('empty key', ['' => 1]);

$list = ['A', 'B', 'C'];
unset($list[2]);
packs('last one unset', $list);
$list[] = 'D';
packs('then appended, which leaves a hole', $list);
$list = ['A', 'B', 'C'];
unset($list[1]);
packs('hole by unset', $list);
$list = array_values($list);
packs('renumbered', $list);
array_pop($list);
array_pop($list);
packs('popped empty', $list);
$hash = ['x' => 1, 0 => 'A', 1 => 'B'];
unset($hash['x']);
packs('a hash whose keys are a list', $hash);
$filled = [];
for ($i = 0; $i < 20; $i++) {
    $filled[$i] = $i;
}
for ($i = 19; $i > 1; $i--) {
    unset($filled[$i]);
}
packs('grown and shrunk', $filled);
const IMMUTABLE = ['a' => [1, 2], 'b' => [], 'c' => ['d' => [true]]];
packs('literals', [IMMUTABLE, IMMUTABLE]);
packs('the same array twice', [$list = [1], $list]);
packs('range with step', range(0, 6, 2));
?>
--EXPECT--
empty: 90
list: 93a141a142a143
from 1: 8201a14102a142
out of order: 8201a14200a141
hole in the middle: 8200a14102a143
negative key: 82ffa14100a142
string keys: 82a16101a16202
list, then a string key: 8200a141a16ba142
numeric strings are integers: 92a141a142
numeric-looking strings: 84a2303001a3312e3502a22d3003a2203104
largest and smallest key: 82cf7fffffffffffffff01d3800000000000000002
empty key: 81a001
last one unset: 92a141a142
then appended, which leaves a hole: 8300a14101a14203a144
hole by unset: 8200a14102a143
renumbered: 92a141a143
popped empty: 90
a hash whose keys are a list: 92a141a142
grown and shrunk: 920001
literals: 9283a161920102a16290a16381a16491c383a161920102a16290a16381a16491c3
the same array twice: 9291019101
range with step: 9400020406
