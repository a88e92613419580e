--TEST--
Objects that defaults with `new` make count as objects of the message; the code of their classes does not
--INI--
memory_limit=1G
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Many { public ?int $a = null, $b = null, $c = null, $d = null, $e = null, $f = null, $g = null, $h = null, $i = null, $j = null; }
class One { public function __construct(public Many $m = new Many) {} }
class Five { public function __construct(public Many $a = new Many, public Many $b = new Many, public Many $c = new Many, public Many $d = new Many,
    public Many $e = new Many) {} }
class Nested { public function __construct(public Five $a = new Five, public Five $b = new Five) {} }
class Listed { public function __construct(public array $l = [new Many, [new Many, [1, 2, 3, 4, 5, 6, 7, 8, 9]], 'x' => new Five]) {} }
class Allocates { public string $text; public function __construct(int $n = 5000) { $this->text = str_repeat('x', $n); } }
class Large { public function __construct(public Allocates $a = new Allocates) {} }
class Inside { public ?Five $five = null; public ?Inside $next = null; }
#[Msgpack\Tags(['f' => Five::class, 'n' => Nested::class])] interface Tagged {}

$few = $many = [];
$wrong = 0;
foreach (['One' => "\x80", 'Five' => "\x80", 'Nested' => "\x80", 'Listed' => "\x80", 'Large' => "\x80", 'Inside' => "\x81\xa4five\x80",
    'list<Five>' => "\x92\x80\x80", 'map<string,Five>' => "\x81\xa1a\x80", 'tuple<Five,Nested>' => "\x92\x80\x80", '?Nested' => "\x90"] as $type => $item) {
    foreach ([[], ['constructor' => true]] as $options) {
        $codec = new MsgpackCodec("list<$type>", $options);
        foreach ([1, 100, 3000, 30000] as $n) {
            $bytes = "\xdd" . pack('N', $n) . str_repeat($item, $n);
            gc_collect_cycles();
            memory_reset_peak_usage();
            $before = memory_get_usage();
            $outcome = outcome(fn () => count($codec->decode($bytes)));
            /* besides the objects: 24 bytes for an item of the outer list, 110 for a byte of the inner ones, and notes; a debug
               build adds to each allocation */
            $most = 256 * strlen($bytes) + (1 << 20) + 24 * $n + (PHP_DEBUG ? 200 : 110) * strlen($bytes) + 64 * strlen($bytes) + (1 << 18);
            $took = memory_get_peak_usage() - $before;
            if ($took > $most) {
                echo "$type ", json_encode($options), " $n: $took bytes, more than $most\n";
                $wrong++;
            }
            if ($n <= 100 && $outcome !== (string) $n || $n === 30000 && !in_array($type, ['One', 'Inside']) && !str_contains($outcome, 'size_limit')) {
                echo "$type ", json_encode($options), " $n: $outcome\n";
            }
        }
    }
}
echo $wrong, " without a bound\n";

// The class of a default is loaded with the first object that needs it; its code is no part of the value.
spl_autoload_register(function (string $class): void {
    eval("class $class { public int \$x = 1; " . implode('', array_map(fn ($i) => "function f$i() { return [$i, '$i', $i.5]; } ", range(1, 5000))) . '}');
});
class NeedsLoaded { public function __construct(public Loaded $a = new Loaded) {} }
$before = memory_get_usage();
echo show((new MsgpackCodec('NeedsLoaded'))->decode("\x80")), memory_get_usage() - $before > 1 << 20 ? ', and more than 1 MiB of code' : '', "\n";
?>
--EXPECT--
0 without a bound
NeedsLoaded{a: Loaded{x: 1}#2}#1, and more than 1 MiB of code
