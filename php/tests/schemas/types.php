<?php
declare(strict_types=1);

/*
 * The types of vectors/schemas/schemas.json as PHP classes: their source, and their values in neutral JSON.
 */

/** A type expression of schemas.json: list<Page<int32>?>. */
final class SchemaType
{
    /** @param list<SchemaType> $arguments */
    public function __construct(public string $name, public array $arguments, public bool $nullable) {}

    public static function parse(string $text): self
    {
        $at = 0;
        return self::read($text, $at);
    }

    private static function read(string $text, int &$at): self
    {
        $length = strcspn($text, '<>,?', $at);
        $name = trim(substr($text, $at, $length));
        $at += $length;
        $arguments = [];
        if (($text[$at] ?? '') === '<') {
            do {
                $at++;
                $arguments[] = self::read($text, $at);
            } while ($text[$at] === ',');
            $at++;
        }
        $nullable = ($text[$at] ?? '') === '?';
        $at += (int) $nullable;
        return new self($name, $arguments, $nullable);
    }

    /** @param array<string, SchemaType> $given the arguments by the names of parameters */
    public function with(array $given): self
    {
        if (isset($given[$this->name])) {
            $type = $given[$this->name];
            return new self($type->name, $type->arguments, $type->nullable || $this->nullable);
        }
        return new self($this->name, array_map(fn ($one) => $one->with($given), $this->arguments), $this->nullable);
    }

    public function text(): string
    {
        $arguments = $this->arguments ? '<' . implode(', ', array_map(fn ($one) => $one->text(), $this->arguments)) . '>' : '';
        return $this->name . $arguments . ($this->nullable ? '?' : '');
    }

    public function bare(): self
    {
        return new self($this->name, $this->arguments, false);
    }
}

/** What PHP has no type for, so that a schema with it is not covered. */
final class NotCovered extends Exception {}

