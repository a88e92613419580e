--TEST--
A 2 MB array that arrives in chunks of 64 bytes takes time linear in its bytes
--FILE--
<?php
require __DIR__ . '/support.inc';

$bytes = msgpack_pack(array_fill(0, 200000, 'xxxxxxxxx'));
// CPU seconds, which do not depend on other processes.
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
// This takes 0.1 s; starting over with each chunk would be 32,000 scans of 1 MB and
// take minutes.
echo $spent < 30 ? 'linear' : "took $spent s", "\n";
?>
--EXPECT--
linear
