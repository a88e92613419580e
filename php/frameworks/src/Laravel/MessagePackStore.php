<?php
declare(strict_types=1);

namespace Hayapack\Laravel;

use Illuminate\Cache\RedisStore;

/**
 * Laravel's redis cache in MessagePack.
 *
 * A value with an object of a class that is not allowed, such as a Collection, is an exception when it is put: call its
 * all() or toArray(), or allow the class. Integers come back as text, as from Laravel's own store. An entry that is not
 * MessagePack, such as one of serialize(), is a miss, which is logged.
 */
final class MessagePackStore extends RedisStore
{
    /** @var bool|string[] the classes of objects that are stored, with all that those contain; false: none */
    public bool|array $allowedClasses = false;

    private function unpack(string $bytes): mixed
    {
        return msgpack_unpack($bytes, options: ['allowed_classes' => $this->allowedClasses, 'incomplete' => 'error', 'throw' => true]);
    }

    protected function serialize($value)
    {
        // Redis itself increments integers, as text.
        if (is_int($value) || (is_string($value) && is_numeric($value))) {
            return $value;
        }
        $bytes = msgpack_pack($value, ['throw' => true]);
        $this->unpack($bytes); // throws for a class that is not allowed

        return $bytes;
    }

    protected function unserialize($value)
    {
        if (is_numeric($value)) {
            return $value;
        }
        try {
            return $this->unpack($value);
        } catch (\MsgpackException $error) {
            error_log('cache entry ignored: ' . $error->getMessage());

            return null;
        }
    }
}
