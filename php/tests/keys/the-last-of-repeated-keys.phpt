--TEST--
The last value of a repeated key, in every way to read: docs/errors.md, "Repeated keys"
--FILE--
<?php
require __DIR__ . '/../support.inc';
$tests = getenv('MSGPACK_TESTS') ?: __DIR__ . '/..'; // run.sh runs a copy of this file
require "$tests/vectors/notation.php";

class Named { public $a; public int $b = 0; }
class Restored { public $got; function __unserialize(array $data): void { $this->got = $data; } }
class Woken { public $a; public $seen; function __wakeup(): void { $this->seen = $this->a; } }

/** The value with objects as arrays. */
function plain(mixed $value): mixed
{
    return is_object($value) ? plain((array) $value) : (is_array($value) ? array_map(plain(...), $value) : $value);
}

$rows = 0;
foreach (file("$tests/../../vectors/valid/duplicate-keys.tsv", FILE_IGNORE_NEW_LINES) as $line) {
    [$name, $packed] = explode("\t", $line) + [1 => ''];
    if ($line[0] === '#') {
        continue;
    }
    $bytes = read_bytes($packed);
    $expected = @msgpack_unpack($bytes);
    if ($expected === false) { // a key that PHP cannot have; the error is in the vectors' runner
        continue;
    }
    $rows++;
    $unpacker = new MessagePackUnpacker();
    foreach (str_split($bytes, 1 + intdiv(strlen($bytes), 50)) as $piece) {
        $unpacker->feed($piece);
    }
    @$unpacker->execute();
    $found = ['stream' => $unpacker->data(), 'objects' => @msgpack_unpack($bytes, null, ['assoc' => false]),
        'class' => @(new MessagePack())->unpack($bytes), 'second of two' => @msgpack_unpack("\x92$bytes$bytes")[1]];
    foreach ($found as $way => $value) {
        if (plain($value) != plain($expected)) {
            echo "$name: $way: ", substr(show($value), 0, 100), "\n";
        }
    }
}
echo $rows > 20 ? "rows: the same value in every way\n" : "only $rows rows\n";

$entries = bytes('a161 01 a162 02 a161 03 a162 04');
echo show(msgpack_unpack("\x84$entries")), "\n";
foreach (['stdClass', 'Named', 'Woken', 'Restored'] as $class) {
    $bytes = "\x85\xc0" . msgpack_pack($class) . $entries;
    echo show(msgpack_unpack($bytes)), "\n";
    echo show(msgpack_unpack($bytes, null, ['allowed_classes' => [$class]])), "\n";
}
echo show(msgpack_unpack("\x85\xc0" . msgpack_pack('Named') . $entries, null, ['allowed_classes' => false])), "\n";
echo show(msgpack_unpack("\x84$entries", new Named())), "\n";
echo show(msgpack_unpack("\x92\x84{$entries}\x84$entries")), "\n";
echo show(msgpack_unpack(bytes('83 a137 01 07 02 a137 03'))), "\n";
?>
--EXPECT--
rows: the same value in every way
['a' => 3, 'b' => 4]
stdClass{a: 3, b: 4}#1
stdClass{a: 3, b: 4}#1
Named{a: 3, b: 4}#1
Named{a: 3, b: 4}#1
Woken{a: 3, seen: 3, b: 4}#1
Woken{a: 3, seen: 3, b: 4}#1
Restored{got: ['a' => 3, 'b' => 4]}#1
Restored{got: ['a' => 3, 'b' => 4]}#1
__PHP_Incomplete_Class{__PHP_Incomplete_Class_Name: 'Named', a: 3, b: 4}#1
Named{a: 3, b: 4}#1
[['a' => 3, 'b' => 4], ['a' => 3, 'b' => 4]]
[7 => 3]
