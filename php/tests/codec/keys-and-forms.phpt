--TEST--
MsgpackCodec: names and indexes of fields, aliases, holes, long keys, many fields
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

#[Msgpack\Model(keys: 'array')]
class Places
{
    #[Msgpack\Key(3)] public int $last = 1;
    #[Msgpack\Key(0)] public int $first = 2;
    #[Msgpack\Ignore] public int $ignored = 3;
    #[Msgpack\Key(5), Msgpack\Key('sixth')] private ?string $private = null;
}
class Names
{
    #[Msgpack\Key('the id', aliases: ['id', 'ID'])] public int $id;
    #[Msgpack\Key('a key of more than thirty-one bytes, with blanks')] public string $long = '';
    #[Msgpack\Key('日本')] public int $japanese = 0;
    #[Symfony\Component\Serializer\Attribute\SerializedName('sn')] public int $symfony = 0;
    #[Symfony\Component\Serializer\Annotation\Ignore] public int $ignored = 9;
}
class Inherits extends Names { public int $own = 1; }
class Implied { #[Msgpack\Key(0)] public int $a = 1; #[Msgpack\Key(1)] public int $b = 2; }

$places = codec('Places');
decodes($places, '80');
decodes($places, '96 01 c3 91c0 02 a178 a179');
decodes($places, '83 a56669727374 05 a57369787468 a178 a769676e6f726564 04');
encodes($places, new Places());
encodes(codec('Places', ['keys' => 'map']), new Places());
$names = codec('Names');
reads($names, ['the id' => 1, 'a key of more than thirty-one bytes, with blanks' => 'l', '日本' => 2, 'sn' => 3, 'ignored' => 4]);
reads($names, ['a key of more than thirty-one bytes, with blanks' => 'l', 'ID' => 5]);
reads($names, ['id' => 1, 'the id' => 2]);
reads($names, ['a key of more than thirty-one bytes, with blankS' => 'l', 'ID' => 5]);
reads(codec('Inherits'), [7, 'inherited first', 8, 9, 10]);
encodes(codec('Inherits'), codec('Inherits')->decode("\x91\x07"));
encodes(codec('Implied'), new Implied());

// self is the class that declares the property.
class Base { const NAME = 'base name'; #[Msgpack\Key(self::NAME)] public ?self $other = null; }
class Derived extends Base { const NAME = 'another'; public int $own = 1; public ?parent $up = null; }
reads(codec('Derived'), ['base name' => [], 'up' => ['base name' => []]]);
$derived = new Derived();
$derived->other = new Base();
encodes(codec('Derived'), $derived);

// More fields than a word has bits.
$source = '';
for ($i = 0; $i < 130; $i++) {
    $source .= "public int \$f$i" . ($i % 3 ? ' = ' . -$i : '') . ';';
}
eval("class Many { $source }");
$many = codec('Many');
$given = [];
for ($i = 129; $i >= 0; $i--) {
    if ($i % 3 === 0 || $i % 5 === 0) {
        $given["f$i"] = $i;
    }
}
$object = $many->decode(msgpack_pack($given));
$sum = 0;
foreach ($object as $name => $value) {
    $expected = $given[$name] ?? -(int) substr($name, 1);
    $sum += $value === $expected ? 1 : 0;
}
echo "$sum fields, ", $many->decode($many->encode($object)) == $object ? 'same' : 'other', "\n";
unset($given['f126']);
reads($many, $given);
decodes($many, '82a266 3001a2663001');
var_dump(codec('Many', ['keys' => 'array'])->decode(codec('Many', ['keys' => 'array'])->encode($object)) == $object);

// What cannot be a plan.
foreach (['#[Msgpack\Key(0)] public int $a; public int $b;', '#[Msgpack\Key(1)] public int $a; #[Msgpack\Key(1)] public int $b;',
    '#[Msgpack\Key("x")] public int $a; #[Msgpack\Key("x")] public int $b;', '#[Msgpack\Key("b")] public int $a; public int $b;', '#[Msgpack\Key(-1)] public int $a;',
    '#[Msgpack\Key(65536)] public int $a;', '#[Msgpack\Key("\xff")] public int $a;', '#[Msgpack\Key(1.5)] public int $a;', '#[Msgpack\Key] public int $a;',
    '#[Msgpack\Key("x", aliases: [1])] public int $a;', '#[Msgpack\Key("x", aliases: ["b"])] public int $a; public int $b;', '#[Msgpack\Key("x"), Msgpack\Key("y")] public int $a;'] as $i => $body) {
    eval("class Wrong$i { $body }");
    codec("Wrong$i");
}
?>
--EXPECT--
80: Places{last: 1, first: 2, ignored: 3, -private: null}
96 01 c3 91c0 02 a178 a179: Places{last: 2, first: 1, ignored: 3, -private: 'y'}
83 a56669727374 05 a57369787468 a178 a769676e6f726564 04: Places{last: 1, first: 5, ignored: 3, -private: 'x'}
'9602c0c001c0c0'
'83a46c61737401a5666972737402a57369787468c0'
Names{id: 1, long: 'l', japanese: 2, symfony: 3, ignored: 9}
Names{id: 5, long: 'l', japanese: 0, symfony: 0, ignored: 9}
duplicate_field at 5 ${key #1}, expected nothing, got nothing: the key comes a second time "the id", at ${key #1}
Names{id: 5, long: '', japanese: 0, symfony: 0, ignored: 9}
Inherits{id: 7, long: 'inherited first', japanese: 8, symfony: 9, ignored: 9, own: 10}
string(154) db1c35c5
'920102'
Derived{other: Base{other: null}, own: 1, up: Base{other: Base{other: null}}}
'83a962617365206e616d6581a962617365206e616d65c0a36f776e01a27570c0'
130 fields, same
missing_field at 0 $, expected int, got nothing: Many needs a value for "f126"
82a266 3001a2663001: duplicate_field at 5 ${key #1}, expected nothing, got nothing: the key comes a second time "f0", at ${key #1}
bool(true)
Wrong0: TypeError: Wrong0: all fields need an index by Key, or none
Wrong1: TypeError: Wrong1: two fields have the index 1
Wrong2: TypeError: Wrong2::$b: another field has the key "x", too
Wrong3: TypeError: Wrong3::$b: another field has the key "b", too
Wrong4: TypeError: Wrong4::$a: Key needs one name, or an index from 0 to 65535
Wrong5: TypeError: Wrong5::$a: Key needs one name, or an index from 0 to 65535
Wrong6: TypeError: Wrong6::$a: the key is not UTF-8
Wrong7: TypeError: Wrong7::$a: Key needs one name, or an index from 0 to 65535
Wrong8: TypeError: Wrong8::$a: Key needs one name, or an index from 0 to 65535
Wrong9: TypeError: Wrong9::$a: Key's aliases must be strings
Wrong10: TypeError: Wrong10::$b: another field has the key "b", too
Wrong11: TypeError: Wrong11::$a: Key needs one name, or an index from 0 to 65535
