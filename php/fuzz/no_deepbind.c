/*
 * Preloaded before the sanitizers. PHP loads its modules with RTLD_DEEPBIND, which
 * would hide the sanitizers' malloc from the module; the sanitizers stop with an
 * error then. This dlopen() removes the flag.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

void *dlopen(const char *file, int mode)
{
    static void *(*next)(const char *, int);

    if (next == NULL)
        next = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return next(file, mode & ~RTLD_DEEPBIND);
}
