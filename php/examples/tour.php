<?php
/** A first look: php -n -d extension=.../msgpack.so tour.php */
declare(strict_types=1);

function show(string $what, string $result): void
{
    printf("  %-46s %s\n", $what, $result);
}

echo "a record, packed and unpacked\n";
$record = ['id' => 7, 'name' => '速い', 'tags' => ['a', 'b'], 'score' => 0.5, 'note' => null];
$bytes = msgpack_pack($record);
show('msgpack_pack', bin2hex($bytes));
show('msgpack_unpack', msgpack_unpack($bytes) === $record ? 'the same record' : 'another record');
show('bytes: MessagePack, JSON, serialize', strlen($bytes) . ', ' . strlen(json_encode($record)) . ', ' . strlen(serialize($record)));

echo "the class Msgpack\n";
$msgpack = new Msgpack();
show('["A", "B", "C"], arrays on', bin2hex($msgpack->packer(['A', 'B', 'C'])));
$msgpack->setopt(MSGPACK_ENABLE_ARRAY, false);
show('["A", "B", "C"], arrays off', bin2hex($msgpack->packer(['A', 'B', 'C'])));
$stream = new Msgpack();
$stream->feed("\x00\x40\x7f\xe0\xf0\xff");
$numbers = [];
while ($stream->remain()) {
    $numbers[] = $stream->unpacker(null);
}
show('the stream 00 40 7f e0 f0 ff', implode(' ', $numbers));

echo "bytes that are not trusted\n";
$object = msgpack_pack(new ArrayObject([1]));
show('an object, allowed_classes => false', get_class(msgpack_unpack($object, options: ['allowed_classes' => false])));
try {
    msgpack_unpack(substr($bytes, 0, -9), options: ['throw' => true]);
} catch (MsgpackException $error) {
    show('a message cut short', $error->getMessage());
}
