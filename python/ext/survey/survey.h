/* survey.h: what `hayapack inspect`, `hayapack stats` and arrow.infer() do for every value. */
#ifndef HAYAPACK_SURVEY_H
#define HAYAPACK_SURVEY_H

#include "native.h"

/* The function list_values() and its docstring: inspect_listing.c, inspect_text.c. */
extern const char listing_doc[];
PyObject *listing_function(PyObject *module, PyObject *args);

/* The type Tally: stats_tally.c. */
extern PyType_Spec tally_spec;

/* The type KnownTypes: infer_known.c. */
extern PyType_Spec known_spec;

#endif
