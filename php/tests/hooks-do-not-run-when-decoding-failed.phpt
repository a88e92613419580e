--TEST--
After a failed decode neither __wakeup nor __unserialize nor a destructor has run
--FILE--
<?php
require __DIR__ . '/support.inc';

class W { public $n; public function __wakeup() { echo "never: __wakeup\n"; } public function __destruct() { echo "never: __destruct\n"; } }
class U { public function __unserialize(array $data): void { echo "never: __unserialize\n"; } public function __destruct() { echo "never: __destruct\n"; } }
$w = '82 c0 a157 a16e 01';
$u = '82 c0 a155 c0 9101';
foreach (["92 $w c1", "92 $w", "93 $u $w", "93 $u $w c1", "82 a161 $w a162 81 c0", "81 c0 a157 c1", "92 $w d40500 c1"] as $hex) {
    unpacks($hex, ['throw' => true]);
    echo show(@msgpack_unpack(bytes($hex))), "\n";
}
unpacks("92 $w c1");
echo "extra bytes are no failure\n";
class Counted { public function __wakeup() { echo "__wakeup\n"; } }
unpacks('81 c0 a7 436f756e746564 05');
?>
--EXPECT--
92 82 c0 a157 a16e 01 c1: MsgpackException reserved_byte at 8, path $[1]
false
92 82 c0 a157 a16e 01: MsgpackException truncated at 8, path $[1]
false
93 82 c0 a155 c0 9101 82 c0 a157 a16e 01: MsgpackException truncated at 15, path $[2]
false
93 82 c0 a155 c0 9101 82 c0 a157 a16e 01 c1: MsgpackException reserved_byte at 15, path $[2]
false
82 a161 82 c0 a157 a16e 01 a162 81 c0: MsgpackException truncated at 12, path $.b
false
never: __wakeup
never: __destruct
81 c0 a157 c1: MsgpackException extra_data at 4, path $
never: __wakeup
never: __destruct
W{n: null}#1
never: __wakeup
never: __destruct
92 82 c0 a157 a16e 01 d40500 c1: MsgpackException extra_data at 11, path $
never: __wakeup
never: __destruct
[W{n: 1}#1, null]
Warning: [msgpack] (php_msgpack_unserialize) Parse error
92 82 c0 a157 a16e 01 c1: false
extra bytes are no failure
__wakeup
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
81 c0 a7 436f756e746564 05: Counted{}#1
