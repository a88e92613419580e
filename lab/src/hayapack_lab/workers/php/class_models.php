<?php
/** Three models of programs, for MsgpackCodec: orders with lines and dates, geographic features, profiles of 30 nullable fields. */
declare(strict_types=1);

enum OrderStatus: string
{
    case New = 'new';
    case Paid = 'paid';
    case Sent = 'sent';
}

enum VatRate: int
{
    case Full = 19;
    case Reduced = 7;
    case None = 0;
}

final class OrderLine
{
    public function __construct(
        public string $article,
        public string $title,
        public int $quantity,
        public float $price,
        public VatRate $vat,
        public ?string $note = null,
    ) {
    }
}

final class OrderAddress
{
    public function __construct(
        public string $name,
        public string $street,
        public string $zip,
        public string $city,
        public string $country = 'DE',
    ) {
    }
}

final class ShopOrder
{
    /**
     * @param list<OrderLine> $lines
     * @param array<string, string> $meta
     */
    public function __construct(
        public int $id,
        public string $number,
        public OrderStatus $status,
        public DateTimeImmutable $at,
        public ?DateTimeImmutable $paid,
        public OrderAddress $to,
        #[Msgpack\ListOf(OrderLine::class)] public array $lines,
        public float $total,
        #[Msgpack\MapOf('string')] public array $meta = [],
    ) {
    }
}

final class FeatureGeometry
{
    /** @param list<list<array{float, float}>> $coordinates */
    public function __construct(public string $type, #[Msgpack\Type('list<list<list<float>>>')] public array $coordinates)
    {
    }
}

final class FeatureProperties
{
    /** @param list<string> $tags */
    public function __construct(
        public string $name,
        public ?string $region,
        public int $population,
        public float $area,
        #[Msgpack\ListOf('string')] public array $tags,
    ) {
    }
}

final class GeoFeature
{
    /** @param list<float> $bbox */
    public function __construct(
        public string $type,
        public int $id,
        public FeatureProperties $properties,
        public FeatureGeometry $geometry,
        #[Msgpack\ListOf('float')] public array $bbox,
    ) {
    }
}

final class UserProfile
{
    public ?string $login = null;
    public ?string $email = null;
    public ?string $firstName = null;
    public ?string $lastName = null;
    public ?string $company = null;
    public ?string $phone = null;
    public ?string $city = null;
    public ?string $country = null;
    public ?string $language = null;
    public ?string $about = null;
    public ?int $age = null;
    public ?int $height = null;
    public ?int $visits = null;
    public ?int $followers = null;
    public ?int $following = null;
    public ?int $posts = null;
    public ?int $likes = null;
    public ?int $points = null;
    public ?int $level = null;
    public ?int $rank = null;
    public ?int $createdAt = null;
    public ?int $updatedAt = null;
    public ?int $seenAt = null;
    public ?int $parentId = null;
    public ?bool $active = null;
    public ?bool $verified = null;
    public ?bool $subscribed = null;
    public ?float $score = null;
    public ?float $latitude = null;
    public ?float $longitude = null;
}

function shop_order(): ShopOrder
{
    $lines = many(mt_rand(1, 8), fn () => new OrderLine(
        'A-' . mt_rand(1000, 9999),
        random_text(10, 30),
        mt_rand(1, 9),
        mt_rand(100, 99_999) / 100,
        VatRate::cases()[mt_rand(0, 2)],
        mt_rand(0, 3) === 0 ? random_text(10, 30) : null,
    ));
    $at = 1_700_000_000 + mt_rand(0, 10_000_000);
    return new ShopOrder(
        random_id(),
        'B-' . mt_rand(100_000, 999_999),
        OrderStatus::cases()[mt_rand(0, 2)],
        new DateTimeImmutable("@$at"),
        mt_rand(0, 1) === 1 ? new DateTimeImmutable('@' . ($at + 3600)) : null,
        new OrderAddress(random_text(10, 20), random_text(10, 20), (string) mt_rand(10_000, 99_999), random_text(5, 12)),
        $lines,
        array_sum(array_map(fn (OrderLine $line) => $line->quantity * $line->price, $lines)),
        ['source' => 'web', 'campaign' => random_text(5, 10), 'session' => random_text(16, 16)],
    );
}

function geo_feature(): GeoFeature
{
    $point = fn (): array => [mt_rand(-1_800_000, 1_800_000) / 1e4 + 1e-5, mt_rand(-900_000, 900_000) / 1e4 + 1e-5];
    $properties = new FeatureProperties(
        random_text(5, 20),
        mt_rand(0, 1) === 1 ? random_text(5, 12) : null,
        random_id(),
        mt_rand() / 7.1,
        many(mt_rand(0, 4), fn () => random_text(4, 9)),
    );
    return new GeoFeature('Feature', random_id(), $properties, new FeatureGeometry('Polygon', [many(24, $point)]), [...$point(), ...$point()]);
}

/** Two thirds of the fields are set. */
function user_profile(): UserProfile
{
    $profile = new UserProfile();
    foreach ((new ReflectionClass($profile))->getProperties() as $property) {
        if (mt_rand(0, 2) > 0) {
            $property->setValue($profile, match ($property->getType()->getName()) {
                'string' => random_text(4, 16),
                'int' => random_id(),
                'bool' => mt_rand(0, 1) === 1,
                'float' => mt_rand() / 7.1,
            });
        }
    }
    return $profile;
}

/** @return array<string, Workload> by key */
function class_models(): array
{
    return [
        'class_orders' => new Workload('1,000 orders with lines and dates', fn () => many(1_000, shop_order(...)), 'classes', 4),
        'class_features' => new Workload('1,000 geographic features', fn () => many(1_000, geo_feature(...)), 'classes', 4),
        'class_profiles' => new Workload('1,000 profiles of 30 nullable fields', fn () => many(1_000, user_profile(...)), 'classes', 4),
    ];
}
