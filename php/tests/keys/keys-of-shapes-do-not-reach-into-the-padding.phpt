--TEST--
Known keys are not found in the bytes that pad a short message
--FILE--
<?php
/* The padding is 0xc1, which no value begins with, but which a key may contain. Each map is decoded often enough that its
   keys are known in advance. */
$texts = array_map(fn (int $n) => str_repeat("\xc1", $n), [1, 2, 14, 15, 16, 30, 31, 40]);
$codec = new MsgpackCodec('map<string, int>', ['utf8' => false]);
$readers = [fn (string $bytes) => msgpack_unpack($bytes, null, ['throw' => true]), fn (string $bytes) => $codec->decode($bytes)];
$cut = 0;
foreach ($texts as $text) {
    foreach ([['a' => 1, $text => 2], [$text => 1, 'b' => 2], ["a$text" => 1]] as $map) {
        $message = msgpack_pack($map);
        foreach ($readers as $read) {
            for ($i = 0; $i < 5; $i++) {
                if ($read($message) !== $map) {
                    echo bin2hex($message), ": another value\n";
                }
            }
            for ($end = 1; $end < strlen($message); $end++, $cut++) {
                try {
                    $read(substr($message, 0, $end));
                    echo bin2hex($message), ": read to $end\n";
                } catch (MsgpackException $e) {
                    if ($e->name !== 'truncated') {
                        echo bin2hex($message), ", $end: ", $e->getMessage(), "\n";
                    }
                }
            }
        }
    }
}
echo "$cut cut messages\n";
?>
--EXPECT--
1110 cut messages
