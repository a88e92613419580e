<?php
/** The record as Markdown: first the rows below their goal, then means, then every row. */
declare(strict_types=1);

const GOALS = [  // the project's, set before measuring: encode, decode: geometric means of the other codec's time / ours
    'pecl' => [4.2, 3.5],
    'best' => [3.5, 2.4],
];
const SMALLER = 0.995;  // share of hayapack's size below which another codec is called smaller
const LOOPS_GOAL = 3.0;  // PECL's time for the five loops together / ours

/** One workload in one direction; times are nanoseconds per message. */
final class Row
{
    /** @param list<float> $ours the samples */
    public function __construct(
        public readonly string $key,
        public readonly string $name,
        public readonly string $direction,
        public readonly array $ours,
        public readonly ?string $best = null,
        public readonly ?Ratio $bestRatio = null,
        public readonly ?Ratio $pecl = null,
        public readonly array $peers = [],
    ) {
    }

    public function goal(): float
    {
        return (workloads()[$this->key] ?? null)?->goal ?? 1.25;
    }

    /** Whether the row is included in the means that have a goal. */
    public function listed(): bool
    {
        return (workloads()[$this->key] ?? null)?->listed ?? true;
    }
}

/** @return list<float> */
function times(array $cell, string $direction, string $which): array
{
    return array_map(fn (array $sample) => (float) $sample[$direction][$which], $cell['samples'] ?? []);
}

function codec_name(string $codec): string
{
    return codecs('')[$codec]->name;
}

/**
 * A codec that loses data is not a rival in that row.
 *
 * @return list<Row>
 */
function rows(array $record, string $direction, string $which = 'min'): array
{
    $rows = [];
    foreach ($record['settings']['workloads'] as $key) {
        $cells = $record['cells'][$key] ?? [];
        if (($direction === 'both') !== isset(LOOPS[$key]) || empty($cells[OURS]['samples'])) {
            continue;
        }
        $good = array_filter($cells, fn (array $cell) => !empty($cell['samples']) && $cell['samples'][0]['lost'] === '');
        $ours = times($cells[OURS], $direction, $which);
        unset($good[OURS]);
        $times = array_map(fn (array $cell) => times($cell, $direction, $which), $good);
        $medians = array_map(median(...), $times);
        $best = $medians ? array_search(min($medians), $medians, true) : null;
        $rows[] = new Row(
            $key,
            isset(LOOPS[$key]) ? substr($key, strlen('c_')) : workloads()[$key]->name,
            $direction,
            $ours,
            $best,
            $best === null ? null : ratio($times[$best], $ours),
            isset($times[PECL]) ? ratio($times[PECL], $ours) : null,
            array_map(fn (float $time) => $time / median($ours), $medians),
        );
    }
    return $rows;
}

/**
 * @param list<Row> $rows
 * @param bool $grouped all scalars count as one row
 */
function mean_of(array $rows, string $peer, bool $grouped = false): ?float
{
    $groups = [];
    foreach ($rows as $row) {
        $ratio = $peer === 'pecl' ? $row->pecl : $row->bestRatio;
        if ($ratio !== null) {
            $scalar = $grouped && workloads()[$row->key]->kind === 'scalars';
            $groups[$scalar ? 'scalars' : $row->key][] = $ratio->value;
        }
    }
    return $groups ? geometric_mean(array_map(geometric_mean(...), $groups)) : null;
}

function report(array $record): string
{
    $encode = rows($record, 'encode');
    $decode = rows($record, 'decode');
    $loops = rows($record, 'both');
    $parts = [
        stand_in($record),
        short_rows([...$encode, ...$decode, ...$loops]),
        smaller($record),
        means($record, $encode, $decode),
        $encode ? kinds($encode, $decode) : '',
        loops_table($record, $loops),
        rows_table('Encode', $encode),
        rows_table('Decode', $decode),
        failures($record),
        the_run($record),
    ];
    return implode("\n", array_filter($parts));
}

