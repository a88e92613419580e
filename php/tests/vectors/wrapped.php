<?php
/*
 * The vectors of compressed messages and of typed values.
 */

function run_lz4(Tally $tally, string $file, array $fields): void
{
    $bytes = read_bytes($fields[1]);
    $where = "lz4/$file: $fields[0]";
    $read = ['lz4' => true] + EVERYTHING;
    if ($file === 'invalid.tsv') {
        [, , $error, $offset, $path, $options] = $fields;
        $limit = sscanf($options, 'lz4=%d')[0] ?? null;
        $options = ($limit === null ? [] : ['max_lz4_size' => $limit]) + $read;
        $tally->expect(error_of(fn () => msgpack_unpack($bytes, null, $options)), "$error @$offset $path", $where);
        $inside = null;
        try {
            msgpack_unpack($bytes, null, $options);
        } catch (MsgpackException $e) {
            $inside = $e->lz4Offset;
        }
        $tally->expect($inside, $fields[5] === 'inside' ? 0 : null, "$where: where the compressed one begins");
        return;
    }
    $message = $fields[2] === '=' ? $bytes : read_bytes($fields[2]);
    $value = msgpack_unpack($message, null, EVERYTHING);
    $tally->expect(same(msgpack_unpack($bytes, null, $read), $value), true, "$where: unpacked");
    foreach (['block', 'block-array'] as $form) {
        $again = msgpack_pack($value, ['lz4' => $form, 'php_only' => false]);
        $tally->expect(same(msgpack_unpack($again, null, $read), $value), true, "$where: packed as $form");
    }
    foreach (prefixes(strlen($bytes)) as $n) {
        $error = error_of(fn () => msgpack_unpack(substr($bytes, 0, $n), null, $read));
        $tally->expect(strtok($error, ' '), 'truncated', "$where: the first $n bytes");
    }
}

function run_typeless(Tally $tally, string $file, array $fields): void
{
    $bytes = read_bytes($fields[1]);
    $where = "typeless/$file: $fields[0]";
    $read = ['types' => new MsgpackTypeRegistry()] + EVERYTHING;
    if ($file === 'invalid.tsv') {
        [, , $error, $offset, $path] = $fields;
        $tally->expect(error_of(fn () => msgpack_unpack($bytes, null, $read)), "$error @$offset $path", $where);
        return;
    }
    $canonical = $fields[2] === '=' ? $bytes : read_bytes($fields[2]);
    $node = (new ValueReader($fields[3]))->read();
    $tally->expect(same(msgpack_unpack($bytes, null, $read), unpacked_value($node)), true, "$where: unpacked");
    $policy = has_arrays($node) ? 'detect' : 'map';
    $pack = ['types' => $read['types'], 'arrays' => $policy];
    if (!has_wide($node, 'int')) {
        $tally->expect(bin2hex(msgpack_pack(packable_value($node, $policy), $pack)), bin2hex($canonical), "$where: packed");
    }
    $objects = msgpack_unpack($bytes, null, ['assoc' => false] + $read);
    $tally->expect(msgpack_unpack(msgpack_pack($objects, $pack), null, ['assoc' => false] + $read) == $objects, true, "$where: packed again");
    foreach (prefixes(strlen($bytes)) as $n) {
        $error = error_of(fn () => msgpack_unpack(substr($bytes, 0, $n), null, $read));
        $tally->expect(strtok($error, ' '), 'truncated', "$where: the first $n bytes");
    }
}

function has_lz4(): bool
{
    try {
        return is_string(msgpack_pack(1, ['lz4' => 'block']));
    } catch (Error) {
        return false;
    }
}
