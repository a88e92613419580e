--TEST--
The session serializer "msgpack": session_encode(), session_decode()
--INI--
session.serialize_handler=msgpack
session.use_cookies=0
session.cache_limiter=
session.save_path=
--FILE--
<?php
require __DIR__ . '/../support.inc';

class Handler implements SessionHandlerInterface {
    public static array $data = [];
    public function open($path, $name): bool { return true; }
    public function close(): bool { return true; }
    public function read($id): string|false { return self::$data[$id] ?? ''; }
    public function write($id, $data): bool { self::$data[$id] = $data; return true; }
    public function destroy($id): bool { unset(self::$data[$id]); return true; }
    public function gc($max): int|false { return 0; }
}
class User { public $name = 'Ann'; protected $roles = ['admin']; }
ob_start();
session_set_save_handler(new Handler, true);
session_id('one');
session_start();
$_SESSION['n'] = 1;
$_SESSION['user'] = new User;
$_SESSION['again'] = $_SESSION['user'];
$_SESSION['list'] = [1, 'two', null];
echo hex(session_encode()), "\n";
session_write_close();
$_SESSION = [];
session_id('one');
session_start();
echo show($_SESSION), "\n";
var_dump($_SESSION['user'] === $_SESSION['again']);
var_dump(session_decode(bytes('82 a161 01 a162 9105')));
echo show($_SESSION), "\n";
var_dump(session_decode(bytes('82 c001 a163 02')));
echo show($_SESSION['c']), "\n";
var_dump(session_decode(bytes('92 01 02')));
session_write_close();
echo hex(Handler::$data['one']) === '' ? 'empty' : 'written', "\n";
?>
--EXPECT--
85c001a16e01a47573657283c0a455736572a46e616d65a3416e6ea8002a00726f6c657391a561646d696ea5616761696e82c0040002a46c6973749301a374776fc0
['n' => 1, 'user' => User{name: 'Ann', *roles: ['admin']}#1, 'again' => =#1, 'list' => [1, 'two', null]]
bool(true)
bool(true)
['n' => 1, 'user' => User{name: 'Ann', *roles: ['admin']}#1, 'again' => =#1, 'list' => [1, 'two', null], 'a' => 1, 'b' => [5]]
bool(true)
2
bool(true)
written
