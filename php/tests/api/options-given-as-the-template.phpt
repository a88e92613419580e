--TEST--
A template that has only names of options, as unserialize() takes them: a warning, and PECL's result
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Woken { public $x = 1; public function __wakeup() { echo "woken\n"; } }

$bytes = msgpack_pack(['a', 'b']);
foreach ([['allowed_classes' => false], ['max_bytes' => 5, 'throw' => true], ['arrays' => 'map'], ['a' => 1], ['bin' => 0, 'a' => 1], ['bin'], [], 'Woken'] as $template) {
    echo outcome(fn () => msgpack_unpack($bytes, $template)), "\n";
}
echo outcome(fn () => (new MessagePack)->unpack($bytes, ['allowed_classes' => false])), "\n";
echo "with options, the template is meant:\n";
echo outcome(fn () => msgpack_unpack($bytes, ['types' => 0, 'bin' => 0], ['throw' => true])), "\n";
echo "with a handler that throws, nothing is read:\n";
set_error_handler(fn ($level, $text) => throw new Exception($text));
echo outcome(fn () => msgpack_unpack(msgpack_pack([new Woken]), ['allowed_classes' => false])), "\n";
$packer = new MessagePack(options: ['allowed_classes' => ['A']]);
echo outcome(fn () => $packer->unpack(msgpack_pack([new Woken]), ['allowed_classes' => false])), "\n";
echo "with a handler that changes the options:\n";
set_error_handler(function () use ($packer) { $packer->setOptions(['allowed_classes' => ['B']]); return true; });
echo outcome(fn () => $packer->unpack(msgpack_pack([new Woken]), ['allowed_classes' => false])), "\n";
ini_set('msgpack.error_display', 0);
set_error_handler(fn () => throw new Exception('not silent'));
echo outcome(fn () => msgpack_unpack($bytes, ['allowed_classes' => false])), "\n";
?>
--EXPECT--
Warning: [msgpack] (msgpack_unpack) the template has only names of options; did you mean options: [...]?
['allowed_classes' => 'a']
Warning: [msgpack] (msgpack_unpack) the template has only names of options; did you mean options: [...]?
['max_bytes' => 'a', 'throw' => 'b']
Warning: [msgpack] (msgpack_unpack) the template has only names of options; did you mean options: [...]?
['arrays' => 'a']
['a' => 'a']
['bin' => 'a', 'a' => 'b']
Error: Class "bin" not found
Warning: [msgpack] (msgpack_convert_array) template array length is 0
null
Deprecated: Creation of dynamic property Woken::$1 is deprecated
Woken{x: 'a', 1: 'b'}#1
Warning: [msgpack] (MessagePack::unpack) the template has only names of options; did you mean new MessagePack(options: [...])?
['allowed_classes' => 'a']
with options, the template is meant:
['types' => 'a', 'bin' => 'b']
with a handler that throws, nothing is read:
Exception: [msgpack] (msgpack_unpack) the template has only names of options; did you mean options: [...]?
Exception: [msgpack] (MessagePack::unpack) the template has only names of options; did you mean new MessagePack(options: [...])?
with a handler that changes the options:
['allowed_classes' => __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Woken', x: 1}#1]
['allowed_classes' => 'a']
