/*
 * Decodes damaged messages by every function and class, in many requests of one
 * process. A request ends normally, by a failing allocation, or with decoding in
 * user code that runs after the modules' shutdown.
 *
 *     fuzz_requests REQUESTS.php DIRECTORY INPUTS SEED
 *
 * The first request has seed SEED, each further one the next number. DIRECTORY/batch-N
 * has the last batch of the request with seed N.
 */
#include "engine.h"
#include "failing_heap.h"

#include <stdlib.h>
#include <time.h>

#define TELL_EVERY 100 /* requests */

/* Calls function(directory, seed): int. Ends the program if that fails, unless may_end. */
static zend_long call(const char *function, const char *directory, long seed, bool may_end)
{
    zval arguments[2], result;
    zend_long answer = -1;

    ZVAL_STRING(&arguments[0], directory);
    ZVAL_LONG(&arguments[1], seed);
    if (engine_call(function, 2, arguments, &result)) {
        if (Z_TYPE(result) == IS_LONG)
            answer = Z_LVAL(result);
        zval_ptr_dtor(&result);
        zval_ptr_dtor_str(&arguments[0]);
    }
    if (answer < 0 && !may_end) {
        fprintf(stderr, "%s ended in an error, seed %ld: %s\n", function, seed,
                PG(last_error_message) != NULL ? ZSTR_VAL(PG(last_error_message)) : "no message");
        exit(1);
    }
    return answer;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: fuzz_requests REQUESTS.php DIRECTORY INPUTS SEED\n");
        return 2;
    }
    long long inputs = 0, wanted = atoll(argv[3]);
    long requests = 0, seed = atol(argv[4]), leaks = 0;
    time_t begun = time(NULL);

    engine_start(failing_functions);
    engine_end_request();
    failing_install();
    while (inputs < wanted) {
        engine_begin_request();
        if (!engine_run_file(argv[1])) {
            fprintf(stderr, "%s ended in an error\n", argv[1]);
            return 1;
        }
        inputs += call("fuzz_request", argv[2], seed, false);
        bool plain = call("fuzz_end", argv[2], seed, true) == 0;
        bool clean = engine_end_request();
        failing.countdown = 0;
        long left = failing_free_all();
        if (plain && !clean) {
            fprintf(stderr, "request with seed %ld: ended in a fatal error\n", seed);
            return 1;
        }
        if (plain && left > 0) {
            fprintf(stderr, "request with seed %ld: %ld blocks leaked\n", seed, left);
            leaks++;
        }
        seed++;
        if (++requests % TELL_EVERY == 0) {
            printf("%lld inputs, %ld requests, %ld allocations failed, %lld s\n", inputs, requests, failing.failed,
                   (long long)(time(NULL) - begun));
            fflush(stdout);
        }
    }
    failing_remove();
    engine_begin_request();
    engine_stop();
    printf("fuzz php, %ld requests: %lld inputs, %ld allocations failed, %ld requests leaked, %lld s\n", requests,
           inputs, failing.failed, leaks, (long long)(time(NULL) - begun));
    return leaks != 0;
}
