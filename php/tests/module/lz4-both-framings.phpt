--TEST--
lz4: both framings are written and read; short messages are not compressed
--FILE--
<?php
require __DIR__ . '/../support.inc';

$rows = [];
for ($i = 0; $i < 5000; $i++) {
    $rows[] = ['id' => $i, 'name' => "row $i", 'on' => $i % 3 === 0];
}
$plain = msgpack_pack($rows);
foreach (['block-array' => '/^d?[\x90-\xdd].{0,2}[\xc7\xd4-\xd8].?\x62/s', 'block' => '/^[\xc8\xc9].{2,4}\x63\xd2/s'] as $form => $head) {
    foreach ([0, 1, 12] as $level) {
        $packed = msgpack_pack($rows, ['lz4' => $form, 'lz4_level' => $level]);
        echo "$form $level: ", preg_match($head, $packed), ' ', strlen($packed) < strlen($plain) / 2 ? 'small' : 'large', ' ',
            msgpack_unpack($packed, null, ['lz4' => true]) === $rows ? 'same' : 'other', "\n";
    }
}
echo msgpack_unpack($plain, null, ['lz4' => true]) === $rows ? "plain is read\n" : "wrong\n";
foreach ([61, 62] as $n) {
    $text = str_repeat('a', $n);
    packs("$n letters", $text, ['lz4' => 'block']);
    packs("$n letters", $text, ['lz4' => 'block-array']);
}
packs('what looks like a compressed one', new MsgpackExt(99, 'abc'), ['lz4' => 'block']);
echo msgpack_unpack(msgpack_pack(new MsgpackExt(99, 'abc'), ['lz4' => 'block']), null, ['lz4' => true, 'ext' => 'object'])->data, "\n";
packs('none', str_repeat('a', 62), ['lz4' => null]);
unpacks('c71263d2000000403fd93e61010025506161616161', ['lz4' => false]);
?>
--EXPECT--
block-array 0: 1 small same
block-array 1: 1 small same
block-array 12: 1 small same
block 0: 1 small same
block 1: 1 small same
block 12: 1 small same
plain is read
61 letters: d93d61616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161
61 letters: d93d61616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161
62 letters: c71263d2000000403fd93e61010025506161616161
62 letters: 92d46240c60000000d3fd93e61010025506161616161
what looks like a compressed one: c70c63d20000000660c70363616263
abc
none: d93e6161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161616161
c71263d2000000403fd93e61010025506161616161: null
