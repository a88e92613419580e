--TEST--
Packing fails beyond max_depth open containers, 1024 by default
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
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
