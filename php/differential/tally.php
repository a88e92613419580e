<?php
/* What was compared, what was equal, which named difference was met how often. */
declare(strict_types=1);

namespace Trial;

final class Tally
{
    /** Unexplained differences that are printed in full. */
    private const SHOWN = 12;

    /** @var array<string, array{0: int, 1: int}> compared and equal, by kind */
    private array $kinds = [];
    /** @var array<string, int> */
    private array $named = [];
    private int $unexplained = 0;

    public function equal(string $kind): void
    {
        $this->kinds[$kind] ??= [0, 0];
        $this->kinds[$kind][0]++;
        $this->kinds[$kind][1]++;
    }

    public function different(string $kind, ?string $name, array $job, array $pecl, array $ours): void
    {
        $this->kinds[$kind] ??= [0, 0];
        $this->kinds[$kind][0]++;
        if ($name !== null) {
            $this->named[$name] = ($this->named[$name] ?? 0) + 1;
            return;
        }
        if ($this->unexplained++ < self::SHOWN) {
            printf("DIFFERENT %s\n  job   %s\n  PECL  %s\n  ours  %s\n", $kind, self::line($job), self::line($pecl), self::line($ours));
        }
    }

    private static function line(array $what): string
    {
        $line = json_encode($what, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        return strlen($line) > 1500 ? substr($line, 0, 1500) . '…' : $line;
    }

    public function report(): bool
    {
        foreach ($this->kinds as $kind => [$compared, $equal]) {
            printf("%-28s %7d compared, %7d equal, %6d different\n", $kind, $compared, $equal, $compared - $equal);
        }
        arsort($this->named);
        foreach ($this->named as $name => $count) {
            printf("%7d intended: %s\n", $count, $name);
        }
        $compared = array_sum(array_column($this->kinds, 0));
        $equal = array_sum(array_column($this->kinds, 1));
        printf("differential: %d compared, %d equal, %d intended differences, %d unexplained\n",
            $compared, $equal, array_sum($this->named), $this->unexplained);
        return $this->unexplained === 0 && $compared > 0;
    }
}
