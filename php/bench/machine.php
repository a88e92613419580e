<?php
/** The machine on which the figures were measured. */
declare(strict_types=1);

/** The last core that this process can use, or null if taskset is not installed. */
function pin_core(): ?int
{
    $status = (string) @file_get_contents('/proc/self/status');
    if (!preg_match('/^Cpus_allowed_list:\s*(?:.*[-,])?(\d+)$/m', $status, $match)) {
        return null;
    }
    exec('taskset -c ' . $match[1] . ' true 2>/dev/null', $output, $code);
    return $code === 0 ? (int) $match[1] : null;
}

/** @return array<string, mixed> */
function machine(?int $core): array
{
    preg_match('/^model name\s*: (.*)$/m', (string) @file_get_contents('/proc/cpuinfo'), $cpu);
    preg_match('/^Cpus_allowed_list:\s*(\S+)/m', (string) @file_get_contents('/proc/self/status'), $cores);
    return [
        'cpu' => $cpu[1] ?? php_uname('m'),
        'cores' => $cores[1] ?? '?',
        'pinned_to' => $core,
        'system' => php_uname('s') . ' ' . php_uname('r') . ' ' . php_uname('m'),
        'php' => PHP_VERSION . ' ' . (ZEND_THREAD_SAFE ? 'ZTS' : 'NTS') . (PHP_DEBUG ? ' debug' : ''),
        'load_before' => load(),
    ];
}

/** @return list<float> */
function load(): array
{
    return array_map(fn (float $value) => round($value, 2), sys_getloadavg() ?: []);
}
