--TEST--
A module that was built without liblz4 throws an Error that says so
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['block', 'block-array'] as $form) {
    echo outcome(fn () => msgpack_pack([1], ['lz4' => $form])), "\n";
}
echo outcome(fn () => msgpack_unpack("\x01", null, ['lz4' => true])), "\n";
echo outcome(fn () => new MessagePack(options: ['lz4' => true])), "\n";
echo outcome(fn () => msgpack_unpack(msgpack_pack(5, ['lz4' => null]), null, ['lz4' => false])), "\n";
?>
--EXPECT--
Error: Option "lz4" needs liblz4, and this msgpack module was built without it
Error: Option "lz4" needs liblz4, and this msgpack module was built without it
Error: Option "lz4" needs liblz4, and this msgpack module was built without it
Error: Option "lz4" needs liblz4, and this msgpack module was built without it
5
