--TEST--
An unknown option: the name that is near, or the direction whose option it is
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['phponly', 'PHP_ONLY', 'allow_classes', 'allowedClasses', 'throws', 'max_buffer_size', 'arrays', 'lz4_level', 'nope', 'a', '', 'foo', 'binn', "throw\0", str_repeat('x', 100)] as $name) {
    echo outcome(fn () => msgpack_unpack("\x01", null, [$name => 1])), "\n";
}
foreach (['allowed_classes', 'max_bytes', 'array', 'max_buffer_size', 'ext'] as $name) {
    echo outcome(fn () => msgpack_pack(1, [$name => 1])), "\n";
}
echo outcome(fn () => new MessagePackUnpacker(options: ['max_bufer_size' => 1])), "\n";
?>
--EXPECT--
ValueError: msgpack_unpack(): Unknown option "phponly"; did you mean "php_only"?
ValueError: msgpack_unpack(): Unknown option "PHP_ONLY"; did you mean "php_only"?
ValueError: msgpack_unpack(): Unknown option "allow_classes"; did you mean "allowed_classes"?
ValueError: msgpack_unpack(): Unknown option "allowedClasses"; did you mean "allowed_classes"?
ValueError: msgpack_unpack(): Unknown option "throws"; did you mean "throw"?
ValueError: msgpack_unpack(): Unknown option "max_buffer_size": it is an option of the classes that read streams
ValueError: msgpack_unpack(): Unknown option "arrays": it is an option of packing
ValueError: msgpack_unpack(): Unknown option "lz4_level": it is an option of packing
ValueError: msgpack_unpack(): Unknown option "nope"
ValueError: msgpack_unpack(): Unknown option "a"
ValueError: msgpack_unpack(): Unknown option ""
ValueError: msgpack_unpack(): Unknown option "foo"
ValueError: msgpack_unpack(): Unknown option "binn"; did you mean "bin"?
ValueError: msgpack_unpack(): Unknown option "throw"; did you mean "throw"?
ValueError: msgpack_unpack(): Unknown option "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
ValueError: msgpack_pack(): Unknown option "allowed_classes": it is an option of unpacking
ValueError: msgpack_pack(): Unknown option "max_bytes": it is an option of unpacking
ValueError: msgpack_pack(): Unknown option "array"; did you mean "arrays"?
ValueError: msgpack_pack(): Unknown option "max_buffer_size": it is an option of the classes that read streams
ValueError: msgpack_pack(): Unknown option "ext": it is an option of unpacking
ValueError: MessagePackUnpacker::__construct(): Unknown option "max_bufer_size"; did you mean "max_buffer_size"?
