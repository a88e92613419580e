--TEST--
MessagePack::unpacker() gives a MessagePackUnpacker with the same options
--FILE--
<?php
require __DIR__ . '/../support.inc';

$mp = new MessagePack(false, ['ext' => 'object']);
$unpacker = $mp->unpacker();
echo $unpacker::class, "\n";
$unpacker->feed(bytes('80 d40500'));
while ($unpacker->execute()) {
    echo show($unpacker->data()), "\n";
}
?>
--EXPECT--
MessagePackUnpacker
[]
MsgpackExt{type: 5, data: '\000'}#1
