--TEST--
__wakeup that feeds, resets or executes the unpacker that is decoding
--FILE--
<?php
require __DIR__ . '/../support.inc';

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
