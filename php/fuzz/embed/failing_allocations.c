/*
 * Makes every allocation of each scenario fail in turn, in a request of its own;
 * then the same request must succeed, with the caches that the failed one left.
 * Some scenarios run in user code at the end of the request.
 *
 *     failing_allocations SCENARIOS.php [SCENARIO ALLOCATION]
 *
 * A sanitizer's report ends with two numbers; given as arguments they run that case
 * alone. FAILING_TELLS in the environment prints the stack of the allocation.
 */
#include "engine.h"
#include "failing_heap.h"

#include <sanitizer/asan_interface.h>
#include <stdlib.h>

#define ANSWERS_LATE (-3) /* the scenario's result is known after the end of the request */

static long now_scenario, now_allocation;

static void tell_case(void)
{
    fprintf(stderr, "scenario %ld, allocation %ld\n", now_scenario, now_allocation);
}

static void end_request(void)
{
    engine_end_request();
    failing_free_all();
}

/* Runs the scenario in a new request with its n-th allocation failing. Returns the
 * scenario's result (a number), or -1 if a fatal error ended it. */
static long run_scenario(const char *file, long scenario, long n)
{
    zval arguments[2], result;
    long answer = -1;

    now_scenario = scenario;
    now_allocation = n;
    engine_begin_request();
    if (!engine_run_file(file)) {
        fprintf(stderr, "%s ended in an error\n", file);
        exit(1);
    }
    ZVAL_LONG(&arguments[0], scenario);
    ZVAL_LONG(&arguments[1], n);
    failing.late_answer = -1;
    if (engine_call("scenario", 2, arguments, &result))
        answer = Z_TYPE(result) == IS_LONG ? (long)Z_LVAL(result) : -2;
    if (answer != ANSWERS_LATE)
        failing.countdown = 0;
    end_request();
    failing.countdown = 0;
    return answer == ANSWERS_LATE ? failing.late_answer : answer;
}

int main(int argc, char **argv)
{
    long count, wrong = 0;

    if (argc != 2 && argc != 4) {
        fprintf(stderr, "usage: failing_allocations SCENARIOS.php [SCENARIO ALLOCATION]\n");
        return 2;
    }
    engine_start(failing_functions);
    engine_end_request();
    failing_install();
    __asan_set_death_callback(tell_case);
    if (argc == 4) {
        long scenario = atol(argv[2]);
        run_scenario(argv[1], scenario, atol(argv[3]));
        printf("afterwards: %ld\n", run_scenario(argv[1], scenario, 0));
        return 0;
    }
    count = run_scenario(argv[1], -1, 0);
    for (long scenario = 0; scenario < count; scenario++) {
        long all = run_scenario(argv[1], scenario, 0);
        if (all < 0) {
            printf("scenario %ld: wrong with no failure\n", scenario);
            wrong++;
        }
        for (long n = 1; n <= all; n++) {
            long answer = run_scenario(argv[1], scenario, n);
            if (answer != -1)
                continue; /* fewer allocations this time: a cache was warm */
            if (run_scenario(argv[1], scenario, 0) < 0) {
                printf("scenario %ld: wrong after allocation %ld of %ld failed\n", scenario, n, all);
                wrong++;
            }
        }
        printf("scenario %ld: %ld allocations\n", scenario, all);
    }
    failing_remove();
    engine_begin_request();
    engine_stop();
    printf("failing allocations: %ld scenarios, %ld failures, %ld wrong\n", count, failing.failed, wrong);
    return wrong != 0 || failing.failed == 0;
}
