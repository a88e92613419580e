<?php
/*
 * Differences from PECL msgpack that generated values do not show, or not reliably:
 * name => [job, text in PECL's answer, text in our answer]. third: whether this is
 * PECL 3.
 */
declare(strict_types=1);

$unpack = static fn (string $hex): array => ['do' => 'unpack', 'hex' => bin2hex(hex2bin($hex))];
$pack = static fn (string $name): array => ['do' => 'special', 'name' => $name];
$text = static fn (string $text): string => bin2hex(chr(0xa0 | strlen($text)) . $text);

return static fn (bool $third): array => [
    'known: the type of a typed property is checked' => [
        $unpack('82c0' . $text('Typed') . $text('number') . $text('no number')), '\"number\"=>\"no number\"', 'TypeError'],
    'known: a nested typed property is checked' => [
        $unpack('82c0' . $text('Typed') . $text('next') . '81c0' . $text('Pair')), '\"next\"=>#2:Pair', 'TypeError'],
    "known: an enum case in this module's older form" => [
        $unpack('83c0' . $text('Suit') . $text('name') . $text('Hearts') . $text('value') . $text('H')), 'Cannot instantiate enum', 'Suit::Hearts'],
    "known: an enum case in PECL 3.0's form" => [
        $unpack('82c006' . $text('Suit') . $text('Hearts')), $third ? 'Suit::Hearts' : '[]', 'Suit::Hearts'],
    'known: an enum case that is not there' => [
        $unpack('82c006' . $text('Suit') . $text('Nope')), $third ? '"died"' : '[]', 'Parse error'],
    'known: an enum case, packed' => [
        $pack('enums'), $third ? '9382c006a453756974a648656172747382c006a4556e6974a354776f82c0040002' : 'a46e616d65a6486561727473a576616c7565a148',
        '9382c006a453756974a648656172747382c006a4556e6974a354776f82c0040002'],
    'known: a typed property without a value, packed' => [
        $pack('uninitialised'), '82c0a8556e66696c6c6564a66e756d626572c0', '82c0a8556e66696c6c6564a66e756d626572c0'],
    'known: a typed property without a value stays without' => [
        $unpack('82c0' . $text('Unfilled') . $text('number') . 'c0'), '\"number\"=>null', 'Unfilled[]'],
    'known: __serialize without __unserialize: the properties are set' => [
        $unpack('82c0' . $text('Account') . 'c081' . $text('balance') . '07'), 'Invalid callback', 'Account::__wakeup'],
    'known: 1025 containers inside each other' => [
        $unpack(str_repeat('91', 1025) . '01'), 'Memory error', 'too_deep'],
    'known: 200,000 arrays inside each other' => [
        $pack('deep'), '"died"', 'too_deep'],
    'known: __sleep that names nothing' => [
        $pack('sleeps over nothing'), '"930102"', '"930181c0a7536c656570657202"'],
    'known: __wakeup does not run when the message is cut' => [
        $unpack('9282c0' . $text('Waker') . $text('value') . '01'), 'Waker::__wakeup', '"hooks":[]'],
    'known: __unserialize does not run when the message is cut' => [
        $unpack('9282c0' . $text('Magic') . 'c081a17601'), '"died"', '"hooks":[]'],
];
