--TEST--
Subclasses without the parent's constructor, clones, options changed by hooks, offsets of wrong types
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Unpacker extends MessagePackUnpacker { public function __construct() { } }
class Packer extends MessagePack { public function __construct() { } }
class FirstMsgpack extends Msgpack { public function __construct() { } }
$unpacker = new Unpacker;
var_dump($unpacker->execute("\x05"), $unpacker->data());
echo hex((new Packer)->pack([1])), ' ', hex((new FirstMsgpack)->packer([1])), ' ', hex((new ReflectionClass('MessagePack'))->newInstanceWithoutConstructor()->pack([1])), "\n";

$one = new MessagePack(null, ['allowed_classes' => ['X']]);
$two = clone $one;
$two->setOptions(['allowed_classes' => false]);
unset($one);
echo show($two->unpack(bytes('81c0a158'))), "\n";

class Closes { public function __wakeup() { global $mp; $mp->setOptions(['allowed_classes' => false]); } }
$mp = new MessagePack(null, ['allowed_classes' => ['closes']]);
$bytes = msgpack_pack([new Closes, new Closes]);
echo show($mp->unpack($bytes)), ' ', show($mp->unpack($bytes)), "\n";

$unpacker = new MessagePackUnpacker();
foreach ([PHP_INT_MAX, PHP_INT_MIN, 1.5, '1', null, true, []] as $offset) {
    $given = $offset;
    $outcome = outcome(function () use ($unpacker, &$offset) { return $unpacker->execute("\x01\x02\x03", $offset); });
    echo show($given), ': ', $outcome, ' ', show($unpacker->data()), ' ', show($offset), "\n";
    $unpacker->reset();
}
class Typed { public int $number = 0; public array $array = []; }
$typed = new Typed;
echo outcome(fn () => $unpacker->execute("\x01\x02", $typed->number)), ' ', $typed->number, "\n";
echo outcome(fn () => $unpacker->execute("\x01\x02", $typed->array)), ' ', show($typed->array), "\n";

class Feeds { public static $unpacker; public function __destruct() { echo 'destructor: ', outcome(fn () => self::$unpacker->feed("\x05")), "\n"; } }
Feeds::$unpacker = $unpacker = new MessagePackUnpacker();
$unpacker->feed(msgpack_pack(new Feeds) . "\x01");
var_dump($unpacker->execute(), $unpacker->execute(), $unpacker->data(), $unpacker->execute(), $unpacker->data());
?>
--EXPECT--
bool(true)
int(5)
9101 9101 9101
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'X'}#1
[Closes{}#1, Closes{}#2] [__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Closes'}#1, __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Closes'}#2]
9223372036854775807: false false 3
-9223372036854775807-1: true 1 1
1.5: true 2 2
'1': true 1 1
null: true 1 1
true: true 1 1
[]: true 1 1
true 1
TypeError: Cannot assign int to reference held by property Typed::$array of type array []
destructor: true
bool(true)
bool(true)
object(Feeds)#6 (0) {
}
bool(true)
int(1)
destructor: true
