<?php
/** A codec's calls as PHP text, and the comparison after a round trip. */
declare(strict_types=1);

/**
 * The calls that a program would write. They are inserted into the timed code as
 * text, since the time of a closure around them would be added to the codec's.
 */
class Calls
{
    /**
     * @param string $encode expression of $value
     * @param string $decode expression of $bytes
     * @param string $before statements run first; both expressions may use their variables
     */
    public function __construct(
        public readonly string $encode,
        public readonly string $decode,
        public readonly string $before = '',
    ) {
    }

    /** The function that $encode calls; '' if it calls a method. */
    public function entry(): string
    {
        return self::function_of($this->encode);
    }

    /**
     * A call of a function through a variable that has its name, and the statement that sets it. Methods are called
     * as they are.
     *
     * @return array{call: string, names: string}
     */
    public function by_name(string $call): array
    {
        $function = self::function_of($call);
        if ($function === '') {
            return ['call' => $call, 'names' => ''];
        }
        return ['call' => "\$by_$function" . substr($call, strlen($function)), 'names' => "\$by_$function = '$function'; "];
    }

    private static function function_of(string $call): string
    {
        return preg_match('/^\w+(?=\()/', $call, $match) ? $match[0] : '';
    }

    /** @return Closure(mixed): mixed */
    public function encoder(): Closure
    {
        return eval("$this->before; return fn (mixed \$value) => $this->encode;");
    }

    /** @return Closure(string): mixed */
    public function decoder(): Closure
    {
        return eval("$this->before; return fn (string \$bytes) => $this->decode;");
    }
}

/** The first difference after a round trip; '' if there is none. */
function loss(mixed $value, mixed $back): string
{
    if (serialize($value) === serialize($back)) {
        return '';
    }
    [$was, $is] = [get_debug_type($value), get_debug_type($back)];
    if ($was !== $is) {
        return "$was → $is";
    }
    if (is_array($value) && array_keys($value) === array_keys($back)) {
        foreach ($value as $key => $item) {
            $lost = loss($item, $back[$key]);
            if ($lost !== '') {
                return $lost;
            }
        }
    }
    return "$was changes";
}
