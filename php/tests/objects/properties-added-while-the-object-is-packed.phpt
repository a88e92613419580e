--TEST--
A hook that adds a property to the enclosing object: that object's slots and table stay consistent
--FILE--
<?php
require __DIR__ . '/../support.inc';
error_reporting(E_ALL & ~E_DEPRECATED); // PHP 8.5: an ArrayObject of another object

#[AllowDynamicProperties]
class Document { public $title = 'old'; public $part; }
class Part
{
    public function __construct(private Closure $hook) { }
    public function __serialize(): array { ($this->hook)(); return []; }
}
function packed(object $outer, object $document): string
{
    $bytes = msgpack_pack($outer);
    $document->title = 'new';
    $seen = [((array) $document)['title'], get_object_vars($document)['title'], msgpack_unpack(msgpack_pack($document))->title];
    return implode(' ', $seen) . ($bytes === false ? ', refused' : '');
}
$ways = [
    'itself' => fn ($d) => $d,
    'in an ArrayObject' => fn ($d) => new ArrayObject($d),
    'in both' => fn ($d) => (object) ['a' => new ArrayObject($d), 'd' => $d],
];
foreach ($ways as $name => $wrap) {
    foreach ([false, true] as $dynamic) {
        foreach ([false, true] as $first) {
            $document = new Document;
            if ($dynamic) {
                $document->extra = 1;
            }
            $part = new Part(function () use ($document) {
                $document->added = 'x';
                unset($document->extra);
                $document->title = 'by the hook';
            });
            $document->part = $part;
            $outer = $wrap($document);
            /* The same if a hook has run before the object is opened. */
            echo $name, $dynamic ? ', dynamic' : '', $first ? ', late' : '', ': ',
                packed($first ? (object) ['p' => new Part(fn () => 1), 'o' => $outer] : $outer, $document), "\n";
        }
    }
}
/* An ArrayObject that releases the object whose properties are being packed. */
$document = new Document;
$document->extra = str_repeat('e', 100);
$holder = new ArrayObject($document);
$document->part = new Part(function () use ($holder) { $holder->exchangeArray([]); });
$document->title = new Part(fn () => 1);
unset($document);
echo strlen(msgpack_pack($holder)) > 100 ? 'whole' : 'cut', "\n";
/* The collector finds every cycle. */
function cycle(): void
{
    $document = new Document;
    $document->extra = 1;
    $document->part = new Part(function () use ($document) { $document->added = [$document]; });
    msgpack_pack($document);
}
gc_collect_cycles();
for ($i = 0; $i < 40; $i++) {
    if ($i === 20) {
        gc_collect_cycles();
        $before = memory_get_usage();
    }
    cycle();
}
gc_collect_cycles();
echo memory_get_usage() - $before < 1000 ? 'nothing leaks' : 'leaks ' . memory_get_usage() - $before, "\n";
?>
--EXPECT--
itself: new new new
itself, late: new new new
itself, dynamic: new new new
itself, dynamic, late: new new new
in an ArrayObject: new new new
in an ArrayObject, late: new new new
in an ArrayObject, dynamic: new new new
in an ArrayObject, dynamic, late: new new new
in both: new new new
in both, late: new new new
in both, dynamic: new new new
in both, dynamic, late: new new new
whole
nothing leaks
