--TEST--
The class MessagePack
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- MessagePack::unpacker() gives a MessagePackUnpacker with the same options', "\n";
$mp = new MessagePack(false, ['ext' => 'object']);
$unpacker = $mp->unpacker();
echo $unpacker::class, "\n";
$unpacker->feed(bytes('80 d40500'));
while ($unpacker->execute()) {
    echo show($unpacker->data()), "\n";
}

echo '--- MessagePack packs and unpacks with its own options', "\n";
class Point { public $x = 1; }
$mp = new MessagePack();
echo hex($mp->pack(new Point)), ' ', show($mp->unpack($mp->pack([1, new Point]))), "\n";
$mp = new MessagePack(false);
echo hex($mp->pack(new Point)), ' ', show($mp->unpack(bytes('82 a161 01 05 02'))), "\n";
$mp = new MessagePack(true);
echo hex($mp->pack(new Point)), "\n";
var_dump($mp->setOption(MessagePack::OPT_PHPONLY, false));
echo hex($mp->pack(new Point)), "\n";
var_dump($mp->setOption(MessagePack::OPT_ASSOC, false), $mp->setOption(MESSAGEPACK_OPT_FORCE_F32, true));
echo hex($mp->pack([0.5, (object) []])), ' ', show($mp->unpack("\x80")), "\n";
var_dump($mp->setOption(5, true));
$mp = new MessagePack(null, ['throw' => true, 'bin' => 'object']);
echo outcome(fn () => $mp->unpack("\xc1")), ' ', outcome(fn () => $mp->unpack(bytes('c40161'))), "\n";
$mp->setOptions(['throw' => false]);
echo outcome(fn () => $mp->unpack("\xc1")), ' ', outcome(fn () => $mp->unpack(bytes('c40161'))), "\n";
echo outcome(fn () => $mp->setOptions(['nope' => 1])), "\n";
echo outcome(fn () => new MessagePack(true, ['max_depth' => 0])), "\n";
$copy = clone $mp;
$copy->setOption(MessagePack::OPT_PHPONLY, false);
echo hex($mp->pack(new Point)), ' ', hex($copy->pack(new Point)), "\n";
echo show($mp->unpack("\x93\x01\x02\x03\x04")), "\n";
ini_set('msgpack.php_only', '0');
echo hex((new MessagePack)->pack(new Point)), "\n";
class Own extends MessagePack { public $extra = 1; public function pack($value): string|false { return 'own ' . bin2hex(parent::pack($value)); } }
echo (new Own(true))->pack([1]), "\n";
?>
--EXPECT--
--- MessagePack::unpacker() gives a MessagePackUnpacker with the same options
MessagePackUnpacker
[]
MsgpackExt{type: 5, data: '\000'}#1
--- MessagePack packs and unpacks with its own options
82c0a5506f696e74a17801 [1, Point{x: 1}#1]
9101 ['a' => 1, 5 => 2]
82c0a5506f696e74a17801
bool(true)
9101
bool(true)
bool(true)
92ca3f00000080 stdClass{}#1
Warning: [msgpack] (MessagePack::setOption) error setting msgpack option
bool(false)
MsgpackException reserved_byte at 0, path $ MsgpackBin{data: 'a'}#1
Warning: [msgpack] (php_msgpack_unserialize) Parse error
false MsgpackBin{data: 'a'}#1
ValueError: MessagePack::setOptions(): Unknown option "nope"
ValueError: MessagePack::__construct(): Option "max_depth" must be between 1 and 4096
82c0a5506f696e74a17801 9101
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
[1, 2, 3]
9101
own 9101
