<?php
/**
 * The benchmark of reference article C (2009): five loops that pack a value, unpack the result and extend the value,
 * with a clock around each call.
 *
 *     php -n -d extension=.../msgpack.so mybench.php [TURNS]      hayapack's module or PECL's
 *     php -n -d extension=msgpack.so -d extension=igbinary.so mybench.php
 *
 * Prints, for each codec and loop, the seconds of packing and of unpacking and the bytes that were packed. TURNS: of the
 * loops over numbers and strings (default: 10000, as in the article); those over arrays make a tenth of them.
 *
 * Reading the clock is part of each time: it takes about as long as packing an integer. The lab's own method, without
 * that, and the figures of 2009 are in docs/results/article-c.md.
 */
declare(strict_types=1);

/** Measures one codec: two functions, named or as closures. */
final class MyBench
{
    private float $packing = 0.0;
    private float $unpacking = 0.0;
    private int $bytes = 0;

    public function __construct(private string $name, private mixed $pack, private mixed $unpack)
    {
    }

    /** @param Closure(mixed, int): mixed $next the value of the next turn, from the last one and its number */
    public function loop(string $what, int $turns, mixed $value, Closure $next): void
    {
        $this->packing = $this->unpacking = 0.0;
        $this->bytes = 0;
        for ($turn = 0; $turn < $turns; $turn++) {
            $this->unpack($this->pack($value));
            $value = $next($value, $turn);
        }
        printf("%-26s %-7s %9.6f %9.6f %12d\n", $this->name, $what, $this->packing, $this->unpacking, $this->bytes);
    }

    public function all(int $turns): void
    {
        $this->loop('int', $turns, 0, fn (int $value, int $turn) => $turn + 1);
        $this->loop('float', $turns, 0 / 23.0, fn (float $value, int $turn) => ($turn + 1) / 23.0);
        $this->loop('string', $turns, '', fn (string $value, int $turn) => $value . $turn);
        $this->loop('array', intdiv($turns, 10), [], function (array $value, int $turn): array {
            $value[] = $turn;
            return $value;
        });
        $this->loop('map', intdiv($turns, 10), [], function (array $value, int $turn): array {
            $value["k$turn"] = "v$turn";
            return $value;
        });
    }

    private function pack(mixed $value): string
    {
        $pack = $this->pack;
        $start = microtime(true);
        $bytes = $pack($value);
        $this->packing += microtime(true) - $start;
        $this->bytes += strlen($bytes);
        return $bytes;
    }

    private function unpack(string $bytes): void
    {
        $unpack = $this->unpack;
        $start = microtime(true);
        $value = $unpack($bytes);
        $this->unpacking += microtime(true) - $start;
    }
}

/** @return array<string, array{mixed, mixed}> the codecs that are there: packing, unpacking */
function codecs(): array
{
    $codecs = [];
    if (function_exists('msgpack_pack')) {
        $codecs['MessagePack'] = ['msgpack_pack', 'msgpack_unpack'];
    }
    if (class_exists('Msgpack')) {  // hayapack's: the article's policies through the same call
        foreach (['detect' => MSGPACK_ARRAYS_DETECT, 'all maps' => MSGPACK_ARRAYS_MAP] as $name => $policy) {
            $msgpack = new Msgpack();
            $msgpack->setopt(MSGPACK_ARRAY_POLICY, $policy);
            $codecs["Msgpack object, $name"] = [$msgpack->packer(...), $msgpack->unpacker(...)];
        }
    }
    if (function_exists('igbinary_serialize')) {
        $codecs['igbinary'] = ['igbinary_serialize', 'igbinary_unserialize'];
    }
    return $codecs + ['serialize' => ['serialize', 'unserialize'], 'JSON' => ['json_encode', 'json_decode']];
}

$turns = (int) ($argv[1] ?? 10000);
if ($turns < 1) {
    fwrite(STDERR, "usage: php mybench.php [TURNS]\n");
    exit(2);
}
printf("%-26s %-7s %9s %9s %12s\n", 'codec', 'loop', 'pack, s', 'unpack, s', 'bytes');
foreach (codecs() as $name => [$pack, $unpack]) {
    (new MyBench($name, $pack, $unpack))->all($turns);
}
