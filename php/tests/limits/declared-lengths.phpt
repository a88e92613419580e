--TEST--
Declared lengths without the data
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- 100,000 nested containers of any type in the input: too_deep', "\n";
foreach (["\x91", "\x81\xa1a", "\x81", "\x81\xc0", "\x82\xc0\xa8stdClass\xa1a", "\x92\x90"] as $open) {
    $bytes = str_repeat($open, 100000) . str_repeat("\xc0", 200000);
    try {
        msgpack_unpack($bytes, null, ['throw' => true]);
        echo "no error\n";
    } catch (MsgpackException $e) {
        echo hex($open), ": $e->name at $e->offset\n";
    }
    var_dump(@msgpack_unpack($bytes));
}
$unpacker = new MessagePackUnpacker(null, ['throw' => true]);
$unpacker->feed(str_repeat("\x91", 100000));
echo 'in a stream: ', outcome(fn () => $unpacker->execute()), "\n";

echo '--- Lengths and numbers at the edges of 32 and 64 bits', "\n";
foreach (['c9 ffffffff', 'c9 ffffffff 01 ' . str_repeat('00', 300), 'c9 fffffffe 01', 'db ffffffff ' . str_repeat('61', 64), 'c6 ffffffff ' . str_repeat('61', 64), 'df 7fffffff 0000', 'df 80000000', 'dd 80000000'] as $hex) {
    unpacks($hex, ['throw' => true]);
}
unpacks('81 d3 ffffffffffffffff 01');
unpacks('81 cf ffffffffffffffff 01');
?>
--EXPECT--
--- 100,000 nested containers of any type in the input: too_deep
91: too_deep at 1024
bool(false)
81a161: too_deep at 3072
bool(false)
81: too_deep at 1024
bool(false)
81c0: too_deep at 2048
bool(false)
82c0a8737464436c617373a161: too_deep at 13312
bool(false)
9290: too_deep at 2047
bool(false)
in a stream: MsgpackException too_deep at 1024, path $[0][0][0][0][0][0][0][0][0][0][0][0][0][...
--- Lengths and numbers at the edges of 32 and 64 bits
c9 ffffffff: MsgpackException truncated at 0, path $
c9 ffffffff 01 000000000000000000000000000000000000000000000...: MsgpackException truncated at 0, path $
c9 fffffffe 01: MsgpackException truncated at 0, path $
db ffffffff 616161616161616161616161616161616161616161616161...: MsgpackException truncated at 0, path $
c6 ffffffff 616161616161616161616161616161616161616161616161...: MsgpackException truncated at 0, path $
df 7fffffff 0000: MsgpackException truncated at 0, path $
df 80000000: MsgpackException truncated at 0, path $
dd 80000000: MsgpackException truncated at 0, path $
81 d3 ffffffffffffffff 01: [-1 => 1]
81 cf ffffffffffffffff 01: ['18446744073709551615' => 1]
