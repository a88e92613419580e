--TEST--
An option overrides the ini setting of its name, for one call
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Point { public $x = 1; }
packs('ini', [new Point, 0.5]);
packs('options', [new Point, 0.5], ['php_only' => false, 'force_f32' => true]);
packs('ini again', [new Point, 0.5]);
ini_set('msgpack.php_only', '0');
ini_set('msgpack.force_f32', '1');
packs('changed ini', [new Point, 0.5]);
packs('options', [new Point, 0.5], ['php_only' => true, 'force_f32' => false]);
packs('str8 off', str_repeat('x', 32), ['use_str8' => false]);
unpacks('82 c0 a5 506f696e74 a178 02', ['php_only' => true]);
?>
--EXPECT--
ini: 9282c0a5506f696e74a17801cb3fe0000000000000
options: 929101ca3f000000
ini again: 9282c0a5506f696e74a17801cb3fe0000000000000
changed ini: 929101ca3f000000
options: 9282c0a5506f696e74a17801cb3fe0000000000000
str8 off: da00207878787878787878787878787878787878787878787878787878787878787878
82 c0 a5 506f696e74 a178 02: Point{x: 2}#1
