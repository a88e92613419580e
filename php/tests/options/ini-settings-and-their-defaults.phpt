--TEST--
The ini settings, their defaults and where they may be changed
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (ini_get_all('msgpack') as $name => $setting) {
    echo $name, ' = ', $setting['global_value'], $setting['access'] === INI_ALL ? ', anywhere' : ', not anywhere', "\n";
}
?>
--EXPECT--
msgpack.assoc = 1, anywhere
msgpack.error_display = 1, anywhere
msgpack.force_f32 = 0, anywhere
msgpack.illegal_key_insert = 0, anywhere
msgpack.max_buffer_size = 104857600, anywhere
msgpack.php_only = 1, anywhere
msgpack.session_max_depth = 4096, anywhere
msgpack.use_str8_serialization = 1, anywhere
