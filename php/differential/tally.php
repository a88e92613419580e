<?php
/* Counts of comparisons, of equal results and of each named difference. */
declare(strict_types=1);

namespace Trial;

final class Tally
{
    /** number of unexplained differences of each kind that are printed in full */
    private const SHOWN = 5;

    /** @var array<string, array{0: int, 1: int}> compared and equal, by kind */
    private array $kinds = [];
    /** @var array<string, int> */
    private array $named = [];
    /** @var array<string, int> by kind */
    private array $unexplained = [];

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
        $this->unexplained[$kind] = ($this->unexplained[$kind] ?? 0) + 1;
        if ($this->unexplained[$kind] <= self::SHOWN) {
            $at = max(0, self::firstDifference(self::line($pecl), self::line($ours)) - 60);
            printf("DIFFERENT %s\n  job   %s\n  PECL  %s\n  ours  %s\n", $kind, self::line($job, 0, 30000),
                self::line($pecl, $at, 240), self::line($ours, $at, 240));
        }
    }

    private static function line(array $what, int $from = 0, ?int $length = null): string
    {
        $line = json_encode($what, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        $shown = substr($line, $from, $length);
        return ($from > 0 ? "[$from]…" : '') . $shown . (strlen($line) > $from + strlen($shown) ? '…' : '');
    }

    private static function firstDifference(string $one, string $other): int
    {
        return strspn($one ^ $other, "\0");
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
            $compared, $equal, array_sum($this->named), array_sum($this->unexplained));
        return $this->unexplained === [] && $compared > 0;
    }
}
