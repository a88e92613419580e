<?php
declare(strict_types=1);

namespace Hayapack\Symfony;

use Symfony\Component\Serializer\Exception\NotNormalizableValueException;
use Symfony\Component\Serializer\Normalizer\DenormalizerInterface;
use Symfony\Component\Serializer\Normalizer\NormalizerInterface;

/**
 * Classes that a MsgpackCodec can fill, and lists of them (Order[]), of any format of Symfony's serializer.
 *
 * SerializedName, Ignore and DiscriminatorMap count, groups and name converters do not. In other formats than msgpack
 * dates are text of RFC 3339 in UTC. Where only MessagePack is read, MsgpackCodec::decode() alone is faster: it makes no
 * arrays.
 */
final class MessagePackNormalizer implements NormalizerInterface, DenormalizerInterface
{
    /** @var array<string, \MsgpackCodec> */
    private array $codecs = [];

    /** @param class-string[] $classes those that are read and written so */
    public function __construct(private array $classes)
    {
    }

    private function codec(string $type): \MsgpackCodec
    {
        $type = str_ends_with($type, '[]') ? 'list<' . substr($type, 0, -2) . '>' : $type;

        return $this->codecs[$type] ??= new \MsgpackCodec($type, ['errors' => 'all', 'dates' => 'iso']);
    }

    public function denormalize($data, string $type, ?string $format = null, array $context = []): mixed
    {
        try {
            return $this->codec($type)->convert($data);
        } catch (\MsgpackValidationException $error) {
            $errors = array_map(fn (\MsgpackException $one) => NotNormalizableValueException::createForUnexpectedDataType(
                $one->getMessage(), null, [$one->expected ?? 'unknown'], $one->path, true, $one->getCode(), $one), $error->errors());
            if (!isset($context['not_normalizable_value_exceptions'])) {
                throw $errors[0];
            }
            // COLLECT_DENORMALIZATION_ERRORS: the serializer throws all of them together.
            array_push($context['not_normalizable_value_exceptions'], ...$errors);

            return null;
        }
    }

    public function supportsDenormalization($data, string $type, ?string $format = null, array $context = []): bool
    {
        return in_array(str_ends_with($type, '[]') ? substr($type, 0, -2) : $type, $this->classes, true);
    }

    /** The object as its message says: in msgpack and JSON with stdClass for maps, so that empty ones stay maps; else arrays. */
    public function normalize($object, ?string $format = null, array $context = []): mixed
    {
        $exact = ['bin' => 'object', 'ext' => 'object', 'timestamps' => 'object'];
        $plain = ['timestamps' => 'datetime'];
        $data = msgpack_unpack($this->codec($object::class)->encode($object), options: ($format === 'msgpack' ? $exact : $plain)
            + ['assoc' => !in_array($format, ['msgpack', 'json'], true), 'php_only' => false, 'throw' => true]);

        return $format === 'msgpack' ? $data : $this->withDatesAsText($data);
    }

    private function withDatesAsText(mixed $data): mixed
    {
        if ($data instanceof \DateTimeInterface) {
            return $data->format($data->format('u') === '000000' ? 'Y-m-d\TH:i:sP' : 'Y-m-d\TH:i:s.uP');
        }
        if (is_array($data)) {
            return array_map($this->withDatesAsText(...), $data);
        }
        if ($data instanceof \stdClass) {
            foreach ($data as $name => $value) {
                $data->$name = $this->withDatesAsText($value);
            }
        }

        return $data;
    }

    public function supportsNormalization($data, ?string $format = null, array $context = []): bool
    {
        return is_object($data) && in_array($data::class, $this->classes, true);
    }

    public function getSupportedTypes(?string $format): array
    {
        return ['*' => false, 'object' => false];
    }
}
