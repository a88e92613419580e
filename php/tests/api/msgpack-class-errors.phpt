--TEST--
Msgpack: unpacker() with malformed or truncated bytes
--FILE--
<?php
require __DIR__ . '/../support.inc';

$msgpack = new Msgpack();
foreach (['c1', '92 01', '01 02', ''] as $hex) {
    echo outcome(fn () => $msgpack->unpacker(bytes($hex))), "\n";
}
echo outcome(fn () => $msgpack->unpacker()), "\n";
$msgpack->feed(bytes('05 c1 06'));
for ($i = 0; $i < 4; $i++) {
    $remains = $msgpack->remain();
    $outcome = outcome(fn () => $msgpack->unpacker());
    echo $remains ? 'remains: ' : 'nothing: ', $outcome, "\n";
}
$throwing = new Msgpack(['throw' => true, 'utf8' => true]);
foreach (['c1', '92 01', '01 02', '', 'a1ff'] as $hex) {
    echo outcome(fn () => $throwing->unpacker(bytes($hex))), "\n";
}
$throwing->feed(bytes('05 a1ff 06'));
for ($i = 0; $i < 4; $i++) {
    echo outcome(fn () => $throwing->unpacker()), "\n";
}
echo outcome(fn () => new Msgpack(['nope' => 1])), "\n";
echo outcome(fn () => clone $throwing), "\n";
?>
--EXPECT--
Warning: [msgpack] (php_msgpack_unserialize) Parse error
false
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
Warning: [msgpack] (php_msgpack_unserialize) Extra bytes
1
null
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
false
remains: 5
Warning: [msgpack] (php_msgpack_unserialize) Parse error
remains: false
remains: 6
Warning: [msgpack] (php_msgpack_unserialize) Insufficient data for unserializing
nothing: false
MsgpackException reserved_byte at 0, path $
MsgpackException truncated at 0, path $
MsgpackException extra_data at 1, path $
MsgpackException truncated at 0, path $
MsgpackException invalid_utf8 at 0, path $
5
MsgpackException invalid_utf8 at 1, path $
6
MsgpackException truncated at 4, path $
ValueError: Msgpack::__construct(): Unknown option "nope"
Error: Trying to clone an uncloneable object of class Msgpack
