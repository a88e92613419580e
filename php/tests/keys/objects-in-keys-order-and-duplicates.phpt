--TEST--
A duplicate property has its last value; unknown properties become dynamic
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Known { public $a = 'default'; protected $b; }
unpacks('83 c0 a5 4b6e6f776e a161 01 a161 02');
unpacks('82 c0 a5 4b6e6f776e a162 01');
unpacks('82 c0 a5 4b6e6f776e a163 01');
unpacks('83 a161 01 c0 a5 4b6e6f776e a162 02');
unpacks('81 c0 a8 737464436c617373');
unpacks('81 c0 a8 535444434c415353');
?>
--EXPECT--
83 c0 a5 4b6e6f776e a161 01 a161 02: Known{a: 2, *b: null}#1
82 c0 a5 4b6e6f776e a162 01: Known{a: 'default', *b: 1}#1
82 c0 a5 4b6e6f776e a163 01: Known{a: 'default', *b: null, c: 1}#1
83 a161 01 c0 a5 4b6e6f776e a162 02: Known{a: 1, *b: 2}#1
81 c0 a8 737464436c617373: stdClass{}#1
81 c0 a8 535444434c415353: stdClass{}#1
