--TEST--
Parameters, their names and types; wrong calls are PHP's own errors
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['msgpack_serialize', 'msgpack_unserialize', 'msgpack_pack', 'msgpack_unpack'] as $name) {
    $f = new ReflectionFunction($name);
    echo $name, '(', implode(', ', array_map(fn ($p) => $p->getType() . ' $' . $p->name . ($p->isOptional() ? ' = ' . json_encode($p->getDefaultValue()) : ''), $f->getParameters())), '): ', $f->getReturnType(), "\n";
}
echo outcome(fn () => msgpack_pack()), "\n";
echo outcome(fn () => msgpack_pack(1, 2)), "\n";
echo outcome(fn () => msgpack_pack(1, [], 3)), "\n";
echo outcome(fn () => msgpack_unpack()), "\n";
echo outcome(fn () => msgpack_unpack([])), "\n";
echo outcome(fn () => msgpack_unpack("\x01", null, 'x')), "\n";
echo outcome(fn () => msgpack_unpack(str: "\x01", options: ['throw' => true])), "\n";
echo outcome(fn () => hex(msgpack_pack(value: [1], options: ['arrays' => 'map']))), "\n";
echo outcome(fn () => msgpack_unpack(5)), "\n";
?>
--EXPECT--
msgpack_serialize(mixed $value, array $options = []): string|false
msgpack_unserialize(string $str, mixed $object = null, array $options = []): mixed
msgpack_pack(mixed $value, array $options = []): string|false
msgpack_unpack(string $str, mixed $object = null, array $options = []): mixed
ArgumentCountError: msgpack_pack() expects at least 1 argument, 0 given
TypeError: msgpack_pack(): Argument #2 ($options) must be of type array, int given
ArgumentCountError: msgpack_pack() expects at most 2 arguments, 3 given
ArgumentCountError: msgpack_unpack() expects at least 1 argument, 0 given
TypeError: msgpack_unpack(): Argument #1 ($str) must be of type string, array given
TypeError: msgpack_unpack(): Argument #3 ($options) must be of type array, string given
1
'810001'
53
