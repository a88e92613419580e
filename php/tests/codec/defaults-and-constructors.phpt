--TEST--
MsgpackCodec: defaults of properties and promoted parameters, readonly, constructors that are called, After
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

enum Status: string { case New = 'n'; case Paid = 'p'; const LATEST = self::Paid; }
class Made { public static int $count = 0; public function __construct(public int $n = 0) { self::$count++; echo "Made $n\n"; } }
const GLOBAL_DEFAULT = 11;
class Promoted
{
    const OWN = 'own';
    public function __construct(
        public readonly int $id,
        public readonly Status $status = Status::New,
        public readonly ?Status $latest = Status::LATEST,
        public readonly array $list = [1, [self::OWN], GLOBAL_DEFAULT],
        public readonly float $ratio = 1,
        public readonly ?string $nothing = null,
        public readonly string $joined = self::OWN . '-' . GLOBAL_DEFAULT,
        public readonly int $number = GLOBAL_DEFAULT * 2,
        private readonly int $private = 5,
        $untyped = 3,
        public $loose = 4,
    ) { echo "constructed $id\n"; }
    public function private(): string { return isset($this->private) ? "has $this->private" : 'has none'; }
}
class Properties
{
    public array $list = ['a' => [Promoted::OWN]];
    public string $text = 'te' . 'xt';
    public Status $status = Status::LATEST;
    public ?int $required;
    private array $hidden = [1, [2]];
    protected static $shared = 1;
}
$codec = codec('Promoted');
decodes($codec, '81a2696401');
echo $codec->decode(bytes('81a2696401'))->private(), "\n";
decodes($codec, '83a2696402a6737461747573a170a46c69737490');
decodes($codec, '80');
decodes($codec, '82a2696402a6737461747573a178');
try { $codec->decode(bytes('81a2696401'))->id = 5; } catch (Error $error) { echo $error->getMessage(), "\n"; }
decodes(codec('Properties'), '80');
decodes(codec('list<Properties>'), '9281a87265717569726564c082a87265717569726564 01 a46c69737490');
$two = codec('list<Properties>')->decode(bytes('9281a87265717569726564c081a87265717569726564c0'));
$two[0]->list['b'] = 1;
echo count($two[1]->list), "\n";

// A default with new is made for each object, after the message.
class WithNew { public function __construct(public int $id, public Made $made = new Made(7), public ?Made $other = null) { echo "never\n"; } }
$codec = codec('list<WithNew>');
decodes($codec, '9281a2696401 81a2696402');
decodes($codec, '9281a2696401 81a26964c0');
echo Made::$count, "\n";
class Throws { public function __construct() { throw new Exception('from the default'); } }
class WithThrows { public function __construct(public Throws $t = new Throws()) {} public function __destruct() { echo "never\n"; } }
decodes(codec('list<WithThrows>'), '9180');

