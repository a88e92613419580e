dnl msgpack: hayapack's PHP module.

PHP_ARG_WITH([msgpack],
  [for MessagePack support],
  [AS_HELP_STRING([--with-msgpack],
    [Include MessagePack support])],
  [yes])

PHP_ARG_WITH([msgpack-lz4],
  [for LZ4 in MessagePack],
  [AS_HELP_STRING([[--with-msgpack-lz4[=DIR]]],
    [MessagePack: compressed messages, by liblz4 (used where it is found)])],
  [yes],
  [no])

if test "$PHP_MSGPACK" != "no"; then
  msgpack_sources="src/core.c src/failure.c src/module.c \
    src/api/attributes.c src/api/call.c src/api/codec.c src/api/errors.c src/api/lz4.c src/api/msgpack_class.c src/api/option_setters.c \
    src/api/options.c src/api/pecl_classes.c src/api/session.c src/api/stream.c src/api/template.c \
    src/decode/array_slots.c src/decode/class_lookup.c src/decode/ext.c src/decode/fail.c src/decode/flat_containers.c src/decode/hooks.c \
    src/decode/loop.c src/decode/object.c src/decode/object_ids.c src/decode/other_keys.c src/decode/pecl_forms.c src/decode/properties.c \
    src/decode/property_keys.c src/decode/references.c src/decode/settle.c src/decode/shape_cache.c src/decode/stack.c src/decode/text.c \
    src/decode/typed.c \
    src/encode/array.c src/encode/loop.c src/encode/object.c src/encode/output.c src/encode/references.c src/encode/stack.c src/encode/typed.c \
    src/plan/date.c src/plan/describe.c src/plan/limits.c \
    src/plan/compile/attribute_check.c src/plan/compile/attributes.c src/plan/compile/class.c src/plan/compile/default_values.c \
    src/plan/compile/plan_cache.c src/plan/compile/property_types.c src/plan/compile/type_expressions.c src/plan/compile/type_names.c \
    src/plan/compile/unions.c \
    src/plan/decode/complete_objects.c src/plan/decode/fail.c src/plan/decode/flat_containers.c src/plan/decode/loop.c \
    src/plan/decode/open_containers.c src/plan/decode/other_keys.c src/plan/decode/other_values.c \
    src/plan/encode/fail.c src/plan/encode/loop.c src/plan/encode/objects.c src/plan/encode/other_values.c src/plan/encode/stack.c \
    src/types/class_fields.c src/types/type_registry.c src/types/value_classes.c"
  msgpack_flags="-fno-plt -fvisibility=hidden -std=gnu11 -Wall -Wextra \
    -DZEND_ENABLE_STATIC_TSRMLS_CACHE=1"

  dnl GCC makes "rep movs" and "rep stos" of some calls of memcpy() and memset(), which are slower up to some KB.
  msgpack_save_cflags="$CFLAGS"
  CFLAGS="$CFLAGS -Werror -mstringop-strategy=libcall"
  AC_MSG_CHECKING([for -mstringop-strategy])
  AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
    [AC_MSG_RESULT([yes])
     msgpack_flags="$msgpack_flags -mstringop-strategy=libcall"],
    [AC_MSG_RESULT([no])])
  CFLAGS="$msgpack_save_cflags"

  dnl liblz4, for compressed messages: searched in --with-msgpack-lz4=DIR, by
  dnl pkg-config, or in the compiler's paths; used if a test program links.
  if test "$PHP_MSGPACK_LZ4" != "no"; then
    msgpack_lz4_include=
    msgpack_lz4_lib=
    if test "$PHP_MSGPACK_LZ4" != "yes"; then
      msgpack_lz4_include="-I$PHP_MSGPACK_LZ4/include"
      msgpack_lz4_lib="-L$PHP_MSGPACK_LZ4/$PHP_LIBDIR"
    else
      AC_PATH_PROG([PKG_CONFIG], [pkg-config], [no])
      if test "$PKG_CONFIG" != "no" && $PKG_CONFIG --exists liblz4; then
        msgpack_lz4_include=`$PKG_CONFIG --cflags-only-I liblz4`
        msgpack_lz4_lib=`$PKG_CONFIG --libs-only-L liblz4`
      fi
    fi
    msgpack_save_cppflags="$CPPFLAGS"
    msgpack_save_ldflags="$LDFLAGS"
    msgpack_save_libs="$LIBS"
    CPPFLAGS="$CPPFLAGS $msgpack_lz4_include"
    LDFLAGS="$LDFLAGS $msgpack_lz4_lib"
    LIBS="$LIBS -llz4"
    AC_MSG_CHECKING([for liblz4])
    AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <lz4.h>
#include <lz4hc.h>]], [[return LZ4_sizeofState() < LZ4_sizeofStateHC();]])],
      [msgpack_lz4=yes], [msgpack_lz4=no])
    AC_MSG_RESULT([$msgpack_lz4])
    CPPFLAGS="$msgpack_save_cppflags"
    LDFLAGS="$msgpack_save_ldflags"
    LIBS="$msgpack_save_libs"
    if test "$msgpack_lz4" = "yes"; then
      PHP_EVAL_INCLINE([$msgpack_lz4_include])
      PHP_EVAL_LIBLINE([$msgpack_lz4_lib -llz4], [MSGPACK_SHARED_LIBADD])
      PHP_SUBST([MSGPACK_SHARED_LIBADD])
      msgpack_flags="$msgpack_flags -DHAYA_HAVE_LZ4"
    elif test "$PHP_MSGPACK_LZ4" != "yes"; then
      AC_MSG_ERROR([liblz4 is not in $PHP_MSGPACK_LZ4])
    fi
  fi

  PHP_NEW_EXTENSION([msgpack], [$msgpack_sources], [$ext_shared],, [$msgpack_flags])
  PHP_ADD_BUILD_DIR([$ext_builddir/src])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/api])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/decode])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/encode])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/plan])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/plan/compile])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/plan/decode])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/plan/encode])
  PHP_ADD_BUILD_DIR([$ext_builddir/src/types])
  PHP_INSTALL_HEADERS([ext/msgpack], [php_msgpack.h])
fi
