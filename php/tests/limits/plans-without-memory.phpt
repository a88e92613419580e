--TEST--
Kept entries and describe() that need more memory than there is end in PHP's memory limit, and later requests are whole
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../requests.inc';

$script = __DIR__ . '/plans-without-memory.inc.php';
$message = __DIR__ . '/plans-without-memory.msgpack';
// Made here, since a string that grows is slow under AddressSanitizer.
$entries = implode('', array_map(fn ($i) => sprintf("\xa6k%05d\xa8value%03d", $i, $i % 1000), range(0, 29999)));
file_put_contents($message, "\x82\xa5inner\xdf" . pack('N', 30001) . $entries . "\xa1a\x05\xa5other\x92\x01\x02");
file_put_contents($script, <<<'CODE'
<?php
#[Msgpack\Model(unknown: 'keep')]
class Open { public array $extra = []; public int $a = 1; public ?Open $inner = null; }
$what = $_GET['what'] ?? '';
if (isset($_GET['most'])) {
    ini_set('memory_limit', (memory_get_usage(true) >> 20) + $_GET['most'] . 'M');
}
if ($what === 'keep') {
    $message = file_get_contents(__DIR__ . '/plans-without-memory.msgpack');
    $codec = new MsgpackCodec('Open');
    $value = $codec->decode($message);
    echo count($value->inner->extra), ' ', $value->inner->a, ' ', strlen($codec->encode($value)) - strlen($message);
} elseif ($what === 'describe') {
    for ($i = 0; $i < 60; $i++) {
        eval("class Each$i { " . implode('', array_map(fn ($k) => "public ?Each$k \$f$k = null; ", range(0, 59))) . '}');
    }
    echo count((new MsgpackCodec('Each0'))->describe()['fields'][1]['type']['fields']);
} else {
    $codec = new MsgpackCodec('Open');
    echo count($codec->decode("\x82\xa1x\x01\xa1y\x02")->extra), ' ', count($codec->describe()['fields']);
}
CODE);
// With the least memory of each list the request ends, with the most it does not.
foreach (['keep' => [2, 4, 6, 8, 10, 12, 40], 'describe' => [4, 6, 8, 10, 12, 40]] as $what => $limits) {
    $queries = array_map(fn ($most) => "?what=$what&most=$most", $limits);
    $answers = array_map(fn ($one) => $one[1], requests($script, [...$queries, '']));
    $kinds = array_unique(array_slice($answers, 0, -1));
    sort($kinds);
    echo "$what: ", implode(', ', $kinds), '; then ', end($answers), "\n";
}
unlink($script);
unlink($message);
?>
--EXPECT--
keep: 30000 5 8, an error; then 2 2
describe: 60, an error; then 2 2
