// SPDX-License-Identifier: MIT
#include "json/real.h"

#include <locale.h>
#include <math.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

// strtod and printf follow the thread's locale (a decimal comma under fr_FR). The "C" locale
// object is static in glibc, so taking it costs nothing.
typedef struct c_locale {
    locale_t c;
    locale_t before;
} c_locale;

static c_locale enter_c_locale(void)
{
    c_locale l = {.c = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    l.before = uselocale(l.c);
    return l;
}

static void leave_c_locale(c_locale l)
{
    uselocale(l.before);
    freelocale(l.c);
}

bool pith_real_read(pith_text text, double *out)
{
    // strtod wants a NUL; a number literal may be long, so it goes to a growing buffer.
    pith_buf buf;
    pith_buf_init(&buf, SIZE_MAX);
    pith_buf_add(&buf, text.p, text.n);
    bool fits = false;
    if (pith_buf_ok(&buf)) {
        c_locale l = enter_c_locale();
        *out = strtod(buf.data, NULL);
        leave_c_locale(l);
        fits = isfinite(*out) != 0;
    }
    pith_buf_free(&buf);
    return fits;
}

enum { MAX_DIGITS = 17, TEXT = 40 };

// Adds one unit to the last of `count` decimal digits; true when they all carried over.
static bool increment(char *digits, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        if (digits[i] != '9') {
            digits[i]++;
            return false;
        }
        digits[i] = '0';
    }
    digits[0] = '1';
    return true;
}

static double join(const char *digits, int count, int exponent)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%c.%.*se%d", digits[0], count - 1, digits + 1, exponent);
    return strtod(text, NULL);
}

// The shortest digits that read back to value (> 0); value = d.ddd x 10^exponent.
static int shortest(double value, char digits[MAX_DIGITS + 1], int *exponent)
{
    for (int count = 1; count <= MAX_DIGITS; count++) {
        char text[TEXT];
        snprintf(text, sizeof text, "%.*e", count - 1, value);
        digits[0] = text[0];
        memcpy(digits + 1, text + 2, (size_t)count - 1);
        digits[count] = '\0';
        *exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
        if (join(digits, count, *exponent) == value)
            return count;
        // Below a power of two doubles lie closer together than above it. There the nearest
        // decimal can miss the short gap below while its neighbour above reads back:
        // 2**-44 is 5.684341886080802e-14, not ...801e-14.
        char up[MAX_DIGITS + 1];
        memcpy(up, digits, (size_t)count + 1);
        int up_exponent = *exponent + (increment(up, count) ? 1 : 0);
        if (join(up, count, up_exponent) == value) {
            memcpy(digits, up, (size_t)count + 1);
            *exponent = up_exponent;
            return count;
        }
    }
    return MAX_DIGITS;
}

void pith_real_print(double value, pith_buf *out)
{
    if (signbit(value))
        pith_buf_puts(out, "-");
    value = fabs(value);
    if (value == 0) {
        pith_buf_puts(out, "0.0");
        return;
    }
    char digits[MAX_DIGITS + 1];
    int exponent;
    c_locale l = enter_c_locale();
    int count = shortest(value, digits, &exponent);
    leave_c_locale(l);
    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (exponent < -4 || exponent >= 16) {
        pith_buf_add(out, digits, 1);
        if (count > 1) {
            pith_buf_puts(out, ".");
            pith_buf_add(out, digits + 1, (size_t)count - 1);
        }
        pith_buf_printf(out, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
        return;
    }
    int whole = exponent + 1; // digits before the point
    for (int i = whole; i <= 0; i++)
        pith_buf_puts(out, i == whole ? "0." : "0");
    for (int i = 0; i < count || i < whole; i++) {
        if (i == whole && whole > 0)
            pith_buf_puts(out, ".");
        pith_buf_add(out, i < count ? digits + i : "0", 1);
    }
    if (count <= whole)
        pith_buf_puts(out, ".0");
}
