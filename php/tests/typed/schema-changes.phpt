--TEST--
docs/schema-changes.md, the columns of PHP: objects of PHP classes, and a registry with names or indexes
--FILE--
<?php
require __DIR__ . '/../support.inc';

final class Ow { public int $a = 1; public ?string $b = 'b'; }
final class Ad { public int $a = 1; public ?string $b = 'b'; public int $c = 9; }
final class Ro { public ?string $b = null; public int $a = 0; }
final class Rn { public int $a = 0; public ?string $t = null; }
final class Rq { public int $a = 0; public string $z; }
final class Fl { public float $a = 0.0; }
final class St { public string $a = ''; }
final class Nu { public ?int $a = null; }
final class It { public int $a = 0; }
enum Ek: string { case A = 'a'; }
enum Ez: string { case A = 'a'; case B = 'b'; }

/** What a program whose class is $class reads of an object, where the writer's class has the same name. */
function native(object $written, string $class): mixed
{
    return msgpack_unpack(str_replace("\xa2" . $written::class, "\xa2$class", msgpack_pack($written)), options: ['throw' => true]);
}

/** The same with registries; $old and $new are their `fields`. */
function typed(object $written, string $class, ?array $old = null, ?array $new = null): mixed
{
    $writer = new MsgpackTypeRegistry();
    $writer->register($written::class, 'Order', fields: $old);
    $reader = new MsgpackTypeRegistry();
    $reader->register($class, 'Order', fields: $new);
    return msgpack_unpack(msgpack_pack($written, ['types' => $writer]), options: ['types' => $reader, 'throw' => true]);
}

$two = ['a' => 0, 'b' => 1];
$three = $two + ['c' => 2];
$float = new Fl();
$float->a = 1.0;
foreach (['native', 'typed'] as $way) {
    echo "$way\n";
    echo ' added: ', outcome(fn () => $way(new Ow(), 'Ad')), "\n";
    echo ' removed: ', outcome(fn () => $way(new Ad(), 'Ow')), "\n";
    echo ' reordered: ', outcome(fn () => $way(new Ow(), 'Ro')), "\n";
    echo ' renamed: ', outcome(fn () => $way(new Ow(), 'Rn')->t), "\n";
    echo ' required: ', outcome(fn () => isset($way(new Ow(), 'Rq')->z)), "\n";
    echo ' wider: ', outcome(fn () => $way(new Ow(), 'Fl')->a), "\n";
    echo ' narrower: ', outcome(fn () => $way($float, 'It')->a), "\n";
    echo ' another type: ', outcome(fn () => $way(new Ow(), 'St')->a), "\n";
    echo ' nullable: ', outcome(fn () => $way(new Ow(), 'Nu')->a), "\n";
    echo ' no longer nullable: ', outcome(fn () => $way(new Nu(), 'It')->a), "\n";
    echo ' enum: ', outcome(fn () => $way(Ez::B, 'Ek')), "\n";
}
echo "indexes\n";
echo ' added: ', outcome(fn () => typed(new Ow(), 'Ad', $two, $three)->c), "\n";
echo ' removed: ', outcome(fn () => typed(new Ad(), 'Ow', $three, $two)), "\n";
echo ' removed, read as nullable: ', outcome(fn () => typed($float, 'Nu', ['a' => 1], ['a' => 0])->a), "\n";
echo ' removed, read as not nullable: ', outcome(fn () => typed($float, 'It', ['a' => 1], ['a' => 0])->a), "\n";
echo ' renamed: ', outcome(fn () => typed(new Ow(), 'Rn', $two, ['a' => 0, 't' => 1])->t), "\n";
echo ' reordered: ', outcome(fn () => typed(new Ow(), 'Ro', $two, ['b' => 0, 'a' => 1])), "\n";
echo ' to names: ', outcome(fn () => typed(new Ow(), 'Ow', $two)), "\n";
$changed = new Ow();
$changed->a = 5;
echo ' from names: ', outcome(fn () => typed($changed, 'Ow', null, $two)), "\n";
echo 'renamed with fields: ', outcome(fn () => typed(new Ow(), 'Rn', null, ['a' => 'a', 't' => 'b'])->t), "\n";
echo 'unknown class: ', outcome(fn () => native(new Ow(), 'Qq')::class), "\n";
$writer = new MsgpackTypeRegistry();
$writer->register('Ow', 'Order');
$bytes = msgpack_pack(new Ow(), ['types' => $writer]);
echo 'unknown name: ', outcome(fn () => msgpack_unpack($bytes, options: ['types' => new MsgpackTypeRegistry()])::class), "\n";
$reader = new MsgpackTypeRegistry();
$reader->register('Ow', 'Sale', ['Order']);
echo 'alias: ', outcome(fn () => msgpack_unpack($bytes, options: ['types' => $reader])::class), "\n";
?>
--EXPECT--
native
 added: Ad{a: 1, b: 'b', c: 9}#1
 removed: Ow{a: 1, b: 'b', c: 9}#1
 reordered: Ro{b: 'b', a: 1}#1
 renamed: null
 required: false
 wider: 1.0
 narrower: TypeError: Cannot assign float to property It::$a of type int
 another type: TypeError: Cannot assign int to property St::$a of type string
 nullable: 1
 no longer nullable: TypeError: Cannot assign null to property It::$a of type int
 enum: MsgpackException unsupported_type at 0, path $
typed
 added: Ad{a: 1, b: 'b', c: 9}#1
 removed: Ow{a: 1, b: 'b'}#1
 reordered: Ro{b: 'b', a: 1}#1
 renamed: null
 required: MsgpackException invalid_typed at 0, path $
 wider: 1.0
 narrower: MsgpackException invalid_typed at 0, path $
 another type: MsgpackException invalid_typed at 0, path $
 nullable: 1
 no longer nullable: MsgpackException invalid_typed at 0, path $
 enum: MsgpackException invalid_typed at 0, path $
indexes
 added: 9
 removed: Ow{a: 1, b: 'b'}#1
 removed, read as nullable: null
 removed, read as not nullable: MsgpackException invalid_typed at 0, path $
 renamed: 'b'
 reordered: MsgpackException invalid_typed at 0, path $
 to names: MsgpackException invalid_typed at 0, path $
 from names: Ow{a: 1, b: 'b'}#1
renamed with fields: 'b'
unknown class: '__PHP_Incomplete_Class'
unknown name: 'MsgpackTyped'
alias: 'Ow'
