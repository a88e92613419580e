<?php
/**
 * The five loops of the founding post: each packs a value that grows and
 * unpacks the result, both in one time, and sums the sizes. Beside them the
 * fair way: packing alone and unpacking alone, of the very same values.
 *
 * A $clock is PHP text too, an expression in nanoseconds.
 */
declare(strict_types=1);

/** Turns, the first $value, and what makes the next one after turn $i. */
const LOOPS = [
    'c_int' => [10000, '0', '$value = $i + 1;'],
    'c_float' => [10000, '0 / 23.0', '$value = ($i + 1) / 23.0;'],
    'c_string' => [10000, '""', '$value .= $i;'],
    'c_array' => [1000, '[]', '$value[] = $i;'],
    'c_map' => [1000, '[]', '$value["k$i"] = "v$i";'],
];

/** @return Closure(): array{int, int} runs the post's loop once: nanoseconds, bytes */
function post_loop(string $loop, int $turns, Calls $calls, string $clock): Closure
{
    [, $first, $next] = LOOPS[$loop];
    return eval("return static function (): array {
        $calls->before;
        \$value = $first;
        \$total = 0;
        \$start = $clock;
        for (\$i = 0; \$i < $turns; ++\$i) {
            \$bytes = $calls->encode;
            \$total += strlen(\$bytes);
            \$back = $calls->decode;
            $next
        }
        return [$clock - \$start, \$total];
    };");
}

/** @return Generator<list<mixed>> every value of a loop, $batch of them at a time */
function loop_values(string $loop, int $turns, int $batch): Generator
{
    [, $first, $next] = LOOPS[$loop];
    return eval("return (static function (): Generator {
        \$value = $first;
        \$made = [];
        for (\$i = 0; \$i < $turns; ++\$i) {
            \$made[] = \$value;
            if (count(\$made) === $batch) {
                yield \$made;
                \$made = [];
            }
            $next
        }
        if (\$made) {
            yield \$made;
        }
    })();");
}

/**
 * @param string $call expression to be timed
 * @param string $variable what it takes each of the list's items as
 * @return Closure(list<mixed>): int nanoseconds for one call with each item
 */
function timed_calls(Calls $calls, string $call, string $variable, string $clock): Closure
{
    return eval("return static function (array \$items): int {
        $calls->before;
        \$start = $clock;
        foreach (\$items as $variable) {
            $call;
        }
        return $clock - \$start;
    };");
}
