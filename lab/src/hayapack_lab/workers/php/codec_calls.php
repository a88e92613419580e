<?php
/** A codec's calls as PHP text, and the timing of many of them. A $clock is PHP text too, an expression in nanoseconds. */
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

/**
 * @param string $call expression to be timed
 * @param string $variable the variable for each item in it
 * @return Closure(list<mixed>): int nanoseconds for one call with each item
 */
function timed_calls(Calls $calls, string $call, string $variable, string $clock): Closure
{
    return eval("return static function (array \$items): int {
        $calls->before;
        \$start = $clock;
        foreach (\$items as $variable) {
            $call;
        }
        return $clock - \$start;
    };");
}

const UNROLLED = 64;  // messages up to which each has a variable

/**
 * The calls for messages one after another, without a loop up to UNROLLED of them: its cost would be a large
 * part of the time of a scalar in the fastest codecs.
 *
 * @return Closure(list<mixed>, int): int nanoseconds for $rounds times all messages
 */
function timed_rounds(Calls $calls, string $call, string $variable, int $count, string $clock): Closure
{
    if ($count <= UNROLLED) {
        $variables = array_map(fn (int $i) => $variable . $i, range(0, $count - 1));
        $open = '[' . implode(', ', $variables) . '] = $messages;';
        $body = implode("\n", array_map(fn (string $one) => str_replace($variable, $one, $call) . ';', $variables));
    } else {
        $open = '';
        $body = "foreach (\$messages as $variable) { $call; }";
    }
    return eval("return static function (array \$messages, int \$rounds): int {
        $calls->before;
        $open
        \$start = $clock;
        for (\$round = 0; \$round < \$rounds; ++\$round) {
            $body
        }
        return $clock - \$start;
    };");
}
