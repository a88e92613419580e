/*
 * hayapack_wire.h: encoding and decoding of numbers and headers.
 *
 * Static inline functions without state, allocation or bounds checks: the caller
 * ensures that there is space to write or that the bytes to read exist. They may
 * be called from any thread. All rules come from the MessagePack specification
 * (github.com/msgpack/msgpack, spec.md); numbers are big-endian.
 *
 * For the hot paths of bindings. Programs should use hayapack.h.
 */
#ifndef HAYAPACK_WIRE_H
#define HAYAPACK_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* First bytes of values, by the names of the specification. */
enum {
    HAYA_FIXMAP = 0x80,
    HAYA_FIXARRAY = 0x90,
    HAYA_FIXSTR = 0xa0,
    HAYA_NIL = 0xc0,
    HAYA_RESERVED = 0xc1,
    HAYA_FALSE = 0xc2,
    HAYA_TRUE = 0xc3,
    HAYA_BIN8 = 0xc4,
    HAYA_BIN16 = 0xc5,
    HAYA_BIN32 = 0xc6,
    HAYA_EXT8 = 0xc7,
    HAYA_EXT16 = 0xc8,
    HAYA_EXT32 = 0xc9,
    HAYA_FLOAT32 = 0xca,
    HAYA_FLOAT64 = 0xcb,
    HAYA_UINT8 = 0xcc,
    HAYA_UINT16 = 0xcd,
    HAYA_UINT32 = 0xce,
    HAYA_UINT64 = 0xcf,
    HAYA_INT8 = 0xd0,
    HAYA_INT16 = 0xd1,
    HAYA_INT32 = 0xd2,
    HAYA_INT64 = 0xd3,
    HAYA_FIXEXT1 = 0xd4,
    HAYA_FIXEXT2 = 0xd5,
    HAYA_FIXEXT4 = 0xd6,
    HAYA_FIXEXT8 = 0xd7,
    HAYA_FIXEXT16 = 0xd8,
    HAYA_STR8 = 0xd9,
    HAYA_STR16 = 0xda,
    HAYA_STR32 = 0xdb,
    HAYA_ARRAY16 = 0xdc,
    HAYA_ARRAY32 = 0xdd,
    HAYA_MAP16 = 0xde,
    HAYA_MAP32 = 0xdf,
    HAYA_NEGATIVE_FIXINT = 0xe0
};

/* The ext type of timestamps. */
#define HAYA_TIMESTAMP_TYPE (-1)

/* The most bytes of one header or one number (float64, int64, uint64). */
#define HAYA_HEADER_MAX 9

/* The most bytes of one timestamp, header included. */
#define HAYA_TIMESTAMP_MAX 15

#define HAYA_NANOSECONDS_MAX 999999999u

#if defined(__GNUC__) || defined(__clang__)
#define HAYA_INLINE static inline __attribute__((always_inline))
#else
#define HAYA_INLINE static inline
#endif

/* ---- loads and stores ------------------------------------------------- */

/* HAYA_LITTLE_ENDIAN: 1 if the least significant byte of a word is the first one in memory, else 0. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HAYA_LITTLE_ENDIAN 1
#define HAYA_SWAP16(v) __builtin_bswap16(v)
#define HAYA_SWAP32(v) __builtin_bswap32(v)
#define HAYA_SWAP64(v) __builtin_bswap64(v)
#elif defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define HAYA_LITTLE_ENDIAN 0
#define HAYA_SWAP16(v) (v)
#define HAYA_SWAP32(v) (v)
#define HAYA_SWAP64(v) (v)
#elif defined(_MSC_VER)
#include <stdlib.h>
#define HAYA_LITTLE_ENDIAN 1
#define HAYA_SWAP16(v) _byteswap_ushort(v)
#define HAYA_SWAP32(v) _byteswap_ulong(v)
#define HAYA_SWAP64(v) _byteswap_uint64(v)
#else
#error "hayapack: unknown compiler, please define HAYA_LITTLE_ENDIAN and HAYA_SWAP16, 32 and 64"
#endif

HAYA_INLINE uint16_t haya_load16(const uint8_t *p)
{
    uint16_t v;
    memcpy(&v, p, sizeof v);
    return HAYA_SWAP16(v);
}

HAYA_INLINE uint32_t haya_load32(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return HAYA_SWAP32(v);
}

HAYA_INLINE uint64_t haya_load64(const uint8_t *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return HAYA_SWAP64(v);
}

/* The bits of the integer with this format byte, whose other bytes are at s: of a uint64_t for uint64, else of an
 * int64_t. */
