--TEST--
Templates that do not fit: PECL's warnings and null
--FILE--
<?php
require __DIR__ . '/../support.inc';

#[AllowDynamicProperties]
class Point { public $x; public $y; }
foreach ([[msgpack_pack(1), []], [msgpack_pack(1), ['a' => 1]], [msgpack_pack([]), ['Point']], [msgpack_pack(['k' => 1]), ['Point']], [msgpack_pack([1]), 5], [msgpack_pack([1]), 1.5],
    ["\xc1", new Point], [msgpack_pack([1, 2, 3]), new Point], [msgpack_pack([1]), true]] as [$bytes, $template]) {
    $outcome = outcome(fn () => msgpack_unpack($bytes, $template));
    echo show($template), ': ', $outcome, "\n";
}
?>
--EXPECT--
Warning: [msgpack] (msgpack_convert_array) template array length is 0
[]: null
Warning: [msgpack] (msgpack_convert_array) input data is not array
['a' => 1]: null
Warning: [msgpack] (msgpack_convert_array) array length is 0 in unserialized data
['Point']: null
Warning: [msgpack] (msgpack_convert_array) key is string
['Point']: null
5: TypeError: The template must be of type array|object|string, int given
1.5: TypeError: The template must be of type array|object|string, float given
Warning: [msgpack] (php_msgpack_unserialize) Parse error
Point{x: null, y: null}#1: false
Point{x: null, y: null}#1: Point{x: 1, y: 2, 2: 3}#1
true: TypeError: The template must be of type array|object|string, bool given
