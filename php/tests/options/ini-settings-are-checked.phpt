--TEST--
A wrong value of an ini setting is refused, with a warning, and the previous value stays
--FILE--
<?php
require __DIR__ . '/../support.inc';

$size = 'msgpack.max_buffer_size';
foreach (['7', '0', '1K', '2m', '1G', '2000000000', 5, 'abc', '', '-5', '1.5', '5x', '5KB', '1 K', ' 1', 'K', '010', '0x10', '1e3',
    '9223372036854775808', '99999999999999999999', '9007199254740992K', "7\0", true, null] as $value) {
    ini_set($size, '100');
    echo show($value), ': ', show(ini_set($size, $value)), ', ', ini_get($size), "\n";
}
ini_set($size, 'abc');
echo outcome(fn () => (new MessagePackUnpacker(null, ['throw' => true]))->feed(str_repeat('x', 101))), "\n";
ini_restore($size);
echo ini_get($size), "\n";

foreach (array_keys(ini_get_all('msgpack')) as $name) {
    if ($name === $size || $name === 'msgpack.session_max_depth') {
        continue;
    }
    echo $name, ':';
    foreach (['1', '0', 'On', 'oFF', 'yes', 'no', 'TRUE', 'false', '', true, false, 0, 1] as $value) {
        echo ini_set($name, $value) === false ? ' refused' : ' ' . (in_array(strtolower(ini_get($name)), ['1', 'on', 'yes', 'true'], true) ? '1' : '0');
    }
    foreach (['abc', '2', '-1', 'onn', "1\0", 'truee'] as $value) {
        ini_set($name, '1');
        echo @ini_set($name, $value) === false && ini_get($name) === '1' ? ' refused' : " $value";
    }
    echo "\n";
}

echo 'msgpack.session_max_depth:';
foreach (['1', '4096', '0', '4097', '1K', ''] as $value) {
    echo @ini_set('msgpack.session_max_depth', $value) === false ? ' refused' : ' ' . ini_get('msgpack.session_max_depth');
}
echo "\n";

// As in php.ini: the default is used.
$command = escapeshellarg(PHP_BINARY) . ' -n -d display_startup_errors=1 -d html_errors=0 -d log_errors=0 -d extension=' . escapeshellarg(getenv('MSGPACK_MODULE'))
    . ' -d msgpack.max_buffer_size=abc -d msgpack.php_only=maybe -d msgpack.assoc=off -r '
    . escapeshellarg('echo ini_get("msgpack.max_buffer_size"), " ", ini_get("msgpack.php_only"), " ", show(ini_get("msgpack.assoc"));'
        . ' function show($v) { return var_export($v, true); }');
echo trim(preg_replace('/ in Unknown on line 0|\R+/', ' ', shell_exec($command))), "\n";
?>
--EXPECT--
'7': '100', 7
'0': '100', 0
'1K': '100', 1K
'2m': '100', 2m
'1G': '100', 1G
'2000000000': '100', 2000000000
5: '100', 5
'abc': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "abc" given
false, 100
'': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "" given
false, 100
'-5': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "-5" given
false, 100
'1.5': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "1.5" given
false, 100
'5x': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "5x" given
false, 100
'5KB': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "5KB" given
false, 100
'1 K': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "1 K" given
false, 100
' 1': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, " 1" given
false, 100
'K': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "K" given
false, 100
'010': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "010" given
false, 100
'0x10': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "0x10" given
false, 100
'1e3': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "1e3" given
false, 100
'9223372036854775808': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "9223372036854775808" given
false, 100
'99999999999999999999': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "99999999999999999999" given
false, 100
'9007199254740992K': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "9007199254740992K" given
false, 100
'7\000': Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "7" given
false, 100
true: '100', 1
null: Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "" given
false, 100
Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "abc" given
MsgpackException size_limit at 0, path none
104857600
msgpack.assoc: 1 0 1 0 1 0 1 0 0 1 0 0 1 refused refused refused refused refused refused
msgpack.error_display: 1 0 1 0 1 0 1 0 0 1 0 0 1 refused refused refused refused refused refused
msgpack.force_f32: 1 0 1 0 1 0 1 0 0 1 0 0 1 refused refused refused refused refused refused
msgpack.illegal_key_insert: 1 0 1 0 1 0 1 0 0 1 0 0 1 refused refused refused refused refused refused
msgpack.php_only: 1 0 1 0 1 0 1 0 0 1 0 0 1 refused refused refused refused refused refused
msgpack.use_str8_serialization: 1 0 1 0 1 0 1 0 0 1 0 0 1 refused refused refused refused refused refused
msgpack.session_max_depth: 1 4096 refused refused refused refused
Warning: msgpack.php_only must be on or off, "maybe" given  Warning: msgpack.max_buffer_size must be an integer of at least 0, or one with K, M or G, "abc" given  104857600 1 ''
