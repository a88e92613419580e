--TEST--
Messages that arrive byte by byte are returned complete, each once
--FILE--
<?php
require __DIR__ . '/../support.inc';

$messages = [1, 'text', [1, [2, ['k' => 'v']]], ['a' => str_repeat('x', 300)], 1.5, null, new ArrayObject([1]), [], false];
$unpacker = new MessagePackUnpacker();
$out = [];
foreach (str_split(implode('', array_map(msgpack_pack(...), $messages))) as $byte) {
    $unpacker->feed($byte);
    while ($unpacker->execute()) {
        $out[] = $unpacker->data();
    }
}
echo count($out), ' ', $out == $messages ? 'same' : 'different', "\n";
var_dump($unpacker->execute(), $unpacker->data());
?>
--EXPECT--
9 same
bool(false)
bool(false)
