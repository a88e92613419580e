#include "engine.h"

#include "zend_exceptions.h"

#include <stdlib.h>

extern zend_module_entry msgpack_module_entry;

static const zend_function_entry *engine_functions;

static size_t engine_write(const char *text, size_t n)
{
    (void)text;
    return n;
}

static void engine_message(const char *message, int level)
{
    (void)message;
    (void)level;
}

/* No headers, as php_embed_init sets it. But headers_sent must be 0, or sessions cannot start. */
static void engine_settle_request(void)
{
    SG(headers_sent) = 0;
    SG(request_info).no_headers = 1;
}

static int engine_startup(sapi_module_struct *module)
{
    module->additional_functions = engine_functions; /* php_embed_init has put its own */
    return php_module_startup(module, &msgpack_module_entry);
}

void engine_start(const zend_function_entry *functions)
{
    static char *arguments[] = {"engine", NULL};

    engine_functions = functions;
    php_embed_module.startup = engine_startup;
    php_embed_module.ub_write = engine_write;
    php_embed_module.log_message = engine_message;
    php_embed_module.php_ini_ignore = 1;
    setenv("USE_ZEND_ALLOC", "0", 1);
    if (php_embed_init(1, arguments) == FAILURE) {
        fprintf(stderr, "PHP does not start\n");
        exit(1);
    }
    engine_settle_request();
}

void engine_stop(void)
{
    php_embed_shutdown();
}

bool engine_end_request(void)
{
    php_request_shutdown(NULL);
    return !CG(unclean_shutdown);
}

void engine_begin_request(void)
{
    if (php_request_startup() == FAILURE) {
        fprintf(stderr, "PHP does not begin another request\n");
        exit(1);
    }
    engine_settle_request();
}

bool engine_run_file(const char *path)
{
    volatile bool right = false;
    zend_file_handle file;

    zend_stream_init_filename(&file, path);
    zend_first_try
    {
        right = zend_execute_scripts(ZEND_REQUIRE, NULL, 1, &file) == SUCCESS && !EG(exception);
    }
    zend_end_try();
    zend_destroy_file_handle(&file);
    return right;
}

bool engine_call(const char *function, uint32_t count, zval *arguments, zval *result)
{
    volatile bool right = false;
    zval name;

    ZVAL_UNDEF(result);
    ZVAL_STRING(&name, function);
    zend_first_try
    {
        call_user_function(NULL, NULL, &name, result, count, arguments);
        if (EG(exception))
            zend_clear_exception();
        right = true;
    }
    zend_end_try();
    if (right)
        zval_ptr_dtor_str(&name);
    else if (getenv("ENGINE_TELLS") != NULL && PG(last_error_message) != NULL)
        fprintf(stderr, "%s: %s\n", function, ZSTR_VAL(PG(last_error_message)));
    return right;
}
