--TEST--
MsgpackCodec: errors 'all' goes on after each value that does not fit, and lists up to 100 errors
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

#[Msgpack\Tags([0 => Circle::class])]
interface Shape {}
class Circle implements Shape { public float $radius; }
enum Suit: string { case Hearts = 'H'; }
#[Msgpack\Model(unknown: 'error')]
class Item { public string $name; public ?float $weight = null; public function __destruct() { echo "never\n"; } }
#[Msgpack\Model(constructor: true)]
class Made { public function __construct(public int $a) { echo "made $a\n"; } }
class Order
{
    public int $id;
    public string $note;
    #[Msgpack\ListOf(Item::class)] public array $items = [];
    #[Msgpack\MapOf('int', key: 'int')] public array $counts = [];
    #[Msgpack\Type('tuple<int, int>')] public array $pair = [0, 0];
    public ?Shape $shape = null;
    public ?Suit $suit = null;
    #[Msgpack\Limit(le: 5)] public int $limited = 0;
    public ?DateTimeImmutable $at = null;
    public ?Made $made = null;
    public ?Made $later = null;
    #[Msgpack\After] public function after(): void { echo "after\n"; }
}
function all(MsgpackCodec $codec, string $bytes): void
{
    try {
        echo show_typed($codec->decode($bytes)), "\n";
    } catch (MsgpackValidationException $error) {
        foreach ($error->errors() as $i => $one) {
            echo $i === 0 ? ($one === $error ? 'first: ' : 'another: ') : '       ', $one->name, ' ', $one->offset, ' ', $one->path, ', ', $one->expected ?? 'nothing', ' ', $one->got ?? 'nothing', ': ', $one->getMessage(), "\n";
        }
    } catch (MsgpackException $error) {
        echo "$error->name $error->offset $error->path\n";
    }
}
$codec = codec('list<Order>', ['errors' => 'all']);
$pack = fn (mixed $value) => msgpack_pack($value, ['timestamps' => true]);
all($codec, $pack([['id' => 1, 'note' => 'right', 'made' => ['a' => 1]]]));
all($codec, $pack([
    ['id' => 'x', 'items' => [['name' => 'a'], ['name' => 1, 'weight' => 'w', 'more' => [1, [2]]], 5, [], ['name' => 'b']], 'made' => ['a' => 7]],
    ['id' => 2, 'note' => 'n', 'counts' => [1 => 1, 'x' => [2], 3 => null], 'pair' => [1], 'shape' => [0, ['radius' => []]], 'suit' => 'S', 'limited' => 6],
    7,
    ['id' => 3, 'note' => 'n', 'pair' => ['a', 'b'], 'shape' => [1, [1, [2]]], 'at' => 'now', 'later' => ['a' => 8]],
]));
all($codec, "\x92\x82\xa2id\x01\xa2id\x02\x82\xa2id\xa1x\xa4note\xc1");
all($codec, "\x91\xc0\x00");
all($codec, "\x91\xc1");
try {
    codec('list<int>', ['errors' => 'all'])->decode("\xdc\x01\x00" . str_repeat("\xc0", 256));
} catch (MsgpackValidationException $error) {
    echo count($error->errors()), ' errors, the last at ', $error->errors()[99]->path, "\n";
}
all(codec('list<list<int>>', ['errors' => 'all', 'max_depth' => 2]), "\x92\x91\xc0\x91\x90");
all(codec('int', ['errors' => 'all']), "\xcf\xff\xff\xff\xff\xff\xff\xff\xff");
all(codec('list<DateTimeImmutable>', ['errors' => 'all']), "\x92\xc7\x0c\xff\0\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff\xc0");
try {
    $codec->convert([['id' => 'a', 'note' => 2]]);
} catch (MsgpackValidationException $error) {
    foreach ($error->errors() as $one) {
        echo "$one->name ", json_encode($one->offset), " $one->path\n";
    }
}
try {
    msgpack_unpack("\x92\xc0\xc0", null, ['type' => 'list<int>', 'errors' => 'all', 'throw' => true]);
} catch (MsgpackValidationException $error) {
    echo count($error->errors()), "\n";
}
// Streams: offsets are those in the stream.
$stream = new MessagePackUnpacker(options: ['type' => 'list<int>', 'errors' => 'all', 'throw' => true]);
$stream->feed("\x91\x01\x92\xc0\xc3");
$stream->execute();
try {
    $stream->execute();
} catch (MsgpackValidationException $error) {
    echo implode(' ', array_map(fn ($one) => "$one->offset $one->path", $error->errors())), "\n";
}
try {
    codec('int')->decode("\xc0");
} catch (MsgpackValidationException $error) {
    echo count($error->errors()), "\n";
}
echo count((new MsgpackValidationException())->errors()), "\n";
var_dump(msgpack_unpack("\x92\xc0\xc0", null, ['type' => 'list<int>', 'errors' => 'all']));
codec('int', ['errors' => 'some']);
?>
--EXPECT--
made 1
after
[Order{id: 1, note: 'right', items: [], counts: [], pair: [0, 0], shape: null, suit: null, limited: 0, at: null, made: Made{a: 1}, later: null}]
first: wrong_type 5 $[0].id, int str: byte 5: int expected, not str, at $[0].id
       wrong_type 28 $[0].items[1].name, string int: byte 28: string expected, not int, at $[0].items[1].name
       wrong_type 36 $[0].items[1].weight, ?float str: byte 36: ?float expected, not str, at $[0].items[1].weight
       unknown_field 38 $[0].items[1]{key #2}, nothing nothing: byte 38: no field has the key "more", at $[0].items[1]{key #2}
       wrong_type 47 $[0].items[2], Item int: byte 47: Item expected, not int, at $[0].items[2]
       missing_field 48 $[0].items[3], string nothing: byte 48: Item needs a value for "name", at $[0].items[3]
       missing_field 1 $[0], string nothing: byte 1: Order needs a value for "note", at $[0]
       wrong_type 88 $[1].counts{key #1}, nothing nothing: byte 88: a key of int expected, at $[1].counts{key #1}
       wrong_type 93 $[1].counts{3}, int nil: byte 93: int expected, not nil, at $[1].counts{3}
       invalid_value 99 $[1].pair, tuple<int, int> array: byte 99: another number of elements than the tuple has, at $[1].pair
       wrong_type 117 $[1].shape[1].radius, float array: byte 117: float expected, not array, at $[1].shape[1].radius
       unknown_member 123 $[1].suit, ?Suit str: byte 123: no case of the enum has this value "S", at $[1].suit
       out_of_bounds 133 $[1].limited, int int: byte 133: outside of the limits of int: at most 5 expected, at $[1].limited
       wrong_type 134 $[2], Order int: byte 134: Order expected, not int, at $[2]
       wrong_type 153 $[3].pair[0], int str: byte 153: int expected, not str, at $[3].pair[0]
       wrong_type 155 $[3].pair[1], int str: byte 155: int expected, not str, at $[3].pair[1]
       unknown_tag 164 $[3].shape[0], ?Shape int: byte 164: no class has this tag 1, at $[3].shape[0]
       wrong_type 172 $[3].at, ?DateTimeImmutable str: byte 172: ?DateTimeImmutable expected, not str, at $[3].at
first: duplicate_field 6 $[0]{key #1}, nothing nothing: byte 6: the key comes a second time "id", at $[0]{key #1}
       missing_field 1 $[0], string nothing: byte 1: Order needs a value for "note", at $[0]
       wrong_type 14 $[1].id, int str: byte 14: int expected, not str, at $[1].id
       reserved_byte 21 $[1].note, nothing nothing: byte 21: reserved byte c1, at $[1].note
first: wrong_type 1 $[0], Order nil: byte 1: Order expected, not nil, at $[0]
       extra_data 2 $, nothing nothing: byte 2: extra data: 1 byte after the value, at $
reserved_byte 1 $[0]
100 errors, the last at $[99]
first: wrong_type 2 $[0][0], int nil: byte 2: int expected, not nil, at $[0][0]
       too_deep 4 $[1][0], nothing nothing: byte 4: containers nested deeper than max_depth(2), at $[1][0]
first: int_range 0 $, int int: byte 0: outside of the range of int: more than PHP_INT_MAX, at $
first: timestamp_range 1 $[0], DateTimeImmutable ext: byte 1: the date is outside of the years 1 to 9999, at $[0]
       wrong_type 16 $[1], DateTimeImmutable nil: byte 16: DateTimeImmutable expected, not nil, at $[1]
wrong_type null $[0].id
wrong_type null $[0].note
2
3 $[0] 4 $[1]
1
1
Warning: [msgpack] (php_msgpack_unserialize) wrong_type: byte 1: int expected, not nil, at $[0]
bool(false)
int: ValueError: MsgpackCodec::__construct(): Option "errors" must be "first" or "all"
