/* Compressed messages. */
#ifndef MSGPACK_LZ4_H
#define MSGPACK_LZ4_H

#include "../internal.h"

/* Whether the module is linked with liblz4. If not, the option lz4 is an error. */
extern const bool msgpack_has_lz4;
const char *msgpack_lz4_version(void);

/* As msgpack_encode and msgpack_decode, for options with lz4. */
zend_string *msgpack_lz4_encode(zval *value, const struct msgpack_pack_options *options,
                                struct msgpack_failure *failure);
bool msgpack_lz4_decode(zval *out, const char *bytes, size_t len, size_t *used,
                        const struct msgpack_unpack_options *options, struct msgpack_failure *failure);

/* The limits for scanning a stream for the end of the message that begins with
 * these bytes. False: more bytes are needed to know them. */
bool msgpack_lz4_limits(const struct msgpack_unpack_options *options, const char *bytes, size_t len,
                        struct haya_limits *limits);

#endif
