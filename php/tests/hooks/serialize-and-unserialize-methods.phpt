--TEST--
__serialize() and __unserialize() carry any array
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
?>
--EXPECT--
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
