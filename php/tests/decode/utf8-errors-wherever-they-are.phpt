--TEST--
An invalid byte anywhere in a long string is found, in values and in keys
--FILE--
<?php
require __DIR__ . '/../support.inc';

$good = str_repeat('aé速😀', 30);
$missed = 0;
for ($at = 0; $at < strlen($good); $at++) {
    $bad = $good;
    $bad[$at] = "\xff";
    foreach ([$bad, [$bad], [$bad => 1], ['k' => ['x', $bad]]] as $value) {
        $missed += !str_contains(outcome(fn () => msgpack_pack($value, ['utf8' => true, 'throw' => true])), 'invalid_utf8');
        $bytes = msgpack_pack($value);
        $missed += !str_contains(outcome(fn () => msgpack_unpack($bytes, null, ['utf8' => true, 'throw' => true])), 'invalid_utf8');
        $missed += msgpack_unpack($bytes) !== $value;
    }
}
echo $missed, ' missed of ', 12 * strlen($good), "\n";
var_dump(msgpack_unpack(msgpack_pack([$good => $good], ['utf8' => true]), null, ['utf8' => true]) === [$good => $good]);
?>
--EXPECT--
0 missed of 3600
bool(true)
