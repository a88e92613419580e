/* Reports of failures: PECL's warnings and MsgpackException. */
#ifndef MSGPACK_ERRORS_H
#define MSGPACK_ERRORS_H

#include "../internal.h"

extern zend_class_entry *msgpack_exception_ce, *msgpack_validation_ce;

/* Throws a MsgpackException, or warns if msgpack.error_display is on. Does not report
 * if an exception is pending. Frees what *failure owns. */
void msgpack_report_pack(struct msgpack_failure *failure, bool throw_exception);
void msgpack_report_unpack(struct msgpack_failure *failure, const char *bytes, size_t len, bool throw_exception);

/* The same for the data of a session: always a warning, with the error's name, offset and path. */
void msgpack_report_session(struct msgpack_failure *failure, const char *bytes, size_t len);

/* Throws for a failure of MsgpackCodec::convert(): without an offset, as the program has not seen the message. */
void msgpack_report_convert(struct msgpack_failure *failure, const char *bytes, size_t len);

/* As msgpack_report_unpack, for a message that begins at offset base of a stream:
 * the exception's offset is that in the stream. Does not free the failure. */
void msgpack_report_unpack_at(struct msgpack_failure *failure, const char *bytes, size_t len, uint64_t base,
                              bool throw_exception);

/* PECL's warning about bytes after a message, if msgpack.error_display is on. */
void msgpack_warn_extra_bytes(void);

/* A warning, if msgpack.error_display is on. */
void msgpack_warn(const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 1, 2);

/* Reports that a stream would have to keep more than limit bytes. offset: of the
 * first byte beyond the limit, in the stream; caller: PECL's name of the method. */
void msgpack_report_full(const char *caller, uint64_t offset, size_t limit, bool throw_exception);

/* Throws MsgpackException "mutated": a hook called a method of the object that is
 * decoding. */
void msgpack_throw_busy(const char *class_name);

#endif
