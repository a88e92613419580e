<?php
/*
 * The methods by which bytes become values, each with all its options varied, and
 * the checks of any result.
 */
declare(strict_types=1);

namespace Trial;

final class DecodingMethod
{
    /** Set to false before late code: PHP 8.2's ob_start() crashes after the end of output, and after a failed allocation. */
    public static bool $prints = true;

    /** Methods, by batch number; the plain function is used most. */
    public const ANY = ['function', 'options', 'class', 'stream', 'options', 'msgpack', 'function', 'template', 'untrusted', 'session'];

    private ?\MessagePackUnpacker $unpacker = null;
    private ?\Msgpack $msgpack = null;

    private readonly array $settings;

    public function __construct(private readonly string $way, array $settings)
    {
        $this->settings = self::living($settings);
        $settings = $this->settings;
        $this->prepare();
        if ($way === 'stream') {
            $this->unpacker = new \MessagePackUnpacker(options: self::wrapping($settings));
        } elseif ($way === 'msgpack') {
            $this->msgpack = new \Msgpack(self::wrapping($settings));
        }
    }

    private static function wrapping(array $settings): array
    {
        return array_intersect_key($settings['options'], ['lz4' => 0, 'max_lz4_size' => 0, 'types' => 0, 'references' => 0]);
    }

    /** Sets the ini settings, which another object may have changed. */
    public function prepare(): void
    {
        foreach ($this->settings['ini'] as $name => $value) {
            ini_set("msgpack.$name", (string) $value);
        }
        if ($this->way === 'session' && session_status() !== PHP_SESSION_ACTIVE) {
            ini_set('session.serialize_handler', 'msgpack');
            ini_set('session.use_cookies', '0');
            ini_set('session.cache_limiter', '');
            session_id('fuzz' . getmypid());
            try {
                session_start();
            } catch (\Throwable) {
                // the session file has data of an earlier request
            }
        }
    }

    /** Random ini settings and decoding options. */
    public static function settings(): array
    {
        $flip = static fn (int $percent): bool => mt_rand(1, 100) <= $percent;
        $options = [];
        foreach (['php_only' => 70, 'assoc' => 70, 'utf8' => 20, 'references' => 40, 'throw' => 40] as $name => $percent) {
            if ($flip(50)) {
                $options[$name] = $flip($percent);
            }
        }
        $several = [
            'allowed_classes' => [true, false, ['Pair', 'Typed', 'stdClass'], []],
            'max_depth' => [1, 2, 5, 1024, 4096],
            'max_bytes' => [10, 100, 100000],
            'max_str_len' => [0, 5, 1000], 'max_bin_len' => [0, 5], 'max_ext_len' => [0, 12],
            'max_array_len' => [0, 3, 100], 'max_map_len' => [1, 3, 100],
            'bin' => ['string', 'object'], 'ext' => ['null', 'object'],
            'timestamps' => [false, true, 'datetime', 'object'],
            'lz4' => [true], 'max_lz4_size' => [0, 100, 100000], 'types' => [true, false],
        ];
        foreach ($several as $name => $values) {
            if ($flip(str_starts_with($name, 'max_') ? 8 : 50)) {
                $options[$name] = $values[mt_rand(0, count($values) - 1)];
            }
        }
        if ($options['references'] ?? false) {
            unset($options['types']);
        }
        if (isset($options['types']) || ($options['references'] ?? false)) {
            unset($options['php_only']); // true would be refused
        }
        return [
            'ini' => ['php_only' => (int) $flip(80), 'assoc' => (int) $flip(80), 'illegal_key_insert' => (int) $flip(20),
                'error_display' => (int) $flip(50), 'use_str8_serialization' => (int) $flip(80)],
            'options' => $options,
            'packing' => self::packing($flip),
            'cuts' => mt_rand(1, 20),
        ];
    }

    /** Replaces true by a registry: settings are written to files, registries cannot be. */
    private static function living(array $settings): array
    {
        foreach (['options', 'packing'] as $part) {
            if (isset($settings[$part]['types'])) {
                $settings[$part]['types'] = $settings[$part]['types'] ? self::types() : new \MsgpackTypeRegistry();
            }
        }
        return $settings;
    }

    /** A registry of the type names in the hostile messages. */
    private static function types(): \MsgpackTypeRegistry
    {
        $types = new \MsgpackTypeRegistry();
        $types->register('Pair', 'Demo.Pair, Demo');
        $types->register('Typed', 'Demo.Typed, Demo', ['System.Object, System.Private.CoreLib']);
        return $types;
    }

