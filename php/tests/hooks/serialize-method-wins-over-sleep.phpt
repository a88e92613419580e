--TEST--
__serialize() has precedence over Serializable and __sleep(), __unserialize() over __wakeup()
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
both: 82c0a4426f7468c081a17301
__unserialize
Both{x: 1}#1
