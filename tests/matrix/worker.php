<?php
/*
  * The matrix's worker for PHP; README.md in this folder describes its
  * protocol.
 *
 *     php -n -d extension=PATH/msgpack.so -d memory_limit=-1 worker.php
 */
declare(strict_types=1);

require __DIR__ . '/../../php/tests/vectors/values.php';

const READ = ['php_only' => false, 'assoc' => false, 'utf8' => true, 'bin' => 'object', 'ext' => 'object',
    'timestamps' => 'object', 'throw' => true];

/** Converts tokens to nodes of values.php, which converts them to PHP values. */
final class Tokens
{
    public bool $single = false; // whether one of the tokens is a float32
    private int $at = 0;

    /** @param list<string> $tokens */
    public function __construct(private array $tokens)
    {
    }

    public function node(): array
    {
        $token = $this->tokens[$this->at++];
        $body = substr($token, 1);
        switch ($token[0]) {
            case 'N': return ['const', null];
            case 'T': return ['const', true];
            case 'F': return ['const', false];
            case 'i': return ['int', $body];
            case 'd': return ['float', $body === 'nan' ? NAN : unpack('E', hex2bin($body))[1]];
            case 'f':
                $this->single = true;
                return ['float', $body === 'nan' ? NAN : unpack('G', hex2bin($body))[1]];
            case 's': return ['str', hex2bin($body)];
            case 'b': return ['bin', hex2bin($body)];
            case 'x':
                [$type, $data] = explode(':', $body);
                return ['ext', (int) $type, hex2bin($data)];
            case 't':
                [$seconds, $nanoseconds] = explode(':', $body);
                return ['time', (int) $seconds, (int) $nanoseconds];
            case 'y': return ['typed', hex2bin($body), $this->node()];
            case 'o': return ['typed', hex2bin($body), null];
            case 'a': return ['array', $this->many((int) $body, fn () => $this->node())];
            case 'm': return ['map', $this->many((int) $body, fn () => [$this->node(), $this->node()])];
        }
        throw new UnexpectedValueException("a token of no known kind: $token");
    }

    private function many(int $count, Closure $make): array
    {
        $made = [];
        for ($i = 0; $i < $count; $i++) {
            $made[] = $make();
        }
        return $made;
    }
}

function write(string $text, string $option): string
{
    $tokens = new Tokens(explode(' ', $text));
    $node = $tokens->node();
    $policy = has_arrays($node) ? 'detect' : 'map';
    $options = ['php_only' => false, 'assoc' => false, 'uint64' => true, 'force_f32' => $tokens->single, 'arrays' => $policy];
    if (str_starts_with($option, 'block')) {
        $options['lz4'] = $option;
    } elseif ($option === 'types') {
        $options['types'] = new MsgpackTypeRegistry();
    }
    return msgpack_pack(packable_value($node, $policy), $options);
}

/** @param list<string> $out */
function add_tokens(mixed $value, array &$out): void
{
    if (is_array($value)) {
        $out[] = 'a' . count($value);
        array_walk($value, function ($item) use (&$out) { add_tokens($item, $out); });
        return;
    }
    if ($value instanceof stdClass) {
        $entries = get_object_vars($value);
        $out[] = 'm' . count($entries);
        foreach ($entries as $key => $item) {
            add_tokens((string) $key, $out); // property names are strings
            add_tokens($item, $out);
        }
        return;
    }
    if ($value instanceof MsgpackTyped) {
        $out[] = ($value->hasValue ? 'y' : 'o') . bin2hex($value->name);
        if ($value->hasValue) {
            add_tokens($value->value, $out);
        }
        return;
    }
    $out[] = match (true) {
        $value === null => 'N',
        is_bool($value) => $value ? 'T' : 'F',
        is_int($value) => "i$value",
        is_float($value) => is_nan($value) ? 'dnan' : 'd' . bin2hex(pack('E', $value)),
        is_string($value) => 's' . bin2hex($value),
        $value instanceof MsgpackBin => 'b' . bin2hex($value->data),
        $value instanceof MsgpackExt => "x$value->type:" . bin2hex($value->data),
        $value instanceof MsgpackTimestamp => "t$value->seconds:$value->nanoseconds",
    };
}

function read(string $bytes, string $option): string
{
    $options = ['lz4' => ['lz4' => true], 'types' => ['types' => new MsgpackTypeRegistry()]][$option] ?? [];
    $out = [];
    add_tokens(msgpack_unpack($bytes, null, $options + READ), $out);
    return implode(' ', $out);
}

/** @return array{string, string} */
function answer(string $what, string $option, string $payload): array
{
    try {
        return ['ok', $what === 'write' ? write($payload, $option) : read($payload, $option)];
    } catch (NoValue $error) {
        return ['no', $error->getMessage()];
    } catch (MsgpackException $error) {
        return ['no', $error->name];
    } catch (Throwable $error) {
        $without = str_contains($error->getMessage(), 'liblz4');
        return ['no', ($without ? 'not available: ' : $error::class . ': ') . $error->getMessage()];
    }
}

echo 'hayapack ', phpversion('msgpack'), ', PHP ', PHP_VERSION, "\n";
while (($line = fgets(STDIN)) !== false) {
    [$what, $option, $size] = explode(' ', rtrim($line));
    [$how, $result] = answer($what, $option, (int) $size ? stream_get_contents(STDIN, (int) $size) : '');
    fwrite(STDOUT, $how . ' ' . strlen($result) . "\n" . $result);
}
