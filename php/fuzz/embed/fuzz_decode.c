/*
 * libFuzzer's target. The first three bytes of an input select the function or class
 * and its options (decode_input.php), the other bytes are the message.
 */
#include "engine.h"

#include <sanitizer/lsan_interface.h>
#include <stdlib.h>

#define REST_EVERY 2000     /* inputs after which values kept by hooks are dropped */
#define REQUEST_EVERY 50000 /* inputs after which the request ends */

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

/* Compiled PHP code is reachable only by tagged pointers, which LeakSanitizer does not
 * follow: allocations made here are not checked. */
static void fuzz_begin(void)
{
    __lsan_disable();
    if (!engine_run_file(FUZZ_SCRIPT)) {
        fprintf(stderr, "%s ended in an error\n", FUZZ_SCRIPT);
        abort();
    }
    __lsan_enable();
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    __lsan_disable();
    engine_start(NULL);
    __lsan_enable();
    fuzz_begin();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static unsigned count;
    zval argument, result;
    bool right;

    if (size < 4)
        return 0;
    ZVAL_STRINGL(&argument, (const char *)input, size);
    right = engine_call("decode_input", 1, &argument, &result);
    zval_ptr_dtor(&argument);
    if (right && ++count % REST_EVERY == 0)
        right = engine_call("Trial\\DecodingMethod::rest", 0, NULL, &result);
    if (!right || count % REQUEST_EVERY == 0) {
        engine_end_request();
        engine_begin_request();
        fuzz_begin();
    }
    return 0;
}
