<?php
declare(strict_types=1);

namespace Hayapack\Symfony;

use Symfony\Component\Serializer\Exception\LogicException;
use Symfony\Component\Serializer\Normalizer\DenormalizerInterface;
use Symfony\Component\Serializer\Normalizer\NormalizerInterface;

/**
 * Classes that a MsgpackCodec can fill, and lists of them (Order[]), of any format of Symfony's serializer.
 *
 * SerializedName, Ignore and DiscriminatorMap count, groups and name converters do not. In other formats than msgpack
 * dates are text of RFC 3339 in UTC. Where only MessagePack is read, MsgpackCodec::decode() alone is faster: it makes no
 * arrays.
 *
 * Of the context, COLLECT_DENORMALIZATION_ERRORS and ALLOW_EXTRA_ATTRIBUTES count; other options of Symfony's normalizers
 * that would change the result are a LogicException.
 */
final class MessagePackNormalizer implements NormalizerInterface, DenormalizerInterface
{
    /** Options that are not supported, with the values that change nothing. */
    private const UNSUPPORTED = [
        'attributes' => [null],
        'callbacks' => [null, []],
        'datetime_format' => [null, \DateTimeInterface::RFC3339],
        'datetime_timezone' => [null, 'UTC'],
        'groups' => [null, [], '*', ['*']],
        'ignored_attributes' => [null, []],
    ];

    private const UNSUPPORTED_READING = [
        'allow_invalid_values' => [null, false],
        'deep_object_to_populate' => [null, false],
        'default_constructor_arguments' => [null, []],
        'disable_type_enforcement' => [null, false],
        'filter_bool' => [null, false],
        'object_to_populate' => [null],
        'require_all_properties' => [null, false],
    ];

    private const UNSUPPORTED_WRITING = [
        'circular_reference_handler' => [null],
        'circular_reference_limit' => [null, 1],
        'enable_max_depth' => [null, false],
        'max_depth_handler' => [null],
        'skip_null_values' => [null, false],
        'skip_uninitialized_values' => [null, false],
    ];

    /** @var array<string, \MsgpackCodec> */
    private array $codecs = [];

    /** @param class-string[] $classes those that are read and written so */
    public function __construct(private array $classes)
    {
    }

    /** @param array<string, list<mixed>> $unsupported */
    private function check(array $context, array $unsupported): void
    {
        foreach (array_intersect_key($unsupported, $context) as $option => $neutral) {
            if (!in_array($context[$option], $neutral, true)) {
                throw new LogicException(sprintf('%s does not support the option "%s" of the context.', self::class, $option));
            }
        }
    }

    private function codec(string $type, string $unknown = 'skip'): \MsgpackCodec
    {
        $type = str_ends_with($type, '[]') ? 'list<' . substr($type, 0, -2) . '>' : $type;

        return $this->codecs["$unknown $type"] ??= new \MsgpackCodec($type, ['errors' => 'all', 'dates' => 'iso', 'unknown' => $unknown]);
    }

    public function denormalize($data, string $type, ?string $format = null, array $context = []): mixed
    {
        $this->check($context, self::UNSUPPORTED + self::UNSUPPORTED_READING);
        try {
            return $this->codec($type, $context['allow_extra_attributes'] ?? true ? 'skip' : 'error')->convert($data);
        } catch (\MsgpackException $error) {
            $errors = new DenormalizationErrors($error, $data, $context['deserialization_path'] ?? '', $format !== 'msgpack');
            if ($error->name === 'unknown_field' || isset($context['not_normalizable_value_exceptions'])) {
                $errors->throwForExtra($error);
            }
            if (!isset($context['not_normalizable_value_exceptions'])) {
                throw $errors->values[0];
            }
            // COLLECT_DENORMALIZATION_ERRORS: the serializer throws all of them together.
            array_push($context['not_normalizable_value_exceptions'], ...$errors->values);

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
        $this->check($context, self::UNSUPPORTED + self::UNSUPPORTED_WRITING);
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
