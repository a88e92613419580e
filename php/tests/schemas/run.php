<?php
declare(strict_types=1);

/*
 * Runs the rows of vectors/schemas through MsgpackCodec, with classes made from schemas.json:
 *
 *     php -n -d extension=PATH/msgpack.so -d memory_limit=-1 run.php [-v]
 *
 * Rows that PHP's types do not cover, and rows in which this module decided otherwise than C#, are counted by their
 * reason. Any other difference is a failure.
 */
const SCHEMAS = __DIR__ . '/../../../vectors/schemas';
const FEWEST = ['values' => 2768, 'read' => 457, 'invalid' => 2372, 'tags' => 44, 'described' => 4]; // rows that must pass
const NAMES = ['unexpected_type' => 'wrong_type', 'duplicate_key' => 'duplicate_field'];

require __DIR__ . '/types.php';
require __DIR__ . '/neutral.php';
require __DIR__ . '/decisions.php';
require __DIR__ . '/tags.php';

$classes = new SchemaClasses(SCHEMAS . '/schemas.json');
$neutral = new Neutral($classes);
$decisions = new Decisions();
$counts = $passed = $failures = [];
$codecs = [];

/** @return array{MsgpackCodec, SchemaType} */
function codec_of(SchemaClasses $classes, array &$codecs, string $schema, string $form): array
{
    $type = SchemaType::parse($schema);
    $codecs["$schema $form"] ??= new MsgpackCodec($classes->expression($type), ['keys' => $form, 'max_depth' => 64, 'unknown' => 'skip']);
    return [$codecs["$schema $form"], $type];
}

/** What a row of a table gives here: a text that is equal to $expected if it passes. */
function result_of(string $table, array $row, MsgpackCodec $codec, SchemaType $type, Neutral $neutral): array
{
    $bytes = fn (string $hex) => $hex === '-' ? '' : hex2bin($hex);
    $data = $bytes($row[$table === 'values' ? 3 : 2]);
    try {
        $value = $codec->decode($data);
        $found = Neutral::text($neutral->of($type, $value));
        $again = $table === 'values' ? bin2hex($codec->encode($value)) : '';
    } catch (MsgpackException $error) {
        $found = "$error->name $error->offset $error->path";
        $again = '';
    }
    return match ($table) {
        'values' => ["$found $again", Neutral::text(json_decode($row[2], true, 512, JSON_THROW_ON_ERROR)) . ' ' . $row[3]],
        'read' => [$found, Neutral::text(json_decode($row[3], true, 512, JSON_THROW_ON_ERROR))],
        'invalid' => [$found, (NAMES[$row[3]] ?? $row[3]) . " $row[4] $row[5]"],
    };
}

foreach (['values', 'read', 'invalid'] as $table) {
    foreach (file(SCHEMAS . "/$table.tsv", FILE_IGNORE_NEW_LINES) as $line) {
        if ($line === '' || $line[0] === '#' || str_starts_with($line, "schema\t")) {
            continue;
        }
        $row = explode("\t", $line);
        try {
            [$codec, $type] = codec_of($classes, $codecs, $row[0], $row[1]);
        } catch (NotCovered $reason) {
            $counts[$table]['not covered: ' . $reason->getMessage()] = ($counts[$table]['not covered: ' . $reason->getMessage()] ?? 0) + 1;
            continue;
        }
        [$found, $expected] = result_of($table, $row, $codec, $type, $neutral);
        if ($found === $expected) {
            $passed[$table] = ($passed[$table] ?? 0) + 1;
            continue;
        }
        $reason = $decisions->reason($table, $row, $found);
        if ($reason === null) {
            $failures[] = "$table $line\n    expected $expected\n    got      $found";
        } else {
            $counts[$table][$reason] = ($counts[$table][$reason] ?? 0) + 1;
        }
    }
}
foreach (['tags' => tags_of(...), 'described' => described_of(...)] as $table => $result) {
    foreach (file(SCHEMAS . "/$table.tsv", FILE_IGNORE_NEW_LINES) as $line) {
        $row = explode("\t", $line);
        if ($line[0] === '#' || !isset(UNIONS[$row[0]])) {
            continue; // described.tsv has the other types, too
        }
        [$found, $expected] = $result($row);
        if ($found === $expected) {
            $passed[$table] = ($passed[$table] ?? 0) + 1;
        } else {
            $failures[] = "$table $line\n    expected $expected\n    got      $found";
        }
    }
}
foreach (array_slice($failures, 0, (int) ($argv[1] ?? 30)) as $failure) {
    echo strlen($failure) > 1500 ? substr($failure, 0, 1500) . '...' : $failure, "\n";
}
foreach (array_keys(FEWEST) as $table) {
    $others = $counts[$table] ?? [];
    ksort($others);
    printf("schemas: %s: %d passed, %d otherwise\n", $table, $passed[$table] ?? 0, array_sum($others));
    foreach ($others as $reason => $count) {
        printf("    %5d %s\n", $count, $reason);
    }
}
printf("schemas: %d failed\n", count($failures));
foreach (FEWEST as $table => $fewest) {
    if ($passed[$table] < $fewest) {
        $failures[] = $table;
        echo "schemas: fewer rows of $table passed than $fewest\n";
    }
}
exit($failures ? 1 : 0);
