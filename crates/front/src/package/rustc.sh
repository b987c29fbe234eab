#!/bin/sh
# rustc as Cargo calls it, changed in some ways: what has the checks becomes a library and
# no program, since a program keeps no functions for others; and a panic never unwinds,
# which Cargo does not allow for tests.
case " $* " in
*" --emit=llvm-bc="*) checks=yes ;;
*) checks=no ;;
esac
before=
for word do
    shift
    case "$checks:$before:$word" in
    yes:--crate-name:*) crate=$word; set -- "$@" "$word" ;;
    yes:--out-dir:*) folder=$word; set -- "$@" "$word" ;;
    yes:-C:extra-filename=*) extra=${word#extra-filename=}; set -- "$@" "$word" ;;
    yes:*:--test) set -- "$@" --cfg test --crate-type cdylib ;;
    # A test without the harness.
    yes:--crate-type:bin) set -- "$@" cdylib ;;
    *) set -- "$@" "$word" ;;
    esac
    before=$word
done
# Macros and build scripts are for the compiler and no part of the program.
case " $* " in
*" --target "*) set -- "$@" -C panic=abort ;;
esac
# A crate that nothing mentions is an option of compilers under development.
case " $* " in
*" --extern=force:"*) RUSTC_BOOTSTRAP=1 && export RUSTC_BOOTSTRAP ;;
esac
[ "$checks" = yes ] || exec "$@"
"$@" || exit
# Cargo builds a test again whose program is not there.
[ -z "$folder" ] || : > "$folder/$crate$extra"
