--TEST--
execute() continues a message that began in the previous string
--FILE--
<?php
require __DIR__ . '/../support.inc';

$unpacker = new MessagePackUnpacker();
$offset = 0;
var_dump($unpacker->execute(bytes('93 01 a3'), $offset), $offset);
$offset = 0;
var_dump($unpacker->execute(bytes('616263 02 05'), $offset), $offset);
echo show($unpacker->data()), "\n";
?>
--EXPECT--
bool(false)
int(3)
bool(true)
int(4)
[1, 'abc', 2]
