--TEST--
A resource is packed as nil, with a warning
--FILE--
<?php
require __DIR__ . '/../support.inc';

$file = fopen('php://memory', 'r');
packs('resource', $file);
packs('in an array', ['f' => $file, 'g' => 1]);
fclose($file);
packs('closed', $file);
ini_set('msgpack.error_display', '0');
packs('quiet', $file);
?>
--EXPECT--
Warning: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null
resource: c0
Warning: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null
in an array: 82a166c0a16701
Warning: [msgpack] (msgpack_serialize_zval) type is unsupported, encoded as null
closed: c0
quiet: c0
