<?php
/*
 * The intended differences from PECL msgpack 2.2, by name. Each rule looks at
 * both answers and says yes only when the difference is exactly of its kind.
 */
declare(strict_types=1);

namespace Trial;

final class Rules
{
    private const PARSE_ERROR = '[msgpack] (php_msgpack_unserialize) Parse error';

    /** The name of the difference between two answers to a packing job, or null. */
    public static function packing(array $job, array $pecl, array $ours): ?string
    {
        if (isset($pecl['endless'])) {
            return 'pack: objects that hold each other, without php_only: PECL overflows the stack';
        }
        if (isset($pecl['died'])) {
            return isset($ours['died']) ? null : 'pack: PECL dies';
        }
        if (!$job['php_only'] && self::tooDeep($ours) && Values::hasObjects($job['case'])) {
            return 'pack: a circle through objects and arrays, without php_only: PECL goes round once and writes nil';
        }
        if (!isset($pecl['bytes'], $ours['bytes'])) {
            return null;
        }
        $theirs = hex2bin($pecl['bytes']);
        if (!Wire::whole($theirs)) {
            return Wire::whole(hex2bin($ours['bytes'])) ? "pack: PECL's message is broken" : null;
        }
        if (Wire::corrected($theirs, true) === hex2bin($ours['bytes'])) {
            return 'pack: reference numbers after a repeated reference';
        }
        if (!$job['str8'] && Wire::corrected($theirs, false) === hex2bin($ours['bytes'])) {
            return "pack: Serializable's text in a str 8 although that form is off";
        }
        return null;
    }

    private static function tooDeep(array $ours): bool
    {
        return ($ours['result'] ?? '') === 'false' && str_contains(end($ours['notes']) ?: '', 'too_deep');
    }

    /** The same for an unpacking job; original: the value that was packed, where it is known. */
    public static function unpacking(array $job, array $pecl, array $ours, string $original): ?string
    {
        if (isset($pecl['died'])) {
            return isset($ours['died']) ? null : 'unpack: PECL dies';
        }
        if (isset($pecl['thrown']) && preg_match('/^Error: Cannot instantiate (enum|abstract class|interface|trait)/', $pecl['thrown'])) {
            return 'unpack: ' . (str_contains($pecl['thrown'], 'enum') ? 'enum cases, which PECL can not make' : 'classes without objects');
        }
        if (str_starts_with($pecl['thrown'] ?? '', 'Error: The script tried to call a method on an incomplete object')) {
            return 'unpack: PECL calls __wakeup of incomplete objects';
        }
        if (!isset($pecl['value'], $ours['value'])) {
            return null;
        }
        if ($pecl['value'] === 'false' && $ours['value'] === 'false') {
            return 'unpack: both refuse, with other warnings (PECL decodes up to the damage first)';
        }
        if (str_contains($job['hex'], 'c9ffffffff') && $ours['value'] === 'false') {
            return 'unpack: an ext of 2**32 - 1 bytes, which PECL takes for an empty one';
        }
        if ($job['php_only'] && Wire::hasKey(hex2bin($job['hex']), 'ext')) {
            return "unpack: an ext as a map's key, which PECL takes for the nil before a class name";
        }
        if ($job['php_only'] && $ours['value'] === 'false' && end($ours['notes']) === self::PARSE_ERROR
            && Wire::hasKey(hex2bin($job['hex']), 'nil')) {
            return 'unpack: a damaged mark of the object format is an error; PECL warns and goes on';
        }
        return self::sameBut($pecl, $ours) ??
            ($ours['value'] === $original ? 'unpack: ours is the value that was packed, PECL has another' : null);
    }

    /* Differences that may come together in one answer; the first in this order names it. */
    private static function sameBut(array $pecl, array $ours): ?string
    {
        $pecl['hooks'] = preg_replace('/, with a NUL$/', '', $pecl['hooks'], -1, $nuls);
        if ($pecl === $ours) {
            return "unpack: Serializable's text, to which PECL adds a NUL";
        }
        sort($pecl['hooks']);
        sort($ours['hooks']);
        if ($pecl === $ours) {
            return 'unpack: __wakeup and __unserialize run after the whole value is there';
        }
        $pecl['value'] = self::withoutObjectReferences($pecl['value']);
        $ours['value'] = self::withoutObjectReferences($ours['value']);
        if ($pecl === $ours) {
            return 'unpack: an object met again by value, which PECL makes a PHP reference';
        }
        return null;
    }

    /* A dump in which no object is a PHP reference. */
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

    /** Why ours may write something else than it has read. */
    public static function again(string $hex, array $ours): ?string
    {
        if (str_contains($hex, '82c00200') && ($ours['stays'] ?? false)) {
            return 'again: the format does not tell that an empty array is referred to';
        }
        return null;
    }
}
