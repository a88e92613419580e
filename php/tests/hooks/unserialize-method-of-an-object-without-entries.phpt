--TEST--
Objects with __unserialize and one entry after the class name, whose key is nil
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Taken
{
    public $data;
    public function __unserialize(array $data): void { $this->data = $data; }
}
$name = 'a5 54616b656e';
foreach ([
    "81 c0 $name" => 'no entry',
    "82 c0 $name c0 90" => 'an empty array',
    "82 c0 $name c0 92 01 02" => 'an array',
    "82 c0 $name c0 81 a1 61 01" => 'a map',
    "82 c0 $name c0 05" => 'an integer, which is no mark',
    "82 c0 $name c0 01" => 'mark 1: a reference',
    "82 c0 $name c0 c3" => 'true',
    "82 c0 $name c0 c0" => 'nil',
    "82 c0 $name c0 a1 78" => 'a second class name',
    "82 c0 $name a1 61 01" => 'an entry with a name',
    "83 c0 $name c0 91 01 a1 61 01" => 'both',
    "83 c0 $name a1 61 01 c0 91 01" => 'both, the other way round',
    "83 c0 $name c0 91 01 c0 91 02" => 'two arrays',
    "92 82 c0 $name c0 92 01 02 82 c0 02 00 03" => 'the array again',
    "92 82 c0 $name c0 82 c0 01 a1 61 01 82 c0 02 00 03" => 'a reference to the array again',
    "93 82 c0 $name c0 91 01 82 c0 $name c0 91 02 c1" => 'an error after two',
    "93 82 c0 $name c0 91 82 c0 $name c0 91 03 82 c0 $name c0 90 82 c0 $name c0" => 'truncated after the nil',
    "92 82 c0 $name c0 90 82 c0 $name" => 'truncated before the nil',
] as $hex => $label) {
    unpacks_with($label, $hex, [], ['throw' => true], ['assoc' => false]);
}
?>
--EXPECT--
no entry: Taken{data: []}#1
an empty array: Taken{data: []}#1
an array: Taken{data: [1, 2]}#1
a map: Taken{data: ['a' => 1]}#1
an integer, which is no mark: Taken{data: []}#1
mark 1: a reference: Taken{data: []}#1
true: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
nil: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
a second class name: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
an entry with a name: Taken{data: ['a' => 1]}#1
both: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
both, the other way round: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException unsupported_type at 0, path $
two arrays: Taken{data: [1]}#1
the array again: [Taken{data: [1, 2]}#1, [1, 2]]
a reference to the array again: [Taken{data: ['a' => 1]}#1, ['a' => 1]]
    or: [Taken{data: ['a' => 1]}#1, stdClass{a: 1}#2]
an error after two: Warning: [msgpack] (php_msgpack_unserialize) Parse error; false
    or: MsgpackException reserved_byte at 23, path $[2]
truncated after the nil: Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing; false
    or: MsgpackException truncated at 41, path $[2]{#1}
truncated before the nil: Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing; false
    or: MsgpackException truncated at 19, path $[1]{key #1}