function stand_in(array $record): string
{
    foreach ($record['cells'] as $cells) {
        if (isset($cells[OURS]['samples'])) {
            return $cells[OURS]['samples'][0]['is_ours'] ? '' : "**Not hayapack: another module stands in for it.**\n";
        }
    }
    return "**hayapack was not measured.**\n";
}

/** @param list<Row> $rows */
function short_rows(array $rows): string
{
    $short = array_filter($rows, fn (Row $row) => $row->bestRatio !== null && $row->bestRatio->value < $row->goal());
    usort($short, fn (Row $a, Row $b) => $a->bestRatio->value <=> $b->bestRatio->value);
    $lines = ["### Where hayapack loses or misses the project's goal\n"];
    if (!$short) {
        return $lines[0] . "\nNone: every row reaches the project's goal (1.25 times the best rival; strings over 16 KB: 1.0).\n";
    }
    array_push($lines, '| row | | best rival / hayapack | rival | goal |', '|---|---|---:|---|---:|');
    foreach ($short as $row) {
        $lines[] = "| $row->name | $row->direction | $row->bestRatio | " . codec_name($row->best) . " | {$row->goal()} |";
    }
    return implode("\n", $lines) . "\n";
}

/** Codecs that keep the data in fewer bytes, the smallest share first. */
function smaller(array $record): string
{
    $found = [];
    foreach ($record['cells'] as $key => $cells) {
        $ours = $cells[OURS]['samples'][0]['bytes'] ?? null;
        foreach ($ours === null ? [] : $cells as $codec => $cell) {
            $sample = $cell['samples'][0] ?? ['lost' => 'not run'];
            if ($sample['lost'] === '' && $sample['bytes'] < SMALLER * $ours) {
                $name = workloads()[$key]->name ?? substr($key, strlen('c_'));
                $found[] = [$sample['bytes'] / $ours, codec_name($codec), $name, $sample['bytes'], $ours];
            }
        }
    }
    sort($found);
    $lines = ["### Smaller than hayapack\n"];
    if (!$found) {
        return $lines[0] . "\nNo codec that keeps the data, in any row.\n";
    }
    $lines[] = "The first message of each row.\n";
    array_push($lines, "| codec | data | its size / hayapack's | its size | hayapack's |", '|---|---|---:|---:|---:|');
    foreach ($found as [$share, $codec, $name, $bytes, $ours]) {
        $lines[] = sprintf('| %s | %s | %.1f %% | %s B | %s B |', $codec, $name, 100 * $share, number_format($bytes), number_format($ours));
    }
    return implode("\n", $lines) . "\n";
}

/**
 * @param list<Row> $encode
 * @param list<Row> $decode
 */
function means(array $record, array $encode, array $decode): string
{
    $lines = ["### Geometric means\n", '| ratio | encode | goal | decode | goal |', '|---|---:|---:|---:|---:|'];
    $listed = fn (array $rows) => array_values(array_filter($rows, fn (Row $row) => $row->listed()));
    $add = function (string $label, array $encode, array $decode, bool $grouped, bool $goals) use (&$lines): void {
        foreach (['pecl' => 'PECL msgpack / hayapack', 'best' => 'best of the four / hayapack'] as $peer => $text) {
            [$one, $two] = array_map(fn (array $rows) => mean_of($rows, $peer, $grouped), [$encode, $decode]);
            $format = fn (?float $value) => $value === null ? '–' : sprintf('%.2f', $value);
            $goal = array_map(fn (float $value) => $goals ? sprintf('%.1f', $value) : '', GOALS[$peer]);
            $lines[] = "| $text$label | {$format($one)} | $goal[0] | {$format($two)} | $goal[1] |";
        }
    };
    $add('', $listed($encode), $listed($decode), false, true);
    $add('; the five scalars as one row', $listed($encode), $listed($decode), true, false);
    $add('; all rows', $encode, $decode, false, false);
    $medians = [$listed(rows($record, 'encode', 'median')), $listed(rows($record, 'decode', 'median'))];
    $add("; by each process's median", $medians[0], $medians[1], false, false);
    return implode("\n", $lines) . "\n\nThe goals are the project's, set before the measurement, for the rows without a +; rows with one were added later.\n";
}

