/* close_container.h: the object of a complete container, inline because every container is closed by it. */
#ifndef HAYAPACK_UNPACK_CLOSE_CONTAINER_H
#define HAYAPACK_UNPACK_CLOSE_CONTAINER_H

#include "map_shapes.h"

/* The complete container as a new reference. On failure NULL with an exception set; the frame then keeps
 * its references, for unpack_drop(). */
HAYA_INLINE PyObject *unpack_close(struct unpacking *u, struct unpack_frame *f, PyObject **slot, const uint8_t *p,
                                   const uint8_t *end, const bool layout)
{
    PyObject *o = f->obj;
    if (f->kind == OPEN_MAP)
        return shapes_close_map(u, f, slot);
    if (UNLIKELY(f->kind >= OPEN_PAIRS))
        return unpack_close_pairs(u, f, slot, p == end);
#if LAYOUT_KNOWN
    if (layout && f->kind == OPEN_LIST && f->array != NULL) {
        if (LIKELY((o = layout_list_of(&u->state->layout, f->array, slot - f->array)) != NULL))
            f->array = NULL;
        return o;
    }
#else
    (void)layout;
#endif
    f->obj = NULL;
    if (f->hidden && (f->kind == OPEN_LIST || f->track))
        PyObject_GC_Track(o);
    return o;
}

#endif
