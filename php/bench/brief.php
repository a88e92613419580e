<?php
/** The record as a small table for a terminal. */
declare(strict_types=1);

/** @param string $text in UTF-8; str_pad() would count bytes */
function padded(string $text, int $width): string
{
    return str_repeat(' ', max(0, $width - preg_match_all('/./us', $text))) . $text;
}

function brief(array $record): string
{
    $peers = array_values(array_diff($record['settings']['codecs'], [OURS]));
    $lines = ['time of each / time of hayapack; more than 1: hayapack is faster', ''];
    $head = sprintf('%-36s', '') . padded('hayapack', 10);
    foreach ($peers as $peer) {
        $head .= padded(codec_name($peer), 14);
    }
    $lines[] = $head;
    foreach (['encode' => 'pack', 'decode' => 'unpack', 'both' => 'loop'] as $direction => $word) {
        foreach (rows($record, $direction) as $row) {
            $line = sprintf('%-36s', "$word $row->name") . padded(duration(median($row->ours)), 10);
            foreach ($peers as $peer) {
                $line .= padded(isset($row->peers[$peer]) ? sprintf('%.2f', $row->peers[$peer]) : '–', 14);
            }
            $lines[] = $line;
        }
    }
    return stand_in($record) . implode("\n", $lines) . "\n";
}
