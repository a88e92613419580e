--TEST--
MsgpackCodec: missing, unknown and repeated keys are in a property of the error, in each form; other errors have none
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

#[Msgpack\Model(unknown: 'error')]
class Line { public int $a; #[Msgpack\Key('b-2', aliases: ['old'])] public string $b; public float $c; }
#[Msgpack\Model(constructor: true)]
class Built { public function __construct(public readonly int $x, public readonly int $y) {} }
class Holder { #[Msgpack\Tags(['l' => Line::class], key: 'kind')] public Line $one; }

function errors(string $type, string $bytes, array $options = []): void
{
    try {
        var_dump((new MsgpackCodec($type, ['errors' => 'all'] + $options))->decode($bytes));
    } catch (MsgpackValidationException $error) {
        foreach ($error->errors() as $one) {
            echo $one->name, ' ', $one->path, ' ', $one->field === null ? 'null' : '"' . addcslashes(substr($one->field, 0, 10), "\0..\37\177..\377") . '"', ' ', $one->expected ?? 'no type', "\n";
        }
    }
}
errors('Line', "\x80");
errors('list<Line>', "\x92" . "\x81\xa1a\x01" . "\x90");
errors('Line', msgpack_pack(['a' => 1, 'b-2' => 2, 'c' => 3, 'x' => 4, "long\0\xff" . str_repeat('y', 50) => 5], ['php_only' => false]), ['utf8' => false]);
errors('Line', "\x84\xa1a\x01\xa3old\xa1t\xa3b-2\xa1u\xa1c\x01");
errors('Line', "\x94\x01\xa1t\x02\x03");
errors('Built', "\x81\xa1x\x01");
errors('Holder', "\x81\xa3one\x81\xa1a\x01");
errors('map<string, int>', "\x82\xa1k\x01\xa1k\x02");
errors('map<int, int>', "\x82\xf9\x01\xf9\x02");
errors('map<int, int>', "\x82\xd3\x80\x00\x00\x00\x00\x00\x00\x00\x01\xd3\x80\x00\x00\x00\x00\x00\x00\x00\x02");
errors('list<int>', "\x91\xa1k");
// One error only, and convert().
foreach ([fn () => codec('Line')->decode("\x80"), fn () => codec('Line')->convert(['a' => 1]), fn () => codec('Line')->convert(['a' => 1, 5 => 2])] as $call) {
    try {
        $call();
    } catch (MsgpackValidationException $error) {
        var_dump($error->field, $error->path);
    }
}
// The text of the key does not stay in memory.
$codec = new MsgpackCodec('Line', ['errors' => 'all']);
$bytes = msgpack_pack(array_fill_keys(array_map(fn ($i) => str_repeat("k$i", 1000), range(1, 90)), 1));
$run = function () use ($codec, $bytes) {
    try {
        $codec->decode($bytes);
    } catch (MsgpackValidationException) {
    }
};
$run();
$before = memory_get_usage();
for ($i = 0; $i < 10; $i++) {
    $run();
}
var_dump(memory_get_usage() - $before < 10000);
?>
--EXPECT--
missing_field $ "a" int
missing_field $ "b-2" string
missing_field $ "c" float
missing_field $[0] "b-2" string
missing_field $[0] "c" float
missing_field $[1] "a" int
missing_field $[1] "b-2" string
missing_field $[1] "c" float
wrong_type $["b-2"] null string
unknown_field ${key #3} "x" no type
unknown_field ${key #4} "long\000\377yyyy" no type
duplicate_field ${key #2} "b-2" no type
unknown_field $[3] null no type
missing_field $ "y" int
missing_field $.one "kind" Line
duplicate_field ${key #1} "k" no type
duplicate_field ${key #1} "-7" no type
duplicate_field ${key #1} "-922337203" no type
wrong_type $[0] null int
string(1) "a"
string(1) "$"
string(3) "b-2"
string(1) "$"
string(1) "5"
string(9) "${key #1}"
bool(true)
