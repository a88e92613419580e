--TEST--
Unknown options and values of the wrong type or range are errors
--FILE--
<?php
require __DIR__ . '/../support.inc';

function attempt(string $function, array $options): void
{
    echo outcome(fn () => $function($function === 'msgpack_pack' ? 1 : "\x01", ...($function === 'msgpack_pack' ? [$options] : [null, $options]))), "\n";
}
foreach ([['nope' => 1], ['max_dept' => 5], [5 => true], ['php_only' => 1], ['assoc' => 'yes'], ['max_depth' => 0], ['max_depth' => 4097], ['max_depth' => -1],
    ['max_depth' => '5'], ['throw' => null]] as $options) {
    attempt('msgpack_pack', $options);
    attempt('msgpack_unpack', $options);
}
foreach ([['arrays' => 'no'], ['arrays' => 1], ['uint64' => 1], ['timestamps' => 'datetime'], ['allowed_classes' => false], ['max_bytes' => 5], ['bin' => 'object']] as $options) {
    attempt('msgpack_pack', $options);
}
foreach ([['allowed_classes' => 'A'], ['allowed_classes' => [5]], ['max_bytes' => -1], ['max_str_len' => '5'], ['bin' => 'bytes'], ['ext' => true], ['timestamps' => 'date'],
    ['timestamps' => 5], ['arrays' => 'map'], ['force_f32' => true]] as $options) {
    attempt('msgpack_unpack', $options);
}
attempt('msgpack_pack', ['php_only' => true, 'assoc' => true, 'force_f32' => false, 'use_str8' => true, 'utf8' => true, 'arrays' => 'detect', 'uint64' => true,
    'timestamps' => true, 'max_depth' => 1, 'throw' => true]);
attempt('msgpack_unpack', ['php_only' => true, 'assoc' => true, 'allowed_classes' => ['A'], 'max_depth' => 4096, 'max_bytes' => 1, 'max_str_len' => 0, 'max_bin_len' => 0,
    'max_ext_len' => 0, 'max_array_len' => 0, 'max_map_len' => 0, 'utf8' => true, 'bin' => 'object', 'ext' => 'object', 'timestamps' => 'object', 'throw' => true]);
?>
--EXPECT--
ValueError: msgpack_pack(): Unknown option "nope"
ValueError: msgpack_unpack(): Unknown option "nope"
ValueError: msgpack_pack(): Unknown option "max_dept"; did you mean "max_depth"?
ValueError: msgpack_unpack(): Unknown option "max_dept"; did you mean "max_depth"?
ValueError: msgpack_pack(): Unknown option 5
ValueError: msgpack_unpack(): Unknown option 5
TypeError: msgpack_pack(): Option "php_only" must be of type bool, int given
TypeError: msgpack_unpack(): Option "php_only" must be of type bool, int given
TypeError: msgpack_pack(): Option "assoc" must be of type bool, string given
TypeError: msgpack_unpack(): Option "assoc" must be of type bool, string given
ValueError: msgpack_pack(): Option "max_depth" must be between 1 and 4096
ValueError: msgpack_unpack(): Option "max_depth" must be between 1 and 4096
ValueError: msgpack_pack(): Option "max_depth" must be between 1 and 4096
ValueError: msgpack_unpack(): Option "max_depth" must be between 1 and 4096
ValueError: msgpack_pack(): Option "max_depth" must be between 1 and 4096
ValueError: msgpack_unpack(): Option "max_depth" must be between 1 and 4096
TypeError: msgpack_pack(): Option "max_depth" must be of type int, string given
TypeError: msgpack_unpack(): Option "max_depth" must be of type int, string given
TypeError: msgpack_pack(): Option "throw" must be of type bool, null given
TypeError: msgpack_unpack(): Option "throw" must be of type bool, null given
ValueError: msgpack_pack(): Option "arrays" must be "detect", "strict" or "map"
TypeError: msgpack_pack(): Option "arrays" must be of type string, int given
TypeError: msgpack_pack(): Option "uint64" must be of type bool, int given
TypeError: msgpack_pack(): Option "timestamps" must be of type bool, string given
ValueError: msgpack_pack(): Unknown option "allowed_classes": it is an option of unpacking
ValueError: msgpack_pack(): Unknown option "max_bytes": it is an option of unpacking
ValueError: msgpack_pack(): Unknown option "bin": it is an option of unpacking
TypeError: msgpack_unpack(): Option "allowed_classes" must be of type array|bool, string given
TypeError: msgpack_unpack(): Option "allowed_classes" must be of type array of class names, int given
ValueError: msgpack_unpack(): Option "max_bytes" must be greater than or equal to 0
TypeError: msgpack_unpack(): Option "max_str_len" must be of type int, string given
ValueError: msgpack_unpack(): Option "bin" must be "string" or "object"
TypeError: msgpack_unpack(): Option "ext" must be of type string, bool given
ValueError: msgpack_unpack(): Option "timestamps" must be a bool, "datetime" or "object"
TypeError: msgpack_unpack(): Option "timestamps" must be of type string|bool, int given
ValueError: msgpack_unpack(): Unknown option "arrays": it is an option of packing
ValueError: msgpack_unpack(): Unknown option "force_f32": it is an option of packing
'\001'
1
