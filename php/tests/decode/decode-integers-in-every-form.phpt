--TEST--
Integers in every format, also longer ones than needed
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['00', '7f', 'e0', 'ff', 'cc00', 'cc7f', 'cc80', 'ccff', 'cd0000', 'cd00ff', 'cdffff', 'ce00000000', 'ce7fffffff',
    'ceffffffff', 'cf0000000000000001', 'cf7fffffffffffffff', 'd000', 'd07f', 'd080', 'd0ff', 'd10000', 'd17fff', 'd18000',
    'd200000000', 'd27fffffff', 'd280000000', 'd30000000000000000', 'd37fffffffffffffff', 'd38000000000000000',
    'd3ffffffffffffffff'] as $hex) {
    unpacks($hex);
}
unpacks('92cc01d3ffffffffffffffff');
?>
--EXPECT--
00: 0
7f: 127
e0: -32
ff: -1
cc00: 0
cc7f: 127
cc80: 128
ccff: 255
cd0000: 0
cd00ff: 255
cdffff: 65535
ce00000000: 0
ce7fffffff: 2147483647
ceffffffff: 4294967295
cf0000000000000001: 1
cf7fffffffffffffff: 9223372036854775807
d000: 0
d07f: 127
d080: -128
d0ff: -1
d10000: 0
d17fff: 32767
d18000: -32768
d200000000: 0
d27fffffff: 2147483647
d280000000: -2147483648
d30000000000000000: 0
d37fffffffffffffff: 9223372036854775807
d38000000000000000: -9223372036854775807-1
d3ffffffffffffffff: -1
92cc01d3ffffffffffffffff: [1, -1]
