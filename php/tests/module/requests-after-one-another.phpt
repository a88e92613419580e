--TEST--
Caches filled by one request are used by the next, also after exit and fatal errors
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../requests.inc';

$script = __DIR__ . '/requests-after-one-another.inc.php';
file_put_contents($script, <<<'CODE'
<?php
class R { public int $id = 0; public ?string $name = null; protected array $tags = [1]; }
class Exits { public $x = 1; public function __wakeup() { exit; } public function __sleep() { return isset($_GET['sleep']) ? exit : ['x']; } }
$records = [];
for ($i = 0; $i < 60; $i++) {
    $records[] = ['id' => $i, 'name' => "n$i", 'score' => $i / 3, 'k' . $i % 5 => [$i, new R]];
}
for ($round = 0; $round < 3; $round++) {
    echo msgpack_unpack(msgpack_pack($records)) == $records ? 'same ' : 'different ';
}
switch (key($_GET)) {
    case 'wakeup': msgpack_unpack(msgpack_pack([$records, new Exits, $records]));
    case 'sleep': msgpack_pack([$records, new Exits, $records]);
    case 'autoload': spl_autoload_register(fn () => exit); msgpack_unpack("\x82\xa2id\x91\x05\xa4name\x82\xc0\xa7Unknown\xa1x\x05");
    case 'fatal': ini_set('memory_limit', '4M'); msgpack_unpack("\xdd\x00\x01\x86\xa0" . str_repeat("\x81\xa2id\xd9\x64" . str_repeat('x', 100), 100000));
}
echo 'to the end';
CODE);
// With opcache, which interns no strings in a request, too.
$queries = ['', '', '?wakeup', '', '?sleep', '', '?autoload', '', '?fatal', '', ''];
foreach ([...requests($script, $queries), ...requests($script, $queries, ['zend_extension=opcache'])] as [$query, $answer]) {
    echo str_pad($query, 10, ' ', STR_PAD_LEFT), ': ', $answer, "\n";
}
unlink($script);
?>
--EXPECT--
          : same same same to the end
          : same same same to the end
   ?wakeup: same same same
          : same same same to the end
    ?sleep: same same same
          : same same same to the end
 ?autoload: same same same
          : same same same to the end
    ?fatal: same same same
          : same same same to the end
          : same same same to the end
          : same same same to the end
          : same same same to the end
   ?wakeup: same same same
          : same same same to the end
    ?sleep: same same same
          : same same same to the end
 ?autoload: same same same
          : same same same to the end
    ?fatal: same same same
          : same same same to the end
          : same same same to the end
