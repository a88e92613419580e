<?php
/*
 * The site of production_tests.py: ?page= names a function below. Answers in JSON; HTTP 400 is an answer of the page, 500 PHP's for a
 * fatal error. Each request that had a body adds its worker's process number to shutdown.log in its shutdown function.
 */
declare(strict_types=1);

final class Row
{
    public ?int $a = null;
    public ?int $b = null;
    public ?int $c = null;
    public ?string $d = null;
    public ?float $e = null;
    public ?int $f = null;
    public ?int $g = null;
    public ?int $h = null;
}

final class Line
{
    public int $number = 0;
    private DateTimeImmutable $added;

    public function __construct(public readonly string $name)
    {
        $this->added = new DateTimeImmutable('2026-01-02 03:04:05');
    }
}

function decoded(string $body, string $as): mixed
{
    return match ($as) {
        'untyped' => msgpack_unpack($body, options: ['allowed_classes' => false, 'throw' => true]),
        'typed' => (new MsgpackCodec('list<Row>'))->decode($body),
        'map' => (new MsgpackCodec('map<string,list<int>>'))->decode($body),
        'stream' => streamed($body),
        'json' => json_decode($body, flags: JSON_THROW_ON_ERROR),
    };
}

function streamed(string $body): array
{
    $messages = [];
    $unpacker = new MessagePackUnpacker();
    foreach (str_split($body, 100_000) as $chunk) {
        $unpacker->feed($chunk);
        while ($unpacker->execute()) {
            $messages[] = $unpacker->data();
            $unpacker->reset();
        }
    }
    return $messages;
}

/** The number of items of the request's body, decoded as `as` says. */
function body(): array
{
    $log = getenv('TRIAL_FOLDER') . '/shutdown.log';
    register_shutdown_function(static fn () => file_put_contents($log, getmypid() . "\n", FILE_APPEND));
    $decoded = decoded(file_get_contents('php://input'), $_GET['as']);
    return ['items' => is_countable($decoded) ? count($decoded) : 1];
}

/** The same, but called by APCu, which holds the lock of all workers meanwhile. */
function entry(): array
{
    return apcu_entry($_GET['key'], static fn (): array => body());
}

function apcu(): array
{
    return ['stored' => apcu_store('other', 1), 'entry' => apcu_entry('number', static fn (): int => 5)];
}

/** Sets up the store `store` and the handler `handler`, and starts the session `id`. */
function startSession(): bool
{
    $settings = [
        'session.serialize_handler' => $_GET['handler'] ?? 'msgpack',
        'session.save_handler' => $_GET['store'],
        'session.save_path' => match ($_GET['store']) {
            'files' => getenv('TRIAL_FOLDER') . '/sessions',
            'redis' => 'tcp://127.0.0.1:' . getenv('TRIAL_REDIS'),
            'memcached' => '127.0.0.1:' . getenv('TRIAL_MEMCACHED'),
        },
    ];
    foreach ($settings as $name => $value) {
        ini_set($name, $value) !== false || throw new RuntimeException("$name cannot be $value");
    }
    session_id($_GET['id']);
    return session_start();
}

/** Counts the session's requests, in a number and in what programs keep in sessions. */
function count_(): array
{
    $started = startSession();
    $count = $_SESSION['count'] = ($_SESSION['count'] ?? 0) + 1;
    if ($count === 1) {
        $_SESSION += ['lines' => [], 'flash' => [], 'ü' => ["\xff", 1.5, null]];
        $_SESSION['first'] = &$_SESSION['lines'];
    }
    $line = new Line("line $count");
    $line->number = $count;
    $_SESSION['lines'][] = $line;
    if (count($_SESSION['lines']) > 10) {
        array_shift($_SESSION['lines']);
    }
    $numbers = array_column($_SESSION['first'], 'number');
    $whole = $numbers === range(max(1, $count - 9), $count) && $_SESSION['ü'] === ["\xff", 1.5, null];
    return ['count' => $count, 'started' => $started, 'whole' => $whole];
}

/** Decodes a body in a session. */
function sessionBody(): array
{
    return count_() + body();
}

$pages = ['body' => body(...), 'entry' => entry(...), 'apcu' => apcu(...), 'count' => count_(...), 'session-body' => sessionBody(...)];
$warnings = [];
set_error_handler(static function (int $level, string $text) use (&$warnings): bool {
    $warnings[] = $text;
    return true;
});
try {
    $answer = $pages[$_GET['page']]();
} catch (MsgpackException | JsonException $e) {
    http_response_code(400);
    $answer = ['error' => $e->getMessage()];
}
session_write_close();
echo json_encode($answer + ['worker' => getmypid(), 'warnings' => $warnings]);
