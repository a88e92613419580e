--TEST--
Warnings about input that is truncated, malformed or followed by more
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Warnings about input that is truncated, malformed or followed by more', "\n";
echo '--- Truncated input: PECL\'s warning and false', "\n";
// vectors/run.php has every truncation.
foreach (['91', 'cc', 'd405', '82 a161 01', 'dd ffffffff'] as $hex) {
    unpacks($hex);
}

echo '--- An invalid byte anywhere in a long string is found, in values and in keys', "\n";
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

echo '--- PECL\'s other warnings: a parse error gives false, extra bytes the value', "\n";
unpacks('c1');
unpacks('92 01 c1');
unpacks('01 02');
unpacks('90 c1');
unpacks('93 01 02 03 04');
unpacks('');
ini_set('msgpack.error_display', '0');
unpacks('c1');
unpacks('91');
unpacks('01 02');
?>
--EXPECT--
--- Warnings about input that is truncated, malformed or followed by more
--- Truncated input: PECL's warning and false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
91: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
cc: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
d405: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
82 a161 01: false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
dd ffffffff: false
--- An invalid byte anywhere in a long string is found, in values and in keys
0 missed of 3600
bool(true)
--- PECL's other warnings: a parse error gives false, extra bytes the value
Warning: [msgpack] (php_msgpack_unserialize) Parse error
c1: false
Warning: [msgpack] (php_msgpack_unserialize) Parse error
92 01 c1: false
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
01 02: 1
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
90 c1: []
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
93 01 02 03 04: [1, 2, 3]
: null
c1: false
91: false
01 02: 1
