// SPDX-License-Identifier: MIT
#include "base/finding.h"

#include "base/arena.h"
#include "base/text.h"

bool pith_finding_add(pith_arena *arena, pith_finding **list, pith_exit *exit, pith_status code,
                      pith_severity severity, const char *where, const char *message)
{
    pith_finding *finding = pith_alloc(arena, sizeof *finding);
    const char *w = pith_alloc_copy(arena, where, strlen(where));
    const char *m = pith_alloc_copy(arena, message, strlen(message));
    if (!finding || !w || !m)
        return false;
    *finding = (pith_finding){code, severity, pith_text_of(w), pith_text_of(m), NULL};
    if (severity == PITH_SEVERITY_ERROR)
        *exit = pith_exit_worse(*exit, pith_status_exit(code));
    while (*list)
        list = &(*list)->next;
    *list = finding;
    return true;
}
