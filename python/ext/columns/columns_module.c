/* columns_module.c: registers Column and columns(). */
#include "columns.h"
#include "columns_module.h"
#include "partial/partial_module.h"

static PyMethodDef columns_methods[] = {
    {"columns", (PyCFunction)(void (*)(void))columns_function, METH_VARARGS | METH_KEYWORDS, columns_doc},
    {NULL, NULL, 0, NULL},
};

int columns_add(PyObject *module, struct native_state *state)
{
    PyObject *face = NULL;
    const char *const names[] = {"ColumnFace", "arguments", "column_error", "missing_field", "make_columns"};
    PyObject **const to[] = {&face, &state->columns.plan, &state->columns.error, &state->columns.missing,
                             &state->columns.make};
    PyTypeObject *object = &PyBaseObject_Type;
    if (partial_import("hayapack._values.shared_columns", names, to, 5) == 0 &&
        (state->columns.memory_type = partial_type(module, &column_memory_spec, NULL, NULL, false)) != NULL &&
        (state->columns.buffer_type = partial_type(module, &column_buffer_spec, NULL, NULL, true)) != NULL)
        state->columns.type = partial_type(module, &column_spec, object, face, true);
    Py_XDECREF(face);
    return state->columns.type == NULL || PyModule_AddType(module, state->columns.type) < 0 ||
                   PyModule_AddType(module, state->columns.memory_type) < 0 ||
                   PyModule_AddFunctions(module, columns_methods) < 0
               ? -1
               : 0;
}
