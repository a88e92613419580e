--TEST--
Sessions whose classes or values changed: as with PHP's own handler, and what cannot be packed leaves the session as it was
--FILE--
<?php
function session_request(string $handler, string $case, string $step): string
{
    $command = [PHP_BINARY, '-n', '-d', 'extension=' . getenv('MSGPACK_MODULE'), __DIR__ . '/../session-request.inc', $handler, $case, $step];
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes, null, ['SESSION_FOLDER' => $GLOBALS['folder']] + getenv());
    $text = stream_get_contents($pipes[1]);
    return proc_close($process) === 0 ? rtrim($text) : "failed: $text";
}

$folder = sys_get_temp_dir() . '/msgpack-sessions-' . getmypid();
mkdir($folder);
$cases = ['class is gone', 'property has another type', 'property moved', 'class is an interface now', 'enum case is gone', '__wakeup throws',
    '__unserialize throws', '__sleep names too much', 'depth', 'cannot be packed', 'resource', 'numbers', 'references', 'destroyed', 'integer key'];
foreach ($cases as $case) {
    $steps = [];
    foreach (['php', 'msgpack'] as $handler) {
        array_map('unlink', glob("$folder/*"));
        foreach (['write', 'change', 'read'] as $step)
            $steps[$step][$handler] = session_request($handler, $case, $step);
    }
    $different = array_filter($steps, fn ($said) => $said['php'] !== $said['msgpack']);
    echo "$case: ", $different ? "differs" : "as PHP", "\n";
    foreach ($different as $step => $said)
        echo "  $step, php: $said[php]\n  $step, msgpack: $said[msgpack]\n";
}
array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
class is gone: as PHP
property has another type: as PHP
property moved: as PHP
class is an interface now: as PHP
enum case is gone: as PHP
__wakeup throws: as PHP
__unserialize throws: as PHP
__sleep names too much: differs
  change, php: started Array ( [n] => 2 [object] => C Object ( [x] => 1 ) [after] => z )
  change, msgpack: started Array ( [n] => 2 [object] => C Object ( [x] => 1 [none] => ) [after] => z )
  read, php: started Array ( [n] => 2 [object] => C Object ( [x] => 1 ) [after] => z )
  read, msgpack: started Array ( [n] => 2 [object] => C Object ( [x] => 1 [none] => ) [after] => z )
depth: as PHP
cannot be packed: differs
  read, php: not started Array ( )
  read, msgpack: started Array ( [n] => 1 [object] => C Object ( [x] => 1 ) [after] => z )
resource: differs
  read, php: started Array ( [n] => 2 [object] => C Object ( [x] => 1 ) [after] => z [r] => 0 )
  read, msgpack: started Array ( [n] => 2 [object] => C Object ( [x] => 1 ) [after] => z [r] => )
numbers: as PHP
references: as PHP
destroyed: as PHP
integer key: differs
  read, php: started Array ( [n] => 2 [object] => C Object ( [x] => 1 ) [after] => z )
  read, msgpack: started Array ( [n] => 2 [object] => C Object ( [x] => 1 ) [after] => z [7] => 1 )
