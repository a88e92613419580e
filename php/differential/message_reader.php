<?php
/*
 * Reads messages for the comparison: where a value ends, and PECL's back references,
 * whose ordinals PECL gets wrong.
 */
declare(strict_types=1);

namespace Trial;

final class MessageReader
{
    /** nesting depth; a deeper message counts as malformed */
    private const DEEPEST = 3000;

    private int $at = 0;
    /** containers seen so far */
    private int $ordinal = 0;
    /** @var list<int> correct ordinal, by PECL's ordinal minus one */
    private array $true = [];
    private string $out = '';
    /** @var array<string, true> types of keys that occurred */
    private array $keys = [];

    private function __construct(private readonly string $bytes, private readonly bool $str8 = true)
    {
    }

    /** Whether this is exactly one value. */
    public static function whole(string $bytes): bool
    {
        $walk = new self($bytes);
        return $walk->value(0) && $walk->at === strlen($bytes);
    }

    /** Whether a map has a key of this type (see head()); a malformed message is read up to the error. */
    public static function hasKey(string $bytes, string $kind): bool
    {
        $walk = new self($bytes);
        $walk->value(0);
        return isset($walk->keys[$kind]);
    }

    /**
     * A message of PECL's with corrected back references: PECL does not count the
     * maps with marks 2 and 5 when it writes, but counts them when it reads. If $str8
     * is false, str 8 values become str 16, as PECL writes the text of a Serializable
     * in a str 8 with any setting. Null: the message is malformed.
     */
    public static function corrected(string $bytes, bool $str8): ?string
    {
        $walk = new self($bytes, $str8);
        return $walk->value(0) && $walk->at === strlen($bytes) ? $walk->out : null;
    }

    /** Whether both are the same value, except that the first has nil for some containers of the second. */
    public static function cutEarlier(string $first, string $second): bool
    {
        $one = new self($first);
        $other = new self($second);
        for ($wanted = 1; $wanted > 0; $wanted--) {
            [$a, $b] = [self::head($first, $one->at), self::head($second, $other->at)];
            $container = $b !== null && ($b[0] === 'map' || $b[0] === 'array');
            if ($container && $a !== null && $a[0] === 'nil') {
                $one->at++;
                if (!$other->value(0)) {
                    return false;
                }
                continue;
            }
            $size = $b === null ? 0 : $b[2] + ($container ? 0 : $b[1]);
            if ($a !== $b || $b === null || substr($first, $one->at, $size) !== substr($second, $other->at, $size)) {
                return false;
            }
            $one->at += $size;
            $other->at += $size;
            $wanted += match ($b[0]) {
                'map' => 2 * $b[1],
                'array' => $b[1],
                default => 0,
            };
        }
        return true;
    }

    /**
          * The message without what a round trip loses: if one slot holds an object by PHP
          * reference, every slot with that object decodes as a reference, in PECL, too.
     */
    public static function forgetful(string $bytes): string
    {
        return str_replace("\x82\xc0\x04\x00", "\x82\xc0\x05\x00", $bytes);
    }

    /** The header of the value at $at: [type, length or count, bytes of the header]; null: malformed. */
    public static function head(string $bytes, int $at): ?array
    {
        if ($at >= strlen($bytes)) {
            return null;
        }
        $lead = ord($bytes[$at]);
        [$kind, $width, $length] = match (true) {
            $lead <= 0x7f || $lead >= 0xe0 => ['fixint', 0, 0],
            $lead <= 0x8f => ['map', 0, $lead & 15],
            $lead <= 0x9f => ['array', 0, $lead & 15],
            $lead <= 0xbf => ['str', 0, $lead & 31],
            $lead === 0xc0 => ['nil', 0, 0],
            $lead === 0xc1 => [null, 0, 0],
            $lead <= 0xc3 => ['bool', 0, 0],
            $lead <= 0xc6 => ['bin', 1 << ($lead - 0xc4), 0],
            $lead <= 0xc9 => ['ext', 1 << ($lead - 0xc7), 0],
            $lead <= 0xcb => ['float', 0, 4 << ($lead - 0xca)],
            $lead <= 0xcf => ['uint', 0, 1 << ($lead - 0xcc)],
            $lead <= 0xd3 => ['int', 0, 1 << ($lead - 0xd0)],
            $lead <= 0xd8 => ['ext', 0, 1 << ($lead - 0xd4)],
            $lead <= 0xdb => ['str', 1 << ($lead - 0xd9), 0],
            $lead <= 0xdd => ['array', 2 << ($lead - 0xdc), 0],
            default => ['map', 2 << ($lead - 0xde), 0],
        };
        if ($kind === null || $at + 1 + $width > strlen($bytes)) {
            return null;
        }
        if ($width > 0) {
            $length = hexdec(bin2hex(substr($bytes, $at + 1, $width)));
        }
        return [$kind, $kind === 'ext' ? $length + 1 : $length, 1 + $width];
    }

    private function value(int $depth): bool
    {
        $head = self::head($this->bytes, $this->at);
        if ($head === null || $depth > self::DEEPEST) {
            return false;
        }
        [$kind, $length, $size] = $head;
        if ($kind !== 'map' && $kind !== 'array') {
            $this->copy($size + $length);
            return $this->at <= strlen($this->bytes);
        }
        $this->ordinal++;
        if ($this->backReference()) {
            return true;
        }
        $this->true[] = $this->ordinal;
        $this->copy($size);
        for ($i = $kind === 'map' ? 2 * $length : $length; $i > 0; $i--) {
            if ($kind === 'map' && $i % 2 === 0) {
                $this->keys[self::head($this->bytes, $this->at)[0] ?? ''] = true;
            }
            if (!$this->value($depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private function copy(int $n): void
    {
        $part = substr($this->bytes, $this->at, $n);
        $this->out .= !$this->str8 && $part[0] === "\xd9" ? "\xda\0" . substr($part, 1) : $part;
        $this->at += $n;
    }

    /* {nil: 2, 4 or 5, 0: ordinal}. PECL's writer counts only mark 4. */
    private function backReference(): bool
    {
        if (!preg_match('/\G\x82\xc0([\x02\x04\x05])\x00([\x00-\x7f]|\xcc.|\xcd..|\xce....)/s', $this->bytes, $found, 0, $this->at)) {
            return false;
        }
        $number = strlen($found[2]) === 1 ? ord($found[2]) : (int) hexdec(bin2hex(substr($found[2], 1)));
        $this->out .= substr($found[0], 0, 4) . self::integer($this->true[$number - 1] ?? 0);
        $this->at += strlen($found[0]);
        if ($found[1] === "\x04") {
            $this->true[] = $this->ordinal;
        }
        return true;
    }

    private static function integer(int $value): string
    {
        return match (true) {
            $value < 128 => chr($value),
            $value < 256 => "\xcc" . chr($value),
            $value < 65536 => "\xcd" . pack('n', $value),
            default => "\xce" . pack('N', $value),
        };
    }
}
