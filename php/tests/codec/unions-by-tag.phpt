--TEST--
MsgpackCodec: unions by a tag, as [tag, object] and as a key of the map; DiscriminatorMap; the search is bounded
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

#[Msgpack\Tags([0 => Circle::class, 1 => 'Square', 300 => Group::class])]
interface Shape {}
class Circle implements Shape { public float $radius = 1.0; }
class Square implements Shape { public int $side = 2; }
class Group implements Shape { #[Msgpack\ListOf('?Shape')] public array $shapes = []; public ?Shape $main = null; }
class SmallCircle extends Circle { public int $extra = 1; }

$shape = codec('Shape');
decodes($shape, '920081a6726164697573ca40000000');
decodes($shape, '920191cd0100');
decodes($shape, '92cd012c81a6736861706573 93 c0 920080 9201 9107');
decodes($shape, 'c0');
decodes(codec('?Shape'), 'c0');
decodes($shape, '920280');
decodes($shape, '92a13080');
decodes($shape, '92c080');
decodes($shape, '9200c0');
decodes($shape, '9200');
decodes($shape, '9100');
decodes($shape, '93008080');
decodes($shape, '929180');
decodes($shape, '80');
$group = new Group();
$group->shapes = [new Circle(), null, new Square(), $group->main = new SmallCircle()];
encodes($shape, $group);
encodes(codec('list<Shape>', ['keys' => 'array']), [$group]);
encodes($shape, new class implements Shape {});
encodes(codec('list<Shape>', ['max_depth' => 2]), [new Circle()]);

abstract class Animal { public string $name = ''; }
class Cat extends Animal { public int $lives = 9; }
class Dog extends Animal { public bool $barks = true; }
class Other extends Animal { public string $kind = 'none'; }
class Zoo
{
    #[Msgpack\Tags(['cat' => Cat::class, 'dog' => Dog::class], key: 'type', default: Other::class)]
    public Cat|Dog|Other|null $first = null;
    #[Msgpack\Tags([1 => Cat::class, 2 => Dog::class], key: '#')]
    public ?Animal $second = null;
}
$zoo = codec('Zoo');
reads($zoo, ['first' => ['type' => 'cat', 'name' => 'c'], 'second' => ['name' => 'd', 'barks' => false, '#' => 2]]);
reads($zoo, ['first' => ['kind' => 'k', 'type' => 'cow']]);
reads($zoo, ['first' => ['kind' => 'k']]);
reads($zoo, ['second' => ['#' => 3]]);
reads($zoo, ['second' => ['#' => '2']]);
reads($zoo, ['second' => ['#' => 1.5]]);
reads($zoo, ['second' => [1, 2]]);
reads($zoo, ['second' => ['name' => [1], '#' => 2]]);
reads(codec('Zoo', ['unknown' => 'error']), ['second' => ['name' => 'x', '#' => 2]]);
reads(codec('Zoo', ['unknown' => 'error']), ['second' => ['name' => 'x', '#' => 2, 'y' => 1]]);
$object = $zoo->decode(msgpack_pack(['first' => ['type' => 'dog'], 'second' => ['#' => 1]]));
encodes($zoo, $object);
encodes(codec('Zoo', ['keys' => 'array']), $object);

#[Symfony\Component\Serializer\Attribute\DiscriminatorMap(typeProperty: 'type', mapping: ['pdf' => Pdf::class, 'text' => Text::class])]
abstract class Document {}
class Pdf extends Document { public int $pages = 1; }
class Text extends Document { public string $text = ''; }
reads(codec('list<Document>'), [['type' => 'text', 'text' => 't'], ['pages' => 3, 'type' => 'pdf']]);
encodes(codec('Document'), new Pdf());

// The search for a tag behind other fields is bounded: depth n skips n times the rest of the message.
class Deep { #[Msgpack\Tags([0 => Deep::class], key: 't')] public ?Deep $d = null; }
$deep = codec('Deep', ['max_depth' => 4096]);
foreach ([1, 30, 400] as $depth) {
    $bytes = str_repeat("\x82\xa1d", $depth) . "\xc0" . str_repeat("\xa1t\x00", $depth);
    echo $depth, ': ', preg_replace('/(\.d){9,}/', '.d...', substr(typed(fn () => strlen(show_typed($deep->decode($bytes)))), 0, 900)), "\n";
}

// What cannot be a plan.
class A1 {}
class B1 {}
foreach (['public A1|B1 $x;', '#[Msgpack\Tags([])] public A1|B1 $x;', '#[Msgpack\Tags([0 => A1::class, 1 => Cat::class])] public A1|B1 $x;', '#[Msgpack\Tags([0 => "Nope"])] public object $x;',
    '#[Msgpack\Tags([0 => Shape::class])] public mixed $x;', '#[Msgpack\Tags([0 => 5])] public mixed $x;', '#[Msgpack\Tags("A1")] public mixed $x;', 'public Countable $x;', 'public object $x;',
    'public A1&Countable $x;', 'public iterable $x;'] as $i => $body) {
    try {
        eval("class WrongTag$i { $body }");
    } catch (Error $error) {
        echo $error->getMessage(), "\n";
        continue;
    }
    codec("WrongTag$i");
}

// The cases of an interface are of this interface, also where no property says so.
#[Msgpack\Tags(['x' => NoMember::class])] interface Members {}
class NoMember {}
#[Msgpack\Tags(['self' => Root::class, 'leaf' => Leaf::class], default: NoMember::class, key: 'kind')] class Root {}
class Leaf extends Root {}
foreach (['Members', 'list<Members>', 'map<string, ?Members>', 'Root'] as $type) {
    codec($type);
}

// A list, or a map with the keys "0", "1", ...: the elements tell.
class InList { public int $a = 1; }
class InMap { public int $b = 2; }
class Both { #[Msgpack\Type('list<InList>|map<string,InMap>')] public array $one = []; #[Msgpack\Type('list<?int>|map<int,?string>|null')] public ?array $two = null;
    #[Msgpack\Type('tuple<int,string>|map<int,list<int>>')] public array $three = [1, 'x']; }
$codec = codec('Both');
foreach (['81a36f6e65 82a13080a13180', '81a36f6e65 828001', '81a36f6e65 9280 80', '81a36f6e65 80', '81a374776f 8300c001c002a178', '81a374776f 83 00c0 01c0 0205', '81a374776f 93c0c005',
    '81a374776f 9201a178', '81a57468726565 82009101019102', '81a57468726565 9205a179'] as $hex) {
    $both = outcome(fn () => $codec->decode(bytes($hex)));
    echo "$hex: $both", str_contains($both, 'Exception') ? '' : ' ' . bin2hex($codec->encode($codec->decode(bytes($hex)))), "\n";
}
$both = new Both();
$both->two = ['a', 5];
encodes($codec, $both);
?>
--EXPECT--
920081a6726164697573ca40000000: Circle{radius: 2.0}
920191cd0100: Square{side: 256}
92cd012c81a6736861706573 93 c0 920080 9201 9107: Group{shapes: [null, Circle{radius: 1.0}, Square{side: 7}], main: null}
c0: wrong_type at 0 $, expected Shape, got nil: Shape expected, not nil
c0: null
920280: unknown_tag at 1 $[0], expected Shape, got int: no class has this tag 2
92a13080: wrong_type at 1 $[0], expected Shape, got str: Shape expected, not str
92c080: wrong_type at 1 $[0], expected Shape, got nil: Shape expected, not nil
9200c0: wrong_type at 2 $[1], expected Circle, got nil: Circle expected, not nil
9200: MsgpackException truncated at 0 $
9100: invalid_value at 0 $, expected Shape, got array: an array of a tag and an object expected
93008080: invalid_value at 0 $, expected Shape, got array: an array of a tag and an object expected
929180: MsgpackException truncated at 1 $[0]
80: wrong_type at 0 $, expected Shape, got map: Shape expected, not map
string(170) a41601db
'9192cd012c9294920091cb3ff0000000000000c092019102920091cb3ff0000000000000920091cb3ff0000000000000'
wrong_type at 0 $, expected Shape, got Shape@anonymous: Shape expected, not Shape@anonymous
MsgpackException too_deep at 3 $[0][1]
Zoo{first: Cat{name: 'c', lives: 9}, second: Dog{name: 'd', barks: false}}
Zoo{first: Other{name: '', kind: 'k'}, second: null}
Zoo{first: Other{name: '', kind: 'k'}, second: null}
unknown_tag at 11 $.second["#"], expected ?Animal, got int: no class has this tag 3
Zoo{first: null, second: Dog{name: '', barks: true}}
wrong_type at 11 $.second["#"], expected ?Animal, got float: ?Animal expected, not float
wrong_type at 8 $.second, expected ?Animal, got array: ?Animal expected, not array
wrong_type at 14 $.second.name, expected string, got array: string expected, not array
Zoo{first: null, second: Dog{name: 'x', barks: true}}
unknown_field at 19 $.second{key #2}, expected nothing, got nothing: no field has the key "y", at $.second{key #2}
string(108) 4f1a8970
'9283a474797065a3646f67a46e616d65a0a56261726b73c383a12301a46e616d65a0a56c6976657309'
[Text{text: 't'}, Pdf{pages: 3}]
'82a474797065a3706466a5706167657301'
1: 13
30: 274
400: late_tag at 51 $.d..., expected ?Deep, got map: too many bytes before the tag
WrongTag0: TypeError: WrongTag0::$x: the types of A1|B1 cannot be told apart in a message: more than one can be array; name the classes by #[Msgpack\Tags]
WrongTag1: TypeError: WrongTag1::$x: tags need at least one case
WrongTag2: TypeError: WrongTag2::$x: a class of the tags is not of the type A1|B1
WrongTag3: TypeError: WrongTag3::$x: there is no class Nope
WrongTag4: TypeError: WrongTag4::$x: Shape cannot be a case of tags: it is not a class whose objects can be filled
WrongTag5: TypeError: WrongTag5::$x: the cases of tags must be names of classes
WrongTag6: TypeError: WrongTag6::$x: tags must be an array of classes by their tags
WrongTag7: TypeError: WrongTag7::$x: objects of Countable cannot be made; name its classes by #[Msgpack\Tags]
WrongTag8: TypeError: WrongTag8::$x: the type object is not supported
WrongTag9: TypeError: WrongTag9::$x: intersection types are not supported
WrongTag10: TypeError: WrongTag10::$x: the type iterable is not supported; use array
Members: TypeError: NoMember cannot be a case of the tags of Members: its objects are no Members
list<Members>: TypeError: NoMember cannot be a case of the tags of Members: its objects are no Members
map<string, ?Members>: TypeError: NoMember cannot be a case of the tags of Members: its objects are no Members
Root: TypeError: NoMember cannot be a case of the tags of Root: its objects are no Root
81a36f6e65 82a13080a13180: Both{one: [InMap{b: 2}#2, InMap{b: 2}#3], two: null, three: [1, 'x']}#1 83a36f6e6582a13081a16202a13181a16202a374776fc0a574687265659201a178
81a36f6e65 828001: MsgpackException truncated at 5, path $.one
81a36f6e65 9280 80: Both{one: [InList{a: 1}#2, InList{a: 1}#3], two: null, three: [1, 'x']}#1 83a36f6e659281a1610181a16101a374776fc0a574687265659201a178
81a36f6e65 80: Both{one: [], two: null, three: [1, 'x']}#1 83a36f6e6590a374776fc0a574687265659201a178
81a374776f 8300c001c002a178: Both{one: [], two: [null, null, 'x'], three: [1, 'x']}#1 83a36f6e6590a374776f8300c001c002a178a574687265659201a178
81a374776f 83 00c0 01c0 0205: MsgpackException wrong_type at 11, path $.two{2}
81a374776f 93c0c005: Both{one: [], two: [null, null, 5], three: [1, 'x']}#1 83a36f6e6590a374776f93c0c005a574687265659201a178
81a374776f 9201a178: MsgpackException wrong_type at 7, path $.two[1]
81a57468726565 82009101019102: Both{one: [], two: null, three: [[1], [2]]}#1 83a36f6e6590a374776fc0a5746872656582009101019102
81a57468726565 9205a179: Both{one: [], two: null, three: [5, 'y']}#1 83a36f6e6590a374776fc0a574687265659205a179
wrong_type at 11 $.two[0], expected ?int, got string: ?int expected, not string
