--TEST--
A fatal error or the memory limit during unpacking: the request's end can free the incomplete value
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../requests.inc';

$script = __DIR__ . '/fatal-errors-in-unfinished-values.inc.php';
file_put_contents($script, <<<'CODE'
<?php
/* Objects with their own free function, whose properties PHP frees also after a fatal error. */
class Sub extends ArrayObject { public $data; public ?array $typed = null; public ?ArrayObject $other = null; }
function fill_with_rubbish(): void
{
    for ($q = [], $i = 0; $i < 2000; $i++) {
        $q[] = str_repeat('A', 290);
    }
}
spl_autoload_register(function ($c) { eval('class Sub {}'); }); // a compile error
$map = ['key1' => 1, 'key2' => 2, 'key3' => 3, 'key4' => 4];
for ($i = 0; $i < 5; $i++) {
    msgpack_unpack(msgpack_pack($map));
}
fill_with_rubbish();
echo 'begun';
flush();
$boom = "\x81\xc0\xa4Boom";
switch (key($_GET)) {
    case 'shape': /* inside a map of a known shape */
        msgpack_unpack("\x82\xc0\xa3Sub\xa4data\x84\xa4key1\x01\xa4key2$boom\xa4key3\x01\xa4key4\x01");
        break;
    case 'list':
        msgpack_unpack("\x82\xc0\xa3Sub\xa4data\x94\xa8some text\x84\xa4key1\x01\xa4key2\x01\xa4key3\x01\xa4key4\x01$boom\x01");
        break;
    case 'reference': /* a typed property's value that became a reference, and a back reference to it */
        msgpack_unpack("\x83\xc0\xa3Sub\xa5typed\x84\xc0\x01\xa1a\x01\xa1b$boom\xa1c\x02\xa5other\xc0");
        break;
    case 'twice':
        msgpack_unpack("\x93\x83\xc0\xa3Sub\xa5typed\x82\xc0\x01\xa1a\x01\xa4data\x01\x83\xc0\xa3Sub\xa5typed\x82\xc0\x02\x00\x03\xa5typed\x81\xa1x$boom$boom");
        break;
    case 'learn': /* shapes replace others until memory_limit (in steps of KiB; of 2 MiB in PHP's allocator) */
        $messages = [];
        for ($size = 1; $size <= 60; $size += 59) {
            for ($i = 0; $i < 1500; $i++) {
                for ($j = 0, $m = []; $j < $size; $j++) {
                    $m["k{$i}x$j"] = 1;
                }
                $messages[] = msgpack_pack($m);
            }
        }
        unset($m);
        ini_set('memory_limit', (string) (memory_get_usage() + ((int) $_GET['learn'] << 10)));
        foreach ($messages as $message) {
            msgpack_unpack($message);
            msgpack_unpack($message);
        }
}
CODE);
foreach (requests($script, ['', '?shape', '', '?list', '?reference', '?twice', '', '?learn=256', '?learn=512', '?learn=768', '?learn=1792', '']) as [$query, $answer]) {
    echo str_pad($query, 11, ' ', STR_PAD_LEFT), ': ', $answer, "\n";
}
unlink($script);
?>
--EXPECT--
           : begun
     ?shape: begun
           : begun
      ?list: begun
 ?reference: begun
     ?twice: begun
           : begun
 ?learn=256: begun
 ?learn=512: begun
 ?learn=768: begun
?learn=1792: begun
           : begun
