<?php
/*
 * The classes of the objects that the differential tests and fuzzers pack and unpack.
 * Each covers one way in which PHP stores or restores an object's state. Their hooks
 * report to Journal.
 */
declare(strict_types=0);

namespace Trial {
    final class Journal
    {
        /** @var list<string> hooks that ran since the last take() */
        private static array $lines = [];

        public static function note(object $object, string $hook): void
        {
            self::$lines[] = $object::class . '::' . $hook;
        }

        /** @return list<string> */
        public static function take(): array
        {
            $lines = self::$lines;
            self::$lines = [];
            return $lines;
        }
    }

    final class Spaced
    {
        public mixed $value = null;
    }
}

namespace {
    use Trial\Journal;

    class Pair
    {
        public mixed $first = null;
        public mixed $second = null;
    }

    class Three
    {
        public mixed $open = 1;
        protected mixed $guarded = 2;
        private mixed $hidden = 3;

        public function fill(mixed $open, mixed $guarded, mixed $hidden): static
        {
            $this->open = $open;
            $this->guarded = $guarded;
            $this->hidden = $hidden;
            return $this;
        }
    }

    /* Has a private property of the same name as its parent's. */
    class Four extends Three
    {
        private mixed $hidden = 'own';
        public mixed $more = [];

        public function fillOwn(mixed $hidden, mixed $more): static
        {
            $this->hidden = $hidden;
            $this->more = $more;
            return $this;
        }
    }

    #[AllowDynamicProperties]
    class Loose
    {
        public mixed $known = null;
    }

    class Sleeper
    {
        public mixed $kept = null;
        protected mixed $within = null;
        private mixed $lost = 'not kept';
        /** @var list<string> */
        public array $names = ['kept', 'within'];

        public function fill(mixed $kept, mixed $within): static
        {
            $this->kept = $kept;
            $this->within = $within;
            return $this;
        }

        public function __sleep(): array
        {
            return $this->names;
        }

        public function __wakeup(): void
        {
            Journal::note($this, '__wakeup');
        }
    }

    class Waker
    {
        public mixed $value = null;

        public function __wakeup(): void
        {
            Journal::note($this, '__wakeup');
        }
    }

    class Magic
    {
        public mixed $value = null;
        private array $rest = [];

        public function fill(mixed $value, array $rest): static
        {
            $this->value = $value;
            $this->rest = $rest;
            return $this;
        }

        public function __serialize(): array
        {
            return ['v' => $this->value, 'rest' => $this->rest];
        }

        public function __unserialize(array $data): void
        {
            Journal::note($this, '__unserialize');
            $this->value = $data['v'] ?? null;
            $this->rest = (array) ($data['rest'] ?? []);
        }
    }

    /* Has no __unserialize: its properties are set from what __serialize returned. */
    class Account extends Three
    {
        private int $balance = 0;
        public readonly string $owner;
        public mixed $value = null;

        public function fillOwn(int $balance, string $owner, mixed $value): static
        {
            $this->balance = $balance;
            $this->owner = $owner;
            $this->value = $value;
            return $this;
        }

        public function __serialize(): array
        {
            return ['balance' => $this->balance, 'owner' => $this->owner, 'value' => $this->value] + (array) $this;
        }

        public function __wakeup(): void
        {
            Journal::note($this, '__wakeup');
        }
    }

    /* PECL appends a NUL to the text for unserialize(). With $nul it is removed and
     * the journal says so. */
    class Custom implements Serializable
    {
        public static bool $nul = false;
        public string $text = '';

        public function serialize(): ?string
        {
            return $this->text;
        }

        public function unserialize(string $data): void
        {
            $more = self::$nul && str_ends_with($data, "\0");
            Journal::note($this, $more ? 'unserialize, with a NUL' : 'unserialize');
            $this->text = $more ? substr($data, 0, -1) : $data;
        }
    }

    class Typed
    {
        public int $number = 0;
        public ?string $text = null;
        public float $real = 0.5;
        public array $list = [];
        public int|bool $either = false;
        public ?Typed $next = null;
        public bool $late;
        public static int $shared = 1;
    }

    class Fixed
    {
        public function __construct(
            public readonly int $number = 0,
            public readonly string $text = '',
            protected readonly array $list = [],
        ) {
        }
    }

    class Interceptor
    {
        public mixed $real = null;

        public function __get(string $name): mixed
        {
            return 'got ' . $name;
        }

        public function __set(string $name, mixed $value): void
        {
            Journal::note($this, '__set');
        }
    }

    class Ended
    {
        public mixed $value = null;

        public function __destruct()
        {
            $this->value = null;
        }
    }

    enum Suit: string
    {
        case Hearts = 'H';
        case Spades = 'S';
    }

    enum Level: int
    {
        case Low = 1;
        case High = 300;
    }

    enum Unit
    {
        case One;
        case Two;
    }

    class Card
    {
        public readonly Suit $suit;
        public ?Level $level = null;

        public function fill(Suit $suit, ?Level $level): static
        {
            $this->suit = $suit;
            $this->level = $level;
            return $this;
        }
    }

    /* __sleep names an uninitialized typed property. */
    class Unfilled
    {
        public int $number;

        public function __sleep(): array
        {
            return ['number'];
        }
    }

    abstract class Unborn
    {
        public mixed $value = null;
    }

    interface Promise
    {
    }

    trait Part
    {
        public mixed $value = null;
    }

    if (PHP_VERSION_ID >= 80400) {
        require __DIR__ . '/object_classes84.php';
    }
}
