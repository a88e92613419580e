--TEST--
A 2 MB array that arrives in pieces of 64 bytes costs time linear in its bytes
--FILE--
<?php
require __DIR__ . '/support.inc';

$bytes = msgpack_pack(array_fill(0, 200000, 'xxxxxxxxx'));
$time = function (int $size) use ($bytes): float {
    $unpacker = new MessagePackUnpacker();
    $start = hrtime(true);
    foreach (str_split($bytes, $size) as $piece) {
        $unpacker->feed($piece);
        $whole = $unpacker->execute();
    }
    $spent = (hrtime(true) - $start) / 1e9;
    if (!$whole || count($unpacker->data()) !== 200000) {
        echo "wrong value\n";
    }
    return $spent;
};
$spent = $time(64);
// Starting over at each piece would take 32,000 scans of 1 MB: minutes.
echo $spent < 5 ? 'linear' : "took $spent s", "\n";
?>
--EXPECT--
linear
