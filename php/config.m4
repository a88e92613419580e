dnl msgpack: hayapack's PHP module.

PHP_ARG_WITH([msgpack],
  [for MessagePack support],
  [AS_HELP_STRING([--with-msgpack],
    [Include MessagePack support])],
  [yes])

if test "$PHP_MSGPACK" != "no"; then
  msgpack_sources="src/core.c src/module.c src/options.c \
    src/encode.c src/encode_object.c src/encode_output.c src/encode_stack.c src/refs.c \
    src/decode.c src/decode_key.c src/decode_mark.c src/decode_object.c src/decode_record.c \
    src/decode_stack.c src/decode_table.c src/shapes.c \
    src/stream.c src/classes.c src/founding.c src/template.c \
    src/values.c src/errors.c src/session.c"
  msgpack_flags="-fno-plt -fvisibility=hidden -std=gnu11 -Wall -Wextra \
    -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"

  PHP_NEW_EXTENSION([msgpack], [$msgpack_sources], [$ext_shared],, [$msgpack_flags])
  PHP_ADD_BUILD_DIR([$ext_builddir/src])
  PHP_INSTALL_HEADERS([ext/msgpack], [php_msgpack.h])
fi
