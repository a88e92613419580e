--TEST--
Memory does not grow over thousands of malformed messages
--FILE--
<?php
require __DIR__ . '/../support.inc';

class P { public $x; public $y; public int $n = 0; }
ini_set('msgpack.error_display', '0');
error_reporting(E_ALL & ~E_WARNING & ~E_NOTICE);
$p = '83 c0 a150 a178 91 a3616263 a179 ';
$messages = array_map(bytes(...), ["$p c1", "92 $p 90 c1", "82 a161 $p a161 c1", "93 $p 82c0040002 c1", "92 $p", "$p 82 a26b31 a26b32", '81 9101 02', '81 8101 02 03', '82 a161 9101 81 9102 c1',
    '82 c001 a161 91 d92030 c1', '92 82 c0 a150 a16e a178 90', '91 82 c0 a7 436c6f73757265 a161 9101', '82 c0 91 01 a161 91a26161', '82 c0 a150 c0 9103', '83 c0 a150 c0 9103 c1']);
$run = function () use ($messages) {
    foreach ($messages as $bytes) {
        try {
            msgpack_unpack($bytes);
        } catch (Throwable) {
        }
        try {
            msgpack_unpack($bytes, null, ['throw' => true, 'allowed_classes' => false]);
        } catch (Throwable) {
        }
    }
};
for ($i = 0; $i < 300; $i++) {
    $run();
}
gc_collect_cycles();
$before = memory_get_usage();
for ($i = 0; $i < 2000; $i++) {
    $run();
}
gc_collect_cycles();
$grown = memory_get_usage() - $before;
echo $grown < 2000 ? 'no growth' : "$grown bytes more", "\n";
?>
--EXPECT--
no growth
