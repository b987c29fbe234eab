//! Programs get the models that they need, no more, and none that they define themselves.

use std::path::PathBuf;

use pikse_env::{Linked, link};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};

/// Compiles a text and links it; returns the undefined symbols and the module's text.
fn linked(name: &str, text: &str) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().expect("there is room for temporary files");
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).expect("the file can be written");
    let context = Context::create();
    let program = Program::compile(&context, &[path], &Options::default()).expect("it compiles");
    if name.ends_with(".rs") {
        program.keep(&["main"]).expect("it has a main");
    }
    let Linked { missing, .. } = link(&program).expect("it links");
    program.module().verify().expect("the module is sound");
    (missing, program.module().print_to_string().to_string())
}

#[test]
fn functions_of_the_c_library_have_models() {
    let (missing, text) = linked(
        "a.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <ctype.h>\n\
         void unheard_of(void);\n\
         int main(int n, char **a) {\n\
           char *s = strdup(a[0]);\n\
           if (isalpha(s[0])) printf(\"%s %d\\n\", s, atoi(s));\n\
           fprintf(stderr, \"%d\", n);\n\
           int length = printf(\"x\");\n\
           free(s);\n\
           unheard_of();\n\
           return length;\n\
         }\n",
    );
    assert_eq!(missing, ["unheard_of"]);
    assert!(text.contains("call i32 (ptr, ...) @pikse_shown_printf("), "a text for people");
    assert!(text.contains("call i32 (ptr, ...) @pikse_libc_printf("), "a length that is used");
    assert!(text.contains("@pikse_env_main("), "the machine's entry");
    assert!(!text.contains("@pikse_libc_qsort("), "nobody sorts");
}

#[test]
fn what_the_program_defines_is_its_own() {
    let (missing, text) = linked(
        "a.c",
        "#include <string.h>\n#include <stdlib.h>\n\
         static char heap[100]; static size_t used;\n\
         void *malloc(size_t n) { void *p = heap + used; used += n; return p; }\n\
         size_t strlen(const char *s) { return 3; }\n\
         int main(int n, char **a) { return strdup(\"abc\") != 0 && strlen(a[0]) == 3; }\n",
    );
    assert_eq!(missing, [""; 0]);
    assert!(!text.contains("@pikse_libc_malloc("), "`strdup` uses the program's `malloc`");
    assert!(text.contains("call i64 @strlen("), "the program's `strlen`");
}
