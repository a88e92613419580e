<?php
/*
 * Reads the shared vectors, whose notation vectors/README.md describes.
 *
 * Values are nodes, ['kind', ...], because a PHP array does not distinguish a list
 * from a map, nor an integer key from a numeric string. values.php converts nodes to
 * PHP values.
 */

/** [[file name, fields], ...] of vectors/<kind>/, in the order of the files. */
function rows(string $kind): array
{
    $found = [];
    $files = glob(VECTORS . "/$kind/*.tsv");
    sort($files);
    foreach ($files as $file) {
        foreach (explode("\n", file_get_contents($file)) as $line) {
            if ($line !== '' && $line[0] !== '#') {
                $found[] = [basename($file), explode("\t", $line)];
            }
        }
    }
    return $found;
}

/** The bytes of a column; $number: index of the enclosing repetition. */
function read_bytes(string $text, int $number = 0): string
{
    if ($text === '-' || $text === '') {
        return '';
    }
    $out = '';
    preg_match_all('/\(([^)]*)\)(?:\*(\d+))?|([^\s()*]+)(?:\*(\d+))?/', $text, $terms, PREG_SET_ORDER);
    foreach ($terms as $term) {
        if (isset($term[3]) && $term[3] !== '') {
            $out .= str_repeat(read_term($term[3], $number), (int) ($term[4] ?? 1));
        } else {
            for ($i = 0, $times = (int) ($term[2] ?? 1); $i < $times; $i++) {
                $out .= read_bytes($term[1], $i);
            }
        }
    }
    return $out;
}

function read_term(string $term, int $number): string
{
    if ($term[0] !== '#') {
        return hex2bin($term);
    }
    [$width, $plus] = explode('+', substr($term, 1)) + [1 => '0'];
    return substr(pack('N', $number + (int) $plus), -(int) $width);
}

/**
 * The options of a row as options of this module. strict-keys has no counterpart:
 * keys that are not integers or strings are errors with `throw`.
 */
function read_options(string $text): array
{
    $names = ['depth' => 'max_depth', 'bytes' => 'max_bytes', 'str' => 'max_str_len', 'bin' => 'max_bin_len',
        'ext' => 'max_ext_len', 'array' => 'max_array_len', 'map' => 'max_map_len'];
    $options = [];
    foreach ($text === '-' ? [] : explode(' ', $text) as $term) {
        [$name, $number] = explode('=', $term) + [1 => ''];
        if ($name !== 'strict-keys') {
            $options[$names[$name]] = (int) $number;
        }
    }
    return $options;
}

/** Reads one value of the notation into nodes. */
final class ValueReader
{
    private const SCALAR = '/(nil|true|false)|int (#(?:\+\d+)?|-?\d+)|(f64|f32) ([-+.\w]+)'
        . '|(str) "((?:[^"\\\\]|\\\\.)*)"(?:\*(\d+))?|(bin) <([^>]*)>|ext (-?\d+) <([^>]*)>|time (-?\d+) (\d+)/A';

    public bool $hasF32 = false;
    private int $at = 0;
    private int $number = 0;

    public function __construct(private string $text)
    {
    }

    public function read(): array
    {
        $node = $this->value();
        if ($this->at !== strlen($this->text)) {
            throw new RuntimeException('not a value: ' . substr($this->text, $this->at, 80));
        }
        return $node;
    }

    private function take(string $token): bool
    {
        if (substr_compare($this->text, $token, $this->at, strlen($token)) !== 0) {
            return false;
        }
        $this->at += strlen($token);
        return true;
    }

    private function value(): array
    {
        if ($this->take('[')) {
            return ['array', array_column($this->items(']', false), 1)];
        }
        if ($this->take('{')) {
            return ['map', $this->items('}', true)];
        }
        if (preg_match('/typed "((?:[^"\\\\]|\\\\.)*)" /A', $this->text, $part, 0, $this->at)) {
            $this->at += strlen($part[0]);
            return ['typed', unescape($part[1]), $this->take('none') ? null : $this->value()];
        }
        if (!preg_match(self::SCALAR, $this->text, $part, PREG_UNMATCHED_AS_NULL, $this->at)) {
            throw new RuntimeException('not a value: ' . substr($this->text, $this->at, 80));
        }
        $this->at += strlen($part[0]);
        return $this->scalar($part);
    }

    private function items(string $close, bool $isMap): array
    {
        $items = [];
        while (!$this->take($close)) {
            $start = $this->at;
            $item = $this->item($isMap);
            $numbered = str_contains(substr($this->text, $start, $this->at - $start), '#');
            $times = 1;
            $end = $this->at;
            if (preg_match('/ \*(\d+)/A', $this->text, $repeat, 0, $this->at)) {
                $times = (int) $repeat[1];
                $end += strlen($repeat[0]);
            }
            for ($i = 0; $i < $times; $i++) {
                if ($numbered) {
                    $this->at = $start;
                    $this->number = $i;
                    $item = $this->item($isMap);
                }
                $items[] = $item;
            }
            $this->number = 0;
            $this->at = $end;
            $this->take(', ');
        }
        return $items;
    }

    private function item(bool $isMap): array
    {
        $key = null;
        if ($isMap) {
            $key = $this->value();
            if (!$this->take(': ')) {
                throw new RuntimeException('no colon: ' . substr($this->text, $this->at, 80));
            }
        }
        return [$key, $this->value()];
    }

    private function scalar(array $part): array
    {
        if ($part[1] !== null) {
            return ['const', ['nil' => null, 'true' => true, 'false' => false][$part[1]]];
        }
        if ($part[2] !== null) {
            $text = $part[2];
            return ['int', $text[0] === '#' ? (string) ($this->number + (int) substr($text, 2)) : $text];
        }
        if ($part[3] !== null) {
            $this->hasF32 = $this->hasF32 || $part[3] === 'f32';
            return ['float', read_float($part[4], $part[3] === 'f32')];
        }
        if ($part[5] !== null) {
            return ['str', str_repeat(unescape($part[6]), (int) ($part[7] ?? 1))];
        }
        if ($part[8] !== null) {
            return ['bin', read_bytes($part[9])];
        }
        return $part[10] !== null
            ? ['ext', (int) $part[10], read_bytes($part[11])]
            : ['time', integer_of($part[12]), (int) $part[13]];
    }
}

function read_float(string $text, bool $single): float
{
    $value = ['nan' => NAN, 'inf' => INF, '-inf' => -INF][$text] ?? (float) $text;
    return $single ? unpack('G', pack('G', $value))[1] : $value;
}

function unescape(string $text): string
{
    return preg_replace_callback(
        '/\\\\(?:u\{([0-9a-f]+)\}|(.))/s',
        fn (array $part) => ($part[1] ?? '') !== '' ? utf8_of(hexdec($part[1])) : $part[2],
        $text
    );
}

/** A code point as UTF-8; without mbstring, which may be missing. */
function utf8_of(int $code): string
{
    return match (true) {
        $code < 0x80 => chr($code),
        $code < 0x800 => chr(0xc0 | $code >> 6) . chr(0x80 | $code & 0x3f),
        $code < 0x10000 => chr(0xe0 | $code >> 12) . chr(0x80 | $code >> 6 & 0x3f) . chr(0x80 | $code & 0x3f),
        default => chr(0xf0 | $code >> 18) . chr(0x80 | $code >> 12 & 0x3f) . chr(0x80 | $code >> 6 & 0x3f)
            . chr(0x80 | $code & 0x3f),
    };
}
