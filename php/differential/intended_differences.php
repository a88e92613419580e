<?php
/*
 * The intended differences from PECL msgpack 2.2 and 3.0, by name. A rule applies only
 * if it explains the whole difference between both answers.
 */
declare(strict_types=1);

namespace Trial;

final class IntendedDifferences
{
    private const PARSE_ERROR = '[msgpack] (php_msgpack_unserialize) Parse error';

    /** The name of the difference between two answers to a packing job, or null. */
    public static function packing(array $job, array $pecl, array $ours): ?string
    {
        if (isset($pecl['endless']) || str_starts_with($pecl['thrown'] ?? '', 'Error: Maximum call stack size')) {
            return 'pack: objects that contain each other, without php_only: PECL overflows the stack';
        }
        if (isset($pecl['died'])) {
            return isset($ours['died']) ? null : 'pack: PECL dies';
        }
        if (!$job['php_only'] && self::tooDeep($ours) && ValueGenerator::hasObjects($job['case'])) {
            return 'pack: a cycle through objects and arrays, without php_only: PECL writes it once and then nil';
        }
        if (!isset($pecl['bytes'], $ours['bytes'])) {
            return null;
        }
        $theirs = hex2bin($pecl['bytes']);
        if (!MessageReader::whole($theirs)) {
            return MessageReader::whole(hex2bin($ours['bytes'])) ? "pack: PECL's message is malformed" : null;
        }
        if (MessageReader::corrected($theirs, true) === hex2bin($ours['bytes'])) {
            return 'pack: ordinals after a repeated reference';
        }
        if (!$job['php_only'] && ValueGenerator::hasObjects($job['case']) && MessageReader::cutEarlier($theirs, hex2bin($ours['bytes']))) {
            return 'pack: a cycle through an object, without php_only: PECL cuts it earlier with nil';
        }
        if (!$job['str8'] && MessageReader::corrected($theirs, false) === hex2bin($ours['bytes'])) {
            return "pack: the text of a Serializable in a str 8 although str 8 is off";
        }
        return null;
    }

    private static function tooDeep(array $ours): bool
    {
        return ($ours['result'] ?? '') === 'false' && str_contains(end($ours['notes']) ?: '', 'too_deep');
    }

    /** The same for an unpacking job. $original: dump of the packed value, or '' if unknown. */
    public static function unpacking(array $job, array $pecl, array $ours, string $original): ?string
    {
        if (isset($pecl['died'])) {
            return isset($ours['died']) ? null : 'unpack: PECL dies';
        }
        if (isset($pecl['thrown']) && preg_match('/^Error: Cannot instantiate (enum|abstract class|interface|trait)/', $pecl['thrown'])) {
            return 'unpack: ' . (str_contains($pecl['thrown'], 'enum') ? 'enum cases, which PECL cannot make' : 'classes that have no objects');
        }
        if (str_starts_with($pecl['thrown'] ?? '', 'Error: The script tried to call a method on an incomplete object')) {
            return 'unpack: PECL calls __wakeup of incomplete objects';
        }
        if (str_starts_with($pecl['thrown'] ?? '', 'Error: Invalid callback')) {
            return 'unpack: __serialize without __unserialize, which PECL calls nevertheless';
        }
        if (str_contains($pecl['thrown'] ?? '', 'must be of type mixed')) {
            return 'unpack: PECL gives a value without a type';
        }
        if (!isset($pecl['value'], $ours['value'])) {
            return null;
        }
        if ($pecl['value'] === 'false' && $ours['value'] !== 'false' && self::notes($pecl, 'illegal key type')) {
            return 'unpack: illegal keys, after which PECL 3.0 may fail';
        }
        if ($pecl['value'] === 'false' && $ours['value'] === 'false') {
            return 'unpack: both fail, with different warnings (PECL decodes up to the error)';
        }
        if (str_contains($job['hex'], 'c9ffffffff') && $ours['value'] === 'false') {
            return 'unpack: an ext of 2**32 - 1 bytes, which PECL reads as an empty one';
        }
        if ($job['php_only'] && MessageReader::hasKey(hex2bin($job['hex']), 'ext')) {
            return "unpack: an ext as a map's key, which PECL takes for the nil before a class name";
        }
        if ($job['php_only'] && $original === '' && self::stumbles($pecl, $ours) && MessageReader::hasKey(hex2bin($job['hex']), 'nil')) {
            return 'unpack: a damaged mark of the object format, where PECL continues differently';
        }
        if (self::notes($pecl, 'Illegal member variable name')) {
            return 'unpack: a property whose name begins with NUL, which PECL drops';
        }
        return self::sameBut($pecl, $ours) ?? (self::plainly($ours['value']) === self::plainly($original)
            ? "unpack: ours is the packed value, PECL's is not" : null);
    }

