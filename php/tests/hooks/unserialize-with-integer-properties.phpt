--TEST--
Objects of SPL classes whose properties have integer keys can be cloned: PHP leaves their property table packed
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
$members = ['first', 'second', 3];
foreach ([
    'ArrayObject' => [0, ['key' => 1], $members, null],
    'ArrayIterator' => [0, ['key' => 1], $members],
    'SplDoublyLinkedList' => [0, [1], $members],
    'SplQueue' => [4, [1], $members],
    'SplObjectStorage' => [[], $members],
] as $class => $data) {
    // a map of two nil keys: the class, then the argument of __unserialize
    $message = "\x82\xc0" . msgpack_pack($class) . "\xc0" . msgpack_pack($data);
    $object = msgpack_unpack($message);
    $copy = clone $object;
    echo get_class($copy), ': ', $copy == $object ? 'equal' : 'different', ', ', implode(' ', $copy->__serialize()[$class === 'SplObjectStorage' ? 1 : 2]), "\n";
}
?>
--EXPECT--
ArrayObject: equal, first second 3
ArrayIterator: equal, first second 3
SplDoublyLinkedList: equal, first second 3
SplQueue: equal, first second 3
SplObjectStorage: equal, first second 3
