<?php
// Symfony Messenger in MessagePack: a serializer for transports, in place of the framework's PhpSerializer.
//
// In config/packages/messenger.yaml:
//     framework: { messenger: { serializer: { default_serializer: App\Messenger\MessagePackSerializer } } }
//
// The body is base64, as redis (JSON) and Doctrine (a column of text) do not take bytes. As with PhpSerializer, who can
// write to the queue can make objects of any class: list yours and the stamps' in $allowedClasses, or trust the queue.

namespace App\Messenger;

use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\MessageDecodingFailedException;
use Symfony\Component\Messenger\Stamp\NonSendableStampInterface;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;

final class MessagePackSerializer implements SerializerInterface
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
