--TEST--
MsgpackCodec: with the option dates, text of RFC 3339 is read as a date
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../codec.inc';

class Event
{
    public ?DateTimeImmutable $at = null;
    public DateTime|int|null $changed = null;
    public ?MsgpackTimestamp $exact = null;
    public DateTimeImmutable|string|null $either = null;
    public ?int $n = null;
}
$codec = codec('Event', ['dates' => 'iso']);
$read = function (string $text) use ($codec): void {
    try {
        $event = $codec->convert(['at' => $text, 'changed' => $text, 'exact' => $text, 'either' => $text]);
        echo $text, ': ', $event->at->format('Y-m-d H:i:s.u P'), ' ', get_debug_type($event->changed), ' ', $event->exact->seconds, ' ', $event->exact->nanoseconds,
            ' ', get_debug_type($event->either), "\n";
    } catch (MsgpackException $e) {
        echo "$e->name ", $e->getMessage(), "\n";
    }
};
array_map($read, ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05+01:00', '2024-02-29T00:00:00.5-00:30', '1969-12-31T23:59:59.123456789Z',
    '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.9999999999Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-00:01', '0000-01-01T00:00:00Z',
    '2023-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-00T00:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T00:60:00Z', '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00', '2026-01-01T00:00:00.Z', '2026-01-01T00:00:00+1:00', '2026-01-01T00:00:00+24:00', '2026-01-01 00:00:00Z', '2026-01-01',
    "2026-01-01T00:00:00Z\0", '2026-01-01T00:00:00Zx', 'tomorrow', '', str_repeat('1', 100)]);
echo $codec->decode(msgpack_pack(['at' => '2026-01-02T03:04:05Z']))->at->format('c'), "\n"; // also in messages
echo typed(fn () => $codec->convert(['n' => '2026-01-02T03:04:05Z'])), "\n", typed(fn () => codec('Event')->convert(['at' => '2026-01-02T03:04:05Z'])), "\n";
mt_srand(1);
for ($i = $same = 0; $i < 5000; $i++) {
    $date = new DateTimeImmutable('@' . mt_rand(-62135596800, 253402300799));
    $same += $codec->convert(['at' => $date->format('Y-m-d\TH:i:sP')])->at == $date;
}
echo $same, " dates\n";
codec('Event', ['dates' => 'text']);
?>
--EXPECT--
2026-01-02T03:04:05Z: 2026-01-02 03:04:05.000000 +00:00 DateTime 1767323045 0 string
2026-01-02T03:04:05+01:00: 2026-01-02 02:04:05.000000 +00:00 DateTime 1767319445 0 string
2024-02-29T00:00:00.5-00:30: 2024-02-29 00:30:00.500000 +00:00 DateTime 1709166600 500000000 string
1969-12-31T23:59:59.123456789Z: 1969-12-31 23:59:59.123456 +00:00 DateTime -1 123456789 string
0001-01-01T00:00:00Z: 0001-01-01 00:00:00.000000 +00:00 DateTime -62135596800 0 string
9999-12-31T23:59:59.9999999999Z: 9999-12-31 23:59:59.999999 +00:00 DateTime 253402300799 999999999 string
timestamp_range the date is outside of the years 1 to 9999, at $.at
timestamp_range the date is outside of the years 1 to 9999, at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "0000-01-01T00:00:00Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2023-02-29T00:00:00Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-13-01T00:00:00Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-00T00:00:00Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T24:00:00Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T00:60:00Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T00:00:60Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T00:00:00", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T00:00:00.Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T00:00:00+1:00", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T00:00:00+24:00", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01 00:00:00Z", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T00:00:00Z\x00", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "2026-01-01T00:00:00Zx", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "tomorrow", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "", at $.at
invalid_value the text is no date and time as 2026-01-31T12:00:00Z: "1111111111111111111111111111111111111111…", at $.at
2026-01-02T03:04:05+00:00
wrong_type at no offset $.n, expected ?int, got str: ?int expected, not str
wrong_type at no offset $.at, expected ?DateTimeImmutable, got str: ?DateTimeImmutable expected, not str
5000 dates
Event: ValueError: MsgpackCodec::__construct(): Option "dates" must be "ext" or "iso"
