/*
 * input_array.c: the messages in an Arrow array of binary values, such as a column of Kafka records.
 *
 * The array belongs to a library in the same process. Its offsets are compared with each other and
 * with the last one. The last offset is trusted, because the interface does not give the data buffer's size.
 */
#include "arrow.h"
#include "columns/columns.h"

/* The bytes of an offset in an array of that format; 0: it has no messages. */
static int arrow_input_width(const char *format)
{
    return strcmp(format, "z") == 0 ? 4 : strcmp(format, "Z") == 0 ? 8 : 0;
}

/* Fills `all` with the messages of an array. -1: an exception is set. */
static int arrow_input_fill(const struct ArrowArray *array, int width, struct message *all)
{
    const uint8_t *validity = array->buffers[0];
    const uint8_t *data = array->buffers[2] != NULL ? array->buffers[2] : (const uint8_t *)"";
    const uint8_t *offsets = array->buffers[1];
    const int64_t last =
        array->length == 0 ? 0 : arrow_signed(offsets + (array->offset + array->length) * width, width);
    for (int64_t i = 0; i < array->length; i++) {
        const int64_t at = array->offset + i;
        if (validity != NULL && (validity[at >> 3] >> (at & 7) & 1) == 0)
            continue;
        const int64_t start = arrow_signed(offsets + at * width, width);
        const int64_t end = arrow_signed(offsets + (at + 1) * width, width);
        if (start < 0 || end < start || end > last || (end > 0 && array->buffers[2] == NULL))
            return errors_raise(PyExc_ValueError, "the offsets of the Arrow array are not in order");
        all[i] = (struct message){data + start, (size_t)(end - start)};
    }
    return 0;
}

/* The structs of the capsules in *pair, which o.__arrow_c_array__() returned. NULL: an exception is set. */
static struct ArrowArray *arrow_input_array(PyObject *o, PyObject **pair, int *width)
{
    struct ArrowSchema *schema;
    struct ArrowArray *array = arrow_array_of(o, &schema, pair);
    if (array == NULL)
        return NULL;
    *width = schema->format != NULL ? arrow_input_width(schema->format) : 0;
    if (*width != 0 && array->n_buffers == 3 && array->buffers != NULL && array->length >= 0 && array->offset >= 0 &&
        array->length < PY_SSIZE_T_MAX / (int64_t)sizeof(struct message) &&
        array->offset < INT64_MAX / 16 - array->length && /* so that no offset of a byte is too large */
        (array->length == 0 || array->buffers[1] != NULL))
        return array;
    PyErr_SetString(PyExc_TypeError, "an Arrow array of messages must be of binary or large_binary");
    return NULL;
}

struct message *arrow_input(PyObject *o, size_t *count, PyObject **pair)
{
    int width;
    const struct ArrowArray *array = arrow_input_array(o, pair, &width);
    if (array == NULL)
        return NULL;
    struct message *all = PyMem_RawCalloc((size_t)array->length + 1, sizeof *all);
    *count = (size_t)array->length;
    if (all == NULL) {
        PyErr_NoMemory();
    } else if (arrow_input_fill(array, width, all) < 0) {
        PyMem_RawFree(all);
        all = NULL;
    }
    return all;
}
