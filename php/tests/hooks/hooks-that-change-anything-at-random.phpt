--TEST--
Generated values whose hooks change parts of them: every message is well formed
--FILE--
<?php
require __DIR__ . '/../support.inc';

error_reporting(0);
set_error_handler(function () {
    mt_rand(0, 3) ?: meddle();
    return true;
});
$parts = [];
function meddle(): void
{
    global $parts;
    if (!$parts) {
        return;
    }
    $key = array_rand($parts);
    $part = &$parts[$key];
    switch (mt_rand(0, 8)) {
        case 0: $part = null; break;
        case 1: $part = ['new' => [1, new Sleeper], 5]; break;
        case 2: unset($parts[$key]); break;
        case 3: msgpack_pack($parts); break;
        case 4: gc_collect_cycles(); $fill = array_fill(0, 50, [[1]]); break;
        case 5: $part = is_array($part) ? array_reverse($part) : $part; break;
        case 6: is_array($part) && array_push($part, ...array_fill(0, 30, str_repeat('x', mt_rand(0, 40)))); break;
        case 7:
            foreach (is_array($part) ? array_keys($part) : [] as $i) {
                unset($part[$i]);
            }
            break;
        case 8:
            foreach (is_object($part) ? array_keys(get_object_vars($part)) : [] as $name) {
                unset($part->$name);
                $part->{"new $name"} = [$name];
            }
            break;
    }
}
#[AllowDynamicProperties]
class Sleeper { public $a = [1, 2]; public $b; private $c = 'c'; protected ?array $d = null;
    public function __sleep() { meddle(); return ['a', 'b', 'c', 'd', 'nope', 5]; } }
#[AllowDynamicProperties]
class Magic { public $a; public function __serialize(): array { meddle(); return ['a' => $this->a, [1]]; } }
#[AllowDynamicProperties]
class Plain { public $x = 1; public $y = [1, [2]]; public $z; }
class Nothing { public function __sleep() { meddle(); return null; } }
function generated(int $depth): mixed
{
    global $parts;
    switch (mt_rand(0, $depth > 4 ? 3 : 11)) {
        case 0: return mt_rand();
        case 1: return str_repeat('s', mt_rand(0, 40));
        case 2: return null;
        case 3: return [];
        case 4: $value = new Nothing; break;
        case 5: $value = new Sleeper; $value->b = generated($depth + 1); break;
        case 6: $value = new Magic; $value->a = generated($depth + 1); break;
        case 7: $value = new Plain; $value->z = generated($depth + 1); mt_rand(0, 1) && $value->dynamic = [generated($depth + 1)]; break;
        case 8:
            if (!$parts) {
                return 1;
            }
            $part = &$parts[array_rand($parts)];
            return [&$part, $part, generated($depth + 1)];
        default:
            $value = [];
            for ($i = mt_rand(0, 5); $i > 0; $i--) {
                $value[$depth % 2 ? $i : "k$i"] = generated($depth + 1);
            }
    }
    if (mt_rand(0, 2) === 0) {
        $parts[] = &$value;
        return mt_rand(0, 1) ? [&$value] : $value;
    }
    return $value;
}
mt_srand(3);
$counts = ['whole' => 0, 'refused' => 0, 'broken' => 0];
for ($i = 0; $i < 600; $i++) {
    $parts = [];
    $value = [generated(0), generated(0), generated(0)];
    foreach ([[], ['php_only' => false], ['arrays' => 'map'], ['assoc' => false]] as $options) {
        try {
            $bytes = msgpack_pack($value, $options + ['throw' => true]);
        } catch (Throwable) {
            $counts['refused']++;
            continue;
        }
        try {
            msgpack_unpack($bytes, null, ['allowed_classes' => false, 'throw' => true]);
            $counts['whole']++;
        } catch (MsgpackException $e) {
            // Without php_only the nil key of a class name is an illegal key.
            $counts[$e->name === 'invalid_key' ? 'whole' : 'broken']++;
        }
    }
}
echo $counts['whole'] > 1500 ? 'most are whole' : json_encode($counts), ', ', $counts['broken'], " broken\n";
?>
--EXPECT--
most are whole, 0 broken
