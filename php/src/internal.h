/*
 * What the files of the module share. The files in reading order:
 *
 *   module.c               entry, ini settings, the functions
 *   core.c                 the C core, compiled as one unit
 *   compat.h               the differences between the engine's versions
 *   memory.h               what exceeding memory_limit means to code that allocates
 *   call_options.h         the options of one call
 *   failure.c              why a call failed
 *
 * api/: what PHP programs and other extensions call
 *   call.c                 a whole value is packed or unpacked, a failure reported
 *   options.c              option arrays -> the two structs of call_options.h
 *   option_setters.c       the checks of their values
 *   scalar.h               a message that is one scalar, both directions
 *   pecl_classes.c         MessagePack, MessagePackUnpacker
 *   msgpack_class.c        Msgpack
 *   codec.c                MsgpackCodec
 *   attributes.c           the attributes in the namespace Msgpack
 *   template.c             the template argument of unpack
 *   stream.c               cuts a stream into whole messages (haya_scan)
 *   lz4.c                  compressed messages
 *   session.c              the serializers of sessions and APCu
 *   errors.c               PECL's warnings, MsgpackException
 *
 * encode/: zvals -> bytes
 *   loop.c                 the encoding loop, on an explicit stack
 *   scalar.h               its innermost part: numbers, strings, runs of them
 *   stack.c                open containers, and their protection against user code
 *   array.c                arrays: lists, maps, marks for those that occur again
 *   output.c               the output buffer, failures
 *   object.c               objects, their hooks, enums, value classes
 *   typed.c                ext 100: typed values
 *   references.c           which containers were written before, by ordinal
 *
 * decode/: bytes -> zvals
 *   loop.c                 the decoding loop, on an explicit stack
 *   scalar.h               its innermost part
 *   open_containers.h      its part that opens lists and maps
 *   predicted_keys.h       fast paths for maps and objects with predicted keys
 *   flat_containers.c      whole lists and maps of scalars, without a frame
 *   stack.c                open containers, the log of all containers
 *   array_slots.c          slots of values in arrays, temporary values
 *   shape_cache.c          caches of keys and of whole maps
 *   other_keys.c           keys of maps that the loop does not read itself
 *   property_keys.c        keys of objects
 *   settle.c               values that are more than stored in their slot
 *   text.c                 long strings, repeated texts, integers as text
 *   fail.c                 failures
 *   pecl_forms.c           values of nil keys: class names, back references
 *   object_ids.c           objects that occur several times, as .NET writes them
 *   references.c           PHP references to containers
 *   hooks.c                __wakeup and __unserialize, after the whole message
 *   class_lookup.c         a class by its name, if the options allow it
 *   object.c               making objects, and taking entries as their properties
 *   properties.c           declared and other properties: slots, types
 *   ext.c                  exts
 *   typed.c                ext 100: typed values
 *
 * plan/: classes of the program, by their types (see plan.h)
 *   compile/               types and classes -> plans
 *   decode/                bytes -> objects
 *   encode/                objects -> bytes
 *
 * types/: PHP classes for what PHP has no type for
 *   value_classes.c        MsgpackExt, MsgpackBin, MsgpackTimestamp, MsgpackTyped
 *   type_registry.c        MsgpackTypeRegistry: type names and classes
 *   class_fields.c         what is read of a class
 *
 * Each thread has its own state (ZTS: module globals are per thread). Every function
 * that calls user code can be entered again from it.
 */
#ifndef MSGPACK_INTERNAL_H
#define MSGPACK_INTERNAL_H

#include "call_options.h"
#include "compat.h"
#include "failure.h"
#include "memory.h"
#include "zend_smart_str.h"
#include "../../core/include/hayapack.h"

/* Makes allocated memory a string of n bytes, text not set. */
static zend_always_inline void msgpack_string_header(zend_string *s, size_t n)
{
    GC_SET_REFCOUNT(s, 1);
    GC_TYPE_INFO(s) = GC_STRING;
    ZSTR_H(s) = 0;
    ZSTR_LEN(s) = n;
}

/* Copies n bytes, n in 8..32, in two pieces that may overlap: without a call or a
 * loop, and without reading or writing any other byte. */
static zend_always_inline void msgpack_copy_short(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    if (n >= 16) {
        memcpy(t, f, 16);
        memcpy(t + n - 16, f + n - 16, 16);
    } else {
        memcpy(t, f, 8);
        memcpy(t + n - 8, f + n - 8, 8);
    }
}

/* Doubles the capacity of a stack of frames, of `size` bytes each. Its `first` frames are part of its owner; with more
 * it is allocated. */
static inline void *msgpack_grow_frames(void *frames, uint32_t *capacity, uint32_t first, size_t size)
{
    uint32_t old = *capacity;
    *capacity = old * 2;
    return old == first ? memcpy(safe_emalloc(*capacity, size, 0), frames, old * size)
                        : safe_erealloc(frames, *capacity, size, 0);
}

/* The first n bytes, n in 0..7, of a word loaded from memory; the others become 0. */
static zend_always_inline uint64_t msgpack_cut_word(uint64_t word, size_t n)
{
#ifdef WORDS_BIGENDIAN
    return n ? word & ~(UINT64_MAX >> (8 * n)) : 0;
#else
    return n ? word & (UINT64_MAX >> (64 - 8 * n)) : 0;
#endif
}

/* ---- encoding (encode/loop.c) ------------------------------------------- */

/* The message for value, which the caller owns, or NULL with *failure set or an
 * exception pending. If value itself is a PHP reference to an array or object, the
 * message marks it as one: sessions pass a reference, function arguments never are. */
zend_string *msgpack_encode(zval *value, const struct msgpack_pack_options *options, struct msgpack_failure *failure);

/* ---- decoding (decode/loop.c) ------------------------------------------- */

/* Stores the value of the message at the start of bytes[0 .. len) in *out, and the
 * message's length in *used. False: *out is UNDEF, and *failure is set or an exception
 * is pending. The caller must check for bytes after the message. */
bool msgpack_decode(zval *out, const char *bytes, size_t len, size_t *used,
                    const struct msgpack_unpack_options *options, struct msgpack_failure *failure);

/* False, with the exception that unserialize() throws, if objects of the class cannot be
 * unserialized at all. (decode/object.c) */
bool msgpack_may_unserialize(const zend_class_entry *ce);

/* ---- module globals (module.c) ------------------------------------------ */

struct msgpack_shapes;

ZEND_BEGIN_MODULE_GLOBALS(msgpack)
    bool error_display;
    bool php_only;
    bool assoc;
    bool illegal_key_insert;
    bool use_str8_serialization;
    bool force_f32;
    zend_long max_buffer_size;     /* bytes; 0: no limit */
    zend_long session_max_depth;   /* 1..MSGPACK_DEPTH_MAX */
    struct msgpack_shapes *shapes; /* allocated by the first decoding, freed at GSHUTDOWN */
    size_t last_size;              /* bytes of the last large result, for the next buffer's capacity */
    HashTable *plans;              /* of this request, by type; NULL: none yet */
    bool ending;                   /* RSHUTDOWN was called: no plan is kept any more */
ZEND_END_MODULE_GLOBALS(msgpack)

#if defined(ZTS) && defined(COMPILE_DL_MSGPACK)
ZEND_TSRMLS_CACHE_EXTERN()
#endif
ZEND_EXTERN_MODULE_GLOBALS(msgpack)
#define MSGPACK_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(msgpack, v)

#endif
