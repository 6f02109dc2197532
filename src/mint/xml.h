// SPDX-License-Identifier: MIT
//
// XML as a sequence of elements, by Expat. Documents come from arXiv or from anybody: no document
// type, so no entities but the five built in; UTF-8 only; a bound on size and nesting.
#ifndef PITH_MINT_XML_H
#define PITH_MINT_XML_H

#include "pith.h"

#include <string.h>

typedef struct pith_xml_name {
    pith_text space; // namespace URI; empty: none
    pith_text local;
} pith_xml_name;

static inline bool pith_xml_is(const pith_xml_name *name, const char *space, const char *local)
{
    return name->space.n == strlen(space) && name->local.n == strlen(local) &&
           memcmp(name->space.p, space, name->space.n) == 0 &&
           memcmp(name->local.p, local, name->local.n) == 0;
}

// `depth` is 1 for the root. A handler that does not return PITH_OK ends the reading with that.
typedef struct pith_xml_handler {
    // attributes: name, value, ..., NULL; names without their namespace.
    pith_status (*start)(void *context, const pith_xml_name *name, size_t depth,
                         const char *const *attributes, pith_error *err);
    // text: all of an element without children; NULL of one that has some.
    pith_status (*end)(void *context, const pith_xml_name *name, size_t depth, pith_text text,
                       pith_error *err);
    void *context;
} pith_xml_handler;

// The value of an attribute without a namespace, or NULL.
const char *pith_xml_attribute(const char *const *attributes, const char *name);

// PITH_METADATA_FORM, with the offset, for what is not such a document.
pith_status pith_xml_read(pith_text bytes, const pith_xml_handler *handler,
                          pith_error *err) PITH_CHECKED;

#endif
