<?php
/** A codec as text, and what a round trip through it lost. */
declare(strict_types=1);

/**
 * The calls that a program would write. They are put into the timed code as
 * text: a closure around them would be charged to whoever is quickest.
 */
class Calls
{
    /**
     * @param string $encode expression of $value
     * @param string $decode expression of $bytes
     * @param string $before statements; both may use the variables that these set
     */
    public function __construct(
        public readonly string $encode,
        public readonly string $decode,
        public readonly string $before = '',
    ) {
    }

    /** The function that $encode calls; '' where it calls a method. */
    public function entry(): string
    {
        return preg_match('/^\w+(?=\()/', $this->encode, $match) ? $match[0] : '';
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

/** The first thing that does not come back as it was: '' when all does. */
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
