--TEST--
Beyond memory_limit every function ends in PHP's fatal error, with shutdown functions, and never in the end of the process
--FILE--
<?php
/* Newer versions of PHP end the process at twice the limit: each work needs more than that, in many small or in a few large
 * allocations. Without PHP's allocator, as under AddressSanitizer, there is no limit. */
if (getenv('USE_ZEND_ALLOC') === '0')
    exit("all ended by the fatal error\n");
const PRELUDE = <<<'PHP'
register_shutdown_function(function () { echo 'shutdown'; });
class Point { public ?int $a = null, $b = null, $c = null, $d = null, $e = null, $f = null, $g = null, $h = null; }
function elements(int $n, string $one) { return "\xdd" . pack('N', $n) . str_repeat($one, $n); }
function entries(int $n, callable $key) { $s = "\xdf" . pack('N', $n); for ($i = 0; $i < $n; $i++) $s .= $key($i) . "\x01"; return $s; }
PHP;
const WORKS = [
    'lists' => 'msgpack_unpack(elements(200000, "\x91\x01"));',
    'ints' => 'msgpack_unpack(elements(2500000, "\x01"));',
    'short strings' => 'msgpack_unpack(elements(900000, "\xa2ab"));',
    'strings' => 'msgpack_unpack(elements(80000, "\xd9\x64" . str_repeat("x", 100)));',
    'long strings' => 'msgpack_unpack(elements(11, "\xdb" . pack("N", 900000) . str_repeat("x", 900000)));',
    'bins as objects' => 'msgpack_unpack(elements(150000, "\xc4\x01x"), null, ["bin" => "object"]);',
    'exts as objects' => 'msgpack_unpack(elements(150000, "\xd4\x05x"), null, ["ext" => "object"]);',
    'records' => 'msgpack_unpack(elements(90000, "\x82\xa1a\x01\xa1b\x02"));',
    'records in records' => 'msgpack_unpack(elements(50000, "\x81\xa1a\x81\xa1b\x91\xa2xy"));',
    'map of strings' => 'msgpack_unpack(entries(350000, fn($i) => sprintf("\xa8k%07d", $i)));',
    'map of ints' => 'msgpack_unpack(entries(700000, fn($i) => "\xce" . pack("N", $i * 7)));',
    'objects' => 'msgpack_unpack(elements(80000, msgpack_pack(new Point)));',
    'stdClass' => 'msgpack_unpack(elements(100000, "\x81\xa1a\x01"), null, ["assoc" => false]);',
    'typed objects' => 'msgpack_unpack(elements(150000, "\x80"), null, ["type" => "list<Point>"]);',
    'typed strings' => 'msgpack_unpack(elements(900000, "\xa2ab"), null, ["type" => "list<string>"]);',
    'typed lists' => 'msgpack_unpack(elements(200000, "\x91\x01"), null, ["type" => "list<list<int>>"]);',
    'typed maps' => 'msgpack_unpack(elements(90000, "\x81\xa1a\x01"), null, ["type" => "list<map<string,int>>"]);',
    'lists in mixed' => 'msgpack_unpack(elements(200000, "\x91\x01"), null, ["type" => "list<mixed>"]);',
    'stream' => '$u = new MessagePackUnpacker; for ($i = 0; $i < 100; $i++) $u->feed(elements(300000, "\x01"));',
    'value of a stream' => '$u = new MessagePackUnpacker; $u->feed(elements(200000, "\x91\x01")); $u->execute();',
    'convert()' => '(new MsgpackCodec("list<Point>"))->convert(array_fill(0, 150000, ["a" => 1]));',
    'encode()' => '$p = new Point; $p->a = PHP_INT_MAX; (new MsgpackCodec("list<Point>"))->encode(array_fill(0, 450000, $p));',
    'msgpack_pack() of strings' => 'msgpack_pack(array_fill(0, 250000, str_repeat("z", 60)));',
    'msgpack_pack() of long strings' => 'msgpack_pack(array_fill(0, 60, str_repeat("z", 500000)));',
    'msgpack_pack() of typed values' => '$r = new MsgpackTypeRegistry; $r->register(Point::class, "P", ["a"]); $p = new Point; msgpack_pack(array_fill(0, 900000, $p), ["types" => $r]);',
];

$pass = 0;
foreach (WORKS as $name => $work) {
    $command = [PHP_BINARY, '-n', '-d', 'extension=' . getenv('MSGPACK_MODULE'), '-d', 'memory_limit=16M', '-d', 'display_errors=1',
        '-d', 'log_errors=0', '-r', PRELUDE . "\n" . $work . "\necho 'done ';"];
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
    $text = stream_get_contents($pipes[1]);
    $status = proc_close($process);
    $over = $status === 255 && str_contains($text, 'Allowed memory size of 16777216 bytes exhausted') && str_ends_with($text, 'shutdown');
    if ($over)
        $pass++;
    else
        echo "$name: status $status, ", substr($text, 0, 300), "\n";
}
echo $pass === count(WORKS) ? 'all' : $pass, " ended by the fatal error\n";
?>
--EXPECT--
all ended by the fatal error
