/*
 * What only the face needs of errors.c; the rest is in internal.h.
 */
#ifndef MSGPACK_ERRORS_H
#define MSGPACK_ERRORS_H

#include "internal.h"

/* As msgpack_report_unpack, for a message that begins base bytes into a
 * stream: the exception's offset counts from the stream's start. */
void msgpack_report_unpack_at(struct msgpack_failure *failure, const char *bytes, size_t len,
                              uint64_t base, bool throw_exception);

/* PECL's warning, when msgpack.error_display is on. */
void msgpack_warn_extra_bytes(void);

/* A warning, when msgpack.error_display is on. */
void msgpack_warn(const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 1, 2);

/* A stream would keep more than limit bytes: offset is that of the first byte
 * that is too many. */
void msgpack_report_full(const char *caller, uint64_t offset, size_t limit, bool throw_exception);

/* MsgpackException "mutated": a hook called back into the object that runs it. */
void msgpack_throw_busy(const char *class_name);

#endif
