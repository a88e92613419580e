# Builds the module with gcc's sanitizers, and runs a command with their runtimes under a PHP that was built without
# them. To be sourced; needs $build, $here and not_run; call sanitized_module first, which sets $module.
#
# PHP's own allocator is turned off, because an overflow inside its pages would not be
# detected. Modules stay loaded, because the stacks of leaks would have no names.

sanitized_module() {
    command -v php >/dev/null || not_run "no php"
    command -v gcc >/dev/null || not_run "no gcc"
    [ -f "$(gcc -print-file-name=libasan.so)" ] || not_run "gcc has no libasan"
    CC=gcc "$here/../../tools/packages/php-build.sh" "$build" -O1 -fno-omit-frame-pointer \
        -fsanitize=address,undefined -fno-sanitize-recover=undefined >/dev/null
    module=$build/php/modules/msgpack.so
    gcc -O1 -shared -fPIC "$here/no_deepbind.c" -o "$build/no_deepbind.so"
    preload="$build/no_deepbind.so $(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
}

sanitized() {
    LD_PRELOAD=$preload USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 \
        ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=1:quarantine_size_mb=32:max_allocation_size_mb=512:allocator_may_return_null=1 \
        UBSAN_OPTIONS=print_stacktrace=1 "$@"
}
