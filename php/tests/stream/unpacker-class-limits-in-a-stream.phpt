--TEST--
Limits in a stream: an error as soon as the header is read, before the other bytes arrive
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['dd ffffffff' => ['max_array_len' => 10], 'df ffffffff' => ['max_map_len' => 10], 'db ffffffff' => ['max_str_len' => 10], 'c6 ffffffff' => ['max_bin_len' => 10],
    'c9 ffffffff 05' => ['max_ext_len' => 10], 'db 00001000' => ['max_bytes' => 100], 'dc 0100' => ['max_bytes' => 100], '919191' => ['max_depth' => 2]] as $hex => $options) {
    $unpacker = new MessagePackUnpacker(null, $options + ['throw' => true]);
    $unpacker->feed(bytes($hex));
    echo $hex, ': ', outcome(fn () => $unpacker->execute()), "\n";
}
$unpacker = new MessagePackUnpacker(null, ['max_bytes' => 3, 'throw' => true]);
$unpacker->feed(bytes('92 01 02 92 03 04 93 01 02 03'));
for ($i = 0; $i < 3; $i++) {
    echo outcome(fn () => $unpacker->execute() ? $unpacker->data() : 'not whole'), "\n";
}
?>
--EXPECT--
dd ffffffff: MsgpackException array_limit at 0, path $
df ffffffff: MsgpackException map_limit at 0, path $
db ffffffff: MsgpackException str_limit at 0, path $
c6 ffffffff: MsgpackException bin_limit at 0, path $
c9 ffffffff 05: MsgpackException ext_limit at 0, path $
db 00001000: MsgpackException size_limit at 0, path $
dc 0100: MsgpackException size_limit at 0, path $
919191: MsgpackException too_deep at 2, path $[0][0]
[1, 2]
[3, 4]
MsgpackException size_limit at 6, path $
