/* encode_choices.c: what the loop of encode_loop.c asks about values. No code of the user's runs here. */
#include "plan/encode/encode_plan.h"

int plan_is_omitted(const struct encode_plan *writing, const struct class_field *field, PyObject *value)
{
    PyTypeObject *type = Py_TYPE(value);
    if (value == writing->unset)
        return (field->omit & WRITING_OMIT_UNSET) != 0;
    if ((field->omit & WRITING_OMIT_NONE) != 0 && value == Py_None)
        return 1;
    if ((field->omit & WRITING_OMIT_DEFAULT) == 0)
        return 0;
    if (field->from->factory != NULL) {
        if (!field->from->builtin)
            return -1;
        return (PyObject *)type == field->from->factory && PyObject_Size(value) == 0;
    }
    PyObject *standard = field->from->standard;
    if (standard == value || standard == NULL || Py_TYPE(standard) != type)
        return standard == value;
    if (type != &PyLong_Type && type != &PyUnicode_Type && type != &PyFloat_Type && type != &PyBytes_Type &&
        type != &PyBool_Type)
        return -1;
    return PyObject_RichCompareBool(standard, value, Py_EQ);
}

/* Chooses the class for other tags, which is written as a map without a tag. False: the pure back end must choose. */
static bool encode_choose_default(const struct plan_node *of, PyObject *o, const struct plan_node **chosen)
{
    if (*chosen != NULL || of->kind != PLAN_UNION || of->choice.other == NULL)
        return true;
    if (of->choice.by != PLAN_BY_TAG || of->choice.other->kind != PLAN_OBJECT)
        return false;
    if (of->choice.other->cls == (PyObject *)Py_TYPE(o))
        *chosen = of->choice.other;
    return true;
}

/* Chooses among the objects of a union in a union, which is one by tags. False: the pure back end must choose. */
static bool encode_choose_inner(const struct plan_node *inner, PyObject *o, const struct plan_node **chosen)
{
    for (uint32_t i = 0; i < inner->choice.alternatives.count; i++) {
        if (inner->choice.alternatives.nodes[i]->kind != PLAN_OBJECT)
            return false;
        if (inner->choice.alternatives.nodes[i]->cls == (PyObject *)Py_TYPE(o) && *chosen == NULL)
            *chosen = inner->choice.alternatives.nodes[i];
    }
    return encode_choose_default(inner, o, chosen);
}

bool plan_alternative_of(const struct plan_node **node, const struct plan_node **by, PyObject *o)
{
    const struct plan_node *const *first = (*node)->choice.alternatives.nodes;
    const struct plan_node *const *stop = first + (*node)->choice.alternatives.count;
    const struct plan_node *chosen = NULL;
    const PyTypeObject *type = Py_TYPE(o);
    for (const struct plan_node *const *one = first; one < stop && chosen == NULL; one++) {
        if ((*one)->kind == PLAN_TYPED_DICT && type == &PyDict_Type)
            return false;
        if ((*one)->kind == PLAN_UNION) {
            if (!encode_choose_inner(*one, o, &chosen))
                return false;
            *by = chosen != NULL ? *one : *by;
        }
        if ((*one)->cls == (PyObject *)type)
            chosen = *one;
    }
    for (const struct plan_node *const *one = first; one < stop && chosen == NULL; one++) {
        int kind = (*one)->kind;
        if ((kind == PLAN_LIST && type == &PyList_Type) || (kind == PLAN_DICT && type == &PyDict_Type) ||
            (kind == PLAN_SET && type == &PySet_Type) || (kind == PLAN_FROZENSET && type == &PyFrozenSet_Type) ||
            ((kind == PLAN_TUPLE || kind == PLAN_FIXED_TUPLE) && type == &PyTuple_Type))
            chosen = *one;
    }
    if (!encode_choose_default(*node, o, &chosen))
        return false;
    *node = chosen;
    return true;
}

PyObject *plan_member(const struct plan_node *node, PyObject *o)
{
    PyObject *members = node->writing->members;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(members); i += 2)
        if (PyTuple_GET_ITEM(members, i) == o)
            return PyTuple_GET_ITEM(members, i + 1);
    return NULL;
}
