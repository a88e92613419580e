--TEST--
MsgpackCodec and compressed messages: both directions, errors and their offsets
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

class Item { public int $n = 0; public mixed $any = null; }
$codec = new MsgpackCodec('list<Item>', ['lz4' => 'block-array']);
$items = array_map(fn ($n) => $codec->convert([['n' => $n]])[0], range(1, 100));
$packed = $codec->encode($items);
var_dump(strlen($packed) < 600, $codec->decode($packed) == $items);
echo typed(fn () => $codec->decode(substr_replace(msgpack_pack([['n' => 1], ['n' => 'x']]), '', -1))), "\n";
$wrong = (new MsgpackCodec('mixed', ['lz4' => 'block']))->encode([['n' => 'a text that is long enough to be compressed, and that is no int at all']]);
echo typed(fn () => $codec->decode($wrong)), "\n";
// Offsets are those of the content.
$long = array_fill(0, 100, 'x') + [100 => 1];
try {
    codec('list<int>', ['errors' => 'all', 'lz4' => true])->decode(msgpack_pack($long, ['lz4' => 'block']));
} catch (MsgpackValidationException $error) {
    echo count($error->errors()), ' ', $error->errors()[1]->offset, ' ', $error->errors()[1]->lz4Offset, "\n";
}
?>
--EXPECT--
bool(true)
bool(true)
MsgpackException truncated at 8 $[1].n
wrong_type at 4 $[0].n, expected int, got str: byte 4 of the content compressed at byte 0: int expected, not str
100 5 0
