<?php
declare(strict_types=1);

/** Why a row is read otherwise than in C#: by the rules of docs/classes-php.md, or because PHP has no such type. */
final class Decisions
{
    /** The end of what a row of read.tsv or invalid.tsv is about => reason. */
    private const ABOUT = [
        'a map for an object' => 'both forms of an object are read, whichever is written',
        'an array for an object' => 'both forms of an object are read, whichever is written',
        'an element of a set twice' => 'not covered: PHP has no sets, so a set is a list',
        'a Guid in upper case' => 'not covered: a guid is a string, whose text is not checked',
        'a Guid of 3 characters' => 'not covered: a guid is a string, whose text is not checked',
        'a Guid with other characters' => 'not covered: a guid is a string, whose text is not checked',
        'a Guid without hyphens' => 'not covered: a guid is a string, whose text is not checked',
        'a decimal that is too large' => 'not covered: a decimal is a string, whose text is not checked',
        'empty text for a decimal' => 'not covered: a decimal is a string, whose text is not checked',
        'text that is no decimal' => 'not covered: a decimal is a string, whose text is not checked',
        'a day after 9999-12-31' => 'not covered: days and times are ints, whose range is not checked',
        'a negative day' => 'not covered: days and times are ints, whose range is not checked',
        'a negative time' => 'not covered: days and times are ints, whose range is not checked',
        'a time of 24 hours' => 'not covered: days and times are ints, whose range is not checked',
        'an offset of more than 14 hours' => 'not covered: an offset is an int, whose range is not checked',
        'a date after 9999' => 'a MsgpackTimestamp has the range of the wire',
        'a date before 0001' => 'a MsgpackTimestamp has the range of the wire',
        'an array for bytes' => 'bytes are read from bin and str, not from an array of numbers',
    ];

    public function reason(string $table, array $row, string $found): ?string
    {
        $error = preg_match('/^([a-z_0-9]+) \d+ \$/', $found, $match) ? $match[1] : null;
        $about = preg_replace('/ at \$.*/', '', $row[count($row) - 1]);
        if ($error === 'unknown_member') {
            return 'a number that no case of the enum has is an error: PHP has no enum value for it';
        }
        if ($error === 'unknown_tag' && $table === 'read') {
            return 'a tag that the union does not have is an error, not null';
        }
        if ($error === 'missing_field' && ($table === 'read' || str_ends_with($about, 'for an object'))) {
            return 'a field without a default is required: dates and objects get no zero value';
        }
        if ($error === 'int_range' && str_contains(implode(' ', $row), 'cfffffffffffffffff')) {
            return 'an integer of 2**63 and more is no int of PHP';
        }
        return self::ABOUT[$about] ?? null;
    }
}