    /* Whether one of them found a back reference or a mark that is invalid. */
    private static function stumbles(array $pecl, array $ours): bool
    {
        return self::notes($pecl, 'Invalid references value') || self::notes($ours, 'Invalid references value')
            || ($ours['value'] === 'false' && end($ours['notes']) === self::PARSE_ERROR);
    }

    private static function notes(array $answer, string $what): bool
    {
        return str_contains(implode("\n", $answer['notes']), $what);
    }

    /* A dump without what the format cannot express: references to scalars, an array's next free key. */
    private static function plainly(string $dump): string
    {
        $scalars = [];
        $scalar = 'null|true|false|-?\d+|f[0-9a-f]{16}|"(?:[^"\\\\]|\\\\.)*"|x[0-9a-f]+|text\([^)]*\)';
        $dump = preg_replace_callback("/&(\d+):($scalar)/", static function (array $found) use (&$scalars): string {
            $scalars[$found[1]] = $found[2];
            return $found[2];
        }, $dump);
        $dump = preg_replace_callback('/&(\d+)/', static fn (array $found): string => $scalars[$found[1]] ?? $found[0], $dump);
        return preg_replace('/\]\+(-?\d+|none)/', ']', self::withoutObjectReferences($dump));
    }

    /* Differences that can occur together; the first in this order gives the name. */
    private static function sameBut(array $pecl, array $ours): ?string
    {
        $pecl['hooks'] = preg_replace('/, with a NUL$/', '', $pecl['hooks'], -1, $nuls);
        if ($pecl === $ours) {
            return "unpack: the text of a Serializable, to which PECL appends a NUL";
        }
        sort($pecl['hooks']);
        sort($ours['hooks']);
        if ($pecl === $ours) {
            return 'unpack: __wakeup and __unserialize run after the whole value is decoded';
        }
        $pecl['value'] = self::withoutObjectReferences($pecl['value']);
        $ours['value'] = self::withoutObjectReferences($ours['value']);
        if ($pecl === $ours) {
            return 'unpack: an object that occurs again by value, which PECL makes a PHP reference';
        }
        return null;
    }

    /* A dump in which PHP references to objects are plain objects. */
    private static function withoutObjectReferences(string $dump): string
    {
        $objects = [];
        $dump = preg_replace_callback('/&(\d+):#(\d+)/', static function (array $found) use (&$objects): string {
            $objects[$found[1]] = $found[2];
            return "#$found[2]";
        }, $dump);
        $numbers = [];
        return preg_replace_callback('/&(\d+)/', static function (array $found) use ($objects, &$numbers): string {
            if (isset($objects[$found[1]])) {
                return '#' . $objects[$found[1]];
            }
            $numbers[$found[1]] ??= count($numbers) + 1;
            return '&' . $numbers[$found[1]];
        }, $dump);
    }

    public static function streaming(array $pecl, array $ours): ?string
    {
        return isset($pecl['died']) && !isset($ours['died']) ? 'stream: PECL dies' : null;
    }

    /** The name of the reason why our round trip of this message may differ, or null. */
    public static function again(string $hex, array $ours): ?string
    {
        if (str_contains($hex, '82c00200') && ($ours['stays'] ?? false)) {
            return 'again: the format cannot express a reference to an empty array';
        }
        return null;
    }
}
