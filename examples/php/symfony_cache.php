<?php
// Symfony's cache in MessagePack: a marshaller for RedisAdapter, FilesystemAdapter and the others.
//
// In config/services.yaml it replaces the framework's own:
//     cache.default_marshaller: { class: App\Cache\MessagePackMarshaller }
//
// An entry that is not MessagePack, such as one of serialize(), is a miss, which Symfony logs.

namespace App\Cache;

use Symfony\Component\Cache\Marshaller\MarshallerInterface;

final class MessagePackMarshaller implements MarshallerInterface
{
    /** @param bool|string[] $allowedClasses the classes that an entry may name; false: objects only as arrays */
    public function __construct(private bool|array $allowedClasses = false)
    {
    }

    public function marshall(array $values, ?array &$failed): array
    {
        $packed = $failed = [];
        foreach ($values as $id => $value) {
            try {
                $packed[$id] = msgpack_pack($value, ['throw' => true]);
            } catch (\Exception) {
                $failed[] = $id;
            }
        }

        return $packed;
    }

    public function unmarshall(string $value): mixed
    {
        return msgpack_unpack($value, options: ['allowed_classes' => $this->allowedClasses, 'throw' => true]);
    }
}
