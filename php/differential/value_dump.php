<?php
/*
 * A value as one line of text that shows everything a program can observe: types, the
 * bits of floats, classes, visibility, the order of keys, an array's next free key,
 * which elements share a reference (&1, &2, in order of occurrence) and which objects
 * are the same (#1, #2).
 */
declare(strict_types=1);

namespace Trial;

final class Dump
{
    /** bytes; longer strings are shown as length and hash */
    private const SHOWN = 96;

    /** @var array<int, int> ordinal by object id */
    private array $objects = [];
    /** @var array<string, int> ordinal by reference id */
    private array $references = [];
    /** @var list<object> kept alive, so that no id is reused */
    private array $kept = [];

    public static function of(mixed $value): string
    {
        return (new self())->value($value);
    }

    private function value(mixed $value): string
    {
        return match (true) {
            $value === null => 'null',
            is_bool($value) => $value ? 'true' : 'false',
            is_int($value) => (string) $value,
            is_float($value) => 'f' . bin2hex(pack('E', $value)),
            is_string($value) => self::text($value),
            is_array($value) => $this->items($value) . self::next($value),
            is_object($value) => $this->object($value),
            default => get_debug_type($value),
        };
    }

    private static function text(string $text): string
    {
        if (strlen($text) > self::SHOWN) {
            return 'text(' . strlen($text) . ',' . hash('xxh64', $text) . ')';
        }
        return preg_match('/^[ -~]*$/D', $text) ? '"' . addcslashes($text, '"\\') . '"' : 'x' . bin2hex($text);
    }

    private static function next(array $value): string
    {
        if ($value === [] || array_is_list($value)) {
            return '';
        }
        try {
            $value[] = 0;
            return '+' . array_key_last($value);
        } catch (\Error) {
            return '+none';
        }
    }

    private function items(array $value): string
    {
        $list = array_is_list($value);
        $parts = [];
        foreach (array_keys($value) as $key) {
            $name = $list ? '' : (is_int($key) ? $key : self::text($key)) . '=>';
            $parts[] = $name . $this->element($value, $key);
        }
        return '[' . implode(',', $parts) . ']';
    }

    private function element(array $value, int|string $key): string
    {
        $reference = \ReflectionReference::fromArrayElement($value, $key);
        if ($reference === null) {
            return $this->value($value[$key]);
        }
        $id = $reference->getId();
        if (isset($this->references[$id])) {
            return '&' . $this->references[$id];
        }
        $this->references[$id] = count($this->references) + 1;
        return '&' . $this->references[$id] . ':' . $this->value($value[$key]);
    }

    private function object(object $object): string
    {
        if ($object instanceof \UnitEnum) {
            return $object::class . '::' . $object->name;
        }
        $id = spl_object_id($object);
        if (isset($this->objects[$id])) {
            return '#' . $this->objects[$id];
        }
        $this->objects[$id] = count($this->objects) + 1;
        $this->kept[] = $object;
        return '#' . $this->objects[$id] . ':' . $object::class . $this->items(self::state($object));
    }

    /* The state of an object; PHP's own classes do not show it as properties. */
    private static function state(object $object): array
    {
        $internal = (new \ReflectionClass($object))->isInternal();
        if ($internal && method_exists($object, '__serialize')) {
            return $object->__serialize();
        }
        return (array) $object;
    }
}
