--TEST--
Hooks that change $_SESSION while it is encoded or decoded: the message is well formed
--INI--
session.serialize_handler=msgpack
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
require __DIR__ . '/../support.inc';

ob_start();
require __DIR__ . '/../no-storage.inc';
session_set_save_handler(new NoStorage);
class Meddles {
    public $rest = [1, [2]];
    public function __construct(public $how) { }
    public function __sleep() {
        switch ($this->how) {
            case 'replace': $_SESSION = []; break;
            case 'unset': unset($_SESSION['z'], $_SESSION['y']); break;
            case 'add': for ($i = 0; $i < 50; $i++) { $_SESSION["n$i"] = [$i]; } break;
            case 'session_unset': session_unset(); break;
            case 'null': $_SESSION = null; break;
            case 'destroy': session_destroy(); break;
            case 'throw': throw new LogicException('in __sleep');
        }
        return ['how', 'rest'];
    }
    public function __wakeup() {
        switch ($this->how) {
            case 'wake up and change': $_SESSION['w'] = 1; unset($_SESSION['kept']); break;
            case 'wake up and throw': throw new LogicException('in __wakeup');
            case 'wake up and destroy': session_destroy();
        }
    }
}
foreach (['replace', 'unset', 'add', 'session_unset', 'null', 'throw', 'destroy'] as $how) {
    session_start();
    $_SESSION = ['a' => [1, 2], 's' => new Meddles($how), 'y' => str_repeat('y', 40), 'z' => ['k' => [3]]];
    $bytes = null;
    $outcome = outcome(function () use (&$bytes) { $bytes = session_encode(); return 'encoded'; });
    echo "$how: $outcome, ", $bytes ? implode(' ', array_keys(msgpack_unpack($bytes))) : 'nothing', ', then ', is_array($_SESSION) ? count($_SESSION) : show($_SESSION), "\n";
    $_SESSION = [];
    @session_destroy();
}
foreach (['wake up and change', 'wake up and throw', 'wake up and destroy'] as $how) {
    session_start();
    $_SESSION = ['kept' => 1];
    $bytes = bytes('82 a161 01 a173') . msgpack_pack(new Meddles($how));
    $outcome = outcome(fn () => session_decode($bytes));
    echo $how, ': ', $outcome, ' ', implode(' ', array_keys($_SESSION)), "\n";
    @session_destroy();
}
session_start();
foreach (['82 c0a8737464436c617373 a161 9105', '83 c001 c0a8737464436c617373 a162 9106', '83 c001 a16b 82c0020001 a16c 01', '83 05 01 a16d 02 c3 03'] as $hex) {
    $outcome = outcome(fn () => session_decode(bytes($hex)));
    echo "$hex: $outcome ", show($_SESSION), "\n";
}
echo hex(session_encode()), "\n";
?>
--EXPECT--
replace: 'encoded', a s y z, then 0
unset: 'encoded', a s y z, then 2
add: 'encoded', a s y z, then 54
session_unset: 'encoded', a s y z, then 0
null: 'encoded', a s y z, then null
throw: LogicException: in __sleep, nothing, then 4
destroy: 'encoded', a s y z, then 4
wake up and change: true w a s
wake up and throw: LogicException: in __wakeup kept a s
wake up and destroy: true kept
82 c0a8737464436c617373 a161 9105: true ['a' => [5]]
83 c001 c0a8737464436c617373 a162 9106: true ['a' => [5], 'b' => [6]]
83 c001 a16b 82c0020001 a16c 01: true ['a' => [5], 'b' => [6], 'k' => &['k' => &^, 'l' => 1], 'l' => 1]
Warning: [msgpack] (msgpack_unserialize_map_item) illegal key type
83 05 01 a16d 02 c3 03: true ['a' => [5], 'b' => [6], 'k' => &['k' => &^, 'l' => 1], 'l' => 1, 5 => 1, 'm' => 2, 1 => 3]
88c001a1619105a1629106a16b83c001a16b82c0020004a16c01a16c010501a16d020103
