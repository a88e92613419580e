<?php
/*
 * Converts nodes of the notation to PHP values, and compares these.
 */

/** Thrown if PHP has no exact value for a node; the message says why. */
final class NoValue extends Exception
{
}

/** The expected result of unpacking: maps as arrays, bin, ext and time as objects. */
function unpacked_value(array $node): mixed
{
    if ($node[0] === 'map') {
        $out = [];
        foreach ($node[1] as [$key, $value]) {
            $out[key_of($key)] = unpacked_value($value);
        }
        return $out;
    }
    if ($node[0] === 'typed') {
        return $node[2] === null ? new MsgpackTyped($node[1]) : new MsgpackTyped($node[1], unpacked_value($node[2]));
    }
    return $node[0] === 'array' ? array_map(unpacked_value(...), $node[1]) : scalar_of($node);
}

/**
 * A value that is packed as the row's canonical bytes: a map is an array if that is
 * exact, else a stdClass. $arrayPolicy is 'map' for a row without arrays.
 */
function packable_value(array $node, string $arrayPolicy): mixed
{
    if ($node[0] === 'array') {
        return array_map(fn (array $item) => packable_value($item, $arrayPolicy), $node[1]);
    }
    if ($node[0] === 'typed') {
        return $node[2] === null ? new MsgpackTyped($node[1])
            : new MsgpackTyped($node[1], packable_value($node[2], $arrayPolicy));
    }
    if ($node[0] !== 'map') {
        return scalar_of($node);
    }
    $out = [];
    $exact = true;
    foreach ($node[1] as [$key, $value]) {
        $php = array_key_first([key_of($key) => null]); // an array has "7" as the integer 7
        if (isset($out[$php]) || array_key_exists($php, $out)) {
            throw new NoValue('a key repeats');
        }
        $out[$php] = packable_value($value, $arrayPolicy);
        if ($key[0] === 'bin') {
            throw new NoValue('a bin key is a string in PHP, packed as str');
        }
        if ($key[0] === 'int' && !is_int($php)) {
            throw new NoValue('an integer key over 2**63-1 is a string in PHP, packed as str');
        }
        $exact = $exact && ($key[0] === 'int') === is_int($php);
    }
    if ($exact && ($arrayPolicy === 'map' || !array_is_list($out))) {
        return $out;
    }
    foreach ($node[1] as [$key]) {
        if ($key[0] !== 'str') {
            throw new NoValue('integer keys that PHP takes for a list');
        }
    }
    return (object) $out;
}

/** The key that a PHP array uses for it. */
function key_of(array $node): int|string
{
    return match ($node[0]) {
        'int' => integer_of($node[1]),
        'str', 'bin' => $node[1],
        default => throw new NoValue('a key that is neither integer nor text'),
    };
}

/** An integer that does not fit PHP's int is its decimal string. */
function integer_of(string $digits): int|string
{
    $value = (int) $digits;
    return (string) $value === $digits ? $value : $digits;
}

/**
 * Whether an integer or the seconds of a time in the node are none of this PHP's ints, though of 64 bits. Where PHP's
 * have 32 bits, such an integer is unpacked as a float, as a key as text, and such a time is an error.
 */
function has_wide(array $node, string $kind): bool
{
    return match ($node[0]) {
        'int', 'time' => $node[0] === $kind && is_wide((string) $node[1]),
        'array' => array_filter($node[1], fn (array $item) => has_wide($item, $kind)) !== [],
        'map' => array_filter($node[1], fn (array $pair) => has_wide($pair[0], $kind) || has_wide($pair[1], $kind)) !== [],
        'typed' => $node[2] !== null && has_wide($node[2], $kind),
        default => false,
    };
}

function is_wide(string $digits): bool
{
    $most = $digits[0] === '-' ? '9223372036854775808' : '9223372036854775807';
    return is_string(integer_of($digits)) && strcmp(str_pad(ltrim($digits, '-'), 19, '0', STR_PAD_LEFT), $most) <= 0
        && strlen(ltrim($digits, '-')) <= 19;
}

function scalar_of(array $node): mixed
{
    return match ($node[0]) {
        'const', 'float', 'str' => $node[1],
        'int' => is_wide($node[1]) ? (float) $node[1] : integer_of($node[1]),
        'bin' => new MsgpackBin($node[1]),
        'ext' => new MsgpackExt($node[1], $node[2]),
        'time' => new MsgpackTimestamp($node[1], $node[2]),
    };
}

/** Equal in type, order of keys and value; any NaN equals any, -0.0 not 0.0. */
function same(mixed $a, mixed $b): bool
{
    if (is_object($a) && is_object($b)) {
        return $a::class === $b::class && same(get_object_vars($a), get_object_vars($b));
    }
    if (is_float($a) && is_float($b)) {
        return is_nan($a) ? is_nan($b) : pack('E', $a) === pack('E', $b);
    }
    if (!is_array($a) || !is_array($b)) {
        return $a === $b;
    }
    if (array_keys($a) !== array_keys($b)) {
        return false;
    }
    foreach ($a as $key => $value) {
        if (!same($value, $b[$key])) {
            return false;
        }
    }
    return true;
}

function has_arrays(array $node): bool
{
    if ($node[0] === 'array') {
        return true;
    }
    if ($node[0] === 'typed') {
        return $node[2] !== null && has_arrays($node[2]);
    }
    foreach ($node[0] === 'map' ? $node[1] : [] as [$key, $value]) {
        if (has_arrays($key) || has_arrays($value)) {
            return true;
        }
    }
    return false;
}
