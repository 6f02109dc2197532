// SPDX-License-Identifier: MIT
#include "base/expat.h"

#include <stdlib.h>

static _Thread_local bool lost;

static void *allocate(size_t size)
{
    void *p = malloc(size);
    lost = lost || !p;
    return p;
}

static void *reallocate(void *old, size_t size)
{
    void *p = realloc(old, size);
    lost = lost || !p;
    return p;
}

XML_Parser pith_expat_new(char separator)
{
    static const XML_Memory_Handling_Suite memory = {allocate, reallocate, free};
    const XML_Char separators[] = {separator, '\0'};
    lost = false;
    return XML_ParserCreate_MM("UTF-8", &memory, separators);
}

bool pith_expat_lost_memory(void)
{
    return lost;
}
