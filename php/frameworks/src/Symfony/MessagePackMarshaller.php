<?php
declare(strict_types=1);

namespace Hayapack\Symfony;

use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/**
 * Symfony's cache in MessagePack: for RedisAdapter, FilesystemAdapter and the others.
 *
 * Values with objects of other classes than the allowed ones, such as the states of rate limiters, are left to $others,
 * the framework's own marshaller. Without it they are not saved, which Symfony logs. An entry that cannot be read is a
 * miss, which it logs, too.
 */
final class MessagePackMarshaller implements MarshallerInterface
{
    private readonly array $options;

    /**
     * @param bool|string[] $allowedClasses the classes of objects in MessagePack, with all that those contain; false: none
     * @param ?MarshallerInterface $others for values with other objects; null: these are refused
     */
    public function __construct(bool|array $allowedClasses = false, private readonly ?MarshallerInterface $others = null)
    {
        $this->options = ['allowed_classes' => $allowedClasses, 'incomplete' => 'error', 'throw' => true];
    }

    public function marshall(array $values, ?array &$failed): array
    {
        $packed = $failed = $left = [];
        foreach ($values as $id => $value) {
            try {
                $bytes = msgpack_pack($value, ['throw' => true]);
                msgpack_unpack($bytes, options: $this->options);
                $packed[$id] = $bytes;
            } catch (\Exception) {
                $left[$id] = $value;
            }
        }
        if ($left !== [] && $this->others !== null) {
            return $packed + $this->others->marshall($left, $failed);
        }
        $failed = array_keys($left);

        return $packed;
    }

    public function unmarshall(string $value): mixed
    {
        // MessagePack begins so with a small integer, which is the whole message; serialize() and igbinary begin so, too.
        if ($this->others !== null && strlen($value) > 1 && ord($value[0]) < 0x80) {
            return $this->others->unmarshall($value);
        }

        return msgpack_unpack($value, options: $this->options);
    }
}
