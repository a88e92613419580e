<?php
/* Called by the coverage-guided target with one input, whose first bytes select how it is decoded. */
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

require_once __DIR__ . '/../../differential/object_classes.php';
require_once __DIR__ . '/../../differential/value_dump.php';
require_once __DIR__ . '/../../differential/value_generator.php';
require_once __DIR__ . '/../hostile_classes.php';
require_once __DIR__ . '/../decoding_methods.php';

use Trial\DecodingMethod;

/* Chooses settings as DecodingMethod::settings() does, but from two bytes of the input. */
function chosen_settings(int $first, int $second): array
{
    $options = [];
    if ($first & 1) {
        $options['allowed_classes'] = ($first & 2) ? ['Pair', 'Typed', 'Magic'] : false;
    }
    if ($first & 4) {
        $options += ['bin' => 'object', 'ext' => 'object'];
    }
    if ($first & 8) {
        $options['timestamps'] = ($first & 16) ? 'object' : 'datetime';
    }
    if ($first & 32) {
        $options += ['max_depth' => 1 + ($second >> 6), 'max_str_len' => 5, 'max_map_len' => 3, 'max_array_len' => 3];
    }
    $options['utf8'] = (bool) ($first & 64);
    $options['throw'] = (bool) ($first & 128);
    $options['assoc'] = !($second & 1);
    $options['php_only'] = !($second & 2);
    return [
        'ini' => ['php_only' => (int) !($second & 2), 'assoc' => (int) !($second & 1), 'illegal_key_insert' => $second >> 2 & 1,
            'error_display' => 1, 'use_str8_serialization' => 1],
        'options' => $options,
        'packing' => ['arrays' => ['detect', 'strict', 'map', 'detect'][$second >> 6], 'utf8' => (bool) ($first & 64),
            'uint64' => (bool) ($second & 32), 'timestamps' => (bool) ($second & 16), 'throw' => (bool) ($first & 128)],
        'cuts' => 1 + ($second >> 3 & 7),
    ];
}

function decode_input(string $input): void
{
    static $made = [], $last = -1;
    [$way, $first, $second] = [ord($input[0]), ord($input[1]), ord($input[2])];
    $way %= count(DecodingMethod::ANY);
    $key = $way << 16 | $first << 8 | $second;
    if (count($made) > 200) {
        $made = [];
    }
    $made[$key] ??= new DecodingMethod(DecodingMethod::ANY[$way], chosen_settings($first, $second));
    if ($key !== $last) {
        $made[$key]->prepare();
        $last = $key;
    }
    $made[$key]->decode(substr($input, 3));
}
