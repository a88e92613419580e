--TEST--
Every proper prefix of a message with every type of value is truncated, and nothing leaks
--FILE--
<?php
require __DIR__ . '/../support.inc';

class P { public $x; protected $y = 'prot'; public function __wakeup() { echo "never\n"; } }
class U { public $d; public function __serialize(): array { return [1, ['k' => 2]]; } public function __unserialize(array $d): void { echo "never\n"; } }
$a = [1];
$p = new P;
$value = ['ints' => [1, -1, 300, 70000, -70000], 'f' => 1.5, 's' => ['short', str_repeat('m', 40), str_repeat('l', 300)], 'o' => [$p, $p, new U], 'r' => [&$a, &$a],
    'b' => new MsgpackBin('bin'), 'e' => new MsgpackExt(5, 'ext'), 't' => new MsgpackTimestamp(5, 6), 'n' => [[[[]]], [null, true, false]], 5 => 'five'];
$bytes = msgpack_pack($value);
$other = 0;
for ($n = 0; $n < strlen($bytes); $n++) {
    $prefix = substr($bytes, 0, $n);
    try {
        msgpack_unpack($prefix, null, ['throw' => true]);
        echo "no error at $n\n";
    } catch (MsgpackException $e) {
        if ($e->name !== 'truncated' || $e->offset > $n) {
            echo "$n: ", $e->getMessage(), "\n";
        }
    }
    ini_set('msgpack.error_display', '0');
    if (msgpack_unpack($prefix) !== ($n ? false : null)) {
        echo "$n: not false\n";
    }
}
echo strlen($bytes), " prefixes\n";
?>
--EXPECT--
479 prefixes
