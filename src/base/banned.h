// SPDX-License-Identifier: MIT
//
// Names that no file of this project may use; the build includes this header first in
// every translation unit. They lose lengths (strcpy and kin), depend on global state
// (strtok, gmtime), ignore errors (atoi) or start programs (system, popen).
// tests/layout.py bans a few more outside the one file that may use each.
#ifndef PITH_BASE_BANNED_H
#define PITH_BASE_BANNED_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// With _FORTIFY_SOURCE some of these are macros, and a macro cannot be poisoned.
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef sprintf
#undef vsprintf

#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf gets strtok strtok_r
#pragma GCC poison atoi atol atoll atof gmtime localtime asctime ctime
#pragma GCC poison system popen tmpnam tempnam mktemp setlocale rand srand

#endif
