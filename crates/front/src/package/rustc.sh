#!/bin/sh
# rustc as Cargo calls it, changed in two ways: what has the checks becomes a library and
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
exec "$@"
