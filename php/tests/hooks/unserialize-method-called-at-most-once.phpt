--TEST--
__unserialize is called once for each object of a class that has it, with the first array or the other entries; __wakeup never
--FILE--
<?php
require __DIR__ . '/../support.inc';

class U { public $d = 'none'; public function __serialize(): array { return []; }
    public function __unserialize(array $d): void { echo '__unserialize ', show($d), "\n"; $this->d = $d; }
    public function __wakeup() { echo "__wakeup\n"; } }
class N { public $d = 'none'; public function __wakeup() { echo "__wakeup of N\n"; } }
foreach (['83 c0 a155 c0 9101 c0 9102', '81 c0 a155', '82 c0 a155 a164 05', '82 c0 a155 c0 05', '82 c0 a155 c0 80', '82 c0 a155 c0 81 a161 01', '83 c0 a155 a164 05 c0 9101', '82 c0 a14e c0 9101',
    '92 82 c0 a155 c0 9101 82c0040002', '82 c0 a155 c0 91 82c0040001'] as $hex) {
    unpacks($hex);
}
// The class name after other entries, entries of all kinds of keys, and references into them.
foreach (['82 a161 01 c0 a155', '84 05 01 a135 02 c0 a155 a164 91 03', '84 c0 a155 05 01 a135 02 a3002a00 03', '83 c0 a155 a161 82c0040001 a162 82c0050001',
    '83 c0 01 c0 a155 a164 05', '92 82 c0 a155 a164 9107 82c0020003', '83 c0 a155 c0 9101 a164 05', '82 c0 a155 c0 c3', '82 c0 a155 c0 81 c0 a14e', '83 c0 a155 c0 a14e',
    '82 c0 a155 9101 02', '82 c0 a155 a164 c1',
    // A mark of references and nil, the array again, errors after two objects, and truncated after and before the nil key.
    '82 c0 a155 c0 01', '82 c0 a155 c0 c0', '92 82 c0 a155 c0 92 01 02 82 c0 02 00 03', '92 82 c0 a155 c0 82 c0 01 a1 61 01 82 c0 02 00 03',
    '93 82 c0 a155 c0 91 01 82 c0 a155 c0 91 02 c1', '93 82 c0 a155 c0 91 82 c0 a155 c0 91 03 82 c0 a155 c0 90 82 c0 a155 c0',
    '92 82 c0 a155 c0 90 82 c0 a155'] as $hex) {
    unpacks_with($hex, $hex, [], ['throw' => true], ['assoc' => false]);
}
// Without assoc, the array of __serialize is a map.
foreach (['82 c0 a155 c0 81 a161 01', '82 c0 a155 c0 82 00 01 a161 81a16201', '82 c0 a155 c0 80', '83 c0 a155 00 01 a161 05', '82 a161 01 c0 a155'] as $hex) {
    unpacks($hex, ['assoc' => false]);
}
// A private constructor does not run for a template, so __unserialize would have to.
class Hidden { public $x; private function __construct() { } public function __unserialize(array $d): void { } }
class Secret { public $x; private function __construct() { } }
echo outcome(fn () => msgpack_unpack("\x91\x05", 'Hidden')), "\n", outcome(fn () => msgpack_unpack("\x91\x05", 'Secret')), "\n";
// As unserialize() of C:...: what is not serializable is not, whatever it implements.
class Connection extends SplFileInfo implements Serializable { public function serialize() { } public function unserialize($data) { echo "made\n"; } public function __serialize(): array { return []; } public function __unserialize(array $data): void { echo "made\n"; } }
echo outcome(fn () => unserialize('C:10:"Connection":0:{}')), "\n";
unpacks('82 c0 03 aa 436f6e6e656374696f6e a0');
unpacks('81 c0 aa 436f6e6e656374696f6e');
?>
--EXPECT--
__unserialize [1]
83 c0 a155 c0 9101 c0 9102: U{d: [1]}#1
__unserialize []
81 c0 a155: U{d: []}#1
__unserialize ['d' => 5]
82 c0 a155 a164 05: U{d: ['d' => 5]}#1
__unserialize []
82 c0 a155 c0 05: U{d: []}#1
__unserialize []
82 c0 a155 c0 80: U{d: []}#1
__unserialize ['a' => 1]
82 c0 a155 c0 81 a161 01: U{d: ['a' => 1]}#1
Warning: [msgpack] (php_msgpack_unserialize) Parse error
83 c0 a155 a164 05 c0 9101: false
__wakeup of N
82 c0 a14e c0 9101: N{d: 'none', 0: 1}#1
__unserialize [1]
92 82 c0 a155 c0 9101 82c0040002: [U{d: [1]}#1, =#1]
__unserialize [U{d: 'none'}#1]
82 c0 a155 c0 91 82c0040001: U{d: [=#1]}#1
82 a161 01 c0 a155: __unserialize ['a' => 1]; U{d: ['a' => 1]}#1
    or: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
84 05 01 a135 02 c0 a155 a164 91 03: __unserialize [5 => 2, 'd' => [3]]; U{d: [5 => 2, 'd' => [3]]}#1
    or: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
84 c0 a155 05 01 a135 02 a3002a00 03: __unserialize [5 => 2, '\000*\000' => 3]; U{d: [5 => 2, '\000*\000' => 3]}#1
83 c0 a155 a161 82c0040001 a162 82c0050001: __unserialize ['a' => U{d: 'none'}#1, 'b' => &=#1]; U{d: ['a' => =#1, 'b' => =#1]}#1
83 c0 01 c0 a155 a164 05: __unserialize ['d' => 5]; U{d: ['d' => 5]}#1
92 82 c0 a155 a164 9107 82c0020003: __unserialize ['d' => [7]]; [U{d: ['d' => [7]]}#1, [7]]
83 c0 a155 c0 9101 a164 05: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
82 c0 a155 c0 c3: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
82 c0 a155 c0 81 c0 a14e: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
83 c0 a155 c0 a14e: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
82 c0 a155 9101 02: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException invalid_key at 4, path ${key #1}
82 c0 a155 a164 c1: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException reserved_byte at 6, path $.d
82 c0 a155 c0 01: __unserialize []; U{d: []}#1
82 c0 a155 c0 c0: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
92 82 c0 a155 c0 92 01 02 82 c0 02 00 03: __unserialize [1, 2]; [U{d: [1, 2]}#1, [1, 2]]
92 82 c0 a155 c0 82 c0 01 a1 61 01 82 c0 02 00 03: __unserialize ['a' => 1]; [U{d: ['a' => 1]}#1, ['a' => 1]]
    or: __unserialize ['a' => 1]; [U{d: ['a' => 1]}#1, stdClass{a: 1}#2]
93 82 c0 a155 c0 91 01 82 c0 a155 c0 91 02 c1: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException reserved_byte at 15, path $[2]
93 82 c0 a155 c0 91 82 c0 a155 c0 91 03 82 c0 a155 c0 90 82 c0 a155 c0: Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing; false
    or: MsgpackException truncated at 25, path $[2]{#1}
92 82 c0 a155 c0 90 82 c0 a155: Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing; false
    or: MsgpackException truncated at 7, path $[1]
__unserialize ['a' => 1]
82 c0 a155 c0 81 a161 01: U{d: ['a' => 1]}#1
__unserialize [0 => 1, 'a' => stdClass{b: 1}#1]
82 c0 a155 c0 82 00 01 a161 81a16201: U{d: [0 => 1, 'a' => stdClass{b: 1}#2]}#1
__unserialize []
82 c0 a155 c0 80: U{d: []}#1
__unserialize [0 => 1, 'a' => 5]
83 c0 a155 00 01 a161 05: U{d: [0 => 1, 'a' => 5]}#1
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82 a161 01 c0 a155: false
Error: Cannot make a Hidden from a template: its constructor is not public
Secret{x: 5}#1
Exception: Unserialization of 'Connection' is not allowed
82 c0 03 aa 436f6e6e656374696f6e a0: Exception: Unserialization of 'Connection' is not allowed
81 c0 aa 436f6e6e656374696f6e: Exception: Unserialization of 'Connection' is not allowed
