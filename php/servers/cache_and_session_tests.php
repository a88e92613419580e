<?php
/*
 * Tests our module instead of PECL's with the extensions that use it: phpredis,
 * php-memcached, APCu, and sessions over HTTP. Starts redis-server, memcached and
 * PHP's web server on free ports of the loopback interface.
 *
 *   php -n cache_and_session_tests.php OUR_MODULE PECL_MODULE DIRECTORY [REDIS_MODULE]
 *
 * REDIS_MODULE is a redis.so that was built with msgpack.
 */
declare(strict_types=1);

namespace Trial;

error_reporting(E_ALL & ~E_DEPRECATED);

require __DIR__ . '/sample_values.php';
require __DIR__ . '/server_process.php';

final class CacheAndSessionTests
{
    private int $passed = 0;
    private int $failed = 0;
    /** @var list<string> */
    private array $missing = [];
    private string $extensions;

    public function __construct(private string $ours, private string $pecl, private string $directory, private string $redis)
    {
        $this->extensions = ini_get('extension_dir');
    }

    public function run(): int
    {
        $this->redis();
        $this->memcached();
        $this->apcu();
        $this->sessions('files', '', 'session files');
        foreach ($this->missing as $missing) {
            echo "not run: $missing\n";
        }
        printf("servers: %d passed, %d failed\n", $this->passed, $this->failed);
        return $this->failed > 0 ? 1 : 0;
    }

    private function check(bool $right, string $what, string $more = ''): void
    {
        if ($right) {
            $this->passed++;
            return;
        }
        $this->failed++;
        echo "FAILED $what $more\n";
    }

    /** Whether the extensions and the program are installed; records what is missing. */
    private function has(string $what, array $extensions, ?string $program = null): bool
    {
        foreach ($extensions as $extension) {
            if (!is_file("$this->extensions/$extension.so")) {
                $this->missing[] = "$what (no $extension.so)";
                return false;
            }
        }
        if ($program !== null && ServerProcess::find($program) === null) {
            $this->missing[] = "$what (no $program)";
            return false;
        }
        return true;
    }

    /** The modules of a process in loading order, with settings. */
    private function php(string $module, array $extensions, array $settings = []): array
    {
        $command = [PHP_BINARY, '-n', '-d', "extension=$module"];
        foreach ($extensions as $extension) {
            array_push($command, '-d', 'extension=' . (str_contains($extension, '/') ? $extension : "$extension.so"));
        }
        foreach ($settings as $name => $value) {
            array_push($command, '-d', "$name=$value");
        }
        return $command;
    }

    private function role(string $module, array $extensions, array $arguments, array $settings = []): array
    {
        $command = array_map(escapeshellarg(...), [...$this->php($module, $extensions, $settings), __DIR__ . '/cache_client.php', ...$arguments]);
        exec(implode(' ', $command) . ' 2>&1', $lines, $status);
        $answer = json_decode(implode("\n", $lines), true);
        if ($status !== 0 || !is_array($answer)) {
            $this->check(false, implode(' ', $arguments), "with $module: status $status: " . implode("\n", $lines));
            return [];
        }
        return $answer;
    }

    private function same(string $what, array $wrote, array $read): void
    {
        foreach ($wrote as $name => $dump) {
            $this->check($dump === ($read[$name] ?? null), "$what: $name", "\n  wrote $dump\n  read  " . ($read[$name] ?? 'nothing'));
        }
    }

    /**
     * Name, writer, reader. If PECL's module reads, values that it cannot read are left out.
     *
     * @return iterable<array{string, string, string}>
     */
    private function pairs(): iterable
    {
        yield ['ours to ours', $this->ours, $this->ours];
        if (is_file($this->pecl)) {
            yield ["PECL's to ours", $this->pecl, $this->ours];
            putenv('FOR_PECL=1');
            yield ["ours to PECL's", $this->ours, $this->pecl];
            putenv('FOR_PECL');
        } elseif (!in_array('PECL msgpack', $this->missing, true)) {
            $this->missing[] = 'PECL msgpack';
        }
    }

    private function redis(): void
    {
        if ($this->redis === '') {
            $this->missing[] = 'redis (no redis.so with msgpack)';
            return;
        }
        if (!$this->has('redis', [], 'redis-server')) {
            return;
        }
        $port = ServerProcess::freePort();
        $server = new ServerProcess(['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '',
            '--appendonly', 'no', '--dir', $this->directory], "$this->directory/redis.log");
        if (!$server->answers($port)) {
            $this->check(false, 'redis-server does not answer');
            return;
        }
        $extensions = [$this->redis];
        foreach ($this->pairs() as [$name, $writer, $reader]) {
            $wrote = $this->role($writer, $extensions, ['redis', 'write', (string) $port]);
            $this->same("redis, $name", $wrote, $this->role($reader, $extensions, ['redis', 'read', (string) $port]));
        }
        $this->role($this->ours, $extensions, ['redis', 'write', (string) $port]);
        foreach ($this->role($this->ours, $extensions, ['redis', 'raw', (string) $port]) as $name => $right) {
            $this->check($right, "redis, stored bytes: $name");
        }
        $this->sessions('redis', "tcp://127.0.0.1:$port", 'session in redis', $extensions);
    }

