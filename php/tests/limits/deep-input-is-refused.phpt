--TEST--
100,000 nested containers of any type in the input: too_deep
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
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
