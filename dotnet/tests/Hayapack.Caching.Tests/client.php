<?php
// Reads the entries of RedisTests and writes one: client.php PORT. A few lines of redis's protocol, as no extension is needed.

function command($stream, string ...$words): ?string
{
    $request = '*' . count($words) . "\r\n";
    foreach ($words as $word) {
        $request .= '$' . strlen($word) . "\r\n$word\r\n";
    }
    fwrite($stream, $request);
    $reply = fgets($stream);
    if ($reply[0] === '-') {
        throw new Exception($reply);
    }
    $length = (int) substr($reply, 1);
    return $reply[0] !== '$' ? $reply : ($length < 0 ? null : substr(stream_get_contents($stream, $length + 2), 0, $length));
}

$stream = stream_socket_client('tcp://127.0.0.1:' . $argv[1]);
$order = msgpack_unpack(command($stream, 'HGET', 'from-dotnet', 'data'));
$hybrid = command($stream, 'HGET', 'hybrid-from-dotnet', 'data');
if ($order !== [7, "Zo\u{eb} \u{1f600}", [1.5, 2.0]] || !str_contains($hybrid, msgpack_pack($order))) {
    var_dump($order, bin2hex($hybrid));
    exit(1);
}
$order[0]++;
command($stream, 'HSET', 'from-php', 'absexp', '-1', 'sldexp', '-1', 'data', msgpack_pack($order));
echo "3 entries\n";
