--TEST--
Marks in positions where no writer puts them
--FILE--
<?php
require __DIR__ . '/../support.inc';

foreach (['81c001', '91 81c001', '82c001c001', '81c003', '82c003 c0 c0', '82c003 05 a161', '82c003 a8737464436c617373 a161', '82c003 a8737464436c617373 05',
    '81c000', '81c006', '81c0ff', '82c000 a161 01', '81c0c0', '81c0c3', '81c090', '82 a161 01 c001', '82 c0 a8737464436c617373 c0 90', '82c0 90 a161 01'] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
81c001: null
91 81c001: [null]
82c001c001: null
81c003: null
82c003 c0 c0: null
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82c003 05 a161: false
Warning: [msgpack] (msgpack_unserialize_map_item) Class stdClass has no unserializer
82c003 a8737464436c617373 a161: null
Warning: [msgpack] (php_msgpack_unserialize) Parse error
82c003 a8737464436c617373 05: false
81c000: null
81c006: null
81c0ff: null
82c000 a161 01: ['a' => 1]
81c0c0: null
81c0c3: null
81c090: null
82 a161 01 c001: ['a' => 1]
82 c0 a8737464436c617373 c0 90: stdClass{}#1
82c0 90 a161 01: ['a' => 1]