final class SchemaClasses
{
    public const INTS = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];
    private const EXPRESSIONS = ['bool' => 'bool', 'float32' => 'float32', 'float64' => 'float', 'char' => 'uint16',
        'string' => 'string', 'bytes' => 'bytes', 'datetime' => '\MsgpackTimestamp',
        'datetimeoffset' => 'tuple<\MsgpackTimestamp, int16>', 'timespan' => 'int64', 'date' => 'int32', 'time' => 'int64',
        'guid' => 'string', 'decimal' => 'string', 'bigint' => 'bytes'];
    private const ZEROS = ['bool' => 'false', 'float32' => '0.0', 'float64' => '0.0', 'char' => '0', 'string' => "''",
        'bytes' => "''", 'timespan' => '0', 'date' => '0', 'time' => '0', 'decimal' => "'0'", 'bigint' => '"\0"',
        'guid' => "'00000000-0000-0000-0000-000000000000'"];

    /** @var array<string, array> */
    public array $schemas;
    /** @var array<string, string> sources by class */
    private array $sources = [];
    /** @var array<string, NotCovered> reasons by class */
    private array $uncovered = [];

    public function __construct(string $file)
    {
        $this->schemas = array_column(json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR)['schemas'], null, 'name');
    }

    public function className(SchemaType $type): string
    {
        return 'Schemas\\T_' . trim(preg_replace('/\W+/', '_', $type->bare()->text()), '_');
    }

    /** The expression of the type for a codec; defines the classes that it needs. */
    public function expression(SchemaType $type): string
    {
        $text = match (true) {
            in_array($type->name, self::INTS, true) => $type->name,
            isset(self::EXPRESSIONS[$type->name]) => self::EXPRESSIONS[$type->name],
            in_array($type->name, ['list', 'array', 'set'], true) => 'list<' . $this->expression($type->arguments[0]) . '>',
            $type->name === 'tuple' => 'tuple<' . implode(', ', array_map($this->expression(...), $type->arguments)) . '>',
            $type->name === 'map' => 'map<' . $this->keyType($type->arguments[0]) . ', ' . $this->expression($type->arguments[1]) . '>',
            default => '\\' . $this->define($type),
        };
        return ($type->nullable ? '?' : '') . $text;
    }

    private function keyType(SchemaType $type): string
    {
        return match ($type->name) {
            'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'char' => 'int',
            'string', 'guid', 'decimal' => 'string',
            default => throw new NotCovered("PHP's arrays have no keys of the type $type->name"),
        };
    }

    /** The parts of an object: name, key, index, SchemaType, default or null. */
    public function members(SchemaType $type): array
    {
        $schema = $this->schemas[$type->name];
        $given = array_combine($schema['parameters'] ?? [], $type->arguments);
        return array_map(fn ($member) => $member + ['key' => $member['name'], 'of' => SchemaType::parse($member['type'])->with($given),
            'generic' => isset($given[rtrim($member['type'], '?')])], $schema['members']);
    }

    private function define(SchemaType $type): string
    {
        $class = $this->className($type);
        if (isset($this->uncovered[$class])) {
            throw $this->uncovered[$class];
        }
        if (isset($this->sources[$class])) {
            return $class;
        }
        $this->sources[$class] = '';
        try {
            $this->make($class, $type);
        } catch (NotCovered $reason) {
            throw $this->uncovered[$class] = $reason;
        }
        return $class;
    }

    private function make(string $class, SchemaType $type): void
    {
        $schema = $this->schemas[$type->name];
        $short = substr($class, strlen('Schemas\\'));
        $this->sources[$class] = match ($schema['kind']) {
            'enum' => $this->enum($short, $schema),
            'union' => $this->union($short, $schema),
            'object' => $this->object($short, $type, $schema),
        };
        eval('namespace Schemas; ' . $this->sources[$class]);
    }

    private function enum(string $short, array $schema): string
    {
        $cases = '';
        foreach ($schema['values'] as $name => $number) {
            if (!is_int($number) && (string) (int) $number !== $number) {
                throw new NotCovered('enums of PHP have no numbers of 2**63 and more');
            }
            $cases .= "case $name = " . ((int) $number) . '; ';
        }
        return "enum $short: int { $cases}";
    }

    private function union(string $short, array $schema): string
    {
        $cases = '';
        foreach ($schema['cases'] as $tag => $name) {
            $cases .= "$tag => '" . $this->className(SchemaType::parse($name)) . "', ";
        }
        // The interface must exist before the classes of the cases, which implement it.
        eval("namespace Schemas; #[\\Msgpack\\Tags([$cases])] interface $short {}");
        foreach ($schema['cases'] as $name) {
            $this->define(SchemaType::parse($name));
        }
        return '';
    }

    private function interfaces(string $name): array
    {
        $found = [];
        foreach ($this->schemas as $schema) {
            if ($schema['kind'] === 'union' && in_array($name, $schema['cases'], true)) {
                $found[] = '\\' . $this->define(SchemaType::parse($schema['name']));
            }
        }
        return $found;
    }

    private function object(string $short, SchemaType $type, array $schema): string
    {
        $interfaces = $this->interfaces($type->name);
        if ($interfaces && class_exists("Schemas\\$short", false)) {
            return '';
        }
        $fields = [];
        $constructor = !empty($schema['constructor']);
        foreach ($this->members($type) as $member) {
            $expression = $this->expression($member['of']);
            $declared = $this->declared($member['of']);
            $default = $this->default($member, !empty($schema['value']) || $constructor || $member['generic']);
            $fields[] = '#[\Msgpack\Key(' . $member['index'] . '), \Msgpack\Key(' . var_export($member['key'], true) . '), \Msgpack\Type('
                . var_export($expression, true) . ")] public $declared \$" . $member['name'] . ($default === null ? '' : " = $default");
        }
        $body = $constructor ? 'public function __construct(' . implode(', ', $this->lastWithDefaults($fields)) . ') {}'
            : implode('; ', $fields) . ($fields ? ';' : '');
        return ($constructor ? '#[\Msgpack\Model(constructor: true)] ' : '') . "final class $short"
            . ($interfaces ? ' implements ' . implode(', ', $interfaces) : '') . " { $body }";
    }

    /** Parameters without a default come first in PHP: others lose theirs. */
    private function lastWithDefaults(array $fields): array
    {
        $required = false;
        foreach (array_reverse(array_keys($fields)) as $at) {
            $has = str_contains($fields[$at], ' = ');
            $fields[$at] = $required && $has ? explode(' = ', $fields[$at])[0] : $fields[$at];
            $required = $required || !$has;
        }
        return $fields;
    }

    private function declared(SchemaType $type): string
    {
        $text = match (true) {
            in_array($type->name, [...self::INTS, 'char', 'timespan', 'date', 'time'], true) => 'int',
            in_array($type->name, ['string', 'bytes', 'guid', 'decimal', 'bigint'], true) => 'string',
            in_array($type->name, ['float32', 'float64'], true) => 'float',
            in_array($type->name, ['list', 'array', 'set', 'tuple', 'map', 'datetimeoffset'], true) => 'array',
            $type->name === 'bool' => 'bool',
            $type->name === 'datetime' => '\MsgpackTimestamp',
            default => '\\' . $this->className($type),
        };
        return ($type->nullable ? '?' : '') . $text;
    }

    private function default(array $member, bool $bare): ?string
    {
        $type = $member['of'];
        if (array_key_exists('default', $member) && $member['default'] !== null) {
            return isset($this->schemas[$type->name]) ? '\\' . $this->className($type) . '::' . $member['default']
                : var_export($member['default'], true);
        }
        return $type->nullable ? 'null' : $this->zero($type, $bare);
    }

    private function zero(SchemaType $type, bool $bare): ?string
    {
        if ($type->nullable) {
            return 'null';
        }
        $reference = in_array($type->name, ['string', 'bytes', 'list', 'array', 'set', 'map'], true);
        if ($bare && $reference) {
            return null;
        }
        if (in_array($type->name, self::INTS, true)) {
            return '0';
        }
        if ($type->name === 'tuple') {
            $zeros = array_map(fn ($one) => $this->zero($one, true), $type->arguments);
            return in_array(null, $zeros, true) ? null : '[' . implode(', ', $zeros) . ']';
        }
        $schema = $this->schemas[$type->name] ?? null;
        if ($schema !== null && $schema['kind'] === 'enum') {
            $name = array_search(0, $schema['values'], true);
            return $name === false ? null : '\\' . $this->className($type) . "::$name";
        }
        return self::ZEROS[$type->name] ?? ($reference ? '[]' : null);
    }
}
