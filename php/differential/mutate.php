<?php
/* Damages messages: single bytes, and whole values. */
declare(strict_types=1);

namespace Trial;

final class Mutate
{
    /** Headers with large declared lengths, keys of all types, marks of the object format, special floats. */
    private const PIECES = ["\xc0", "\xc1", "\xc2", "\xc3", "\x80", "\x90", "\x91", "\x81", "\x82\xc0", "\xa0",
        "\xdd\xff\xff\xff\xff", "\xdf\xff\xff\xff\xff", "\xc6\xff\xff\xff\xff", "\xdb\xff\xff\xff\xff",
        "\xc9\xff\xff\xff\xff\x01", "\xdc\x00\x10", "\xde\x00\x02", "\xd9\x05", "\xda\x00\x01", "\xc4\x02", "\xc7\x00\x05",
        "\xc7\x0c\xff", "\xd4\x01", "\xd6\xff", "\xd7\xff", "\xd8\x80", "\xca\x7f\xc0\x00\x00", "\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00",
        "\xcf\x80\x00\x00\x00\x00\x00\x00\x00", "\xd3\x80\x00\x00\x00\x00\x00\x00\x00", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
        "\xce\xff\xff\xff\xff", "\xa1\x00", "\xa30\x00a", "\xa215", "\xa2-5"];

    /** More pieces for messages with objects: marks, ordinals, class and property names. */
    private const OBJECT_PIECES = ["\xc0\x01", "\xc0\x02", "\xc0\x03", "\xc0\x04", "\xc0\x05", "\xc0\x06", "\xc0\xff",
        "\x82\xc0\x02\x00\x01", "\x82\xc0\x02\x00\x02", "\x82\xc0\x04\x00\x01", "\x82\xc0\x04\x00\x03", "\x82\xc0\x05\x00\x01",
        "\x82\xc0\x05\x00\x02", "\x82\xc0\x05\x00\xcd\xff\xff", "\x82\xc0\x04\x00\xff", "\x82\xc0\x04\x01\x01", "\x82\xc0\x02\x00\xa1x",
        "\xc0\xa4Pair", "\xc0\xa5Typed", "\xc0\xa5Magic", "\xc0\xa7Account\xc0\x83\xa7balance\x05", "\xc0\xa5Fixed", "\xc0\xa6Custom", "\xc0\xa7Sleeper", "\xc0\xa8stdClass",
        "\xc0\xa4Suit", "\xc0\xa5Level", "\xc0\xa4Unit", "\xc0\xa8Unborn", "\xc0\xa7Promise", "\xc0\xabThrowsAwake", "\xc0\xa5Mover",
        "\xc0\xa6Robber", "\xc0\xabConstrained", "\xc0\xa6Nested", "\xc0\xa7NoClass", "\xc0\xa7AutoTwo", "\xc0\xa8BoomBoom",
        "\xc0\xb6__PHP_Incomplete_Class", "\xc0\xacArrayObject\xc0\x90", "\xc0\xa0", "\xc0\x90", "\xc0\x80", "\xc0\xc0",
        "\x82\xc0\x03\xa6Custom\xa2hi", "\x82\xc0\x03\xa5Magic\xa2hi", "\x83\xc0\x01\xc0\xa4Pair", "\x82\xc0\x01",
        "\xa5first", "\xa5value", "\xa6number", "\xa4list", "\xa4self", "\xa4next", "\xa4name", "\xa6Hearts", "\xa7\x00Three\x00",
        "\xaa\x00*\x00guarded", "\xad\x00Three\x00hidden", "\xac\x00Four\x00hidden", "\xa2\x00x", "\xa2\x00\x00", "\xa1\x00", "\xc0\xaf\xf0\x9f\x90\x8eclass@name\x00"];

    /** $objects: insert pieces of the object format, too. */
    public static function message(string $bytes, bool $objects = false): string
    {
        for ($times = mt_rand(1, 3); $times > 0 && $bytes !== ''; $times--) {
            $bytes = self::once($bytes, $objects);
        }
        return $bytes === '' ? "\xc1" : $bytes;
    }

    private static function piece(bool $objects): string
    {
        $pieces = $objects && mt_rand(0, 2) > 0 ? self::OBJECT_PIECES : self::PIECES;
        return $pieces[mt_rand(0, count($pieces) - 1)];
    }

    private static function once(string $bytes, bool $objects): string
    {
        $n = strlen($bytes);
        $at = mt_rand(0, $n - 1);
        switch (mt_rand(0, 9)) {
            case 0:
                $bytes[$at] = chr(ord($bytes[$at]) ^ (1 << mt_rand(0, 7)));
                return $bytes;
            case 1:
                $bytes[$at] = chr(mt_rand(0, 255));
                return $bytes;
            case 2:
                return substr($bytes, 0, $at);
            case 3:
                return substr_replace($bytes, '', $at, mt_rand(1, 4));
            case 4:
                return substr_replace($bytes, self::piece($objects), $at, mt_rand(0, 3));
            case 5:
                return substr_replace($bytes, substr($bytes, mt_rand(0, $n - 1), mt_rand(1, 16)), $at, 0);
            case 6:
                return $bytes . self::piece($objects);
            case 7:
                $bytes[$at] = chr((ord($bytes[$at]) + mt_rand(-2, 2)) & 255);
                return $bytes;
            default:
                return self::atValue($bytes, $objects);
        }
    }

    /* Replaces, repeats, removes or wraps a random value of the message. */
    private static function atValue(string $bytes, bool $objects): string
    {
        $starts = self::starts($bytes);
        $at = $starts[mt_rand(0, count($starts) - 1)];
        $size = self::size($bytes, $at) ?? 1;
        $value = substr($bytes, $at, $size);
        return match (mt_rand(0, 5)) {
            0 => substr_replace($bytes, self::piece($objects), $at, $size),
            1 => substr_replace($bytes, $value, $at, 0),
            2 => substr_replace($bytes, '', $at, $size),
            3 => substr_replace($bytes, "\x91" . $value, $at, $size),
            4 => substr_replace($bytes, $value, $starts[mt_rand(0, count($starts) - 1)], 1),
            default => substr_replace($bytes, "\xc0", $at, $size),
        };
    }

    /** @return list<int> offsets of values, up to the first malformed one */
    private static function starts(string $bytes): array
    {
        $starts = [];
        for ($at = 0; ($head = MessageReader::head($bytes, $at)) !== null && count($starts) < 300;) {
            $starts[] = $at;
            $at += $head[2] + ($head[0] === 'map' || $head[0] === 'array' ? 0 : $head[1]);
        }
        return $starts === [] ? [0] : $starts;
    }

    /* Size in bytes of the value at $at with everything in it; null: malformed. */
    private static function size(string $bytes, int $at): ?int
    {
        $begin = $at;
        for ($wanted = 1; $wanted > 0; $wanted--) {
            $head = MessageReader::head($bytes, $at);
            if ($head === null || $wanted > 100000) {
                return null;
            }
            [$kind, $length, $size] = $head;
            $at += $size;
            match ($kind) {
                'array' => $wanted += $length,
                'map' => $wanted += 2 * $length,
                default => $at += $length,
            };
        }
        return $at <= strlen($bytes) ? $at - $begin : null;
    }
}
