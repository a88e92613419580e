<?php
declare(strict_types=1);

namespace Hayapack\Symfony;

use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\MessageDecodingFailedException;
use Symfony\Component\Messenger\Stamp\NonSendableStampInterface;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;

/**
 * Symfony Messenger in MessagePack: a serializer for transports, in place of the framework's PhpSerializer.
 *
 * The body is base64, as redis (JSON) and Doctrine (a column of text) do not take bytes. As with PhpSerializer, who can
 * write to the queue can make objects of any class: list yours and the stamps' in $allowedClasses, or trust the queue.
 */
final class MessagePackTransportSerializer implements SerializerInterface
{
    /** @param bool|string[] $allowedClasses of messages, stamps and all that these contain; true: any */
    public function __construct(private readonly bool|array $allowedClasses = true)
    {
    }

    public function encode(Envelope $envelope): array
    {
        return ['body' => base64_encode(msgpack_pack($envelope->withoutStampsOfType(NonSendableStampInterface::class), ['throw' => true]))];
    }

    public function decode(array $encodedEnvelope): Envelope
    {
        $bytes = base64_decode($encodedEnvelope['body'] ?? '', true);
        try {
            $envelope = msgpack_unpack((string) $bytes, options: ['allowed_classes' => $this->allowedClasses, 'incomplete' => 'error', 'throw' => true]);
        } catch (\Throwable $error) {
            throw new MessageDecodingFailedException('The message cannot be decoded: ' . $error->getMessage(), 0, $error);
        }
        if (!$envelope instanceof Envelope) {
            throw new MessageDecodingFailedException('The message has no envelope.');
        }

        return $envelope;
    }
}
