--TEST--
__serialize, __unserialize and Serializable
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- __serialize() and __unserialize() carry any array', "\n";
class Magic {
    private $state;
    public function __construct($state = null) { $this->state = $state; }
    public function __serialize(): array { echo "__serialize\n"; return $this->state; }
    public function __unserialize(array $data): void { echo '__unserialize ', show($data), "\n"; $this->state = $data; }
}
foreach ([[], [1, 2], ['a' => 1, 5 => [true]], [new Magic(['inner'])]] as $state) {
    $bytes = msgpack_pack(new Magic($state));
    echo hex($bytes), "\n", show(msgpack_unpack($bytes)), "\n";
}

echo '--- A result of __serialize() that is not an array is a TypeError', "\n";
class Wrong { public function __serialize() { return 'text'; } }
echo outcome(fn () => hex(msgpack_pack(new Wrong))), "\n";
echo outcome(fn () => hex(msgpack_pack([1, new Wrong, 2]))), "\n";
echo outcome(fn () => hex(msgpack_pack([1]))), "\n";

echo '--- __serialize() has precedence over Serializable and __sleep(), __unserialize() over __wakeup()', "\n";
class Both implements Serializable {
    public $x = 1;
    public function __serialize(): array { return ['s' => $this->x]; }
    public function __unserialize(array $data): void { echo "__unserialize\n"; $this->x = $data['s']; }
    public function __sleep() { echo "never: __sleep\n"; return ['x']; }
    public function serialize() { echo "never: serialize\n"; return ''; }
    public function unserialize($data) { echo "never: unserialize\n"; }
}
packs('both', new Both);
echo show(msgpack_unpack(msgpack_pack(new Both))), "\n";
?>
--EXPECT--
--- __serialize() and __unserialize() carry any array
__serialize
82c0a54d61676963c090
__unserialize []
Magic{-state: []}#1
__serialize
82c0a54d61676963c0920102
__unserialize [1, 2]
Magic{-state: [1, 2]}#1
__serialize
82c0a54d61676963c082a161010591c3
__unserialize ['a' => 1, 5 => [true]]
Magic{-state: ['a' => 1, 5 => [true]]}#1
__serialize
__serialize
82c0a54d61676963c09182c0a54d61676963c091a5696e6e6572
__unserialize ['inner']
__unserialize [Magic{-state: ['inner']}#1]
Magic{-state: [Magic{-state: ['inner']}#2]}#1
--- A result of __serialize() that is not an array is a TypeError
TypeError: Wrong::__serialize() must return an array
TypeError: Wrong::__serialize() must return an array
'9101'
--- __serialize() has precedence over Serializable and __sleep(), __unserialize() over __wakeup()
both: 82c0a4426f7468c081a17301
__unserialize
Both{x: 1}#1
