--TEST--
A large message in one request does not make a small one in the next allocate much memory
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../requests.inc';

$script = __DIR__ . '/requests-with-less-memory-than-the-last.inc.php';
file_put_contents($script, <<<'CODE'
<?php
if (isset($_GET['large'])) {
    echo strlen(msgpack_pack(array_fill(0, 60, str_repeat('x', 500000))));
} else {
    ini_set('memory_limit', '4M');
    echo strlen(msgpack_pack(array_fill(0, 300, 'some text')));
}
CODE);
foreach (requests($script, ['', '?large', '', '']) as [$query, $answer]) {
    echo str_pad($query, 6, ' ', STR_PAD_LEFT), ': ', $answer ?: 'ended by a fatal error', "\n";
}
unlink($script);
?>
--EXPECT--
      : 3003
?large: 30000303
      : 3003
      : 3003
