<?php
/*
 * Classes whose hooks are hostile to a decoder: they throw, call the module again,
 * change the data they receive, keep references to it, or exist only after an
 * autoloader has run.
 */
declare(strict_types=1);

class ThrowsAwake
{
    public mixed $value = null;

    public function __wakeup(): void
    {
        throw new RuntimeException('awake');
    }
}

class ThrowsRestored
{
    public mixed $value = null;

    public function __serialize(): array
    {
        return [$this->value];
    }

    public function __unserialize(array $data): void
    {
        throw new RuntimeException('restored');
    }
}

class ThrowsText implements Serializable
{
    public function serialize(): ?string
    {
        return 'text';
    }

    public function unserialize(string $data): void
    {
        throw new RuntimeException('text');
    }
}

class ThrowsAtTheEnd
{
    public mixed $value = null;

    public function __destruct()
    {
        if ($this->value === 7) {
            throw new RuntimeException('end');
        }
    }
}

/*
 * Bounds what hooks encode and decode during one input. Without a bound, a list of
 * two Nested objects that refer to their list takes gigabytes, as each call makes
 * more such objects.
 */
final class NestedWork
{
    private const DEPTH = 3;
    private const CALLS = 50;
    private const BYTES = 100_000;

    private static int $depth = 0;
    private static int $calls = 0;
    private static int $bytes = 0;

    /** Must be called before each input. */
    public static function begin(): void
    {
        self::$depth = self::$calls = self::$bytes = 0;
    }

    /** False: a bound is reached. */
    public static function pack(mixed $value): string|false
    {
        $packed = self::bounded(static fn () => msgpack_pack($value));
        self::$bytes += strlen((string) $packed);
        return $packed;
    }

    /** False: a bound is reached, or the message is malformed. */
    public static function unpack(string $message): mixed
    {
        self::$bytes += strlen($message);
        return self::bounded(static fn () => @msgpack_unpack($message));
    }

    private static function bounded(Closure $work): mixed
    {
        if (self::$depth >= self::DEPTH || ++self::$calls > self::CALLS || self::$bytes > self::BYTES) {
            return false;
        }
        self::$depth++;
        try {
            return $work();
        } finally {
            self::$depth--;
        }
    }
}

/* Encodes and decodes in a hook, that is, during a decoding. */
class Nested
{
    public mixed $value = null;

    public function __wakeup(): void
    {
        $packed = NestedWork::pack([$this->value, ['a' => 1, 'b' => [1, 2, 3]], new Pair()]);
        if ($packed !== false) {
            $unpacked = NestedWork::unpack($packed);
            $this->value = $unpacked[0] ?? null;
            gc_collect_cycles();
        }
    }
}

class NestedText implements Serializable
{
    public mixed $value = null;

    public function serialize(): ?string
    {
        return NestedWork::pack($this->value) ?: null;
    }

    public function unserialize(string $data): void
    {
        $this->value = NestedWork::unpack($data);
    }
}

/* Empties the data it receives, keeps a reference into it, and drops older ones. */
class Robber
{
    /** @var array<mixed> */
    private static array $kept = [];
    public mixed $value = null;
    public mixed $other = null;

    public function __serialize(): array
    {
        return ['value' => $this->value, 'other' => &$this->value];
    }

    public function __unserialize(array $data): void
    {
        foreach ($data as &$item) {
            self::$kept[count(self::$kept) % 16] = &$item;
            $item = null;
            $this->value = &$item;
            break;
        }
    }

    public static function forget(): void
    {
        self::$kept = [];
    }
}

/* Changes the object graph around it when it wakes up. */
class Mover
{
    public mixed $value = null;
    public mixed $peer = null;

    public function __wakeup(): void
    {
        if (is_array($this->value)) {
            array_pop($this->value);
            $this->value['x'] = str_repeat('y', 40);
        } elseif (is_object($this->value) && !$this->value instanceof UnitEnum && !$this->value instanceof Fixed) {
            foreach (array_keys(get_object_vars($this->value)) as $name) {
                unset($this->value->{$name});
            }
        }
        $this->peer = null;
    }
}

class Constrained
{
    public int $number = 1;
    public ?Constrained $self = null;
    public array $list = [];
    public Suit $suit = Suit::Hearts;
    public static mixed $static = null;
    protected readonly array $fixed;

    public function __wakeup(): void
    {
        $this->number++;
    }
}

class Lister extends ArrayObject
{
    public mixed $extra = null;
}

class Padded extends SplFixedArray
{
    public mixed $extra = null;
}

class Attached extends SplObjectStorage
{
    public mixed $extra = null;
}

class Queue extends SplQueue
{
    public mixed $extra = null;
}

/* What it was restored from is a property, so the message can refer into it. */
class Restored
{
    public mixed $value = null;
    private array $data;

    public function __unserialize(array $data): void
    {
        $this->data = $data;
        $this->value = $data['value'] ?? $data[0] ?? null;
    }

    public function __wakeup(): void
    {
        throw new LogicException('__wakeup of a class with __unserialize');
    }

    public function size(): int
    {
        return count($this->data); // fails if __unserialize did not run
    }
}

class Clock extends DateTimeImmutable
{
    public mixed $extra = null;
}

final class Hostile
{
    private static int $made = 0;

