--TEST--
A result of __sleep() that is not an array: nil, with PECL's notice
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Nowhere { public function __construct(private mixed $result) { } public function __sleep() { return $this->result; } }
foreach ([null, 5, 'a', true, new ArrayObject(['a'])] as $result) {
    packs(get_debug_type($result), new Nowhere($result));
}
packs('in a list', [1, new Nowhere(null), 2]);
?>
--EXPECT--
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
null: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
int: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
string: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
bool: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
ArrayObject: c0
Notice: [msgpack] (msgpack_serialize_object) __sleep should return an array only containing the names of instance-variables to serialize
in a list: 9301c002
