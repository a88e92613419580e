/*
 * Validation of UTF-8 in blocks of one vector.
 *
 * The algorithm of Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte" (2021). Three table
 * lookups, by the two halves of the previous byte and by the upper half of the byte itself, each give a bit set of
 * possible errors; an error is a bit that all three have. The third and fourth bytes of a character are found by
 * looking back two and three bytes.
 *
 * utf8.c includes this file once for each kind of vector, with these macros, which are undefined at its end:
 *
 *   UTF8_FN(name)           the name of a function for this kind of vector
 *   UTF8_VECTOR, UTF8_TARGET  its type; the attribute of functions that use it
 *   UTF8_LOAD(p)            sizeof(UTF8_VECTOR) bytes at p
 *   UTF8_TABLE(i), UTF8_LOOKUP(table, v)  utf8_tables[i]; the byte that each one of v, less than 16, selects
 *   UTF8_ALL(byte)          the byte in all places
 *   UTF8_OR, UTF8_AND, UTF8_XOR
 *   UTF8_UPPER(v)           the upper half of each byte
 *   UTF8_LESS(v, byte)      the byte subtracted from each, 0 if it is larger
 *   UTF8_BACK(now, before, n)  the bytes n places before those of `now`, which follow those of `before`
 *   UTF8_ASCII(v)           whether no byte has its high bit
 *   UTF8_NONE(v)            whether all bytes are 0
 */

/* The errors in a block, given the one before it. */
UTF8_TARGET static inline UTF8_VECTOR UTF8_FN(faults)(UTF8_VECTOR now, UTF8_VECTOR before)
{
    const UTF8_VECTOR lower = UTF8_ALL(15);
    const UTF8_VECTOR by_high = UTF8_TABLE(0), by_low = UTF8_TABLE(1), by_next = UTF8_TABLE(2);
    UTF8_VECTOR back = UTF8_BACK(now, before, 1);
    UTF8_VECTOR faults =
        UTF8_AND(UTF8_AND(UTF8_LOOKUP(by_high, UTF8_UPPER(back)), UTF8_LOOKUP(by_low, UTF8_AND(back, lower))),
                 UTF8_LOOKUP(by_next, UTF8_UPPER(now)));
    /* the high bit is set where a third or fourth byte is required */
    UTF8_VECTOR third = UTF8_LESS(UTF8_BACK(now, before, 2), 0xe0 - 0x80);
    UTF8_VECTOR fourth = UTF8_LESS(UTF8_BACK(now, before, 3), 0xf0 - 0x80);
    return UTF8_XOR(faults, UTF8_AND(UTF8_OR(third, fourth), UTF8_ALL(0x80)));
}

UTF8_TARGET static bool UTF8_FN(valid)(const uint8_t *s, size_t n)
{
    enum { SIZE = sizeof(UTF8_VECTOR) };
    UTF8_VECTOR faults = UTF8_ALL(0), before = UTF8_ALL(0), a, b;
    uint8_t rest[SIZE] = {0};

    for (; n >= 2 * SIZE; s += 2 * SIZE, n -= 2 * SIZE) {
        a = UTF8_LOAD(s);
        b = UTF8_LOAD(s + SIZE);
        /* ASCII after ASCII has no errors */
        if (UTF8_ASCII(UTF8_OR(UTF8_OR(a, b), before)))
            continue;
        faults = UTF8_OR(faults, UTF8_FN(faults)(a, before));
        faults = UTF8_OR(faults, UTF8_FN(faults)(b, a));
        before = b;
    }
    if (n >= SIZE) {
        a = UTF8_LOAD(s);
        faults = UTF8_OR(faults, UTF8_FN(faults)(a, before));
        before = a;
        s += SIZE;
        n -= SIZE;
    }
    /* at least one zero after the end reveals an incomplete character */
    if (n > 0)
        memcpy(rest, s, n);
    faults = UTF8_OR(faults, UTF8_FN(faults)(UTF8_LOAD(rest), before));
    return UTF8_NONE(faults);
}

#undef UTF8_FN
#undef UTF8_VECTOR
#undef UTF8_TARGET
#undef UTF8_LOAD
#undef UTF8_TABLE
#undef UTF8_LOOKUP
#undef UTF8_ALL
#undef UTF8_OR
#undef UTF8_AND
#undef UTF8_XOR
#undef UTF8_UPPER
#undef UTF8_LESS
#undef UTF8_BACK
#undef UTF8_ASCII
#undef UTF8_NONE
