--TEST--
__sleep() with a property that does not exist: nil with PECL's notice; entries that are not strings are left out
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Missing { public $a = 1; public $names; public function __sleep() { return $this->names; } }
foreach ([['nope'], ['a', 'nope'], ['nope', 'a', 'neither']] as $names) {
    $object = new Missing;
    $object->names = $names;
    packs(implode(' ', $names), $object);
}
?>
--EXPECT--
Notice: [msgpack] (msgpack_serialize_class) "nope" returned as member variable from __sleep() but does not exist
nope: 82c0a74d697373696e67a46e6f7065c0
Notice: [msgpack] (msgpack_serialize_class) "nope" returned as member variable from __sleep() but does not exist
a nope: 83c0a74d697373696e67a16101a46e6f7065c0
Notice: [msgpack] (msgpack_serialize_class) "nope" returned as member variable from __sleep() but does not exist
Notice: [msgpack] (msgpack_serialize_class) "neither" returned as member variable from __sleep() but does not exist
nope a neither: 84c0a74d697373696e67a46e6f7065c0a16101a76e656974686572c0
