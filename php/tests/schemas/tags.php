<?php
declare(strict_types=1);

/* The unions of tags.tsv, each an interface of both classes. */
#[Msgpack\Tags(['circle' => Circle::class, 'square' => Square::class])]
interface Names {}
#[Msgpack\Tags([0 => Circle::class, 'square' => Square::class])]
interface MixedTags {}
#[Msgpack\Tags(['circle' => Circle::class, 'square' => Square::class], key: 'type')]
interface InMap {}
#[Msgpack\Tags([1 => Circle::class, 200 => Square::class], key: 'kind')]
interface Numbers {}

final class Circle implements Names, MixedTags, InMap, Numbers
{
    public int $radius;
}

final class Square implements Names, MixedTags, InMap, Numbers
{
    public int $side;
    public ?string $name = null;
}

const UNIONS = ['names' => Names::class, 'mixed' => MixedTags::class, 'key' => InMap::class, 'numbers' => Numbers::class];

/** What the description of a union of tags.tsv is here, with what a row of described.tsv has, and what it is without. */
function described_of(array $row): array
{
    $found = (new MsgpackCodec(UNIONS[$row[0]]))->describe();
    $expected = json_decode($row[2], true, 512, JSON_THROW_ON_ERROR);
    return [json_encode($found), json_encode(array_replace_recursive($found, $expected))];
}

/** What a row of tags.tsv gives here, and what it has to be. */
function tags_of(array $row): array
{
    [$union, $hex, $value, $errors, $what] = $row;
    $codec = new MsgpackCodec('list<' . UNIONS[$union] . '>', ['errors' => 'all']);
    try {
        $read = $codec->decode(hex2bin($hex));
    } catch (MsgpackValidationException $error) {
        $found = array_map(fn ($one) => "$one->name $one->offset $one->path", $error->errors());
        return [implode(', ', $found), strtr($errors, [...NAMES, 'missing_member' => 'missing_field'])];
    }
    $found = array_map(fn ($one) => [strtolower($one::class) => get_object_vars($one)], $read);
    return [
        json_encode($found) . (str_starts_with($what, 'written') ? ' ' . bin2hex($codec->encode($read)) : ''),
        $value . (str_starts_with($what, 'written') ? " $hex" : ''),
    ];
}