/**
 * The means of each kind of data, the worst decode first: no mean of all rows says what
 * a program with one kind of data gains.
 *
 * @param list<Row> $encode
 * @param list<Row> $decode
 */
function kinds(array $encode, array $decode): string
{
    $lines = ["### Geometric means of each kind of data\n"];
    $lines[] = '| data | rows | encode, best of the four | PECL msgpack | decode, best of the four | PECL msgpack | worst row of decode |';
    $lines[] = '|---|---:|---:|---:|---:|---:|---:|';
    $kinds = [];
    foreach (['encode' => $encode, 'decode' => $decode] as $direction => $rows) {
        foreach ($rows as $row) {
            $kinds[workloads()[$row->key]->kind][$direction][] = $row;
        }
    }
    uasort($kinds, fn (array $a, array $b) => mean_of($a['decode'], 'best') <=> mean_of($b['decode'], 'best'));
    foreach ($kinds as $kind => $directions) {
        $cells = [];
        foreach ($directions as $rows) {
            foreach (['best', 'pecl'] as $peer) {
                $mean = mean_of($rows, $peer);
                $cells[] = $mean === null ? '–' : sprintf('%.2f', $mean);
            }
        }
        $worst = array_filter(array_map(fn (Row $row) => $row->bestRatio?->value, $directions['decode']));
        $cells[] = $worst ? sprintf('%.2f', min($worst)) : '–';
        $lines[] = "| $kind | " . count($directions['decode']) . ' | ' . implode(' | ', $cells) . ' |';
    }
    return implode("\n", $lines) . "\n\nValues are the other codec's time / hayapack's.\n";
}

/** @return array<string, array{float, int}> as printed in the article, with list detection: seconds, bytes */
function loops_then(): array
{
    $then = [];
    foreach (file(LAB . '/articles/published/c.tsv', FILE_IGNORE_NEW_LINES) as $line) {
        [$codec, $loop, $seconds, $bytes] = explode("\t", $line);
        if ($codec === 'php-msgpack (list detection)') {
            $then[$loop] = [(float) $seconds, (int) $bytes];
        }
    }
    return $then;
}

/** @param list<Row> $rows */
function loops_table(array $record, array $rows): string
{
    if (!$rows) {
        return '';
    }
    $lines = ["### The reference article's five loops\n", 'Seconds for the whole loop, packing and unpacking; then: printed in 2009.', ''];
    array_push($lines, '| loop | hayapack | PECL / hayapack | best rival / hayapack | rival | bytes | then | bytes then |');
    $lines[] = '|---|---:|---:|---:|---|---:|---:|---:|';
    $then = loops_then();
    $sums = [];
    foreach ($rows as $row) {
        [$seconds, $bytes] = $then[$row->name];
        $cells = [sprintf('%.6f', median($row->ours) / 1e9), $row->pecl ?? '–', $row->bestRatio ?? '–', codec_name($row->best ?? OURS)];
        array_push($cells, $record['cells'][$row->key][OURS]['samples'][0]['bytes'], sprintf('%.4f', $seconds), $bytes);
        $lines[] = "| $row->name | " . implode(' | ', $cells) . ' |';
        foreach ($record['settings']['codecs'] as $codec) {
            foreach (times($record['cells'][$row->key][$codec], 'both', 'min') as $number => $time) {
                $sums[$codec][$number] = ($sums[$codec][$number] ?? 0) + $time;
            }
        }
    }
    $lines[] = '';
    foreach (array_diff(array_keys($sums), [OURS]) as $codec) {
        $goal = $codec === PECL ? sprintf(" (the project's goal: %.1f)", LOOPS_GOAL) : '';
        $lines[] = sprintf('- %s in total: %s%s', codec_name($codec) . ' / hayapack', ratio($sums[$codec], $sums[OURS]), $goal);
    }
    return implode("\n", $lines) . "\n";
}

