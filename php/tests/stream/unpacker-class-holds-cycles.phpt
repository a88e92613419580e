--TEST--
The collector frees an unpacked value that refers to its unpacker
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Holder { public $unpacker; public static $gone = 0; public function __destruct() { self::$gone++; } }
for ($i = 0; $i < 10; $i++) {
    $unpacker = new MessagePackUnpacker();
    $unpacker->feed(bytes('81 c0 a6 486f6c646572'));
    $unpacker->execute();
    $value = $unpacker->data();
    $value->unpacker = $unpacker;
    $unpacker->feed(msgpack_pack([1]));
    $unpacker->execute();
    unset($value, $unpacker);
}
gc_collect_cycles();
echo Holder::$gone, "\n";
?>
--EXPECT--
10
