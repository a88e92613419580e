<?php
/* A worker process with one module loaded; restarted if the module crashes it. */
declare(strict_types=1);

namespace Trial;

final class WorkerProcess
{
    /** seconds after which a job is considered to hang */
    private const PATIENCE = 30;

    /** @var resource|null */
    private $handle = null;
    /** @var array<int, resource> */
    private array $pipes = [];
    public int $deaths = 0;

    /** @param list<string> $arguments for worker.php */
    public function __construct(public readonly string $name, private readonly string $module, private readonly array $arguments)
    {
    }

    public function send(array $job): void
    {
        if ($this->handle === null) {
            $this->start();
        }
        fwrite($this->pipes[0], json_encode($job) . "\n");
    }

    /** The answer to the oldest job; ["died" => how] if the worker died or hangs. */
    public function receive(): array
    {
        $read = [$this->pipes[1]];
        $none = null;
        $ready = stream_select($read, $none, $none, self::PATIENCE);
        $line = $ready ? fgets($this->pipes[1]) : false;
        $answer = is_string($line) ? json_decode($line, true) : null;
        if (is_array($answer)) {
            return $answer;
        }
        $this->deaths++;
        return ['died' => $this->stop($ready === 0), 'said' => is_string($line) ? $line : ''];
    }

    private function start(): void
    {
        $command = [PHP_BINARY, '-n', '-d', 'extension=' . $this->module, '-d', 'display_errors=stderr', __DIR__ . '/worker.php', ...$this->arguments];
        $files = [['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']];
        $this->handle = proc_open($command, $files, $this->pipes);
    }

    private function stop(bool $hangs): string
    {
        if ($hangs) {
            proc_terminate($this->handle, 9);
        }
        array_map(fclose(...), $this->pipes);
        for ($i = 0; ($status = proc_get_status($this->handle))['running'] && $i < 1000; $i++) {
            usleep(2000);
        }
        proc_close($this->handle);
        $this->handle = null;
        return match (true) {
            $hangs => 'hangs',
            $status['signaled'] => 'signal ' . $status['termsig'],
            default => 'exit ' . $status['exitcode'],
        };
    }

    public function __destruct()
    {
        if ($this->handle !== null) {
            array_map(fclose(...), $this->pipes);
            proc_close($this->handle);
        }
    }
}