    /** For a class name: defines Auto*, throws for Boom*, decodes for Deep*. */
    public static function autoload(string $name): void
    {
        if (str_starts_with($name, 'Boom')) {
            throw new RuntimeException('no such class');
        }
        if (str_starts_with($name, 'Deep')) {
            @msgpack_unpack("\x82\xc0\xa4Pair\xa5first\x91\x01");
        }
        if (self::$made < 20 && preg_match('/^Auto\w{0,8}$/', $name)) {
            self::$made++;
            eval("class $name { public \$value; public function __wakeup() { \$this->value = [\$this->value]; } }");
        }
    }

    /** Messages with such objects, and with structures that no packer writes. */
    public static function messages(): array
    {
        $messages = [];
        $names = ['ThrowsAwake', 'ThrowsRestored', 'ThrowsText', 'ThrowsAtTheEnd', 'Nested', 'NestedText', 'Robber',
            'Mover', 'Constrained', 'Lister', 'Clock', 'AutoOne', 'BoomOne', 'DeepOne', 'Suit', 'Level', 'Unit', 'Unborn',
            'Promise', 'Part', 'Closure', 'Generator', 'ArrayObject', 'SplObjectStorage', 'DateTimeImmutable', 'DatePeriod',
            '__PHP_Incomplete_Class', 'stdClass', 'Exception', 'Typed', 'Fixed', 'Magic', 'Account', 'Sleeper', 'Custom', 'Trial\\Spaced',
            'SplFixedArray', 'Padded', 'Attached', 'Queue', 'Restored', 'HashContext', 'Random\\Engine\\Mt19937', 'SplMinHeap', 'SplDoublyLinkedList', 'MultipleIterator', 'MsgpackBin', 'MsgpackTyped', 'Modern', 'Unfilled', 'Card', 'ReflectionClass', 'MessagePackUnpacker', 'MsgpackTimestamp', 'MsgpackExt', 'Iterator'];
        foreach ($names as $name) {
            $class = chr(0xa0 | strlen($name)) . $name;
            $messages[] = "\x81\xc0$class";
            $messages[] = "\x83\xc0$class\xa5value\x07\xa6number\x93\x01\x02\x03";
            $messages[] = "\x82\xc0$class\xc0\x92\x01\x81\xa1v\x02";
            $messages[] = "\x82\xc0$class\xc0\x94\x00\x92\x01\x02\x81\xa5extra\x07\xc0"; // as ArrayObject is written
            $messages[] = "\x82\xc0$class\xc0\x92\x92\x81\xc0\xa8stdClass\x05\x90"; // SplObjectStorage
            $messages[] = "\x85\xc0$class\x00\x01\x01\x91\x02\xa5extra\x07\xa4data\x90"; // SplFixedArray, entries by number
            $messages[] = "\x82\xa5value\x07\xc0$class"; // the class name last
            $messages[] = "\x82\xc0\x03$class\xa4text";
            $messages[] = "\x93\x82\xc0\x06$class\xa6Hearts\x82\xc0\x04\x00\x02\x83\xc0\x01\xc0\x06$class\xa6Hearts";
            $messages[] = "\x83\xc0\x01\xc0$class\xa5value\x82\xc0\x05\x00\x01";
            $messages[] = "\x93\x82\xc0$class\xa5value\x91\x01\x82\xc0\x04\x00\x02\x82\xc0\x05\x00\x02";
            $messages[] = "\x92\x83\xc0$class\xa4name\xa6Hearts\xa5value\xa1H\x83\xc0$class\xa4self\x82\xc0\x02\x00\x01\xa6*fixed\x90";
        }
        // Lists of Nested objects each of which refers to its list: see NestedWork.
        foreach ([2, 40] as $count) {
            $messages[] = "\xdc" . pack('n', $count) . str_repeat("\x82\xc0\xa6Nested\xa5value\x82\xc0\x02\x00\x01", $count);
        }
        foreach (array_slice(file(__DIR__ . '/../../vectors/references/messages.tsv'), 1) as $row) {
            $messages[] = hex2bin(explode("\t", $row)[1]);
        }
        // The seeds of the coverage-guided fuzzing are written by PHP without the module.
        return class_exists(MsgpackTypeRegistry::class, false) ? [...$messages, ...self::wrapped()] : $messages;
    }

    /** Compressed messages, and names of .NET types. */
    private static function wrapped(): array
    {
        $types = new MsgpackTypeRegistry();
        $pair = ['first' => [1, 2.5], 'second' => new MsgpackTyped('Demo.Typed, Demo', (object) ['number' => 5, 'list' => [1]])];
        $typed = new MsgpackTyped('Demo.Typed, Demo, Version=1.0.0.0', (object) ['number' => 1, 'text' => 'x', 'next' => $pair['second'], 'either' => true]);
        $messages = [];
        $object = new MsgpackTyped('System.Object, mscorlib'); // without a value
        foreach ([$typed, [$typed, $typed], [$object, $object, 5], new MsgpackTyped('Pair', ['first' => $object]), new MsgpackTyped('Demo.Pair, Demo', $pair), new MsgpackTyped('Pair', [new MsgpackTyped('', null)])] as $value) {
            $messages[] = $plain = msgpack_pack($value, ['types' => $types]);
            foreach (['block', 'block-array'] as $form) {
                $messages[] = msgpack_pack([$value, array_fill(0, 20, str_repeat('text', 9))], ['types' => $types, 'lz4' => $form]);
            }
            $messages[] = "\xc8" . pack('n', strlen($plain) + 2) . "\x64\xa1A" . $plain;
        }
        return $messages;
    }
}
