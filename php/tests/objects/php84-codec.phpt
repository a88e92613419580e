--TEST--
PHP 8.4: MsgpackCodec with hooks, asymmetric visibility, lazy objects
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

class Virtual
{
    public string $first = 'a';
    public string $both { get => $this->first . '!'; }
    public private(set) int $read = 1;
    protected(set) array $list = [];
}
decodes(codec('Virtual'), '82a56669727374a178 a472656164 05');
decodes(codec('Virtual'), '81a4626f7468a178');
encodes(codec('Virtual'), new Virtual());
class Hooked { public string $name = 'n' { set(string $value) { echo "set\n"; $this->name = $value; } } }
codec('Hooked');
class IgnoresHooked { public int $a = 1; #[Msgpack\Ignore] public string $name = 'n' { set => strtoupper($value); } }
decodes(codec('IgnoresHooked'), '82a16105a46e616d65a178');
class Plain { public int $a = 1; public ?Plain $next = null; }
class AddsHooks extends Plain { public int $a = 1 { get => 7; } }
encodes(codec('Plain'), new AddsHooks());

$class = new ReflectionClass('Plain');
$codec = codec('Plain');
$ghost = $class->newLazyGhost(function (Plain $object): void { echo "initialized\n"; $object->a = 5; });
encodes($codec, $ghost);
$proxy = $class->newLazyProxy(function (): Plain { echo "made\n"; $object = new Plain(); $object->a = 6; return $object; });
$outer = new Plain();
$outer->next = $proxy;
encodes($codec, $outer);
encodes($codec, $outer);
$throws = $class->newLazyGhost(function (): void { throw new DomainException('not made'); });
encodes($codec, $throws);
class More extends Plain { public int $b = 2; }
$other = (new ReflectionClass('More'))->newLazyProxy(fn () => new Plain());
encodes(codec('More'), $other);

// Unknown entries in a property with another visibility for writing, of lazy objects, and of objects that were cloned.
#[Msgpack\Model(unknown: 'keep')]
class Keeps { public int $a = 1; public private(set) array $extra = []; public function with(int $a): static { $new = clone $this; $new->a = $a; return $new; } }
decodes(codec('Keeps'), '82a16105a178a179');
encodes(codec('Keeps'), codec('Keeps')->decode(bytes('82a16105a178a179'))->with(6));
encodes(codec('Keeps'), (new ReflectionClass('Keeps'))->newLazyProxy(fn () => codec('Keeps')->decode(bytes('81a178a179'))));
#[Msgpack\Model(unknown: 'keep')]
class HookedExtra { public array $extra = [] { get => $this->extra; } }
codec('HookedExtra');
final class Frozen
{
    public function __construct(public readonly int $a, public readonly ?Plain $inner = null) {}
    public function __clone(): void { $this->inner = new Plain(); }
}
$frozen = codec('Frozen')->decode(bytes('82a16105a5696e6e657280'));
echo show_typed(clone $frozen), $frozen->inner === (clone $frozen)->inner ? ' same' : ' other', "\n";
try {
    $frozen->a = 6;
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}

// A constructor that is called may have promoted properties with hooks; what is behind them is not written.
#[Msgpack\Model(constructor: true)]
class Doubles { public function __construct(public int $n { set => $value * 2; }, public int $m = 1) {} }
decodes(codec('Doubles'), '81a16e04');
encodes(codec('Doubles'), new Doubles(4));
?>
--EXPECT--
82a56669727374a178 a472656164 05: Virtual{first: 'x', read: 5, list: []}
81a4626f7468a178: Virtual{first: 'a', read: 1, list: []}
'83a56669727374a161a47265616401a46c69737490'
Hooked: TypeError: Hooked::$name: a property with hooks cannot be filled; give it the attribute Ignore
82a16105a46e616d65a178: IgnoresHooked{a: 5, name: 'n'}
MsgpackException unsupported_type at 0 $
initialized
'82a16105a46e657874c0'
made
'82a16101a46e65787482a16106a46e657874c0'
'82a16101a46e65787482a16106a46e657874c0'
DomainException: not made
TypeError: The real instance class Plain is not compatible with the proxy class More. The proxy must be a instance of the same class as the real instance, or a sub-class with no additional properties, and no overrides of the __destructor or __clone methods.
82a16105a178a179: Keeps{a: 5, extra: ['x' => 'y']}
'82a16106a178a179'
'82a16101a178a179'
HookedExtra: TypeError: HookedExtra::$extra: a property with hooks cannot be filled
Frozen{a: 5, inner: Plain{a: 1, next: null}} other
Cannot modify readonly property Frozen::$a
81a16e04: Doubles{n: 8, m: 1}
missing_field at 3 $.n, expected int, got nothing: the parameter of the constructor is no property without hooks, so it has no value
