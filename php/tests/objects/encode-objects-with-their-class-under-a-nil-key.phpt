--TEST--
An object is a map whose first entry is nil and the class name
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Point { public $x = 1; protected $y = 2; private $z = 3; }
class Pixel extends Point { public $colour = 'red'; private $z = 4; }
class Nothing { }
packs('public, protected, private', new Point);
packs('with its parent\'s private property', new Pixel);
packs('no properties', new Nothing);
packs('stdClass', (object) ['a' => 1]);
packs('stdClass, empty', new stdClass);
packs('in a list', [new Nothing, (object) []]);
foreach ([new Point, new Pixel, new Nothing, (object) ['a' => [1], '5' => 2], [new Nothing, (object) []]] as $value) {
    echo show(msgpack_unpack(msgpack_pack($value))), "\n";
}
?>
--EXPECT--
public, protected, private: 84c0a5506f696e74a17801a4002a007902a800506f696e74007a03
with its parent's private property: 86c0a5506978656ca17801a4002a007902a800506f696e74007a03a6636f6c6f7572a3726564a800506978656c007a04
no properties: 81c0a74e6f7468696e67
stdClass: 82c0a8737464436c617373a16101
stdClass, empty: 81c0a8737464436c617373
in a list: 9281c0a74e6f7468696e6781c0a8737464436c617373
Point{x: 1, *y: 2, -z: 3}#1
Pixel{x: 1, *y: 2, Point-z: 3, colour: 'red', -z: 4}#1
Nothing{}#1
stdClass{a: [1], 5: 2}#1
[Nothing{}#1, stdClass{}#2]
