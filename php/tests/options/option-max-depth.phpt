--TEST--
max_depth
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Packing fails beyond max_depth open containers, 1024 by default', "\n";
function nested(int $n, mixed $inside = 1): mixed { for ($i = 0; $i < $n; $i++) { $inside = [$inside]; } return $inside; }
packs('1024', nested(1024));
packs('1025', nested(1025));
packs('3 of 3', nested(3), ['max_depth' => 3]);
packs('4 of 3', nested(4), ['max_depth' => 3]);
packs('empty ones count', nested(3, []), ['max_depth' => 3]);
packs('maps', ['a' => ['b' => ['c' => 1]]], ['max_depth' => 2]);
packs('objects', (object) ['a' => (object) ['b' => 1]], ['max_depth' => 1]);
packs('4096 of 4096', nested(4096), ['max_depth' => 4096]);
echo outcome(fn () => msgpack_pack(['a' => [5, nested(2)]], ['max_depth' => 3, 'throw' => true])), "\n";
class Deep { public $n; public function __construct($n) { $this->n = $n; } public function __serialize(): array { return $this->n ? [new Deep($this->n - 1)] : []; } }
packs('__serialize', new Deep(20), ['max_depth' => 10]);
$cycle = new stdClass;
$cycle->self = $cycle;
packs('cycle without php_only', $cycle, ['php_only' => false]);
packs('cycle with it', $cycle);

echo '--- Unpacking fails beyond max_depth open containers, 1024 by default', "\n";
foreach ([[1024, []], [1025, []], [3, ['max_depth' => 3]], [4, ['max_depth' => 3]], [1, ['max_depth' => 1]], [4096, ['max_depth' => 4096]]] as [$n, $options]) {
    foreach (["\x91", "\x81\xa1a", "\x81"] as $open) {
        $bytes = $open === "\x81" ? str_repeat("\x81", $n) . str_repeat("\x01", $n + 1) : str_repeat($open, $n) . "\x01";
        echo "$n times ", hex($open), ': ', outcome(fn () => (bool) msgpack_unpack($bytes, null, $options + ['throw' => true])), "\n";
    }
}
unpacks('91919190', ['max_depth' => 3]);
unpacks('91919190', ['max_depth' => 4]);
?>
--EXPECT--
--- Packing fails beyond max_depth open containers, 1024 by default
1024: 919191919191919191919191... 1025 bytes
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(1024), or one that contains itself, at $[0][0][0][0][0][0][0][0][0][0][0][0][0]…[0][0][0][0][0][0][0][0][0][0][0][0][0]
1025: false
3 of 3: 91919101
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(3), or one that contains itself, at $[0][0][0]
4 of 3: false
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(3), or one that contains itself, at $[0][0][0]
empty ones count: false
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(2), or one that contains itself, at $.a.b
maps: false
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(1), or one that contains itself, at $.a
objects: false
4096 of 4096: 919191919191919191919191... 4097 bytes
MsgpackException too_deep at 6, path $.a[1][0]
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(10), or one that contains itself, at ${#1}[0]{#1}[0]{#1}[0]{#1}[0]{#1}[0]
__serialize: false
Warning: [msgpack] (msgpack_pack) too_deep: containers nested deeper than max_depth(1024), or one that contains itself, at $[0][0][0][0][0][0][0][0][0][0][0][0][0]…[0][0][0][0][0][0][0][0][0][0][0][0][0]
cycle without php_only: false
cycle with it: 82c0a8737464436c617373a473656c6682c0040001
--- Unpacking fails beyond max_depth open containers, 1024 by default
1024 times 91: true
1024 times 81a161: true
1024 times 81: MsgpackException invalid_key at 1023, path ${key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}…{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}
1025 times 91: MsgpackException too_deep at 1024, path $[0][0][0][0][0][0][0][0][0][0][0][0][0][...
1025 times 81a161: MsgpackException too_deep at 3072, path $.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a...
1025 times 81: MsgpackException too_deep at 1024, path ${key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}…{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}
3 times 91: true
3 times 81a161: true
3 times 81: MsgpackException invalid_key at 2, path ${key #0}{key #0}
4 times 91: MsgpackException too_deep at 3, path $[0][0][0]
4 times 81a161: MsgpackException too_deep at 9, path $.a.a.a
4 times 81: MsgpackException too_deep at 3, path ${key #0}{key #0}{key #0}
1 times 91: true
1 times 81a161: true
1 times 81: true
4096 times 91: true
4096 times 81a161: true
4096 times 81: MsgpackException invalid_key at 4095, path ${key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}{key #0}…
Warning: [msgpack] (php_msgpack_unserialize) too_deep: byte 3: containers nested deeper than max_depth(3), at $[0][0][0]
91919190: false
91919190: [[[[]]]]
