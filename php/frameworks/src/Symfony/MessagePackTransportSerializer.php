<?php
declare(strict_types=1);

namespace Hayapack\Symfony;

use Symfony\Component\ErrorHandler\Exception\FlattenException;
use Symfony\Component\Messenger\Envelope;
use Symfony\Component\Messenger\Exception\InvalidArgumentException;
use Symfony\Component\Messenger\Exception\MessageDecodingFailedException;
use Symfony\Component\Messenger\Stamp;
use Symfony\Component\Messenger\Stamp\NonSendableStampInterface;
use Symfony\Component\Messenger\Transport\Serialization\SerializerInterface;

/**
 * Symfony Messenger in MessagePack: a serializer for transports, in place of the framework's PhpSerializer.
 *
 * The body is base64, as redis (JSON) and Doctrine (a column of text) do not take bytes. As with PhpSerializer, who can
 * write to the queue can make objects of any class: list those of your messages in $allowedClasses, or trust the queue.
 */
final class MessagePackTransportSerializer implements SerializerInterface
{
    /** What Messenger itself sends: the envelope, its stamps, and what these contain. */
    private const OF_MESSENGER = [
        Envelope::class,
        Stamp\BusNameStamp::class,
        Stamp\DelayStamp::class,
        Stamp\ErrorDetailsStamp::class,
        Stamp\HandledStamp::class,
        Stamp\RedeliveryStamp::class,
        Stamp\RouterContextStamp::class,
        Stamp\SentToFailureTransportStamp::class,
        Stamp\SerializerStamp::class,
        Stamp\TransportMessageIdStamp::class,
        Stamp\TransportNamesStamp::class,
        Stamp\ValidationStamp::class,
        \Symfony\Component\Validator\Constraints\GroupSequence::class,
        FlattenException::class,
        \DateTimeImmutable::class,
    ];

    private readonly array $options;

    /**
     * @param bool|string[] $allowedClasses of messages and all that these contain, of your own stamps, and of what handlers
     *     return; those of Messenger itself are added. true: any; false: only Messenger's
     */
    public function __construct(bool|array $allowedClasses = true)
    {
        $allowed = $allowedClasses === true ? true : array_merge(self::OF_MESSENGER, $allowedClasses ?: []);
        $this->options = ['allowed_classes' => $allowed, 'incomplete' => 'error', 'throw' => true];
    }

    /** @throws InvalidArgumentException for an object that decode() refuses */
    public function encode(Envelope $envelope): array
    {
        $bytes = msgpack_pack($envelope->withoutStampsOfType(NonSendableStampInterface::class), ['throw' => true]);
        if ($this->options['allowed_classes'] !== true) {
            try {
                msgpack_unpack($bytes, options: $this->options);
            } catch (\MsgpackException $error) {
                throw new InvalidArgumentException('The message is not sent, as it could not be decoded with these $allowedClasses: '
                    . $error->getMessage(), 0, $error);
            }
        }

        return ['body' => base64_encode($bytes)];
    }

    public function decode(array $encodedEnvelope): Envelope
    {
        $bytes = base64_decode($encodedEnvelope['body'] ?? '', true);
        try {
            $envelope = msgpack_unpack((string) $bytes, options: $this->options);
        } catch (\Throwable $error) {
            throw new MessageDecodingFailedException('The message cannot be decoded: ' . $error->getMessage(), 0, $error);
        }
        if (!$envelope instanceof Envelope) {
            throw new MessageDecodingFailedException('The message has no envelope.');
        }

        return $envelope;
    }
}
