--TEST--
MsgpackCodec: unknown 'keep' keeps unknown entries in a property and writes them again
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

/** Decodes, prints the value, encodes it and prints the bytes if they are others. */
function again(MsgpackCodec $codec, string $hex): void
{
    $value = null;
    $bytes = bytes($hex);
    echo typed(function () use ($codec, $bytes, &$value) { return $value = $codec->decode($bytes); }), "\n";
    if ($value !== null) {
        $written = $codec->encode($value);
        echo $written === $bytes ? "the same bytes\n" : bin2hex($written) . "\n";
    }
}

#[Msgpack\Model(unknown: 'keep')]
class Open { public int $a = 1; public array $extra = ['default' => 'is not used']; #[Msgpack\Key('b', aliases: ['c'])] public int $b = 2; }
#[Msgpack\Model(unknown: 'keep', extra: 'rest')]
class Hidden { public function __construct(public readonly int $a, private readonly ?array $rest = null) {} }
#[Msgpack\Model(unknown: 'keep', constructor: true, extra: 'more')]
class Made
{
    public array $more;
    public function __construct(public int $a, array $more, public ?Made $inner = null) { $this->more = $more; }
}

$open = codec('Open');
again($open, '80');
again($open, '82 a16102 a16203');
// Of any type, as they were: a nested map and an empty one, bin, a timestamp with nanoseconds, an ext, nil, a decimal key.
again($open, '8a a16102 a16203 a178 81a16b9101 a179 80 a17a c40141 a174 d7ff00000004 00000001 a165 d40507 a16e c0 a135 05 a5657874726106');
// The last of equal keys counts; a field's key for the second time is an error.
again($open, '83 a17801 a17802 a1789103');
decodes($open, '83 a16102 a17801 a16103');
decodes($open, '82 a16203 a16303');
decodes($open, '82 a17801 05 06');
decodes($open, '82 c4017801 a16105');
decodes($open, '81 c401ff01');
decodes($open, '81 a1ff01');
decodes($open, '82 a1789201');
decodes($open, '81 a178 91 c1');
decodes(codec('Open', ['max_depth' => 2]), '81 a178 9190');
// The array form has no place for them.
encodes(codec('Open', ['keys' => 'array']), $open->decode(bytes('82 a16102 a17801')));
decodes($open, '93 01 02 03');
again(codec('Hidden'), '82 a16105 a178a179');
again(codec('Hidden'), '81 a16105');
again(codec('Made'), '83 a16105 a5696e6e6572 83 a16106 a5696e6e6572c0 a17808 a179 81a17a01');
encodes(codec('Hidden'), new Hidden(1));

// What user code has put there: the keys of fields stay the fields', others are written as text.
$one = new Open();
$one->extra = ['a' => 9, 'c' => 9, 'x' => [1], 7 => 'seven', 'n' => null];
encodes($open, $one);
unset($one->extra['x'], $one->extra[7], $one->extra['n']);
encodes($open, $one);
encodes(codec('Open', ['max_depth' => 2]), (function () { $one = new Open(); $one->extra = ['x' => [1]]; return $one; })());
encodes(codec('Open', ['max_depth' => 1]), (function () { $one = new Open(); $one->extra = ['x' => [1]]; return $one; })());
#[Msgpack\Model(unknown: 'keep')]
class Loose { public $extra; }
$loose = new Loose();
encodes(codec('Loose'), $loose);
$loose->extra = 5;
encodes(codec('Loose'), $loose);
unset($loose->extra);
encodes(codec('Loose'), $loose);
// An object that only its class could read back is refused before its code runs, which would replace the entries.
class Replaces { public function __construct(public ?Open $of = null) {} public function __serialize(): array { $this->of->extra = []; return ['k' => 1]; } }
$one = new Open();
$one->extra = ['x' => new Replaces($one), 'y' => [2]];
encodes($open, $one);

// A tag is not kept.
#[Msgpack\Model(unknown: 'keep')]
class Tagged { public array $extra = []; }
class Holder { #[Msgpack\Tags(['t' => Tagged::class, 'o' => Open::class], key: 'type')] public Tagged|Open|null $one = null; }
again(codec('Holder'), '81 a36f6e65 82 a474797065 a174 a17801');
$holder = new Holder();
$holder->one = new Tagged();
$holder->one->extra = ['type' => 'other', 'x' => 1];
encodes(codec('Holder'), $holder);

// With a list of errors; with convert(), whose values are PHP's already.
decodes(codec('list<Open>', ['errors' => 'all']), '92 82 a161c3 a17801 81 a178 cf8000000000000000');
echo typed(fn () => $open->convert(['a' => 1, 'x' => ['y' => []], 'd' => new DateTimeImmutable('@1')])), "\n";
$type = (new ReflectionClass('Hidden'))->getAttributes()[0]->newInstance();
echo "$type->unknown $type->extra ", (new Msgpack\Model())->extra, "\n";

foreach (["unknown: 'keep'", "unknown: 'keep', extra: 'a'", "unknown: 'keep', extra: 5", "unknown: 'keep', constructor: true", "unknown: 'drop'", "keys: 'keep'"] as $i => $model) {
    eval("#[Msgpack\\Model($model)] class Wrong$i { public int \$a; public function __construct(public int \$b = 0) {} }");
    codec("Wrong$i");
}
?>
--EXPECT--
Open{a: 1, extra: [], b: 2}
82a16101a16202
Open{a: 2, extra: [], b: 3}
the same bytes
Open{a: 2, extra: ['x' => stdClass{k: [1]}, 'y' => stdClass{}, 'z' => MsgpackBin{data: 'A'}, 't' => MsgpackTimestamp{seconds: 1, nanoseconds: 1}, 'e' => MsgpackExt{type: 5, data: '\a'}, 'n' => null, 5 => 5, 'extra' => 6], b: 3}
the same bytes
Open{a: 1, extra: ['x' => [3]], b: 2}
83a16101a16202a1789103
83 a16102 a17801 a16103: duplicate_field at 7 ${key #2}, expected nothing, got nothing: the key comes a second time "a", at ${key #2}
82 a16203 a16303: duplicate_field at 4 ${key #1}, expected nothing, got nothing: the key comes a second time "c", at ${key #1}
82 a17801 05 06: MsgpackException invalid_key at 4 ${key #1}
82 c4017801 a16105: Open{a: 5, extra: ['x' => 1], b: 2}
81 c401ff01: MsgpackException invalid_utf8 at 1 ${key #0}
81 a1ff01: MsgpackException invalid_utf8 at 1 ${key #0}
82 a1789201: MsgpackException truncated at 3 $.x
81 a178 91 c1: MsgpackException reserved_byte at 4 $.x[0]
81 a178 9190: MsgpackException too_deep at 4 $.x[0]
'920202'
93 01 02 03: Open{a: 1, extra: [], b: 2}
Hidden{a: 5, -rest: ['x' => 'y']}
the same bytes
Hidden{a: 5, -rest: []}
the same bytes
Made{more: ['y' => stdClass{z: 1}], a: 5, inner: Made{more: ['x' => 8], a: 6, inner: null}}
the same bytes
'81a16101'
'85a16101a16202a1789101a137a5736576656ea16ec0'
'82a16101a16202'
'83a16101a16202a1789101'
MsgpackException too_deep at 9 $.x
'80'
wrong_type at 0 $, expected map<string, mixed>, got int: map<string, mixed> expected, not int
missing_field at 0 $, expected map<string, mixed>, got nothing: the property of unknown entries is not initialized
MsgpackException unsupported_type at 9 $.x
Holder{one: Tagged{extra: ['x' => 1]}}
the same bytes
'81a36f6e6582a474797065a174a17801'
92 82 a161c3 a17801 81 a178 cf8000000000000000: wrong_type at 4 $[0].a, expected int, got bool: int expected, not bool
Open{a: 1, extra: ['x' => stdClass{y: []}, 'd' => DateTimeImmutable(1970-01-01T00:00:01.000000+00:00)], b: 2}
keep rest extra
Wrong0: TypeError: Wrong0: unknown 'keep' needs a property $extra, such as array $extra = []
Wrong1: TypeError: Wrong1::$a: the property of unknown entries must take an array
Wrong2: TypeError: Wrong2: Model(extra) must be the name of a property
Wrong3: TypeError: Wrong3: unknown 'keep' needs the constructor's parameter $extra, such as array $extra = []
Wrong4: TypeError: Wrong4: Model(unknown) must be 'skip', 'error' or 'keep'
Wrong5: TypeError: Wrong5: Model(keys) must be 'map' or 'array'
