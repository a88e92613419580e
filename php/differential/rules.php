<?php
/*
 * The intended differences from PECL msgpack 2.2, by name. Each rule looks at
 * both answers and says yes only when the difference is exactly of its kind.
 */
declare(strict_types=1);

namespace Trial;

final class Rules
{
    /** The name of the difference between two answers to a packing job, or null. */
    public static function packing(array $pecl, array $ours): ?string
    {
        if (isset($pecl['endless'])) {
            return 'pack: objects that hold each other, without php_only: PECL overflows the stack';
        }
        if (isset($pecl['died'])) {
            return isset($ours['died']) ? null : 'pack: PECL dies';
        }
        if (!isset($pecl['bytes'], $ours['bytes'])) {
            return null;
        }
        $theirs = hex2bin($pecl['bytes']);
        if (!Wire::whole($theirs)) {
            return Wire::whole(hex2bin($ours['bytes'])) ? "pack: PECL's message is broken" : null;
        }
        if (Wire::renumber($theirs) === hex2bin($ours['bytes'])) {
            return 'pack: reference numbers after a repeated reference';
        }
        return null;
    }

    /** The same for an unpacking job. */
    public static function unpacking(array $job, array $pecl, array $ours): ?string
    {
        if (isset($pecl['died'])) {
            return isset($ours['died']) ? null : 'unpack: PECL dies';
        }
        return null;
    }

    /** Why ours may write something else than it has read. */
    public static function again(string $hex, array $ours): ?string
    {
        return null;
    }
}
