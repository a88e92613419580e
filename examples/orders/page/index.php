<?php
// Shows the newest orders, which a C# service wrote, with the totals that a Python worker answered.

declare(strict_types=1);

final class Order
{
    public int $id;
    public string $customer;
    public array $lines;
}

final class Total
{
    public int $order;
    public int $items;
    public int $cents;
}

$types = new MsgpackTypeRegistry();
$types->register(Order::class, 'Shop.Order, Shop', fields: ['id' => 'Id', 'customer' => 'Customer', 'lines' => 'Lines']);
$types->register(Total::class, 'Shop.Total, Shop', fields: ['order' => 'Order', 'items' => 'Items', 'cents' => 'Cents']);

/** The object in a message, or the text of the error. */
function read_as(MsgpackTypeRegistry $types, string $class, string $message): object|string
{
    try {
        $value = msgpack_unpack($message, options: [
            'types' => $types, 'lz4' => true, 'utf8' => true, 'throw' => true,
            'max_bytes' => 64 << 10, 'max_lz4_size' => 1 << 20, 'max_depth' => 16,
        ]);
    } catch (MsgpackException $error) {
        return "$error->name at byte $error->offset, $error->path";
    }
    return $value instanceof $class ? $value : 'wrong_shape at $';
}

/** "2 × Cup, 1 × 抹茶": the types of an array's elements are the program's own to check. */
function articles(Order $order): string
{
    $text = fn ($line) => is_int($line['Quantity'] ?? null) && is_string($line['Article'] ?? null)
        ? "$line[Quantity] × $line[Article]" : '?';
    return implode(', ', array_map($text, $order->lines));
}

/** Text for HTML, whatever is in it. */
function text(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE);
}

header("Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'");
$orders = $totals = $aside = [];
$down = false;
try {
    $redis = new Redis();
    [$host, $port] = explode(':', getenv('REDIS') ?: '127.0.0.1:6379');
    $redis->connect($host, (int) $port, 1.0, null, 0, 2.0); // seconds to connect, to answer
    $newest = $redis->xRevRange('orders', '+', '-', 20);
    $aside = $redis->xRevRange('orders:aside', '+', '-', 5);
    foreach ($newest ?: [] as $entry => $fields) {
        $orders[$entry] = $order = read_as($types, Order::class, $fields['order'] ?? '');
        $total = $order instanceof Order ? $redis->hGet('orders:totals', (string) $order->id) : false;
        $totals[$entry] = $total === false ? null : read_as($types, Total::class, $total);
    }
    if ($redis->getLastError() !== null) {
        throw new RedisException($redis->getLastError());
    }
} catch (RedisException $error) {
    error_log('redis: ' . $error->getMessage()); // for the operator, not for readers
    $down = true;
    http_response_code(503);
    header('Retry-After: 2');
}
require __DIR__ . '/view.php';