/** @param list<Row> $rows */
function rows_table(string $title, array $rows): string
{
    if (!$rows) {
        return '';
    }
    usort($rows, fn (Row $a, Row $b) => ($a->bestRatio?->value ?? 0) <=> ($b->bestRatio?->value ?? 0));
    $peers = array_diff(array_keys(codecs('')), [OURS]);
    $names = implode(' | ', array_map(codec_name(...), $peers));
    $lines = ["### $title, the worst row first\n"];
    $lines[] = "| $title | hayapack | best rival / hayapack | rival | $names |";
    $lines[] = '|---|---:|---:|---|' . str_repeat('---:|', count($peers));
    foreach ($rows as $row) {
        $cells = [$row->name . ($row->listed() ? '' : ' +'), duration(median($row->ours))];
        array_push($cells, $row->bestRatio ?? '–', $row->best === null ? '–' : codec_name($row->best));
        foreach ($peers as $peer) {
            $cells[] = isset($row->peers[$peer]) ? sprintf('%.2f', $row->peers[$peer]) : '–';
        }
        $lines[] = '| ' . implode(' | ', $cells) . ' |';
    }
    return implode("\n", $lines) . "\n";
}

function duration(float $nanoseconds): string
{
    foreach ([['ms', 1e6], ['µs', 1e3]] as [$unit, $size]) {
        if ($nanoseconds >= $size) {
            return sprintf($nanoseconds >= 100 * $size ? '%.0f %s' : '%.1f %s', $nanoseconds / $size, $unit);
        }
    }
    return sprintf('%.1f ns', $nanoseconds);
}

function failures(array $record): string
{
    $lines = [];
    foreach ($record['cells'] as $key => $cells) {
        foreach ($cells as $codec => $cell) {
            $name = (workloads()[$key]->name ?? $key) . ', ' . codec_name($codec);
            if (isset($cell['error'])) {
                $lines[] = "- $name: not run: {$cell['error']}";
            } elseif ($cell['samples'][0]['lost'] !== '') {
                $lines[] = "- $name: lossy ({$cell['samples'][0]['lost']}); not counted as a rival";
            }
        }
    }
    return $lines ? "### Not run, failed or lossy\n\n" . implode("\n", $lines) . "\n" : '';
}

function the_run(array $record): string
{
    ['settings' => $settings, 'machine' => $machine] = $record;
    $spreads = $versions = [];
    $collections = 0;
    foreach ($record['cells'] as $cells) {
        foreach ($cells as $codec => $cell) {
            foreach ($cell['samples'] ?? [] as $sample) {
                $versions[$codec] = codec_name($codec) . ' ' . $sample['version'];
                $collections += $sample['gc']['runs'];
            }
            foreach (empty($cell['samples']) ? [] : array_intersect(['encode', 'decode', 'both'], array_keys($cell['samples'][0])) as $direction) {
                $spreads[] = spread(times($cell, $direction, 'min'));
            }
        }
    }
    ksort($versions);
    $pinned = $machine['pinned_to'] === null ? 'not pinned' : "samples pinned to core {$machine['pinned_to']}";
    return implode("\n", [
        "### The run\n",
        "- machine: {$machine['cpu']}, cores {$machine['cores']}, {$machine['system']}, $pinned",
        "- PHP {$machine['php']}, opcache and JIT off, cycle collector " . ($settings['gc'] ? 'on' : 'off') . " (it ran $collections times)",
        '- versions: ' . implode(', ', $versions),
        sprintf(
            '- %s, %d s; %d samples a cell, each a fresh process with %d batches of about %g ms; the sample is its quickest batch, the figure the median sample',
            $record['started'], $record['seconds'], $settings['samples'], $settings['batches'], $settings['batch_ms'],
        ),
        '- times are CPU time, so that other processes of the machine are not counted',
        '- ratios are other time / hayapack time with a 95 % bootstrap interval, `=` where it covers 1; over 1, hayapack is faster',
        sprintf('- load before and after: %s, %s; median spread of samples (half the interquartile range): %s',
            implode(' ', $machine['load_before']), implode(' ', $machine['load_after']),
            $spreads ? sprintf('%.1f %%', 100 * median($spreads)) : '–'),
        '',
    ]);
}
