--TEST--
MSGPACK_ARRAY_POLICY selects one of the three policies
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
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
