<?php
declare(strict_types=1);

namespace Hayapack\Symfony;

use Symfony\Component\Serializer\Encoder\DecoderInterface;
use Symfony\Component\Serializer\Encoder\EncoderInterface;
use Symfony\Component\Serializer\Exception\NotEncodableValueException;

/** The format "msgpack" of Symfony's serializer: plain MessagePack, with dates as timestamps. */
final class MessagePackEncoder implements EncoderInterface, DecoderInterface
{
    private const OPTIONS = ['php_only' => false, 'timestamps' => true, 'utf8' => true, 'throw' => true];

    public function encode($data, string $format, array $context = []): string
    {
        try {
            return msgpack_pack($data, self::OPTIONS + ['assoc' => false]); // maps are stdClass
        } catch (\MsgpackException $error) {
            throw new NotEncodableValueException($error->getMessage(), $error->getCode(), $error);
        }
    }

    public function decode(string $data, string $format, array $context = []): mixed
    {
        try {
            return msgpack_unpack($data, options: self::OPTIONS + ['assoc' => true]);
        } catch (\MsgpackException $error) {
            throw new NotEncodableValueException($error->getMessage(), $error->getCode(), $error);
        }
    }

    public function supportsEncoding(string $format): bool
    {
        return $format === 'msgpack';
    }

    public function supportsDecoding(string $format): bool
    {
        return $format === 'msgpack';
    }
}
