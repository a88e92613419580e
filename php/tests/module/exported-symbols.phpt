--TEST--
The module exports its entry and PECL's two C functions, nothing else
--FILE--
<?php
$module = getenv('MSGPACK_MODULE') ?: (preg_match('~\S+/msgpack\.so$~m', file_get_contents('/proc/self/maps'), $found) ? $found[0] : '');
exec('nm -D --defined-only ' . escapeshellarg($module), $lines, $status);
$names = array_map(fn (string $line) => preg_replace('/^\S+ \S /', '', $line), $lines);
sort($names);
echo $status, ' ', implode(' ', $names), "\n";
?>
--EXPECT--
0 get_module php_msgpack_serialize php_msgpack_unserialize