HAYA_INLINE uint64_t haya_load_integer(uint8_t format, const uint8_t *s)
{
    switch (format) {
    case HAYA_UINT8: return *s;
    case HAYA_UINT16: return haya_load16(s);
    case HAYA_UINT32: return haya_load32(s);
    case HAYA_UINT64:
    case HAYA_INT64: return haya_load64(s);
    case HAYA_INT8: return (uint64_t)(int8_t)*s;
    case HAYA_INT16: return (uint64_t)(int16_t)haya_load16(s);
    case HAYA_INT32: return (uint64_t)(int32_t)haya_load32(s);
    default: return (uint64_t)(int8_t)format;
    }
}

HAYA_INLINE float haya_load_float(const uint8_t *p)
{
    uint32_t bits = haya_load32(p);
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

HAYA_INLINE double haya_load_double(const uint8_t *p)
{
    uint64_t bits = haya_load64(p);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

HAYA_INLINE void haya_store16(uint8_t *p, uint16_t v)
{
    v = HAYA_SWAP16(v);
    memcpy(p, &v, sizeof v);
}

HAYA_INLINE void haya_store32(uint8_t *p, uint32_t v)
{
    v = HAYA_SWAP32(v);
    memcpy(p, &v, sizeof v);
}

HAYA_INLINE void haya_store64(uint8_t *p, uint64_t v)
{
    v = HAYA_SWAP64(v);
    memcpy(p, &v, sizeof v);
}

/* ---- writing: each function writes at p and returns the end -------------
 * The shortest form is written. There must be space for HAYA_HEADER_MAX bytes at p,
 * because bytes after the returned end may be overwritten up to there.
 */

HAYA_INLINE uint8_t *haya_put_nil(uint8_t *p)
{
    *p = HAYA_NIL;
    return p + 1;
}

HAYA_INLINE uint8_t *haya_put_bool(uint8_t *p, bool v)
{
    *p = (uint8_t)(HAYA_FALSE + v);
    return p + 1;
}

HAYA_INLINE uint8_t *haya_put_uint(uint8_t *p, uint64_t v)
{
    if (v < 0x80) {
        *p = (uint8_t)v;
        return p + 1;
    }
    if (v <= 0xffff) {
        if (v <= 0xff) {
            p[0] = HAYA_UINT8;
            p[1] = (uint8_t)v;
            return p + 2;
        }
        p[0] = HAYA_UINT16;
        haya_store16(p + 1, (uint16_t)v);
        return p + 3;
    }
    if (v <= 0xffffffff) {
        p[0] = HAYA_UINT32;
        haya_store32(p + 1, (uint32_t)v);
        return p + 5;
    }
    p[0] = HAYA_UINT64;
    haya_store64(p + 1, v);
    return p + 9;
}

HAYA_INLINE uint8_t *haya_put_int(uint8_t *p, int64_t v)
{
    if (v >= 0)
        return haya_put_uint(p, (uint64_t)v);
    if (v >= -0x20) {
        *p = (uint8_t)v;
        return p + 1;
    }
    if (v >= -0x8000) {
        if (v >= -0x80) {
            p[0] = HAYA_INT8;
            p[1] = (uint8_t)v;
            return p + 2;
        }
        p[0] = HAYA_INT16;
        haya_store16(p + 1, (uint16_t)v);
        return p + 3;
    }
    if (v >= -0x7fffffff - 1) {
        p[0] = HAYA_INT32;
        haya_store32(p + 1, (uint32_t)v);
        return p + 5;
    }
    p[0] = HAYA_INT64;
    haya_store64(p + 1, (uint64_t)v);
    return p + 9;
}

HAYA_INLINE uint8_t *haya_put_float(uint8_t *p, float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    p[0] = HAYA_FLOAT32;
    haya_store32(p + 1, bits);
    return p + 5;
}

HAYA_INLINE uint8_t *haya_put_double(uint8_t *p, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    p[0] = HAYA_FLOAT64;
    haya_store64(p + 1, bits);
    return p + 9;
}

/* A header with a length of 8, 16 or 32 bits; the first byte is format, format + 1 or format + 2. */
HAYA_INLINE uint8_t *haya_put_header8(uint8_t *p, uint8_t format, uint32_t n)
{
    if (n <= 0xff) {
        p[0] = format;
        p[1] = (uint8_t)n;
        return p + 2;
    }
    if (n <= 0xffff) {
        p[0] = (uint8_t)(format + 1);
        haya_store16(p + 1, (uint16_t)n);
        return p + 3;
    }
    p[0] = (uint8_t)(format + 2);
    haya_store32(p + 1, n);
    return p + 5;
}

/* A header with a count of 4, 16 or 32 bits; the first byte is fix + n, format or format + 1. */
HAYA_INLINE uint8_t *haya_put_header4(uint8_t *p, uint8_t fix, uint8_t format, uint32_t n)
{
    if (n < 16) {
        *p = (uint8_t)(fix | n);
        return p + 1;
    }
    if (n <= 0xffff) {
        p[0] = format;
        haya_store16(p + 1, (uint16_t)n);
        return p + 3;
    }
    p[0] = (uint8_t)(format + 1);
    haya_store32(p + 1, n);
    return p + 5;
}

/* n: bytes of UTF-8. */
HAYA_INLINE uint8_t *haya_put_str_header(uint8_t *p, uint32_t n)
{
    if (n < 32) {
        *p = (uint8_t)(HAYA_FIXSTR | n);
        return p + 1;
    }
    return haya_put_header8(p, HAYA_STR8, n);
}

/* The "raw" header of the specification of before 2013, which has no str8. */
HAYA_INLINE uint8_t *haya_put_str_header_old(uint8_t *p, uint32_t n)
{
    if (n < 32) {
        *p = (uint8_t)(HAYA_FIXSTR | n);
        return p + 1;
    }
    if (n <= 0xffff) {
        p[0] = HAYA_STR16;
        haya_store16(p + 1, (uint16_t)n);
        return p + 3;
    }
    p[0] = HAYA_STR32;
    haya_store32(p + 1, n);
    return p + 5;
}

HAYA_INLINE uint8_t *haya_put_bin_header(uint8_t *p, uint32_t n)
{
    return haya_put_header8(p, HAYA_BIN8, n);
}

/* n: elements. */
HAYA_INLINE uint8_t *haya_put_array_header(uint8_t *p, uint32_t n)
{
    return haya_put_header4(p, HAYA_FIXARRAY, HAYA_ARRAY16, n);
}

/* n: entries (a key and a value each). */
HAYA_INLINE uint8_t *haya_put_map_header(uint8_t *p, uint32_t n)
{
    return haya_put_header4(p, HAYA_FIXMAP, HAYA_MAP16, n);
}

/* n: payload bytes, without the type byte. */
HAYA_INLINE uint8_t *haya_put_ext_header(uint8_t *p, int8_t type, uint32_t n)
{
    switch (n) {
    case 1: *p++ = HAYA_FIXEXT1; break;
    case 2: *p++ = HAYA_FIXEXT2; break;
    case 4: *p++ = HAYA_FIXEXT4; break;
    case 8: *p++ = HAYA_FIXEXT8; break;
    case 16: *p++ = HAYA_FIXEXT16; break;
    default: p = haya_put_header8(p, HAYA_EXT8, n); break;
    }
    *p = (uint8_t)type;
    return p + 1;
}

/*
 * A timestamp in the shortest of its three forms, header included. Needs space
 * for HAYA_TIMESTAMP_MAX bytes. seconds: since 1970-01-01T00:00:00Z;
 * nanoseconds: 0..HAYA_NANOSECONDS_MAX, added to them, also before 1970.
 */
HAYA_INLINE uint8_t *haya_put_timestamp(uint8_t *p, int64_t seconds, uint32_t nanoseconds)
{
    if (((uint64_t)seconds >> 34) != 0) {
        p = haya_put_ext_header(p, HAYA_TIMESTAMP_TYPE, 12);
        haya_store32(p, nanoseconds);
        haya_store64(p + 4, (uint64_t)seconds);
        return p + 12;
    }
    if (nanoseconds == 0 && (uint64_t)seconds <= 0xffffffff) {
        p = haya_put_ext_header(p, HAYA_TIMESTAMP_TYPE, 4);
        haya_store32(p, (uint32_t)seconds);
        return p + 4;
    }
    p = haya_put_ext_header(p, HAYA_TIMESTAMP_TYPE, 8);
    haya_store64(p, (uint64_t)nanoseconds << 34 | (uint64_t)seconds);
    return p + 8;
}

#endif
