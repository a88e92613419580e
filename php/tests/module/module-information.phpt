--TEST--
phpinfo() shows the versions and the settings
--FILE--
<?php
ob_start();
phpinfo(INFO_MODULES);
preg_match('/^msgpack$.*?^msgpack\.use_str8_serialization[^\n]*/ms', ob_get_clean(), $found);
echo $found[0], "\n";
?>
--EXPECTF--
msgpack

MessagePack Support => enabled
Session Support => enabled
extension Version => 3.0.0+hayapack.%d.%d.%d
hayapack => %d.%d.%d
LZ4 => %s

Directive => Local Value => Master Value
msgpack.assoc => On => On
msgpack.error_display => On => On
msgpack.force_f32 => Off => Off
msgpack.illegal_key_insert => Off => Off
msgpack.max_buffer_size => 104857600 => 104857600
msgpack.php_only => On => On
msgpack.session_max_depth => 4096 => 4096
msgpack.use_str8_serialization => On => On
