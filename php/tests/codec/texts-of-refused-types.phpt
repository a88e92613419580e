--TEST--
MsgpackCodec: types that are refused, and values of false and true: what the errors say
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

enum SA: string { case T = 'toto'; }
enum SB: string { case A = 'tata'; }
class Enums { public SA|SB $s; }
class Dates { public DateTimeImmutable|DateTime $s; }
class EnumOrText { public SA|string $s; }
class Classes { public Enums|Dates $s; }
class TaggedEnum { #[Msgpack\Tags(['a' => SA::class])] public SA|SB $s; }
class Iterates { public iterable $i; }
foreach (['Enums', 'Dates', 'EnumOrText', 'Classes', 'TaggedEnum', 'Iterates', 'list<Enums>|Dates'] as $type) {
    codec($type);
}
echo typed(fn () => new MsgpackCodec((new class {})::class)), "\n";
codec('tuple<' . implode(',', array_fill(0, 17, 'int')) . '>');
codec(implode('|', array_fill(0, 17, 'int')));
codec(str_repeat('list<', 17) . 'int' . str_repeat('>', 17));
// Texts of any length are quoted in part.
foreach ([str_repeat('list<int> ', 100000), str_repeat('x', 1000000), 'set<' . str_repeat('x', 1000000) . '>', 'set<' . str_repeat('int, ', 200) . 'int>'] as $type) {
    try {
        new MsgpackCodec($type);
    } catch (TypeError $error) {
        echo substr($error->getMessage(), 0, 60), ' ... ', strlen($error->getMessage()) <= 1000 ? 'short' : strlen($error->getMessage()), "\n";
    }
}
class FalseOrInt { public false|int $i; }
class OnlyTrue { public true $i; }
decodes(codec('FalseOrInt'), '81a169c3');
decodes(codec('OnlyTrue'), '81a169c2');
decodes(codec('OnlyTrue'), '81a16905');
class Single { #[Msgpack\Type('float32')] public float $f = 0.0; }
decodes(codec('Single'), '81a166cb7e37e43c8800759c');
$single = new Single();
$single->f = 1e300;
encodes(codec('Single'), $single);
?>
--EXPECT--
Enums: TypeError: Enums::$s: the types of SA|SB cannot be told apart in a message: more than one can be str
Dates: TypeError: Dates::$s: the types of DateTimeImmutable|DateTime cannot be told apart in a message: more than one can be ext
EnumOrText: TypeError: EnumOrText::$s: the types of SA|string cannot be told apart in a message: more than one can be str
Classes: TypeError: Classes::$s: the types of Enums|Dates cannot be told apart in a message: more than one can be array; name the classes by #[Msgpack\Tags]
TaggedEnum: TypeError: TaggedEnum::$s: SA cannot be a case of tags: it is an enum
Iterates: TypeError: Iterates::$i: the type iterable is not supported; use array
list<Enums>|Dates: TypeError: the types of list<Enums>|Dates cannot be told apart in a message: more than one can be array
TypeError: an anonymous class cannot be a type
tuple<int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int>: TypeError: the type "tuple<int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int>" has more than 16 types in one "<...>"
int|int|int|int|int|int|int|int|int|int|int|int|int|int|int|int|int: TypeError: the type "int|int|int|int|int|int|int|int|int|int|int|int|int|int|int|int|int" has more than 16 alternatives in a union
list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<int>>>>>>>>>>>>>>>>>: TypeError: the type "list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<list<int>>>>>>>>>>>>..." has more than 16 generic types inside one another
the type "list<int> list<int> list<int> list<int> list<int>  ... short
there is no type xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ... short
the type "set<xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ... short
the type "set<int, int, int, int, int, int, int, int, int, i ... short
81a169c3: wrong_type at 3 $.i, expected false, got bool: false expected, not true
81a169c2: wrong_type at 3 $.i, expected true, got bool: true expected, not false
81a16905: wrong_type at 3 $.i, expected true, got int: true expected, not int
81a166cb7e37e43c8800759c: float_range at 3 $.f, expected float32, got float: the number is too large for float32
float_range at 3 $.f, expected float32, got nothing: float too large for single precision
