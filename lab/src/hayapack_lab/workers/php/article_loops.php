<?php
/**
 * The five loops of reference article C: each packs a growing value and
 * unpacks the result, and adds up the sizes. The article's method reads the
 * clock around each call; the lab's own times packing and unpacking
 * separately, for many values between two readings; the whole loop has one
 * time for everything.
 *
 * A $clock is PHP text too, an expression in nanoseconds.
 */
declare(strict_types=1);

/** Iterations, the first $value, and the statement that makes the next one after iteration $i. */
const LOOPS = [
    'c_int' => [10000, '0', '$value = $i + 1;'],
    'c_float' => [10000, '0 / 23.0', '$value = ($i + 1) / 23.0;'],
    'c_string' => [10000, '""', '$value .= $i;'],
    'c_array' => [1000, '[]', '$value[] = $i;'],
    'c_map' => [1000, '[]', '$value["k$i"] = "v$i";'],
];

/**
 * The article's loop with its timing: microtime() before and after each call, whose function is named by a variable.
 * Making the next value and freeing the results are not timed.
 *
 * @param bool $both false: it only packs
 * @return Closure(): int runs it once: nanoseconds of elapsed time
 */
function article_loop(string $loop, int $turns, Calls $calls, bool $both): Closure
{
    [, $first, $next] = LOOPS[$loop];
    $timed = fn (string $call): string => "\$start = microtime(true); $call; \$spent += microtime(true) - \$start;";
    [$pack, $unpack] = [$calls->by_name($calls->encode), $calls->by_name($calls->decode)];
    $statements = $timed("\$bytes = $pack[call]") . ($both ? $timed("\$back = $unpack[call]") : '');
    return eval("return static function (): int {
        $calls->before;
        $pack[names]$unpack[names]
        \$value = $first;
        \$spent = 0.0;
        for (\$i = 0; \$i < $turns; ++\$i) {
            $statements
            \$bytes = \$back = null;
            $next
        }
        return (int) (\$spent * 1e9);
    };");
}

/** @return Closure(): array{int, int} runs the whole loop once: nanoseconds, bytes */
function whole_loop(string $loop, int $turns, Calls $calls, string $clock): Closure
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
