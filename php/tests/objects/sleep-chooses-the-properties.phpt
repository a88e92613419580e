--TEST--
__sleep() selects the properties to pack: public, protected, private and dynamic
--FILE--
<?php
require __DIR__ . '/../support.inc';

#[AllowDynamicProperties]
class Sleeper {
    public $a = 1; protected $b = 2; private $c = 3; public $d = 4;
    public function __construct(private array $names) { }
    public function __sleep() { echo "__sleep\n"; return $this->names; }
}
packs('some', new Sleeper(['a', 'b', 'c']));
packs('in another order', new Sleeper(['d', 'a']));
$sleeper = new Sleeper(['dynamic']);
$sleeper->dynamic = 'x';
packs('dynamic', $sleeper);
echo show(msgpack_unpack(msgpack_pack(new Sleeper(['a', 'b', 'c'])))), "\n";
?>
--EXPECT--
__sleep
some: 84c0a7536c6565706572a16101a4002a006202aa00536c6565706572006303
__sleep
in another order: 83c0a7536c6565706572a16404a16101
__sleep
dynamic: 82c0a7536c6565706572a764796e616d6963a178
__sleep
Sleeper{a: 1, *b: 2, -c: 3, d: 4}#1
