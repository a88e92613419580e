<?php
/** Medians, and confidence intervals of their ratios. */
declare(strict_types=1);

/** A ratio of two times, with its 95 % interval (null: too few samples). */
final class Ratio
{
    public function __construct(
        public readonly float $value,
        public readonly ?float $low = null,
        public readonly ?float $high = null,
    ) {
    }

    /** Whether the interval excludes 1. */
    public function sure(): bool
    {
        return $this->low !== null && ($this->low > 1 || $this->high < 1);
    }

    public function __toString(): string
    {
        $interval = $this->low === null ? '' : sprintf(' (%.2f–%.2f)', $this->low, $this->high);
        return sprintf('%.2f%s%s', $this->value, $interval, $this->low === null || $this->sure() ? '' : ' =');
    }
}

const RESAMPLES = 2000;
const LEAST_SAMPLES = 3;  // fewer give no interval

/** @param list<float> $values */
function quantile(array $values, float $part): float
{
    sort($values);
    $place = $part * (count($values) - 1);
    $low = (int) floor($place);
    $high = min($low + 1, count($values) - 1);
    return $values[$low] + ($values[$high] - $values[$low]) * ($place - $low);
}

/** @param list<float> $values */
function median(array $values): float
{
    return quantile($values, 0.5);
}

/**
 * Half of the interquartile range, divided by the median.
 *
 * @param list<float> $values
 */
function spread(array $values): float
{
    return (quantile($values, 0.75) - quantile($values, 0.25)) / 2 / median($values);
}

/**
 * median($over) / median($under), with a bootstrap interval.
 *
 * @param list<float> $over
 * @param list<float> $under
 */
function ratio(array $over, array $under): Ratio
{
    $value = median($over) / median($under);
    if (min(count($over), count($under)) < LEAST_SAMPLES) {
        return new Ratio($value);
    }
    mt_srand(20);
    $ratios = [];
    for ($i = 0; $i < RESAMPLES; $i++) {
        $ratios[] = median(resample($over)) / median(resample($under));
    }
    return new Ratio($value, quantile($ratios, 0.025), quantile($ratios, 0.975));
}

/**
 * @param list<float> $values
 * @return list<float>
 */
function resample(array $values): array
{
    $last = count($values) - 1;
    $picked = [];
    for ($i = 0; $i <= $last; $i++) {
        $picked[] = $values[mt_rand(0, $last)];
    }
    return $picked;
}

/** @param list<float> $values */
function geometric_mean(array $values): float
{
    return exp(array_sum(array_map(log(...), $values)) / count($values));
}