    private function memcached(): void
    {
        if (!$this->has('memcached', ['igbinary', 'memcached'], 'memcached')) {
            return;
        }
        $port = ServerProcess::freePort();
        $server = new ServerProcess(['memcached', '-l', '127.0.0.1', '-p', (string) $port, '-U', '0', '-m', '16', '-u', get_current_user()],
            "$this->directory/memcached.log");
        if (!$server->answers($port)) {
            $this->check(false, 'memcached does not answer');
            return;
        }
        $extensions = ['igbinary', 'memcached'];
        foreach ($this->pairs() as [$name, $writer, $reader]) {
            $wrote = $this->role($writer, $extensions, ['memcached', 'write', (string) $port]);
            $this->same("memcached, $name", $wrote, $this->role($reader, $extensions, ['memcached', 'read', (string) $port]));
        }
        $this->sessions('memcached', "127.0.0.1:$port", 'session in memcached', $extensions);
    }

    /* APCu looks for serializers when it starts, so both loading orders are tested. */
    private function apcu(): void
    {
        if (!$this->has('APCu', ['apcu'])) {
            return;
        }
        $samples = Samples::all(); // what is compared is what PHP's own serializer keeps
        foreach ([...Samples::NOT_BY_PECL, 'references', 'shared'] as $name) {
            $this->check(Samples::dumps([unserialize(serialize($samples[$name]))]) === Samples::dumps([$samples[$name]]), "serialize(): $name");
        }
        $settings = ['apc.enable_cli' => '1', 'apc.serializer' => 'msgpack'];
        $orders = [
            'msgpack before APCu' => [$this->ours, ['apcu']],
            'APCu before msgpack' => ["$this->extensions/apcu.so", [$this->ours]],
        ];
        foreach ($orders as $name => [$first, $others]) {
            $answer = $this->role($first, $others, ['apcu'], $settings);
            if ($answer !== []) {
                $this->same("APCu, $name", $answer['wrote'], $answer['read']);
                $this->check($answer['same number'] === '[1,1]', "APCu, $name: the serializer is msgpack", $answer['same number']);
                $this->check($answer['hooks'] !== [], "APCu, $name: hooks run");
            }
        }
    }

    /** Two requests with the same cookie: one to the writer's server, one to the reader's. */
    private function sessions(string $handler, string $path, string $what, array $extensions = []): void
    {
        $path = $path === '' ? $this->directory : $path;
        $settings = ['session.serialize_handler' => 'msgpack', 'session.save_handler' => $handler, 'session.save_path' => $path];
        foreach ($this->pairs() as [$name, $writer, $reader]) {
            $write = $this->request($this->php($writer, $extensions, $settings), 'write', '');
            $read = $this->request($this->php($reader, $extensions, $settings), 'read', $write['id'] ?? '');
            if (!isset($write['session'], $read['session'])) {
                $this->check(false, "$what, $name", json_encode([$write, $read]));
                continue;
            }
            $this->check($read['session']['count'] === '2' && $write['id'] === $read['id'], "$what, $name: the second request");
            $this->check($read['handler'] === 'msgpack', "$what, $name: the handler");
            unset($write['session']['count']);
            $this->same("$what, $name", $write['session'], $read['session']);
            if ($handler === 'files') {
                $this->fileIsMessagePack("$this->directory/sess_" . $write['id'], "$what, $name");
            }
        }
    }

    private function fileIsMessagePack(string $file, string $what): void
    {
        $bytes = (string) file_get_contents($file);
        $this->check(ord($bytes[0] ?? '') === 0xde && str_contains($bytes, "\xa4null\xc0"), "$what: the file holds a MessagePack map");
        @unlink($file);
    }

    private function request(array $command, string $do, string $id): array
    {
        $port = ServerProcess::freePort();
        $server = new ServerProcess([...$command, '-S', "127.0.0.1:$port", __DIR__ . '/session_page.php'], "$this->directory/web.log");
        if (!$server->answers($port)) {
            return ['error' => 'the web server does not answer: ' . file_get_contents("$this->directory/web.log")];
        }
        $context = stream_context_create(['http' => ['timeout' => 20, 'ignore_errors' => true, 'header' => $id === '' ? [] : ["Cookie: PHPSESSID=$id"]]]);
        $body = file_get_contents("http://127.0.0.1:$port/?do=$do", false, $context);
        return json_decode((string) $body, true) ?? ['error' => $body];
    }
}

[, $ours, $pecl, $directory] = $argv;
exit((new CacheAndSessionTests($ours, $pecl, $directory, $argv[4] ?? ''))->run());
