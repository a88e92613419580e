--TEST--
Option incomplete: objects of classes that are not allowed, or do not exist, are an error
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Note { public $text = 'a'; }
enum Suit: string { case Hearts = 'h'; }
function unpack_as(string $bytes, array $options): string
{
    try {
        return get_debug_type(msgpack_unpack($bytes, options: $options + ['throw' => true]));
    } catch (MsgpackException $e) {
        return "$e->name " . $e->getMessage();
    }
}
$values = ['note' => new Note(), 'enum' => Suit::Hearts, 'storage' => new ArrayObject([1]), 'empty' => new stdClass(), 'deep' => ['a' => [1, new Note()]], 'array' => [1]];
foreach ($values as $name => $value) {
    foreach ([false, ['note', 'Suit', 'ArrayObject', 'stdClass'], true] as $allowed) {
        echo $name, ' ', json_encode($allowed), ': ', unpack_as(msgpack_pack($value), ['allowed_classes' => $allowed, 'incomplete' => 'error']), "\n";
    }
}
$unknown = str_replace('Note', 'Nope', msgpack_pack([new Note()]));
echo unpack_as($unknown, ['incomplete' => 'error']), "\n", unpack_as($unknown, ['incomplete' => 'object']), "\n";
$unpacker = new MessagePackUnpacker(options: ['allowed_classes' => false, 'incomplete' => 'error', 'throw' => true]);
try {
    $unpacker->feed("\x01" . msgpack_pack(new Note()));
    while ($unpacker->execute()) {
        echo json_encode($unpacker->data()), "\n";
        $unpacker->reset();
    }
} catch (MsgpackException $e) {
    echo "$e->name $e->offset\n";
}
try {
    msgpack_unpack('', options: ['incomplete' => true]);
} catch (Error $e) {
    echo $e::class, ': ', $e->getMessage(), "\n";
}
?>
--EXPECT--
note false: unsupported_type byte 0: unsupported type: no objects are made of the class "Note", at $
note ["note","Suit","ArrayObject","stdClass"]: Note
note true: Note
enum false: unsupported_type byte 0: unsupported type: no objects are made of the class "Suit", at $
enum ["note","Suit","ArrayObject","stdClass"]: Suit
enum true: Suit
storage false: unsupported_type byte 0: unsupported type: no objects are made of the class "ArrayObject", at $
storage ["note","Suit","ArrayObject","stdClass"]: ArrayObject
storage true: ArrayObject
empty false: unsupported_type byte 0: unsupported type: no objects are made of the class "stdClass", at $
empty ["note","Suit","ArrayObject","stdClass"]: stdClass
empty true: stdClass
deep false: unsupported_type byte 5: unsupported type: no objects are made of the class "Note", at $.a[1]
deep ["note","Suit","ArrayObject","stdClass"]: array
deep true: array
array false: array
array ["note","Suit","ArrayObject","stdClass"]: array
array true: array
unsupported_type byte 1: unsupported type: no objects are made of the class "Nope", at $[0]
array
1
unsupported_type 1
TypeError: msgpack_unpack(): Option "incomplete" must be of type string, bool given
