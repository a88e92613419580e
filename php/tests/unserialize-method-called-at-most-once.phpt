--TEST--
__unserialize is called once, with the first array; not without an array, nor for a class without the method
--FILE--
<?php
require __DIR__ . '/support.inc';

class U { public $d = 'none'; public function __serialize(): array { return []; }
    public function __unserialize(array $d): void { echo '__unserialize ', show($d), "\n"; $this->d = $d; }
    public function __wakeup() { echo "__wakeup\n"; } }
class N { public $d = 'none'; public function __wakeup() { echo "__wakeup of N\n"; } }
foreach (['83 c0 a155 c0 9101 c0 9102', '81 c0 a155', '82 c0 a155 a164 05', '82 c0 a155 c0 05', '82 c0 a155 c0 80', '82 c0 a155 c0 81 a161 01', '83 c0 a155 a164 05 c0 9101', '82 c0 a14e c0 9101',
    '92 82 c0 a155 c0 9101 82c0040002', '82 c0 a155 c0 91 82c0040001'] as $hex) {
    unpacks($hex);
}
?>
--EXPECT--
__unserialize [1]
83 c0 a155 c0 9101 c0 9102: U{d: [1]}#1
__wakeup
81 c0 a155: U{d: 'none'}#1
__wakeup
82 c0 a155 a164 05: U{d: 5}#1
__wakeup
82 c0 a155 c0 05: U{d: 'none'}#1
__wakeup
82 c0 a155 c0 80: U{d: 'none'}#1
__unserialize ['a' => 1]
82 c0 a155 c0 81 a161 01: U{d: ['a' => 1]}#1
__unserialize [1]
83 c0 a155 a164 05 c0 9101: U{d: [1]}#1
__wakeup of N
82 c0 a14e c0 9101: N{d: 'none'}#1
__unserialize [1]
92 82 c0 a155 c0 9101 82c0040002: [U{d: [1]}#1, =#1]
__unserialize [U{d: 'none'}#1]
82 c0 a155 c0 91 82c0040001: U{d: [=#1]}#1
