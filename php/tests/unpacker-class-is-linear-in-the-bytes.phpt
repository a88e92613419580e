--TEST--
A 2 MB array that arrives in pieces of 64 bytes costs time linear in its bytes
--FILE--
<?php
require __DIR__ . '/support.inc';

$bytes = msgpack_pack(array_fill(0, 200000, 'xxxxxxxxx'));
// Processor seconds, which other processes on the machine do not take.
$processor = fn (): float => ($used = getrusage())['ru_utime.tv_sec'] + $used['ru_utime.tv_usec'] / 1e6;
$time = function (int $size) use ($bytes, $processor): float {
    $unpacker = new MessagePackUnpacker();
    $start = $processor();
    foreach (str_split($bytes, $size) as $piece) {
        $unpacker->feed($piece);
        $whole = $unpacker->execute();
    }
    $spent = $processor() - $start;
    if (!$whole || count($unpacker->data()) !== 200000) {
        echo "wrong value\n";
    }
    return $spent;
};
$spent = $time(64);
// It needs a tenth of a second; starting over at each piece would take 32,000
// scans of 1 MB: minutes.
echo $spent < 30 ? 'linear' : "took $spent s", "\n";
?>
--EXPECT--
linear
