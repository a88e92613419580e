--TEST--
The name of a value class in a message makes no incomplete object
--FILE--
<?php
require __DIR__ . '/support.inc';

foreach (['MsgpackExt', 'MsgpackBin', 'MsgpackTimestamp'] as $class) {
    $bytes = "\x82\xc0" . msgpack_pack($class) . bytes('a4 64617461 05');
    echo $class, ': ', outcome(fn () => msgpack_unpack($bytes)), "\n";
    $bytes = "\x81\xc0" . msgpack_pack($class);
    echo $class, ': ', outcome(fn () => msgpack_pack(msgpack_unpack($bytes)) !== ''), "\n";
}
?>
--EXPECT--
MsgpackExt: TypeError: Cannot assign int to property MsgpackExt::$data of type string
MsgpackExt: Error: Typed property MsgpackExt::$type must not be accessed before initialization
MsgpackBin: TypeError: Cannot assign int to property MsgpackBin::$data of type string
MsgpackBin: Error: Typed property MsgpackBin::$data must not be accessed before initialization
MsgpackTimestamp: Error: Cannot create dynamic property MsgpackTimestamp::$data
MsgpackTimestamp: Error: Typed property MsgpackTimestamp::$seconds must not be accessed before initialization
