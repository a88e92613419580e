--TEST--
The class Msgpack
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Msgpack: the examples of the reference article', "\n";
$msgpack = new Msgpack();
echo hex($msgpack->packer(['A', 'B', 'C'])), "\n";
var_dump($msgpack->setopt(MSGPACK_ENABLE_ARRAY, false));
echo hex($msgpack->packer(['A', 'B', 'C'])), "\n";
var_dump($msgpack->setopt(MSGPACK_ENABLE_ARRAY, true));
echo hex($msgpack->packer(['A', 'B', 'C'])), "\n";
echo show($msgpack->unpacker(bytes('93a141a142a143'))), "\n";
echo show($msgpack->unpacker(bytes('8300a14101a14202a143'))), "\n";
foreach (str_split(bytes('00 40 7f e0 f0 ff'), 4) as $piece) {
    var_dump($msgpack->feed($piece));
    while ($msgpack->remain()) {
        echo show($msgpack->unpacker(null)), "\n";
    }
}
var_dump($msgpack->remain());

echo '--- MSGPACK_ARRAY_POLICY selects one of the three policies', "\n";
$values = ['list' => ['A'], 'string keys' => ['a' => 1], 'integer keys' => [3 => 'A'], 'mixed' => ['a' => 1, 0 => 2], 'empty' => []];
foreach (['MSGPACK_ARRAYS_DETECT', 'MSGPACK_ARRAYS_STRICT', 'MSGPACK_ARRAYS_MAP'] as $policy) {
    $msgpack = new Msgpack(['throw' => true]);
    var_dump($msgpack->setopt(MSGPACK_ARRAY_POLICY, constant($policy)));
    foreach ($values as $name => $value) {
        echo "$policy, $name: ", outcome(fn () => hex($msgpack->packer($value))), "\n";
    }
}
$msgpack->setopt(MSGPACK_ARRAY_POLICY, MSGPACK_ARRAYS_STRICT);
$msgpack->setopt(MSGPACK_ENABLE_ARRAY, false);
echo hex($msgpack->packer([1])), "\n";
$msgpack->setopt(MSGPACK_ENABLE_ARRAY, true);
echo outcome(fn () => hex($msgpack->packer([5 => 1]))), "\n";
var_dump($msgpack->setopt(MSGPACK_ARRAY_POLICY, 7), $msgpack->setopt(MSGPACK_ARRAY_POLICY, 'map'), $msgpack->setopt(99, true));

echo '--- Msgpack makes no objects unless allowed_classes has their class', "\n";
class Evil { public $a; public function __wakeup() { echo "wakeup\n"; } }
echo show((new Msgpack())->unpacker(bytes('82 c0 a4 4576696c a161 01'))), "\n";
echo show((new Msgpack(['allowed_classes' => ['evil']]))->unpacker(bytes('82 c0 a4 4576696c a161 01'))), "\n";
?>
--EXPECT--
--- Msgpack: the examples of the reference article
93a141a142a143
bool(true)
8300a14101a14202a143
bool(true)
93a141a142a143
['A', 'B', 'C']
['A', 'B', 'C']
bool(true)
0
64
127
-32
bool(true)
-16
-1
bool(false)
--- MSGPACK_ARRAY_POLICY selects one of the three policies
bool(true)
MSGPACK_ARRAYS_DETECT, list: '91a141'
MSGPACK_ARRAYS_DETECT, string keys: '81a16101'
MSGPACK_ARRAYS_DETECT, integer keys: '8103a141'
MSGPACK_ARRAYS_DETECT, mixed: '82a161010002'
MSGPACK_ARRAYS_DETECT, empty: '90'
bool(true)
MSGPACK_ARRAYS_STRICT, list: '91a141'
MSGPACK_ARRAYS_STRICT, string keys: '81a16101'
MSGPACK_ARRAYS_STRICT, integer keys: MsgpackException unsupported_type at 0, path $
MSGPACK_ARRAYS_STRICT, mixed: MsgpackException unsupported_type at 0, path $
MSGPACK_ARRAYS_STRICT, empty: '90'
bool(true)
MSGPACK_ARRAYS_MAP, list: '8100a141'
MSGPACK_ARRAYS_MAP, string keys: '81a16101'
MSGPACK_ARRAYS_MAP, integer keys: '8103a141'
MSGPACK_ARRAYS_MAP, mixed: '82a161010002'
MSGPACK_ARRAYS_MAP, empty: '80'
810001
MsgpackException unsupported_type at 0, path $
Warning: [msgpack] (Msgpack::setopt) error setting msgpack option
Warning: [msgpack] (Msgpack::setopt) error setting msgpack option
Warning: [msgpack] (Msgpack::setopt) error setting msgpack option
bool(false)
bool(false)
bool(false)
--- Msgpack makes no objects unless allowed_classes has their class
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Evil', a: 1}#1
wakeup
Evil{a: 1}#1
