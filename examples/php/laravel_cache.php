<?php
// Laravel's redis cache in MessagePack: a store, registered in AppServiceProvider::boot() with
//
//     Cache::extend('msgpack', fn ($app, $config) => Cache::repository(new MessagePackStore(
//         $app['redis'], $config['prefix'] ?? '', $config['connection'] ?? 'default')));
//
// and used in config/cache.php: 'stores' => ['redis' => ['driver' => 'msgpack', 'connection' => 'cache']].
//
// Integers come back as text, as from Laravel's own store. An entry that is not MessagePack, such as
// one of serialize(), is a miss, which is logged.

namespace App\Cache;

use Illuminate\Cache\RedisStore;

final class MessagePackStore extends RedisStore
{
    /** The classes that an entry may name; false: objects only as arrays. */
    public bool|array $allowedClasses = false;

    protected function serialize($value)
    {
        // Redis itself increments integers, as text.
        return is_int($value) ? $value : msgpack_pack($value, ['throw' => true]);
    }

    protected function unserialize($value)
    {
        if (is_numeric($value)) {
            return $value;
        }
        try {
            return msgpack_unpack($value, options: ['allowed_classes' => $this->allowedClasses, 'throw' => true]);
        } catch (\MsgpackException $error) {
            error_log('cache entry ignored: ' . $error->getMessage());

            return null;
        }
    }
}
