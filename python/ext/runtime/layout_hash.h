/*
 * layout_hash.h: the part of layout.h for the hashes of new texts, which CPython computes by SipHash-1-3 from 3.11 on,
 * unless it was configured otherwise: layout_init() compares.
 */
#ifndef HAYAPACK_LAYOUT_HASH_H
#define HAYAPACK_LAYOUT_HASH_H

#include "layout.h"

#if LAYOUT_KNOWN

#if PY_VERSION_HEX >= 0x030D0000
/* The first members of the union in CPython's pycore_pyhash.h; before, it is in a public header. */
union layout_hash_secret {
    struct {
        uint64_t k0, k1;
    } siphash;
};
PyAPI_DATA(union layout_hash_secret) _Py_HashSecret;
#endif

/* The state of SipHash. */
struct layout_sip {
    uint64_t a, b, c, d;
};

HAYA_INLINE uint64_t layout_rotated(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

HAYA_INLINE void layout_sip_round(struct layout_sip *v)
{
    v->a += v->b;
    v->c += v->d;
    v->b = layout_rotated(v->b, 13) ^ v->a;
    v->d = layout_rotated(v->d, 16) ^ v->c;
    v->a = layout_rotated(v->a, 32);
    v->c += v->b;
    v->a += v->d;
    v->b = layout_rotated(v->b, 17) ^ v->c;
    v->d = layout_rotated(v->d, 21) ^ v->a;
    v->c = layout_rotated(v->c, 32);
}

HAYA_INLINE void layout_sip_word(struct layout_sip *v, uint64_t word)
{
    v->d ^= word;
    layout_sip_round(v);
    v->a ^= word;
}

/* The hash of n >= 1 bytes; the 7 before them may be read. */
HAYA_INLINE Py_hash_t layout_sip_hash(const uint64_t key[2], const uint8_t *s, size_t n)
{
    struct layout_sip v = {key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261,
                           key[1] ^ 0x7465646279746573};
    uint64_t word;
    const uint8_t *end = s + n;
    for (; end - s >= 8; s += 8) {
        memcpy(&word, s, 8);
        layout_sip_word(&v, word);
    }
    size_t rest = (size_t)(end - s);
    memcpy(&word, end - 8, 8);
    word = rest != 0 ? word >> (64 - 8 * rest) : 0;
    layout_sip_word(&v, (uint64_t)n << 56 | word);
    v.c ^= 0xff;
    layout_sip_round(&v);
    layout_sip_round(&v);
    layout_sip_round(&v);
    Py_hash_t hash = (Py_hash_t)(v.a ^ v.b ^ v.c ^ v.d);
    return hash == -1 ? -2 : hash;
}

/* The hash of an exact str, which is stored in it. */
HAYA_INLINE Py_hash_t layout_text_hash(const struct layout *layout, PyObject *text)
{
    PyASCIIObject *o = (PyASCIIObject *)text;
    if (o->hash != -1)
        return o->hash;
    if (!layout->hashes || !IS_ASCII(text) || o->length == 0)
        return PyObject_Hash(text);
    Py_hash_t hash = layout_sip_hash(layout->hash_key, (const uint8_t *)(o + 1), (size_t)o->length);
    __atomic_store_n(&o->hash, hash, __ATOMIC_RELAXED);
    return hash;
}

#endif
#endif
