<?php
declare(strict_types=1);

namespace Hayapack\Laravel;

use Illuminate\Support\ServiceProvider;

/**
 * The driver "msgpack" of config/cache.php. Laravel finds this class by itself.
 *
 *     'stores' => ['redis' => ['driver' => 'msgpack', 'connection' => 'cache', 'allowed_classes' => false]],
 */
final class MessagePackServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        $cache = $this->app['cache'];
        $cache->extend('msgpack', function ($app, array $config) use ($cache) {
            $prefix = $config['prefix'] ?? $app['config']['cache.prefix'] ?? '';
            $store = new MessagePackStore($app['redis'], $prefix, $config['connection'] ?? 'default');
            $store->allowedClasses = $config['allowed_classes'] ?? false;

            return $cache->repository($store);
        });
    }
}
