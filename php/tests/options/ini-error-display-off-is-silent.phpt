--TEST--
error_display=0: no warnings and no notices, the same results
--INI--
msgpack.error_display=0
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['c1', '91', '0102', '81 c3 01', '91 82c0020009', '81 c0a154'] as $hex) {
    unpacks($hex);
}
class S { public function __sleep() { return ['nope']; } }
packs('__sleep', new S);
packs('resource', fopen('php://memory', 'r'));
packs('depth', [[[1]]], ['max_depth' => 2]);
unpacks('c1', ['throw' => true]);
?>
--EXPECT--
c1: false
91: false
0102: 1
81 c3 01: [1 => 1]
91 82c0020009: [null]
81 c0a154: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'T'}#1
__sleep: 82c0a153a46e6f7065c0
resource: c0
depth: false
c1: MsgpackException reserved_byte at 0, path $
