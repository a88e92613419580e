--TEST--
User code that decodes after the modules' shutdown leaves no memory of its request to the next
--FILE--
<?php
require __DIR__ . '/../support.inc';
require __DIR__ . '/../requests.inc';

$script = __DIR__ . '/requests-that-decode-while-they-end.inc.php';
file_put_contents($script, <<<'CODE'
<?php
/** Repeats keys and maps so that 40 shapes are learnt. */
function decode(): string
{
    $sum = '';
    for ($shape = 0; $shape < 40; $shape++) {
        $map = ["key$shape" => 1, "a$shape and something long" => 2, 'last' => [$shape, "text of $shape"]];
        for ($i = 0; $i < 4; $i++) {
            $sum .= json_encode(msgpack_unpack(msgpack_pack([$map, $map])));
        }
    }
    return md5($sum);
}
class Handler extends SessionHandler
{
    public function write(string $id, string $data): bool { decode(); return true; }
}
class Stream
{
    public $context;
    public static $kept;
    public function stream_open() { return true; }
    public function stream_write(string $data) { decode(); return strlen($data); }
    public function stream_close() { decode(); }
}
echo decode();
switch (key($_GET)) {
    case 'session':
        session_set_save_handler(new Handler, false);
        session_save_path(sys_get_temp_dir());
        session_start(['use_cookies' => '0', 'cache_limiter' => '']);
        break;
    case 'stream':
        stream_wrapper_register('late', Stream::class);
        Stream::$kept = fopen('late://x', 'w');
        break;
    case 'output':
        ob_start(function (string $text): string { decode(); return $text; });
        break;
    case 'fatal':
        session_set_save_handler(new Handler, false);
        session_start(['use_cookies' => '0', 'cache_limiter' => '']);
        ini_set('memory_limit', '4M');
        msgpack_unpack("\xdd\x00\x01\x86\xa0" . str_repeat("\x81\xa2id\xd9\x64" . str_repeat('x', 100), 100000));
}
CODE);
$first = null;
// With opcache, which interns no strings in a request, too.
$queries = ['', '?session', '', '?session', '?stream', '', '?stream', '?output', '?output', '', '?fatal', '', ''];
foreach ([...requests($script, $queries), ...requests($script, $queries, ['zend_extension=opcache'])] as [$query, $answer]) {
    $first ??= $answer;
    echo str_pad($query, 10, ' ', STR_PAD_LEFT), ': ', $answer === $first && strlen($answer) === 32 ? 'the same' : $answer, "\n";
}
unlink($script);
?>
--EXPECT--
          : the same
  ?session: the same
          : the same
  ?session: the same
   ?stream: the same
          : the same
   ?stream: the same
   ?output: the same
   ?output: the same
          : the same
    ?fatal: the same
          : the same
          : the same
          : the same
  ?session: the same
          : the same
  ?session: the same
   ?stream: the same
          : the same
   ?stream: the same
   ?output: the same
   ?output: the same
          : the same
    ?fatal: the same
          : the same
          : the same