    private static function packing(\Closure $flip): array
    {
        $options = [];
        foreach (['php_only' => 70, 'assoc' => 70, 'force_f32' => 20, 'use_str8' => 70, 'utf8' => 20, 'uint64' => 50,
            'timestamps' => 50, 'throw' => 40] as $name => $percent) {
            if ($flip(40)) {
                $options[$name] = $flip($percent);
            }
        }
        if ($flip(50)) {
            $options['arrays'] = ['detect', 'strict', 'map'][mt_rand(0, 2)];
        }
        if ($flip(20)) {
            $options['max_depth'] = [1, 2, 5, 4096][mt_rand(0, 3)];
        }
        if ($flip(30)) {
            $options += ['lz4' => ['block', 'block-array'][mt_rand(0, 1)], 'lz4_level' => mt_rand(0, 12)];
        }
        if ($flip(30)) {
            unset($options['php_only'], $options['assoc']); // true would be refused
            $options['types'] = true;
        }
        return $options;
    }

    /**
     * True: the input was decoded. Each result is assigned to a variable: PHP's
     * collector does not see a cycle that was only a temporary value.
     */
    public function decode(string $input): bool
    {
        \NestedWork::begin();
        try {
            return match ($this->way) {
                'function' => $this->byFunction($input),
                'options' => $this->byOptions($input),
                'class' => $this->byClass($input),
                'stream' => $this->byStream($input),
                'msgpack' => $this->byMsgpack($input),
                'template' => $this->byTemplate($input),
                'untrusted' => $this->untrusted($input),
                'session' => session_decode($input),
            };
        } catch (\Throwable) {
            return false;
        }
    }

    /* Every other value is packed again: values from hostile data must not crash the encoder. */
    private function byFunction(string $input): bool
    {
        $value = msgpack_unpack($input);
        if ($value !== false && (ord($input[0]) & 1) === 1) {
            $again = msgpack_pack($value, $this->settings['packing']);
        }
        if ($value !== false && strlen($input) % 4 === 0) {
            self::handle($value);
        }
        return $value !== false;
    }

    /** What PHP does with values; an object that was not made completely crashes or throws an Error here. */
    private static function handle(mixed $value): void
    {
        $left = self::PRINTED;
        $functions = self::$prints && self::printable($value, $left) ? ['serialize', 'json_encode', 'print_r', 'var_dump'] : [];
        foreach ($functions as $function) {
            ob_start(static fn () => '', 4096); // a value can contain itself often
            try {
                $text = $function($value);
            } catch (\Exception) {
                // a class that is not serialized, a hook that throws
            } finally {
                ob_end_clean();
            }
        }
        foreach (is_array($value) ? array_slice($value, 0, 20) : [$value] as $object) {
            if (!is_object($object)) {
                continue;
            }
            if ($object instanceof \Restored) {
                $object->size();
            }
            try {
                $copy = clone $object;
                $equal = $copy == $object;
                foreach ($copy as $item) {
                    break;
                }
            } catch (\Throwable) {
                // enums, generators, comparisons that recurse
            }
        }
    }

    /** values that print_r may print of a result */
    private const PRINTED = 5000;

    /**
     * Whether print_r prints at most $left values. It stops only where an array or object
     * is inside itself, and prints a value again at each place that refers to it: a list of
     * n references to itself takes n! steps.
     *
     * @param array<string, true> $open the references and objects that contain $value
     */
    private static function printable(mixed $value, int &$left, array $open = []): bool
    {
        if (--$left < 0) {
            return false;
        }
        if (is_object($value)) {
            $name = '#' . spl_object_id($value);
            if (isset($open[$name])) {
                return true;
            }
            $open[$name] = true;
            $value = (array) $value;
        }
        foreach (is_array($value) ? $value : [] as $key => $item) {
            $name = is_array($item) ? \ReflectionReference::fromArrayElement($value, $key)?->getId() : null;
            if ($name !== null && isset($open[$name])) {
                continue;
            }
            if (!self::printable($item, $left, $name === null ? $open : $open + [$name => true])) {
                return false;
            }
        }
        return true;
    }

    private function byOptions(string $input): bool
    {
        $value = msgpack_unpack($input, null, $this->settings['options']);
        return $value !== false;
    }

    private function byClass(string $input): bool
    {
        $packer = new \MessagePack();
        $packer->setOption(\MessagePack::OPT_PHPONLY, (bool) $this->settings['ini']['php_only']);
        $packer->setOptions($this->settings['options']);
        $value = $packer->unpack($input);
        return $value !== false;
    }

