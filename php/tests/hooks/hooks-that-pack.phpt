--TEST--
Hooks that use the codec or the unpacker they run in
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- Hooks that pack and unpack: each call is independent and has its own ordinals', "\n";
class Inner { public $v = 1; }
class Outer {
    public $inner;
    public function __serialize(): array {
        return ['packed' => msgpack_pack([$this->inner, $this->inner]), 'inner' => $this->inner];
    }
    public function __unserialize(array $data): void {
        $this->inner = $data['inner'];
        echo 'nested: ', show(msgpack_unpack($data['packed'])), "\n";
    }
}
$outer = new Outer;
$outer->inner = new Inner;
$bytes = msgpack_pack([$outer, $outer->inner]);
echo hex($bytes), "\n", show(msgpack_unpack($bytes)), "\n";
class Sleeper { public $x = [1]; public function __sleep() { echo 'nested pack: ', hex(msgpack_pack([[$this->x], (object) []])), "\n"; return ['x']; }
    public function __wakeup() { echo 'nested unpack: ', show(msgpack_unpack(msgpack_pack([1, [2]]))), "\n"; } }
$s = new Sleeper;
$bytes = msgpack_pack([[], $s, [], $s]);
echo hex($bytes), "\n", show(msgpack_unpack($bytes)), "\n";
class Recurses { public $n; public function __construct($n) { $this->n = $n; }
    public function __serialize(): array { return $this->n ? [msgpack_pack(new Recurses($this->n - 1))] : []; }
    public function __unserialize(array $data): void { $this->n = $data ? msgpack_unpack($data[0])->n + 1 : 0; } }
echo show(msgpack_unpack(msgpack_pack(new Recurses(50)))), "\n";

echo '--- __wakeup that feeds, resets or executes the unpacker that is decoding', "\n";
class Meddles {
    public $how;
    public static $unpacker;
    public function __wakeup() {
        $u = self::$unpacker;
        echo "$this->how: ", outcome(fn () => match ($this->how) {
            'feed' => $u->feed("\x05"),
            'reset' => $u->reset(),
            'execute' => $u->execute(),
            'data' => $u->data(),
            'construct' => $u->__construct(),
        }), "\n";
    }
}
foreach (['feed', 'reset', 'execute', 'data', 'construct'] as $how) {
    $object = new Meddles;
    $object->how = $how;
    $unpacker = Meddles::$unpacker = new MessagePackUnpacker();
    $unpacker->feed(msgpack_pack([$object, [1, 2]]) . "\x07");
    echo outcome(fn () => $unpacker->execute()), ' ', outcome(fn () => $unpacker->data()), "\n";
    while (@$unpacker->execute()) {
        echo 'then ', show($unpacker->data()), "\n";
    }
}
?>
--EXPECT--
--- Hooks that pack and unpack: each call is independent and has its own ordinals
9282c0a54f75746572c082a67061636b6564b19282c0a5496e6e6572a1760182c0040002a5696e6e657282c0a5496e6e6572a1760182c0040004
nested: [Inner{v: 1}#1, =#1]
[Outer{inner: Inner{v: 1}#2}#1, =#2]
nested pack: 9291910181c0a8737464436c617373
949082c0a7536c6565706572a17891019082c0040003
nested unpack: [1, [2]]
[[], Sleeper{x: [1]}#1, [], =#1]
Recurses{n: 50}#1
--- __wakeup that feeds, resets or executes the unpacker that is decoding
feed: MsgpackException mutated at no offset, path none
true [Meddles{how: 'feed'}#1, [1, 2]]
then 7
reset: MsgpackException mutated at no offset, path none
true [Meddles{how: 'reset'}#1, [1, 2]]
then 7
execute: MsgpackException mutated at no offset, path none
true [Meddles{how: 'execute'}#1, [1, 2]]
then 7
data: MsgpackException mutated at no offset, path none
true [Meddles{how: 'data'}#1, [1, 2]]
then 7
construct: MsgpackException mutated at no offset, path none
true [Meddles{how: 'construct'}#1, [1, 2]]
then 7
