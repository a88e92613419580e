<?php
/**
 * The five loops of the founding post: each packs a value that grows and
 * unpacks the result, both in one time, and sums the sizes.
 */
declare(strict_types=1);

const LOOPS = ['loop_int', 'loop_float', 'loop_string', 'loop_array', 'loop_map'];

/**
 * What the post printed for its extension with list detection: seconds, bytes.
 * Its strings of 32 to 255 bytes took one byte more than today's form.
 */
const LOOPS_THEN = [
    'loop_int' => [0.0359, 29616],
    'loop_float' => [0.0393, 90000],
    'loop_string' => [0.2290, 189415563],
    'loop_array' => [0.0805, 1158620],
    'loop_map' => [0.0922, 4788178],
];

/** Turns, the first $value, and what makes the next one after turn $i. */
const LOOP_STEPS = [
    'loop_int' => [10000, '0', '$value = $i + 1;'],
    'loop_float' => [10000, '0 / 23.0', '$value = ($i + 1) / 23.0;'],
    'loop_string' => [10000, '""', '$value .= $i;'],
    'loop_array' => [1000, '[]', '$value[] = $i;'],
    'loop_map' => [1000, '[]', '$value["k$i"] = "v$i";'],
];

/** @return Closure(): array{int, int} runs the loop once: nanoseconds, bytes */
function loop_of(string $loop, Codec $codec): Closure
{
    [$turns, $first, $next] = LOOP_STEPS[$loop];
    return eval("return static function (): array {
        \$value = $first;
        \$total = 0;
        \$start = hrtime(true);
        for (\$i = 0; \$i < $turns; ++\$i) {
            \$bytes = $codec->encode;
            \$total += strlen(\$bytes);
            \$back = $codec->decode;
            $next
        }
        return [hrtime(true) - \$start, \$total];
    };");
}
