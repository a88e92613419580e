--TEST--
A message with every type of value and one byte changed gives an error or a value
--FILE--
<?php
require __DIR__ . '/../support.inc';

class P { public int $x = 1; protected ?array $y = null; public function __wakeup() { } }
class U { public $d; public function __serialize(): array { return [1, ['k' => 2]]; } public function __unserialize(array $d): void { $this->d = $d; } }
enum E: string { case A = 'a'; }
ini_set('msgpack.error_display', '0');
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
$a = [1];
$p = new P;
$value = [[1, 300, -70000], 'f' => 1.5, 'o' => [$p, $p, new U, E::A, E::A], 'r' => [&$a, &$a, &$p], 'a' => new ArrayObject([1]), 'n' => [[[]], [null]], 5 => str_repeat('x', 40)];
$bytes = msgpack_pack($value);
$good = $bad = 0;
for ($i = 0; $i < strlen($bytes); $i++) {
    for ($b = 0; $b < 256; $b++) {
        $changed = $bytes;
        $changed[$i] = chr($b);
        try {
            msgpack_unpack($changed, null, ['throw' => true]);
            $good++;
        } catch (Throwable $e) {
            $bad++;
        }
        try {
            msgpack_unpack($changed);
        } catch (Throwable $e) {
        }
    }
}
echo $good + $bad === 256 * strlen($bytes) && $good > strlen($bytes) && $bad > 0 ? 'all done' : "$good $bad", "\n";
?>
--EXPECT--
all done
