<?php

/**
 * @generate-class-entries
 * @undocumentable
 */

function msgpack_pack(mixed $value, array $options = []): string|false {}

function msgpack_unpack(string $str, mixed $object = null, array $options = []): mixed {}

/** @alias msgpack_pack */
function msgpack_serialize(mixed $value, array $options = []): string|false {}

/** @alias msgpack_unpack */
function msgpack_unserialize(string $str, mixed $object = null, array $options = []): mixed {}

/** @not-serializable */
class MessagePack
{
    /**
     * @var int
     * @cvalue MSGPACK_OPT_PHPONLY
     */
    const OPT_PHPONLY = UNKNOWN;

    /**
     * @var int
     * @cvalue MSGPACK_OPT_ASSOC
     */
    const OPT_ASSOC = UNKNOWN;

    /**
     * @var int
     * @cvalue MSGPACK_OPT_FORCE_F32
     */
    const OPT_FORCE_F32 = UNKNOWN;

    public function __construct(?bool $opt = null, array $options = []) {}

    /** @tentative-return-type */
    public function setOption(int $option, mixed $value): bool {}

    public function setOptions(array $options): void {}

    /** @tentative-return-type */
    public function pack(mixed $value): string|false {}

    /** @tentative-return-type */
    public function unpack(string $str, mixed $object = null): mixed {}

    /** @tentative-return-type */
    public function unpacker(): MessagePackUnpacker {}
}

/** @not-serializable */
class MessagePackUnpacker
{
    public function __construct(?bool $opt = null, array $options = []) {}

    public function __destruct() {}

    /** @tentative-return-type */
    public function setOption(int $option, mixed $value): bool {}

    public function setOptions(array $options): void {}

    /** @tentative-return-type */
    public function feed(string $str): bool {}

    /**
     * @param int $offset
     * @tentative-return-type
     */
    public function execute(?string $str = null, &$offset = 0): bool {}

    /** @tentative-return-type */
    public function data(mixed $object = null): mixed {}

    /** @tentative-return-type */
    public function reset(): void {}
}

/** @not-serializable */
class Msgpack
{
    public function __construct(array $options = []) {}

    public function packer(mixed $value): string|false {}

    public function unpacker(?string $bytes = null): mixed {}

    public function feed(string $bytes): bool {}

    public function remain(): bool {}

    public function setopt(int $option, mixed $value): bool {}
}

/** @strict-properties */
final class MsgpackExt
{
    public readonly int $type;

    public readonly string $data;

    public function __construct(int $type, string $data) {}

    public function __unserialize(array $data): void {}
}

/** @strict-properties */
final class MsgpackBin
{
    public readonly string $data;

    public function __construct(string $data) {}

    public function __unserialize(array $data): void {}
}

/** @strict-properties */
final class MsgpackTimestamp
{
    public readonly int $seconds;

    public readonly int $nanoseconds;

    public function __construct(int $seconds, int $nanoseconds = 0) {}

    public function __unserialize(array $data): void {}

    public static function fromDateTime(DateTimeInterface $time): MsgpackTimestamp {}

    public function toDateTime(): DateTimeImmutable {}
}

/** @strict-properties */
final class MsgpackTyped
{
    public readonly string $name;

    public readonly mixed $value;

    public readonly bool $hasValue;

    public function __construct(string $name, mixed $value = UNKNOWN) {}

    public function __unserialize(array $data): void {}
}

/**
 * @strict-properties
 * @not-serializable
 */
final class MsgpackTypeRegistry
{
    public function __construct() {}

    public function register(string $class, string $name, array $aliases = [], ?array $fields = null): void {}
}

class MsgpackException extends Exception
{
    public readonly string $name;

    public readonly ?int $offset;

    public readonly ?string $path;

    public readonly ?int $lz4Offset;
}
