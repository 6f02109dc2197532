#!/bin/sh
# SPDX-License-Identifier: MIT
# Every command gives the same bytes in odd locales and time zones, and with little stack. LONG=1: under valgrind as well,
# which finds nothing.
# shellcheck disable=SC2016 # the inner shell expands
set -eu
# Many files, each with its fsync.
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
# shellcheck source=tests/lib.sh
. "$SRC/tests/lib.sh"
# shellcheck source=tests/fault/lib.sh
. "$SRC/tests/fault/lib.sh"
# shellcheck source=tests/ship/lib.sh
. "$SRC/tests/ship/lib.sh"
need python3 localedef
cd "$WORK"
mkdir locale
for locale in tr_TR.UTF-8 fr_FR.UTF-8 de_DE.ISO-8859-1; do
    name=${locale%.ISO-8859-1}
    localedef -i "${locale%%.*}" -f "${locale#*.}" "locale/$name" >/dev/null 2>&1 || {
        echo "SKIP: no locale $locale"
        exit 77
    }
done
LOCPATH=$WORK/locale
export LOCPATH
check "the locale is in force" same "$(LC_ALL=tr_TR.UTF-8 locale decimal_point)" ,
shipped
PITH=$SHIPPED/pith
sweep_folder
cd sweep
check "every command gives the same in any environment" sh -c \
    'python3 -B "$1/tests/fault/environment.py" "$2" "$1/examples" >&3' - "$SRC" "$PITH"
[ "${LONG:-0}" = 1 ] || finish
need valgrind
# Not pith's: a locale that p11-kit makes when libcurl brings it in, for as long as it is loaded.
cat >suppressions <<'EOF'
{
   p11-kit
   Memcheck:Leak
   ...
   fun:newlocale
   obj:*libp11-kit.so*
}
EOF
cat >valgrind.sh <<EOF
#!/bin/sh
exec valgrind -q --suppressions="$PWD/suppressions" --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "$PITH" "\$@"
EOF
chmod +x valgrind.sh
rm -rf base chain run*
check "valgrind finds nothing" sh -c 'python3 -B "$1/tests/fault/environment.py" "$2" "$1/examples" \
    "$PWD/valgrind.sh" >&3' - "$SRC" "$PITH"
finish
