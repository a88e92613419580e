<?php
/** The codecs that are measured, with the call that a program would write. */
declare(strict_types=1);

const LAB = __DIR__ . '/../../lab/src/hayapack_lab';  // has the calls, the loops and the article's figures

require LAB . '/workers/php/calls.php';
require LAB . '/workers/php/loops.php';

final class Codec extends Calls
{
    /** @param string|null $extension file to load, or null */
    public function __construct(
        public readonly string $name,
        string $encode,
        string $decode,
        public readonly ?string $extension,
    ) {
        parent::__construct($encode, $decode);
    }

    public function loaded(): bool
    {
        return function_exists($this->entry());
    }

    public function version(): string
    {
        return match ($this->name) {
            'hayapack', 'PECL msgpack' => (string) phpversion('msgpack'),
            'igbinary' => (string) phpversion('igbinary'),
            default => 'of PHP ' . PHP_VERSION,
        };
    }
}

const OURS = 'ours';
const PECL = 'pecl';

/** @return array<string, Codec> */
function codecs(string $ours): array
{
    $flags = 'JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES';
    return [
        OURS => new Codec('hayapack', 'msgpack_pack($value)', 'msgpack_unpack($bytes)', $ours),
        PECL => new Codec('PECL msgpack', 'msgpack_pack($value)', 'msgpack_unpack($bytes)', 'msgpack.so'),
        'igbinary' => new Codec('igbinary', 'igbinary_serialize($value)', 'igbinary_unserialize($bytes)', 'igbinary.so'),
        'serialize' => new Codec('serialize', 'serialize($value)', 'unserialize($bytes)', null),
        'json' => new Codec('json', "json_encode(\$value, $flags)", 'json_decode($bytes, true)', null),
    ];
}
