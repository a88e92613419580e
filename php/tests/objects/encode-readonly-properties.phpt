--TEST--
Round trip of readonly properties
--FILE--
<?php
require __DIR__ . '/../support.inc';

final class Money { public function __construct(public readonly int $amount, public readonly string $currency, protected readonly array $tags = []) { } }
packs('readonly', new Money(5, 'EUR', ['x']));
$back = msgpack_unpack(msgpack_pack(new Money(5, 'EUR', ['x'])));
echo show($back), "\n";
try {
    $back->amount = 6;
} catch (Error $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
readonly: 84c0a54d6f6e6579a6616d6f756e7405a863757272656e6379a3455552a7002a007461677391a178
Money{amount: 5, currency: 'EUR', *tags: ['x']}#1
Cannot modify readonly property Money::$amount
