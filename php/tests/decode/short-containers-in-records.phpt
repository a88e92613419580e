--TEST--
Short lists, empty lists and maps in known records: the same values, errors and reference numbers as when each container is read by the loop
--FILE--
<?php
require __DIR__ . '/../support.inc';

class U { public function __construct(public array $d) {} public function __serialize(): array { return $this->d; } public function __unserialize(array $d): void { $this->d = $d; } }

/** The value, or the error's text. */
function read(string $bytes, array $options): string
{
    try {
        return serialize(msgpack_unpack($bytes, null, $options + ['throw' => true]));
    } catch (Exception $e) {
        return get_class($e) . ': ' . $e->getMessage();
    }
}

$shared = new stdClass;
$text = str_repeat('t', 64);
$records = [];
foreach (range(0, 3) as $i) {
    $author = ['id' => $i, 'tags' => [], 'text' => substr($text, 0, 31 + 11 * $i)];
    $records[] = ['author' => $author, 'owner' => ['key_of_sixteen_by' => $i, 'key_of_thirty_two_bytes_of_text_' => [$i, 1.5, 'x']],
        'pairs' => [[1.5, $i], [2, -300], [null, [true, []]], []], 'empty' => [], 'same' => $shared, 'made' => new U([$i, 'EUR']),
        'more' => $i % 2 ? range(1, 15) : $author, 'nested' => new U([$shared, [$i]])];
}
$value = [$records, &$records[1]['pairs']];
$bytes = msgpack_pack($value);
var_dump(read($bytes, []) === serialize($value));

/* With a limit under 255 bytes the loop reads every container itself. */
[$compared, $different] = [0, 0];
foreach ([[], ['max_depth' => 4], ['max_array_len' => 4], ['php_only' => false]] as $options) {
    for ($at = 0; $at < strlen($bytes); $at++) {
        $changed = [substr($bytes, 0, $at), $bytes, $bytes];
        $changed[1][$at] = chr(0x80 + $at % 32);
        $changed[2][$at] = chr(ord($bytes[$at]) ^ 1 << $at % 8);
        foreach ($changed as $message) {
            ini_set('msgpack.error_display', '0');
            $slow = read($message, $options + ['max_str_len' => 254]);
            if (!str_contains($slow, 'max_str_len')) {
                $compared++;
                $different += @read($message, $options) !== $slow ? 1 : 0;
            }
        }
    }
}
echo $compared > 5000 ? 'compared' : "only $compared", ", $different differ\n";
?>
--EXPECT--
bool(true)
compared, 0 differ
