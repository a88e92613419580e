/*
 * PHP inside a test program, with the msgpack module compiled in, so that the
 * program's sanitizers and fuzzer cover all of the module.
 */
#ifndef EMBED_ENGINE_H
#define EMBED_ENGINE_H

#include "php.h"
#include "sapi/embed/php_embed.h"

#include <stdbool.h>

/* Starts PHP, whose output is discarded. functions: more PHP functions, or NULL. */
void engine_start(const zend_function_entry *functions);
void engine_stop(void);

/* Ends the request, also after an error. False: the request ended by a fatal error,
 * after which PHP frees its heap as a whole, and not value by value. */
bool engine_end_request(void);
void engine_begin_request(void);

/* Runs a PHP file; false: it ended in an error. */
bool engine_run_file(const char *path);

/* Calls a PHP function, given by name; arguments are borrowed. An exception is
 * discarded. False: a fatal error; the caller must end the request. */
bool engine_call(const char *function, uint32_t count, zval *arguments, zval *result);

#endif
