--TEST--
Hooks that decode records of the same and of other shapes while a record is open
--FILE--
<?php
require __DIR__ . '/../support.inc';

class H { public $n; public function __wakeup() {
    for ($i = 0; $i < 30; $i++) {
        $record = ['a' => $i, 'b' => 2, ($i % 3 ? 'c' : 'd') => 3];
        if (msgpack_unpack(msgpack_pack([$record, $record, $record])) !== [$record, $record, $record]) { echo "wrong\n"; }
    }
} }
spl_autoload_register(function ($name) {
    for ($i = 0; $i < 30; $i++) {
        $record = ['a' => $i, 'e' => 2, 'c' => 3];
        if (msgpack_unpack(msgpack_pack($record)) !== $record) { echo "wrong\n"; }
    }
});
for ($i = 0; $i < 5; $i++) {
    $value = ['a' => new H, 'b' => [1], 'c' => new H];
    $bytes = msgpack_pack($value);
    echo show(msgpack_unpack($bytes)), "\n";
    $bytes = str_replace("\xa1H", "\xa1Q", $bytes);
    echo show(msgpack_unpack($bytes)), "\n";
}
?>
--EXPECT--
['a' => H{n: null}#1, 'b' => [1], 'c' => H{n: null}#2]
['a' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#1, 'b' => [1], 'c' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#2]
['a' => H{n: null}#1, 'b' => [1], 'c' => H{n: null}#2]
['a' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#1, 'b' => [1], 'c' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#2]
['a' => H{n: null}#1, 'b' => [1], 'c' => H{n: null}#2]
['a' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#1, 'b' => [1], 'c' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#2]
['a' => H{n: null}#1, 'b' => [1], 'c' => H{n: null}#2]
['a' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#1, 'b' => [1], 'c' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#2]
['a' => H{n: null}#1, 'b' => [1], 'c' => H{n: null}#2]
['a' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#1, 'b' => [1], 'c' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Q', n: null}#2]
