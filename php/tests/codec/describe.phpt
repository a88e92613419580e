--TEST--
MsgpackCodec::describe(): the plan as an array, with the words of Python's describe()
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

enum Suit: string { case Hearts = 'H'; case Spades = 'S'; }
enum Level: int { case Low = -1; case High = 5; }
class Circle { public float $radius = 1.0; }
#[Msgpack\Model(keys: 'array')]
class Square { public int $side = 2; }
#[Msgpack\Model(unknown: 'keep')]
class Tree
{
    public array $extra = [];
    #[Msgpack\ListOf(Tree::class)] public array $children = [];
    public ?Tree $parent;
}
#[Msgpack\Model(unknown: 'error')]
class Parts
{
    #[Msgpack\Key('y', aliases: ['why', 'Y']), Msgpack\Type('bytes')] private ?string $bytes = null;
    #[Msgpack\Type('tuple<int, ?float32>')] public array $pair;
    #[Msgpack\MapOf(Suit::class, key: 'int')] public array $suits;
    #[Msgpack\Tags([0 => Circle::class, 1 => Square::class])] public Circle|Square $shape;
    #[Msgpack\Tags(['c' => Circle::class, 'q' => Square::class], key: 'type', default: Circle::class)] public Circle|Square|null $tagged;
    public int|string|null $either = 0;
    public mixed $any;
    public MsgpackTimestamp|bool $at;
    public Level $level = Level::Low;
}
class Limits
{
    #[Msgpack\Limit(gt: 0, le: 9)] public int $int;
    #[Msgpack\Limit(gt: 0, le: 9.5)] public float $float;
    #[Msgpack\Limit(ge: 0.5, lt: 1)] public float $half;
    #[Msgpack\Limit(minLength: 1, maxLength: 20)] public string $text;
    #[Msgpack\Type('uint8')] public int $small;
    #[Msgpack\Type('list<string>'), Msgpack\Limit(maxLength: 3)] public array $list;
}
#[Msgpack\Model(constructor: true)]
class Made { public function __construct(#[Msgpack\Key(1)] public int $b, #[Msgpack\Key(0)] int $a = 5) {} }

function describes(string $type, array $options = []): void
{
    echo json_encode(codec($type, $options)->describe(), JSON_PRESERVE_ZERO_FRACTION), "\n";
}

describes('?int');
describes('map<string, list<?DateTimeImmutable>>');
describes('list<Tree>');
foreach (codec('Parts')->describe()['fields'] as $field) {
    echo json_encode($field), "\n";
}
foreach (codec('Limits')->describe()['fields'] as $field) {
    echo $field['name'], ' ', json_encode($field['type'], JSON_PRESERVE_ZERO_FRACTION), "\n";
}
describes('Made');
describes('Square');
// The options of the codec count.
describes('Square', ['keys' => 'map', 'unknown' => 'error']);
// Classes of many fields, and deep ones.
eval('class Many { ' . implode('', array_map(fn ($i) => "public int \$f$i; ", range(0, 99))) . '}');
$many = codec('Many')->describe()['fields'];
echo count($many), ' ', $many[99]['name'], ' ', $many[99]['index'], ' ', $many[99]['type']['kind'], "\n";
for ($i = 0; $i < 100; $i++) {
    $next = $i + 1;
    eval("class Deep$i { public " . ($i < 99 ? "?Deep$next" : 'int') . ' $of; }');
}
$deep = codec('Deep0')->describe();
for ($levels = 0; isset($deep['fields']); $levels++) {
    $deep = $deep['fields'][0]['type'];
}
echo "$levels levels, then ", json_encode($deep), "\n";
// Classes that all have one another: the fields of each are described once.
for ($i = 0; $i < 30; $i++) {
    eval("class Each$i { " . implode('', array_map(fn ($k) => "public ?Each$k \$f$k = null; ", range(0, 29))) . '}');
}
$each = codec('Each0')->describe();
echo substr_count(json_encode($each), '"fields"'), ' ', count($each['fields'][1]['type']['fields']), "\n";
var_dump(msgpack_unpack(msgpack_pack(codec('Parts')->describe())) === codec('Parts')->describe());
?>
--EXPECT--
{"kind":"int","name":"?int","nullable":true}
{"kind":"dict","name":"map<string, list<?DateTimeImmutable>>","keys":{"kind":"str","name":"string"},"values":{"kind":"list","name":"list<?DateTimeImmutable>","items":{"kind":"datetime","name":"?DateTimeImmutable","nullable":true}}}
{"kind":"list","name":"list<Tree>","items":{"kind":"object","name":"Tree","form":"map","unknown":"keep","fields":[{"name":"children","keys":["children"],"index":0,"required":false,"type":{"kind":"list","name":"list<Tree>","items":{"kind":"object","name":"Tree","form":"map","unknown":"keep"}}},{"name":"parent","keys":["parent"],"index":1,"required":true,"type":{"kind":"object","name":"?Tree","nullable":true,"form":"map","unknown":"keep"}}]}}
{"name":"bytes","keys":["y","why","Y"],"index":0,"required":false,"type":{"kind":"bytes","name":"bytes","nullable":true}}
{"name":"pair","keys":["pair"],"index":1,"required":true,"type":{"kind":"fixed_tuple","name":"tuple<int, ?float32>","types":[{"kind":"int","name":"int"},{"kind":"float","name":"?float32","nullable":true}]}}
{"name":"suits","keys":["suits"],"index":2,"required":true,"type":{"kind":"dict","name":"map<int, Suit>","keys":{"kind":"int","name":"int"},"values":{"kind":"enum","name":"Suit","members":["H","S"]}}}
{"name":"shape","keys":["shape"],"index":3,"required":true,"type":{"kind":"union","name":"Circle|Square","types":[{"kind":"object","name":"Circle","form":"map","unknown":"skip","fields":[{"name":"radius","keys":["radius"],"index":0,"required":false,"type":{"kind":"float","name":"float"}}]},{"kind":"object","name":"Square","form":"array","unknown":"skip","fields":[{"name":"side","keys":["side"],"index":0,"required":false,"type":{"kind":"int","name":"int"}}]}],"tags":[0,1]}}
{"name":"tagged","keys":["tagged"],"index":4,"required":true,"type":{"kind":"union","name":"Circle|Square|null","nullable":true,"types":[{"kind":"object","name":"Circle","form":"map","unknown":"skip","tag":["type","c"]},{"kind":"object","name":"Square","form":"map","unknown":"skip","tag":["type","q"]}],"tags":["c","q"],"tag":"type","default":"Circle"}}
{"name":"either","keys":["either"],"index":5,"required":false,"type":{"kind":"union","name":"string|int|null","nullable":true,"types":[{"kind":"int","name":"int"},{"kind":"str","name":"string"}]}}
{"name":"any","keys":["any"],"index":6,"required":true,"type":{"kind":"any","name":"mixed"}}
{"name":"at","keys":["at"],"index":7,"required":true,"type":{"kind":"union","name":"MsgpackTimestamp|bool","types":[{"kind":"bool","name":"bool"},{"kind":"timestamp","name":"MsgpackTimestamp"}]}}
{"name":"level","keys":["level"],"index":8,"required":false,"type":{"kind":"enum","name":"Level","members":[-1,5]}}
int {"kind":"int","name":"int","limits":{"ge":1,"le":9}}
float {"kind":"float","name":"float","limits":{"gt":0.0,"le":9.5}}
half {"kind":"float","name":"float","limits":{"ge":0.5,"lt":1.0}}
text {"kind":"str","name":"string","limits":{"min_len":1,"max_len":20}}
small {"kind":"int","name":"uint8","limits":{"ge":0,"le":255}}
list {"kind":"list","name":"list<string>","limits":{"max_len":3},"items":{"kind":"str","name":"string"}}
{"kind":"object","name":"Made","form":"array","unknown":"skip","fields":[{"name":"b","keys":["b"],"index":1,"required":true,"type":{"kind":"int","name":"int"}},{"name":"a","keys":["a"],"index":0,"required":false,"type":{"kind":"int","name":"int"}}]}
{"kind":"object","name":"Square","form":"array","unknown":"skip","fields":[{"name":"side","keys":["side"],"index":0,"required":false,"type":{"kind":"int","name":"int"}}]}
{"kind":"object","name":"Square","form":"map","unknown":"error","fields":[{"name":"side","keys":["side"],"index":0,"required":false,"type":{"kind":"int","name":"int"}}]}
100 f99 99 int
64 levels, then {"kind":"object","name":"?Deep64","nullable":true,"form":"map","unknown":"skip"}
30 30
bool(true)