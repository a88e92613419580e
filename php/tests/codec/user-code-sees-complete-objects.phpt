--TEST--
MsgpackCodec: no destructor, autoloader or setter sees an incomplete object; classes are loaded when the codec is made
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

spl_autoload_register(function (string $name): void {
    echo "autoload $name\n";
    if ($name === 'Later') {
        eval('class Later { public ?Later $next = null; public ?LaterStill $still = null; }');
    } elseif ($name === 'LaterStill') {
        // The same plan is made while it is made.
        eval('class LaterStill { public int $n = 1; }');
        echo show_typed((new MsgpackCodec('Later'))->decode("\x80")), "\n";
    } elseif ($name === 'Throwing') {
        throw new DomainException('from the autoloader');
    }
});
class Watched
{
    public int $a;
    public ?Watched $child = null;
    #[Msgpack\ListOf('Watched')] public array $children = [];
    public function __destruct() { echo 'end of ', $this->a ?? 'an incomplete object', "\n"; }
    public function __set($name, $value) { echo "set $name\n"; }
    public function __get($name) { echo "get $name\n"; }
    public function __clone() { echo "clone\n"; }
}
class NeedsThrowing { public ?Throwing $x = null; }
class Empty1 { public int $never = 1; }

echo typed(fn () => codec('list<Later|Watched>')), "\n";
decodes(codec('Later'), '81a4737469 6c6c c0');
codec('NeedsThrowing');
codec('list<?Missing>');
$codec = codec('Watched');
echo "decode\n";
// Names of classes in a message are data.
decodes(codec('mixed'), '81c0a77374644c6f6164 00');
decodes(codec('mixed'), '81a0a85468726f77696e6700');
reads($codec, ['a' => 1, 'child' => ['a' => 2, 'child' => ['a' => 3]], 'children' => [['a' => 4], ['a' => 5]]]);
echo "fails\n";
reads($codec, ['a' => 1, 'child' => ['a' => 2], 'children' => [['a' => 4], ['a' => null]]]);
reads($codec, ['child' => ['a' => 2, 'child' => ['a' => 3]]]);
decodes($codec, '82a16101a5 6368696c64 81a16102 00');
decodes($codec, '82a16101a5 6368696c64 81');

// Constructors see what is complete, and may use the codec, throw, or collect garbage.
#[Msgpack\Model(constructor: true)]
class Active
{
    public static ?MsgpackCodec $codec = null;
    public function __construct(public string $do, public ?Watched $w = null)
    {
        switch ($do) {
            case 'decode': echo show_typed(self::$codec->decode("\x81\xa2do\xa1x")), "\n"; break;
            case 'collect': gc_collect_cycles(); break;
            case 'throw': throw new DomainException('thrown');
            case 'drop': $this->w = null; break;
            case 'fiber': if (Fiber::getCurrent()) { Fiber::suspend($do); } break;
        }
    }
}
class Holder { #[Msgpack\ListOf('Watched|null')] public array $before = []; public ?Active $active = null; public int $after; public function __destruct() { echo 'end of holder ', $this->after ?? 'incomplete', "\n"; } }
Active::$codec = codec('Active');
$holder = codec('Holder');
foreach (['decode', 'collect', 'throw', 'drop', 'none'] as $do) {
    echo "$do: ";
    reads($holder, ['before' => [['a' => 1]], 'active' => ['do' => $do, 'w' => ['a' => 2]], 'after' => 3]);
    echo "$do and then wrong: ";
    reads($holder, ['before' => [['a' => 1]], 'active' => ['do' => $do, 'w' => ['a' => 2]], 'after' => null]);
}
// A fiber that is never resumed.
$fiber = new Fiber(fn () => $holder->decode(msgpack_pack(['before' => [['a' => 1]], 'active' => ['do' => 'fiber'], 'after' => 3])));
echo $fiber->start(), "\n";
gc_collect_cycles();
unset($fiber);
$fiber = new Fiber(fn () => show_typed($holder->decode(msgpack_pack(['active' => ['do' => 'fiber'], 'after' => 3]))));
$fiber->start();
$fiber->resume();
echo $fiber->getReturn(), "\n";
// Exit and errors in a constructor end the request; objects that are incomplete have no end.
register_shutdown_function(function () use ($codec): void {
    echo "shutdown: ";
    reads($codec, ['a' => 9]);
});
eval('#[Msgpack\Model(constructor: true)] class Quits { public function __construct(public int $n) { exit("quits\n"); } }
    class Around { public Watched $w; public Quits $q; public function __destruct() { echo "never\n"; } }');
reads(codec('Around'), ['w' => ['a' => 8], 'q' => ['n' => 1]]);
?>
--EXPECT--
autoload Later
list<Later|Watched>: TypeError: the types of Later|Watched cannot be told apart in a message: more than one can be array; name the classes by #[Msgpack\Tags]
null
autoload LaterStill
Later{next: null, still: null}
81a4737469 6c6c c0: MsgpackException extra_data at 7 $
autoload Throwing
NeedsThrowing: DomainException: from the autoloader
autoload Missing
list<?Missing>: TypeError: there is no class Missing
decode
81c0a77374644c6f6164 00: MsgpackException invalid_key at 1 ${key #0}
81a0a85468726f77696e6700: MsgpackException extra_data at 11 $
end of 1
end of 2
end of 3
end of 4
end of 5
Watched{a: 1, child: Watched{a: 2, child: Watched{a: 3, child: null, children: []}, children: []}, children: [Watched{a: 4, child: null, children: []}, Watched{a: 5, child: null, children: []}]}
fails
wrong_type at 31 $.children[1].a, expected int, got nil: int expected, not nil
missing_field at 0 $, expected int, got nothing: Watched needs a value for "a"
82a16101a5 6368696c64 81a16102 00: MsgpackException extra_data at 14 $
82a16101a5 6368696c64 81: MsgpackException truncated at 10 $.child
decode: Active{do: 'x', w: null}
end of holder 3
end of 1
end of 2
Holder{before: [Watched{a: 1, child: null, children: []}], active: Active{do: 'decode', w: Watched{a: 2, child: null, children: []}}, after: 3}
decode and then wrong: Active{do: 'x', w: null}
end of 2
wrong_type at 43 $.after, expected int, got nil: int expected, not nil
collect: end of holder 3
end of 1
end of 2
Holder{before: [Watched{a: 1, child: null, children: []}], active: Active{do: 'collect', w: Watched{a: 2, child: null, children: []}}, after: 3}
collect and then wrong: end of 2
wrong_type at 44 $.after, expected int, got nil: int expected, not nil
throw: end of 2
DomainException: thrown
throw and then wrong: end of 2
DomainException: thrown
drop: end of 2
end of holder 3
end of 1
Holder{before: [Watched{a: 1, child: null, children: []}], active: Active{do: 'drop', w: null}, after: 3}
drop and then wrong: end of 2
wrong_type at 41 $.after, expected int, got nil: int expected, not nil
none: end of holder 3
end of 1
end of 2
Holder{before: [Watched{a: 1, child: null, children: []}], active: Active{do: 'none', w: Watched{a: 2, child: null, children: []}}, after: 3}
none and then wrong: end of 2
wrong_type at 41 $.after, expected int, got nil: int expected, not nil
fiber
end of holder 3
Holder{before: [], active: Active{do: 'fiber', w: null}, after: 3}
quits
shutdown: end of 9
Watched{a: 9, child: null, children: []}
