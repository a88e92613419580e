--TEST--
Values that contain themselves
--FILE--
<?php
require __DIR__ . '/../support.inc';

echo '--- An array that contains itself by reference', "\n";
$a = [1];
$a[1] = &$a;
packs('itself', $a);
$b = ['k' => null];
$c = ['b' => &$b];
$b['k'] = &$c;
packs('two', $b);
foreach ([$a, $b] as $value) {
    $bytes = msgpack_pack($value);
    $back = msgpack_unpack($bytes);
    echo show($back), "\n", msgpack_pack($back) === $bytes ? 'same bytes again' : 'other bytes: ' . hex(msgpack_pack($back)), "\n";
}

echo '--- Objects that contain themselves and each other', "\n";
class Node { public $next; public $name; public function __construct($name) { $this->name = $name; } }
$a = new Node('a');
$a->next = $a;
packs('itself', $a);
$b = new Node('b');
$c = new Node('c');
$b->next = $c;
$c->next = $b;
packs('two', $b);
packs('in a list', [$b, $c, $a]);
foreach ([$a, $b, [$b, $c, $a]] as $value) {
    $bytes = msgpack_pack($value);
    $back = msgpack_unpack($bytes);
    echo show($back), "\n", msgpack_pack($back) === $bytes ? 'same bytes again' : 'other bytes', "\n";
}
class Tree { public $children = []; public ?Tree $parent = null; }
$root = new Tree;
for ($i = 0; $i < 3; $i++) {
    $child = new Tree;
    $child->parent = $root;
    $root->children[] = $child;
}
echo show(msgpack_unpack(msgpack_pack($root))), "\n";
?>
--EXPECT--
--- An array that contains itself by reference
itself: 920183c00100010182c0020002
two: 81a16b82c001a16282c001a16b82c0020002
[1, &[1, &^]]
same bytes again
['k' => &['b' => ['k' => &^]]]
same bytes again
--- Objects that contain themselves and each other
itself: 83c0a44e6f6465a46e65787482c0040001a46e616d65a161
two: 83c0a44e6f6465a46e65787483c0a44e6f6465a46e65787482c0040001a46e616d65a163a46e616d65a162
in a list: 9383c0a44e6f6465a46e65787483c0a44e6f6465a46e65787482c0040002a46e616d65a163a46e616d65a16282c004000383c0a44e6f6465a46e65787482c0040006a46e616d65a161
Node{next: =#1, name: 'a'}#1
same bytes again
Node{next: Node{next: =#1, name: 'c'}#2, name: 'b'}#1
same bytes again
[Node{next: Node{next: =#1, name: 'c'}#2, name: 'b'}#1, =#2, Node{next: =#3, name: 'a'}#3]
same bytes again
Tree{children: [Tree{children: [], parent: =#1}#2, Tree{children: [], parent: =#1}#3, Tree{children: [], parent: =#1}#4], parent: null}#1
