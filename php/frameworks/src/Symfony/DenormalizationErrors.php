<?php
declare(strict_types=1);

namespace Hayapack\Symfony;

use Symfony\Component\Serializer\Exception\ExtraAttributesException;
use Symfony\Component\Serializer\Exception\NotNormalizableValueException;

/**
 * The errors of a codec as Symfony's serializer reports its own: paths such as lines[0].price, and types of PHP.
 *
 * @internal
 */
final class DenormalizationErrors
{
    private const COMPONENT = '/\G(?:\.(\w+)|\["((?:[^"\\\\]|\\\\.)*)"\]|\[(\d+)\]|\{(-?\d+)\}|\{[^}]*\})/s';

    /** @var list<NotNormalizableValueException> those of values, in the order of the data */
    public array $values = [];

    /** @var list<string> the paths of unknown fields */
    private array $extra = [];

    /**
     * @param mixed $data what was denormalized
     * @param string $place the path of that, '' for the outermost value
     * @param bool $text whether dates are text in the format
     */
    public function __construct(\MsgpackException $error, private mixed $data, private string $place, private bool $text)
    {
        foreach ($error instanceof \MsgpackValidationException ? $error->errors() : [$error] as $one) {
            if ($one->name === 'unknown_field') {
                $this->extra[] = $this->path($one);
            } else {
                $this->values[] = NotNormalizableValueException::createForUnexpectedDataType($one->getMessage(), $this->value($one),
                    $this->types($one), $this->path($one), true, $one->getCode(), $one);
            }
        }
    }

    /** Throws for fields that the class does not have. Symfony's own normalizer collects no such error either. */
    public function throwForExtra(\MsgpackException $error): void
    {
        if ($this->extra !== []) {
            throw new ExtraAttributesException($this->extra, $error);
        }
    }

    /** @return list<array> the parts of the path, each with its text in group 0 and the name or number in another */
    private function components(string $path): array
    {
        preg_match_all(self::COMPONENT, $path, $found, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL, 1);

        return $found;
    }

    private static function name(array $component): ?string
    {
        return $component[1] ?? (isset($component[2]) ? stripcslashes($component[2]) : null);
    }

    private function path(\MsgpackException $error): string
    {
        $path = $this->place;
        $field = $error->field ?? null;
        foreach ($this->components($error->path) as $component) {
            $name = self::name($component);
            $number = $component[3] ?? $component[4] ?? null;
            if ($name !== null || $number !== null) {
                $path .= $name !== null ? ".$name" : "[$number]";
            } elseif ($field === null) { // of a key: there is no value
                $path .= $component[0];
            }
        }

        return ltrim($field !== null ? "$path.$field" : $path, '.');
    }

    /** The value at fault; null if it is missing. */
    private function value(\MsgpackException $error): mixed
    {
        $value = $error->name === 'missing_field' ? null : $this->data;
        foreach ($error->name === 'missing_field' ? [] : $this->components($error->path) as $component) {
            $entries = (array) $value;
            $name = self::name($component) ?? $component[3] ?? $component[4] ?? null;
            $value = $name !== null ? $entries[$name] ?? null : array_keys($entries)[(int) filter_var($component[0], FILTER_SANITIZE_NUMBER_INT)] ?? null;
        }

        return $value;
    }

    /** @return list<string> */
    private function types(\MsgpackException $error): array
    {
        $types = [];
        $depth = 0;
        $expected = ltrim($error->expected ?? 'unknown', '?');
        foreach (preg_split('/([<>|])/', $expected, -1, PREG_SPLIT_DELIM_CAPTURE) as $part) {
            if ($part === '<' || $part === '>') {
                $depth += $part === '<' ? 1 : -1;
            } elseif ($depth === 0 && $part !== '|' && $part !== '' && $part !== 'null') {
                array_push($types, ...$this->typesOf($part, $error->name));
            }
        }

        return array_values(array_unique($types)) ?: ['null'];
    }

    private function typesOf(string $type, string $name): array
    {
        return match (true) {
            preg_match('/^u?int\d*$/', $type) === 1 => ['int'],
            $type === 'float32' => ['float'],
            $type === 'bytes' => ['string'],
            in_array($type, ['list', 'map', 'tuple', 'array'], true) => ['array'],
            $this->text && is_a($type, \DateTimeInterface::class, true) => ['string'],
            $name === 'wrong_type' && is_a($type, \BackedEnum::class, true) => [(string) (new \ReflectionEnum($type))->getBackingType()],
            default => [$type],
        };
    }
}