// Constructors are called where the class or the option says so.
#[Msgpack\Model(constructor: true)]
class Called
{
    public int $sum;
    public function __construct(public readonly int $a, #[Msgpack\Key('bee')] public int $b = 2, ?Made $made = null, public Made $fresh = new Made(1))
    {
        if ($a < 0) {
            throw new DomainException("a is $a");
        }
        $this->sum = $a + $b;
        echo "Called $a $b\n";
    }
    public function __destruct() { echo "end of ", $this->a ?? 'nothing', "\n"; }
}
$called = codec('list<Called>');
decodes($called, '9281a16101 82a36265650ca1610b');
decodes($called, '9281a16101 81a161ff');
decodes($called, '9281a16101 81a16180');
decodes($called, '91930102c0');
decodes($called, '9180');
encodes(codec('Called'), new Called(1, 2, null, new Made(3)));
decodes(codec('Promoted', ['constructor' => true]), '81a2696401');
decodes(codec('Made', ['constructor' => true]), '90');
class Hidden { private function __construct(public int $a = 1) {} }
class Variadic { public function __construct(public int $a = 1, int ...$more) {} }
class ByReference { public function __construct(public int $a, int &$b) {} }
decodes(codec('Hidden'), '80');
codec('Hidden', ['constructor' => true]);
codec('Variadic', ['constructor' => true]);
codec('ByReference', ['constructor' => true]);

// After: inner objects first, after the whole message.
class Node
{
    public string $name;
    public ?Node $next = null;
    public bool $ready = false;
    #[Msgpack\After]
    private function complete(): void
    {
        if ($this->name === 'throw') {
            throw new DomainException('from After');
        }
        $this->ready = true;
        echo "After $this->name, next ", $this->next === null ? 'none' : ($this->next->ready ? 'ready' : 'not ready'), "\n";
    }
    public function __destruct() { echo "end of ", $this->name ?? 'nothing', "\n"; }
}
$node = codec('Node');
reads($node, ['name' => 'a', 'next' => ['name' => 'b', 'next' => null]]);
reads($node, ['name' => 'a', 'next' => ['name' => 'b', 'next' => 5]]);
reads($node, ['name' => 'a', 'next' => ['name' => 'throw']]);
decodes($node, '81a46e616d65a178 00');
class TwoAfter { #[Msgpack\After] public function a(): void {} #[Msgpack\After] public function b(): void {} }
class AfterWithArgument { #[Msgpack\After] public function a(int $x): void {} }
abstract class HasAfter { public int $x = 1; #[Msgpack\After] protected function a(): void { $this->x *= 10; } }
class AfterAgain extends HasAfter { #[Msgpack\After] protected function a(): void { parent::a(); $this->x++; } }
class AfterReplaced extends HasAfter { protected function a(): void {} }
class AfterReplacedAbove extends AfterReplaced {}
codec('TwoAfter');
codec('AfterWithArgument');
echo codec('AfterAgain')->decode("\x80")->x, "\n";
codec('AfterReplaced');
codec('AfterReplacedAbove');
?>
--EXPECT--
81a2696401: Promoted{id: 1, status: Status::New, latest: Status::Paid, list: [1, ['own'], 11], ratio: 1.0, nothing: null, joined: 'own-11', number: 22, -private: 5, loose: 4}
has 5
83a2696402a6737461747573a170a46c69737490: Promoted{id: 2, status: Status::Paid, latest: Status::Paid, list: [], ratio: 1.0, nothing: null, joined: 'own-11', number: 22, -private: 5, loose: 4}
80: missing_field at 0 $, expected int, got nothing: Promoted needs a value for "id"
82a2696402a6737461747573a178: unknown_member at 12 $.status, expected Status, got str: no case of the enum has this value "x"
Cannot modify readonly property Promoted::$id
80: missing_field at 0 $, expected ?int, got nothing: Properties needs a value for "required"
9281a87265717569726564c082a87265717569726564 01 a46c69737490: [Properties{list: ['a' => ['own']], text: 'text', status: Status::Paid, required: null, -hidden: [1, [2]]}, Properties{list: [], text: 'text', status: Status::Paid, required: 1, -hidden: [1, [2]]}]
1
9281a2696401 81a2696402: Made 7
Made 7
[WithNew{id: 1, made: Made{n: 7}, other: null}, WithNew{id: 2, made: Made{n: 7}, other: null}]
9281a2696401 81a26964c0: wrong_type at 10 $[1].id, expected int, got nil: int expected, not nil
2
9180: Exception: from the default
9281a16101 82a36265650ca1610b: Made 1
Called 1 2
Made 1
Called 11 12
end of 1
end of 11
[Called{sum: 3, a: 1, b: 2, fresh: Made{n: 1}}, Called{sum: 23, a: 11, b: 12, fresh: Made{n: 1}}]
9281a16101 81a161ff: Made 1
Called 1 2
Made 1
end of 1
DomainException: a is -1
9281a16101 81a16180: Made 1
Called 1 2
end of 1
wrong_type at 8 $[1].a, expected int, got map: int expected, not map
91930102c0: Made 1
Called 1 2
end of 1
[Called{sum: 3, a: 1, b: 2, fresh: Made{n: 1}}]
9180: missing_field at 1 $[0], expected int, got nothing: Called needs a value for "a"
Made 3
Called 1 2
missing_field at 14 $.made, expected ?Made, got nothing: the parameter of the constructor is no property without hooks, so it has no value
end of 1
81a2696401: constructed 1
Promoted{id: 1, status: Status::New, latest: Status::Paid, list: [1, ['own'], 11], ratio: 1.0, nothing: null, joined: 'own-11', number: 22, -private: 5, loose: 4}
90: Made 0
Made{n: 0}
80: Hidden{a: 1}
Hidden: TypeError: Hidden: the constructor cannot be called: it is not public, or has any number of arguments
Variadic: TypeError: Variadic: the constructor cannot be called: it is not public, or has any number of arguments
ByReference: TypeError: ByReference::$b: a parameter by reference has no value in a message
After b, next none
After a, next ready
end of a
end of b
Node{name: 'a', next: Node{name: 'b', next: null, ready: true}, ready: true}
wrong_type at 26 $.next.next, expected ?Node, got int: ?Node expected, not int
end of a
end of throw
DomainException: from After
81a46e616d65a178 00: MsgpackException extra_data at 8 $
TwoAfter: TypeError: TwoAfter: two methods have the attribute After
AfterWithArgument: TypeError: AfterWithArgument: the method a cannot be called without arguments
11
AfterReplaced: TypeError: AfterReplaced: the method a replaces one with the attribute After, and needs it, too
AfterReplacedAbove: TypeError: AfterReplacedAbove: the method a replaces one with the attribute After, and needs it, too