    /* One unpacker for the whole batch: it must work after any error. */
    private function byStream(string $input): bool
    {
        $got = false;
        foreach (str_split($input, $this->settings['cuts']) as $chunk) {
            $this->unpacker->feed($chunk);
            for ($i = 0; $i < 50 && $this->unpacker->execute(); $i++) {
                $value = $this->unpacker->data();
                $got = true;
            }
        }
        if (ord($input[0]) & 1) {
            $this->unpacker->reset();
        } elseif (ord($input[0]) & 2) {
            $this->unpacker = new \MessagePackUnpacker(options: self::wrapping($this->settings));
        }
        return $got;
    }

    private function byMsgpack(string $input): bool
    {
        if (ord($input[0]) & 1) {
            $value = $this->msgpack->unpacker($input);
            return $value !== false;
        }
        foreach (str_split($input, $this->settings['cuts']) as $chunk) {
            $this->msgpack->feed($chunk);
            for ($i = 0; $i < 50 && $this->msgpack->remain(); $i++) {
                $value = $this->msgpack->unpacker(null);
            }
        }
        $this->msgpack->setopt(MSGPACK_ENABLE_ARRAY, (bool) (ord($input[0]) & 2));
        return true;
    }

    private function byTemplate(string $input): bool
    {
        $templates = [[], ['a' => 1], [[1], 'x' => ['y' => 2]], 'Pair', new \Pair(), [new \Typed()], 'Typed', new \Magic(), 1];
        $value = msgpack_unpack($input, $templates[ord($input[0]) % count($templates)]);
        return $value !== false;
    }

    /* No hook may run, and no object of a class in the message may exist. */
    private function untrusted(string $input): bool
    {
        Journal::take();
        $options = ['allowed_classes' => false] + $this->settings['options'];
        if (isset($options['types'])) {
            $options['types'] = new \MsgpackTypeRegistry(); // registered classes are made with any allowed_classes
        }
        $value = msgpack_unpack($input, null, $options);
        if (Journal::take() !== []) {
            self::wrong('a hook ran with allowed_classes false', $input);
        }
        self::harmless($value, $input);
        return $value !== false;
    }

    private const OWN = ['stdClass', '__PHP_Incomplete_Class', 'DateTimeImmutable', 'MsgpackExt', 'MsgpackBin', 'MsgpackTimestamp', 'MsgpackTyped'];

    /** values of a result after which no more are added to those to check */
    private const CHECKED = 2000;

    /** Checks the first values, level by level: a result may contain itself. */
    private static function harmless(mixed $value, string $input): void
    {
        $values = [$value];
        for ($i = 0; $i < count($values); $i++) {
            if (is_object($values[$i]) && !in_array($values[$i]::class, self::OWN, true)) {
                self::wrong('an object of ' . $values[$i]::class . ' with allowed_classes false', $input);
            }
            if (count($values) < self::CHECKED && (is_array($values[$i]) || is_object($values[$i]))) {
                array_push($values, ...array_values((array) $values[$i]));
            }
        }
    }

    private static function wrong(string $what, string $input): never
    {
        fwrite(STDERR, "$what: " . bin2hex($input) . "\n");
        exit(1);
    }

    /** A generated value, packed with the default settings. */
    public static function packed(int $seed, int $case): string
    {
        self::defaults();
        return @msgpack_pack(ValueGenerator::make($seed, $case));
    }

    /**
     * Whether a round trip gives the same message. PECL's format cannot express a
     * reference to an empty array, so a message with one may change once.
     */
    public static function returns(string $message, ?string &$again): bool
    {
        self::defaults();
        $again = @msgpack_pack(msgpack_unpack($message));
        return MessageReader::forgetful($again) === MessageReader::forgetful($message)
            || (str_contains($message, "\x82\xc0\x02\x00") && @msgpack_pack(msgpack_unpack($again)) === $again);
    }

    private static function defaults(): void
    {
        foreach (['php_only', 'assoc', 'illegal_key_insert', 'error_display', 'use_str8_serialization'] as $name) {
            ini_restore("msgpack.$name");
        }
    }

    /**
     * After each batch: drops what the hooks kept, and collects cycles, which runs
     * their destructors. A destructor that throws later, when the request ends, is a
     * fatal error, after which PHP does not free all objects.
     */
    public static function rest(): void
    {
        if (session_status() === PHP_SESSION_ACTIVE) {
            session_destroy();
        }
        $_SESSION = [];
        \Robber::forget();
        \Constrained::$static = null;
        Journal::take();
        for ($tries = 0; $tries < 100; $tries++) {
            try {
                if (gc_collect_cycles() === 0) {
                    return;
                }
            } catch (\Throwable) {
                // thrown by a destructor; there may be more to collect
            }
        }
    }
}

set_error_handler(static fn () => true); // malformed messages cause warnings
spl_autoload_register(\Hostile::autoload(...));
