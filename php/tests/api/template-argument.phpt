--TEST--
The template argument of unpack: the resulting values
--FILE--
<?php
require __DIR__ . '/../support.inc';

#[AllowDynamicProperties]
class Point { public $x; public $y; }
class Line { public $from; public $to; public $name = 'line'; }
class Made { public $a; public $made = 'no'; public function __construct() { $this->made = 'yes'; } }
$list = msgpack_pack([1, 2]);
$map = msgpack_pack(['x' => 1, 'y' => 2]);
echo show(msgpack_unpack($list, new Point)), "\n";
echo show(msgpack_unpack($map, new Point)), "\n";
echo show(msgpack_unpack($list, 'Point')), "\n";
echo show(msgpack_unpack(msgpack_pack([[1, 2], [3, 4]]), ['Point'])), "\n";
echo show(msgpack_unpack(msgpack_pack([[1, 2], [3, 4]]), [new Point])), "\n";
echo show(msgpack_unpack(msgpack_pack(['p' => [1, 2], 'q' => 5]), ['p' => new Point, 'q' => null])), "\n";
echo show(msgpack_unpack(msgpack_pack([5]), new Made)), "\n";
echo show(msgpack_unpack(msgpack_pack(7), new Made)), "\n";
echo show(msgpack_unpack(msgpack_pack(new Point), new Point)), "\n";
echo show(msgpack_unpack(msgpack_pack(['z' => 1]), new Point)), "\n";
echo show((new MessagePack)->unpack($list, new Point)), "\n";
$unpacker = new MessagePackUnpacker();
$unpacker->feed($list);
$unpacker->execute();
echo show($unpacker->data(new Point)), "\n";
?>
--EXPECT--
Point{x: 1, y: 2}#1
Point{x: 1, y: 2}#1
Point{x: 1, y: 2}#1
[Point{x: 1, y: 2}#1, Point{x: 3, y: 4}#2]
[Point{x: 1, y: 2}#1, Point{x: 3, y: 4}#2]
['p' => Point{x: 1, y: 2}#1, 'q' => 5]
Made{a: 5, made: 'yes'}#1
Made{a: 7, made: 'yes'}#1
Point{x: null, y: null}#1
Point{x: null, y: null, z: 1}#1
Point{x: 1, y: 2}#1
Point{x: 1, y: 2}#1
