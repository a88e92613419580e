--TEST--
The stream 00 40 7f e0 f0 ff is six integers, in chunks of any size
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach ([1, 2, 3, 6] as $size) {
    $unpacker = new MessagePackUnpacker();
    $found = [];
    foreach (str_split(bytes('00 40 7f e0 f0 ff'), $size) as $piece) {
        $unpacker->feed($piece);
        while ($unpacker->execute()) {
            $found[] = $unpacker->data();
        }
    }
    echo show($found), "\n";
}
?>
--EXPECT--
[0, 64, 127, -32, -16, -1]
[0, 64, 127, -32, -16, -1]
[0, 64, 127, -32, -16, -1]
[0, 64, 127, -32, -16, -1]
