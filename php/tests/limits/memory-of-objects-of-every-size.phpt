--TEST--
MsgpackCodec: objects of every size take at most 256 times the bytes of the message and 1 MiB, and the list around them 32 times
--INI--
memory_limit=1G
--FILE--
<?php
/** The most bytes allocated at once while the codec reads a list of n empty maps, or as many as it takes. */
function peak(MsgpackCodec $codec, int $n): int
{
    $bytes = "\xdd" . pack('N', $n) . str_repeat("\x80", $n);
    gc_collect_cycles();
    $before = memory_get_usage();
    memory_reset_peak_usage();
    try {
        $value = $codec->decode($bytes);
    } catch (MsgpackException $error) {
        if ($error->name !== 'size_limit') {
            throw $error;
        }
    }
    return memory_get_peak_usage() - $before;
}

// The sizes between those that the allocator has, with a destructor and with a method to call for each object, too.
foreach ([0, 1, 5, 9, 13, 14, 15, 18, 20, 24, 30, 40, 70, 130, 190, 300] as $count) {
    $fields = implode(' ', array_map(fn ($i) => "public int \$f$i = 0;", range(1, $count ?: 1)));
    $body = $count === 0 ? '' : $fields;
    eval("class Of$count { $body } class Ends$count { $body public function __destruct() {} } class Calls$count { $body #[Msgpack\After] public function call(): void {} }");
    foreach (['Of', 'Ends', 'Calls'] as $kind) {
        $codec = new MsgpackCodec("list<$kind$count>");
        peak($codec, 100); // fills the caches
        foreach ([1000, 10000, 33000, 70000, 100000, 140000] as $n) {
            $most = (PHP_DEBUG ? 2 : 1) * (256 * $n + (1 << 20)) + 32 * $n + 8192;
            $peak = peak($codec, $n);
            if ($peak > $most) {
                printf("%s%d, %d objects: %d bytes, %.1f for each byte of the message\n", $kind, $count, $n, $peak, ($peak - (1 << 20)) / $n);
            }
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
