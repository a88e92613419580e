<?php
/* Damage to messages: by the byte, and by what the bytes mean. */
declare(strict_types=1);

namespace Trial;

final class Mutate
{
    /** Heads that promise much, keys of all kinds, marks of the object format, odd floats. */
    private const PIECES = ["\xc0", "\xc1", "\xc2", "\xc3", "\x80", "\x90", "\x91", "\x81", "\x82\xc0", "\xa0",
        "\xdd\xff\xff\xff\xff", "\xdf\xff\xff\xff\xff", "\xc6\xff\xff\xff\xff", "\xdb\xff\xff\xff\xff",
        "\xc9\xff\xff\xff\xff\x01", "\xdc\x00\x10", "\xde\x00\x02", "\xd9\x05", "\xda\x00\x01", "\xc4\x02", "\xc7\x00\x05",
        "\xc7\x0c\xff", "\xd4\x01", "\xd6\xff", "\xd7\xff", "\xd8\x80", "\xca\x7f\xc0\x00\x00", "\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00",
        "\xcf\x80\x00\x00\x00\x00\x00\x00\x00", "\xd3\x80\x00\x00\x00\x00\x00\x00\x00", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
        "\xce\xff\xff\xff\xff", "\xa1\x00", "\xa30\x00a", "\xa215", "\xa2-5"];

    public static function message(string $bytes): string
    {
        for ($times = mt_rand(1, 3); $times > 0 && $bytes !== ''; $times--) {
            $bytes = self::once($bytes);
        }
        return $bytes;
    }

    private static function once(string $bytes): string
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
                return substr_replace($bytes, self::PIECES[mt_rand(0, count(self::PIECES) - 1)], $at, mt_rand(0, 3));
            case 5:
                return substr_replace($bytes, substr($bytes, mt_rand(0, $n - 1), mt_rand(1, 16)), $at, 0);
            case 6:
                return $bytes . self::PIECES[mt_rand(0, count(self::PIECES) - 1)];
            case 7:
                $bytes[$at] = chr((ord($bytes[$at]) + mt_rand(-2, 2)) & 255);
                return $bytes;
            default:
                return self::atValue($bytes);
        }
    }

    /* Replaces, repeats, drops or wraps a whole value somewhere in the message. */
    private static function atValue(string $bytes): string
    {
        $starts = self::starts($bytes);
        $at = $starts[mt_rand(0, count($starts) - 1)];
        $size = self::size($bytes, $at) ?? 1;
        $value = substr($bytes, $at, $size);
        return match (mt_rand(0, 5)) {
            0 => substr_replace($bytes, self::PIECES[mt_rand(0, count(self::PIECES) - 1)], $at, $size),
            1 => substr_replace($bytes, $value, $at, 0),
            2 => substr_replace($bytes, '', $at, $size),
            3 => substr_replace($bytes, "\x91" . $value, $at, $size),
            4 => substr_replace($bytes, $value, $starts[mt_rand(0, count($starts) - 1)], 1),
            default => substr_replace($bytes, "\xc0", $at, $size),
        };
    }

    /** @return list<int> where values begin, not going beyond damage */
    private static function starts(string $bytes): array
    {
        $starts = [];
        for ($at = 0; ($head = Wire::head($bytes, $at)) !== null && count($starts) < 300;) {
            $starts[] = $at;
            $at += $head[2] + ($head[0] === 'map' || $head[0] === 'array' ? 0 : $head[1]);
        }
        return $starts === [] ? [0] : $starts;
    }

    /* Bytes of the whole value at $at, or null. */
    private static function size(string $bytes, int $at): ?int
    {
        $begin = $at;
        for ($wanted = 1; $wanted > 0; $wanted--) {
            $head = Wire::head($bytes, $at);
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
