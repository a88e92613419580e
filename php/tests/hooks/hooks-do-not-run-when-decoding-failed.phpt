--TEST--
If unpacking fails, neither __wakeup nor __unserialize nor a destructor runs
--FILE--
<?php
require __DIR__ . '/../support.inc';

class W { public $n; public static $may = false;
    public function __wakeup() { echo self::$may ? "__wakeup\n" : "never: __wakeup\n"; }
    public function __destruct() { echo self::$may ? "__destruct\n" : "never: __destruct\n"; } }
class U { public function __unserialize(array $data): void { echo "never: __unserialize\n"; } public function __destruct() { echo "never: __destruct\n"; } }
$w = '82 c0 a157 a16e 01';
$u = '82 c0 a155 c0 9101';
foreach (["92 $w c1", "92 $w", "93 $u $w", "93 $u $w c1", "82 a161 $w a162 81 c0", "92 $w 83 c001 c0 a155 c1", "92 $w 82 c0a157 a16e c1", "92 $w 91 dd ffffffff"] as $hex) {
    unpacks($hex, ['throw' => true]);
    echo show(@msgpack_unpack(bytes($hex))), "\n";
}
unpacks("$w c1", ['throw' => true]);
unpacks("93 $u $w 82c0040002 00", ['throw' => true]);
unpacks("92 $w c1");
echo "bytes after the value are no failure without throw\n";
W::$may = true;
unpacks('81 c0 a157 05');
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
92 82 c0 a157 a16e 01 83 c001 c0 a155 c1: MsgpackException reserved_byte at 14, path $[1]{key #2}
false
92 82 c0 a157 a16e 01 82 c0a157 a16e c1: MsgpackException reserved_byte at 14, path $[1].n
false
92 82 c0 a157 a16e 01 91 dd ffffffff: MsgpackException truncated at 9, path $[1][0]
false
82 c0 a157 a16e 01 c1: MsgpackException extra_data at 7, path $
93 82 c0 a155 c0 9101 82 c0 a157 a16e 01 82c0040002 00: MsgpackException extra_data at 20, path $
Warning: [msgpack] (php_msgpack_unserialize) Parse error
92 82 c0 a157 a16e 01 c1: false
bytes after the value are no failure without throw
__wakeup
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
__destruct
81 c0 a157 05: W{n: null}#1
