<?php
/* A server process that ends with this object. */
declare(strict_types=1);

namespace Trial;

final class ServerProcess
{
    /** @var resource */
    private $process;

    /** @param list<string> $command */
    public function __construct(array $command, string $log)
    {
        $files = [['file', '/dev/null', 'r'], ['file', $log, 'w'], ['file', $log, 'a']];
        $this->process = proc_open($command, $files, $pipes);
    }

    public static function find(string $program): ?string
    {
        foreach ([...explode(':', (string) getenv('PATH')), '/usr/sbin'] as $folder) {
            if (is_executable("$folder/$program")) {
                return "$folder/$program";
            }
        }
        return null;
    }

    public static function freePort(): int
    {
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $port = (int) substr(strrchr(stream_socket_get_name($socket, false), ':'), 1);
        fclose($socket);
        return $port;
    }

    /** Waits until the port accepts connections; false: ten seconds passed, or the server ended. */
    public function answers(int $port): bool
    {
        for ($i = 0; $i < 500; $i++) {
            $socket = @stream_socket_client("tcp://127.0.0.1:$port", $error, $text, 1);
            if ($socket !== false) {
                fclose($socket);
                return true;
            }
            if (!proc_get_status($this->process)['running']) {
                return false;
            }
            usleep(20000);
        }
        return false;
    }

    public function __destruct()
    {
        proc_terminate($this->process);
        proc_close($this->process);
    }
}
