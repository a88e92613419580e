/* liblz4_module.c: `hayapack._liblz4`, the only module that is linked with liblz4. */
#include <Python.h>

#include <lz4.h>
#include <lz4hc.h>

#include "lz4/liblz4.h"

static const struct liblz4 liblz4_functions = {
    .decompress_safe = LZ4_decompress_safe,
    .state_size = LZ4_sizeofState,
    .compress_fast = LZ4_compress_fast_extState,
    .state_size_hc = LZ4_sizeofStateHC,
    .compress_hc = LZ4_compress_HC_extStateHC,
};

static int liblz4_exec(PyObject *module)
{
    PyObject *capsule = PyCapsule_New((void *)&liblz4_functions, LIBLZ4_CAPSULE, NULL);
    int status = capsule == NULL ? -1 : PyObject_SetAttrString(module, "functions", capsule);
    Py_XDECREF(capsule);
    return status;
}

static PyModuleDef_Slot liblz4_slots[] = {
    {Py_mod_exec, (void *)liblz4_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef liblz4_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = LIBLZ4_MODULE,
    .m_doc = "The functions of liblz4 that the compiled module calls.",
    .m_slots = liblz4_slots,
};

PyMODINIT_FUNC PyInit__liblz4(void)
{
    return PyModuleDef_Init(&liblz4_module);
}
