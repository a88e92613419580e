--TEST--
The name of a value class in a message makes no incomplete object
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['MsgpackExt', 'MsgpackBin', 'MsgpackTimestamp'] as $class) {
    $bytes = "\x82\xc0" . msgpack_pack($class) . bytes('a4 64617461 05');
    echo $class, ': ', outcome(fn () => msgpack_unpack($bytes)), "\n";
    $bytes = "\x81\xc0" . msgpack_pack($class);
    echo $class, ': ', outcome(fn () => msgpack_pack(msgpack_unpack($bytes)) !== ''), "\n";
}
?>
--EXPECT--
MsgpackExt: Exception: Invalid serialization data for MsgpackExt object
MsgpackExt: Exception: Invalid serialization data for MsgpackExt object
MsgpackBin: Exception: Invalid serialization data for MsgpackBin object
MsgpackBin: Exception: Invalid serialization data for MsgpackBin object
MsgpackTimestamp: Exception: Invalid serialization data for MsgpackTimestamp object
MsgpackTimestamp: Exception: Invalid serialization data for MsgpackTimestamp object
