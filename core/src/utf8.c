/* UTF-8 as RFC 3629 has it. */
#include "../include/hayapack.h"
#include "../include/hayapack_wire.h"

bool haya_utf8_valid(const uint8_t *s, size_t n)
{
    const uint8_t *end = s + n;
    while (s < end) {
        if (*s < 0x80) { s++; continue; }
        size_t left = (size_t)(end - s);
        if (*s >= 0xc2 && *s <= 0xdf) {
            if (left < 2 || (s[1] & 0xc0) != 0x80) return false;
            s += 2;
        } else if (*s >= 0xe0 && *s <= 0xef) {
            if (left < 3 || (s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80) return false;
            if ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f)) return false;
            s += 3;
        } else if (*s >= 0xf0 && *s <= 0xf4) {
            if (left < 4 || (s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80 || (s[3] & 0xc0) != 0x80) return false;
            if ((*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f)) return false;
            s += 4;
        } else
            return false;
    }
    return true;
}
