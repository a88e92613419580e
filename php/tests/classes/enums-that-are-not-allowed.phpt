--TEST--
An enum that is not in allowed_classes becomes an incomplete object with the name of the case; no class is loaded
--FILE--
<?php
require __DIR__ . '/../support.inc';

enum Suit: string { case Hearts = 'H'; }
class Card { public Suit $suit = Suit::Hearts; }
spl_autoload_register(function ($class) { echo "autoload $class\n"; });
$hearts = '82 c0 06 a4 53756974 a6 486561727473';
unpacks($hearts, ['allowed_classes' => false]);
unpacks($hearts, ['allowed_classes' => ['Card']]);
unpacks($hearts, ['allowed_classes' => ['SUIT']]);
unpacks("92 $hearts 82 c0 04 00 02", ['allowed_classes' => false]);
unpacks("82 c0 a4 43617264 a4 73756974 $hearts", ['allowed_classes' => ['Card']]);
unpacks("82 c0 a4 43617264 a4 73756974 $hearts", ['allowed_classes' => ['Card', 'Suit']]);
unpacks('82 c0 06 a4 476f6e65 a1 41', ['allowed_classes' => false]);
unpacks('82 c0 06 a4 476f6e65 a1 41');
unpacks($hearts, ['php_only' => false]);
/* Packing the incomplete object gives a message that is unpacked as the case. */
$bytes = msgpack_pack(msgpack_unpack(bytes($hearts), options: ['allowed_classes' => false]));
echo hex($bytes), ' ', show(msgpack_unpack($bytes)), "\n";
?>
--EXPECT--
82 c0 06 a4 53756974 a6 486561727473: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Suit', name: 'Hearts'}#1
82 c0 06 a4 53756974 a6 486561727473: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Suit', name: 'Hearts'}#1
82 c0 06 a4 53756974 a6 486561727473: Suit::Hearts
92 82 c0 06 a4 53756974 a6 486561727473 82 c0 04 00 02: [__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Suit', name: 'Hearts'}#1, =#1]
82 c0 a4 43617264 a4 73756974 82 c0 06 a4 53756974 a6 486561727473: TypeError: Cannot assign __PHP_Incomplete_Class to property Card::$suit of type Suit
82 c0 a4 43617264 a4 73756974 82 c0 06 a4 53756974 a6 486561727473: Card{suit: Suit::Hearts}#1
82 c0 06 a4 476f6e65 a1 41: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', name: 'A'}#1
autoload Gone
82 c0 06 a4 476f6e65 a1 41: __PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Gone', name: 'A'}#1
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
82 c0 06 a4 53756974 a6 486561727473: ['' => 6, 'Suit' => 'Hearts']
82c0a453756974a46e616d65a6486561727473 Suit::Hearts
