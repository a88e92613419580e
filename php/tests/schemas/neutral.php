<?php
declare(strict_types=1);

/** Values of the generated classes in the neutral JSON of vectors/schemas, as comparable text. */
final class Neutral
{
    public function __construct(private SchemaClasses $classes) {}

    public function of(SchemaType $type, mixed $value): mixed
    {
        if ($value === null) {
            return null;
        }
        return match ($type->name) {
            'bool', 'string', 'decimal' => $value,
            'guid' => $value,
            'int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32' => $value,
            'int64', 'uint64', 'timespan' => (string) $value,
            'float32', 'float64' => $value,
            'char' => self::letter($value),
            'bytes' => bin2hex($value),
            'bigint' => self::decimal($value),
            'datetime' => self::moment($value) . 'Z',
            'datetimeoffset' => self::moment($value[0]) . sprintf('%s%02d:%02d', $value[1] < 0 ? '-' : '+', intdiv(abs($value[1]), 60), abs($value[1]) % 60),
            'date' => (new DateTimeImmutable('0001-01-01'))->modify("+$value days")->format('Y-m-d'),
            'time' => sprintf('%02d:%02d:%02d.%07d', intdiv($value, 36000000000), intdiv($value, 600000000) % 60, intdiv($value, 10000000) % 60, $value % 10000000),
            'list', 'array', 'set' => array_map(fn ($one) => $this->of($type->arguments[0], $one), $value),
            'tuple' => array_map($this->of(...), $type->arguments, $value),
            'map' => array_map(fn ($key, $one) => [$this->key($type->arguments[0], $key), $this->of($type->arguments[1], $one)], array_keys($value), $value),
            default => $this->declared($type, $value),
        };
    }

    private function key(SchemaType $type, int|string $key): mixed
    {
        return in_array($type->name, ['string', 'guid', 'decimal'], true) ? (string) $key : $this->of($type, $key);
    }

    private function declared(SchemaType $type, object $value): mixed
    {
        $schema = $this->classes->schemas[$type->name];
        if ($schema['kind'] === 'enum') {
            return $value->name;
        }
        if ($schema['kind'] === 'union') {
            foreach ($schema['cases'] as $name) {
                $case = SchemaType::parse($name);
                if ($value::class === $this->classes->className($case)) {
                    return [$name => $this->of($case, $value)];
                }
            }
        }
        $out = [];
        foreach ($this->classes->members($type) as $member) {
            $out[$member['name']] = $this->of($member['of'], $value->{$member['name']});
        }
        return $out;
    }

    /** The UTF-8 text of a UTF-16 code unit. */
    private static function letter(int $unit): string
    {
        return json_decode(sprintf('"\\u%04x"', $unit)) ?? "code unit $unit";
    }

    private static function moment(MsgpackTimestamp $time): string
    {
        return (new DateTimeImmutable("@$time->seconds"))->format('Y-m-d\TH:i:s') . sprintf('.%07d', intdiv($time->nanoseconds, 100));
    }

    /** The decimal text of two's complement, little-endian. */
    private static function decimal(string $bytes): string
    {
        $negative = $bytes !== '' && ord($bytes[-1]) >= 0x80;
        $digits = [0];
        for ($i = strlen($bytes) - 1; $i >= 0; $i--) {
            $carry = $negative ? 255 - ord($bytes[$i]) : ord($bytes[$i]);
            foreach ($digits as &$digit) {
                $carry += $digit * 256;
                $digit = $carry % 10000000;
                $carry = intdiv($carry, 10000000);
            }
            unset($digit);
            if ($carry > 0) {
                $digits[] = $carry;
            }
        }
        for ($i = 0; $negative; $i++) {
            $digits[$i] = ($digits[$i] ?? 0) + 1;
            if ($digits[$i] < 10000000) {
                break;
            }
            $digits[$i] = 0;
        }
        $text = ltrim(implode('', array_map(fn ($digit) => sprintf('%07d', $digit), array_reverse($digits))), '0');
        return ($negative ? '-' : '') . ($text === '' ? '0' : $text);
    }

    /** A text in which 1 is neither true nor 1.0, and a NaN is equal to itself. */
    public static function text(mixed $value): string
    {
        if (is_array($value)) {
            $parts = [];
            foreach ($value as $key => $one) {
                $parts[] = (array_is_list($value) ? '' : "$key: ") . self::text($one);
            }
            return '[' . implode(', ', $parts) . ']';
        }
        return is_float($value) && !is_finite($value) ? (is_nan($value) ? "'nan'" : ($value > 0 ? "'inf'" : "'-inf'")) : var_export($value, true);
    }
}
