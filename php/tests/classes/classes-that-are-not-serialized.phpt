--TEST--
MessagePack, MessagePackUnpacker and Msgpack cannot be serialized, as their options would be lost; a clone keeps them
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Thing { }
class Sub extends MessagePack { public $p = 1; }
$bytes = msgpack_pack(new Thing);
foreach ([MessagePack::class, Sub::class, MessagePackUnpacker::class, Msgpack::class] as $class) {
    $object = new $class(options: ['allowed_classes' => false]);
    $outcomes = [];
    foreach ([serialize(...), msgpack_pack(...), fn ($o) => serialize([$o]), fn ($o) => msgpack_pack([$o]),
        fn () => unserialize(sprintf('O:%d:"%s":0:{}', strlen($class), $class)),
        fn () => msgpack_unpack("\x81\xc0" . chr(0xa0 | strlen($class)) . $class),
        fn ($o) => eval('return ' . var_export($o, true) . ';')] as $way) {
        $outcomes[] = outcome(fn () => $way($object));
    }
    foreach (array_count_values($outcomes) as $outcome => $times) {
        echo "$times times $outcome\n";
    }
}
foreach ([MessagePack::class, Sub::class] as $class) {
    $object = new $class(options: ['allowed_classes' => false]);
    echo show((clone $object)->unpack($bytes)), ' ', show($object->unpack($bytes)), "\n";
    $unpacker = (clone $object)->unpacker();
    $unpacker->feed($bytes);
    $unpacker->execute();
    echo show($unpacker->data()), "\n";
    $copy = clone $object;
    $copy->setOptions(['allowed_classes' => true]);
    echo show($copy->unpack($bytes)), ' ', show($object->unpack($bytes)), "\n";
}
?>
--EXPECT--
4 times Exception: Serialization of 'MessagePack' is not allowed
2 times Exception: Unserialization of 'MessagePack' is not allowed
1 times Error: Call to undefined method MessagePack::__set_state()
4 times Exception: Serialization of 'Sub' is not allowed
2 times Exception: Unserialization of 'Sub' is not allowed
1 times Error: Call to undefined method Sub::__set_state()
4 times Exception: Serialization of 'MessagePackUnpacker' is not allowed
2 times Exception: Unserialization of 'MessagePackUnpacker' is not allowed
1 times Error: Call to undefined method MessagePackUnpacker::__set_state()
4 times Exception: Serialization of 'Msgpack' is not allowed
2 times Exception: Unserialization of 'Msgpack' is not allowed
1 times Error: Call to undefined method Msgpack::__set_state()
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Thing'}#1 __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Thing'}#1
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Thing'}#1
Thing{}#1 __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Thing'}#1
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Thing'}#1 __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Thing'}#1
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Thing'}#1
Thing{}#1 __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Thing'}#1
