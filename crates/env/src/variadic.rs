//! Models of variadic functions. Rust cannot define them, so each passes its argument list to a function
//! that takes one. They are written on demand, as LLVM assembly.

use std::fmt::Write as _;

use crate::PREFIX;
use crate::link::SHOWN;

/// A line has the result, the name, the parameters and the function that takes the list: `pikse_libc_NAME`,
/// or `pikse_model_NAME` after a `+`. `i`, `l` and `p` are an `int`, a `long` and an address.
///
/// There is a second form of functions that end with `shown`, for text that only people read: see
/// `libc/stdio/print.rs`.
const FUNCTIONS: &str = "
    i printf p vprintf shown
    i fprintf pp vfprintf shown
    i dprintf ip vdprintf
    i sprintf pp vsprintf
    i snprintf plp vsnprintf
    i asprintf pp vasprintf
    i __printf_chk ip __vprintf_chk shown
    i __fprintf_chk pip __vfprintf_chk shown
    i __dprintf_chk iip __vdprintf_chk
    i __sprintf_chk pilp __vsprintf_chk
    i __snprintf_chk plilp __vsnprintf_chk
    i __asprintf_chk pip __vasprintf_chk
    i wprintf p vwprintf shown
    i fwprintf pp vfwprintf shown
    i swprintf plp vswprintf
    i __wprintf_chk ip __vwprintf_chk shown
    i __fwprintf_chk pip __vfwprintf_chk shown
    i __swprintf_chk plilp __vswprintf_chk
    i obstack_printf pp obstack_vprintf
    i __obstack_printf_chk pip __obstack_vprintf_chk
    i scanf p vscanf
    i fscanf pp vfscanf
    i sscanf pp vsscanf
    i __isoc99_scanf p vscanf
    i __isoc99_fscanf pp vfscanf
    i __isoc99_sscanf pp vsscanf
    i __isoc23_scanf p vscanf
    i __isoc23_fscanf pp vfscanf
    i __isoc23_sscanf pp vsscanf
    i wscanf p vwscanf
    i fwscanf pp vfwscanf
    i swscanf pp vswscanf
    i __isoc99_wscanf p vwscanf
    i __isoc99_fwscanf pp vfwscanf
    i __isoc99_swscanf pp vswscanf
    i __isoc23_wscanf p vwscanf
    i __isoc23_fwscanf pp vfwscanf
    i __isoc23_swscanf pp vswscanf
    i open pi +open
    i open64 pi +open
    i openat ipi +openat
    i openat64 ipi +openat
    i fcntl ii +fcntl
    i fcntl64 ii +fcntl
    i ioctl il +ioctl
    l syscall l +syscall
    v warn p vwarn
    v warnx p vwarnx
    v err ip verr
    v errx ip verrx
    v error iip +error
    v error_at_line iipip +error_at_line
    v syslog ip vsyslog
    v __syslog_chk iip __vsyslog_chk
    v klee_print_expr p +print_expr
    v _ZNSt3__122__libcpp_verbose_abortEPKcz p +verbose_abort
    i execl pp +execl
    i execle pp +execl
    i execlp pp +execlp
    i prctl i +prctl
    p mremap plli +mremap
    p sem_open pi +sem_open
";

struct Function<'a> {
    result: &'a str,
    name: &'a str,
    parameters: &'a str,
    model: String,
    /// The model for text that only people read.
    shown: Option<String>,
}

fn functions() -> impl Iterator<Item = Function<'static>> {
    FUNCTIONS.lines().filter_map(|line| {
        let mut words = line.split_ascii_whitespace();
        let (result, name) = (words.next()?, words.next()?);
        let (parameters, to) = (words.next()?, words.next()?);
        Some(Function {
            result,
            name,
            parameters,
            model: match to.strip_prefix('+') {
                Some(own) => format!("pikse_model_{own}"),
                None => format!("{PREFIX}{to}"),
            },
            shown: words.next().map(|_| format!("{SHOWN}{to}")),
        })
    })
}

/// The names of the functions that have such a model.
pub(crate) fn names() -> impl Iterator<Item = String> {
    functions().map(|function| function.name.to_owned())
}

/// The function that takes the list of a variadic one.
pub(crate) fn target(name: &str) -> Option<String> {
    functions().find(|function| function.name == name).map(|function| function.model)
}

/// The models of those functions that are wanted, as LLVM assembly.
pub(crate) fn models(is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    let mut text = String::new();
    let mut declared = std::collections::BTreeSet::new();
    for function in functions().filter(|function| is_wanted(function.name)) {
        let (name, model) = (function.name, &function.model);
        define(&mut text, &mut declared, &function, &format!("{PREFIX}{name}"), model);
        if let Some(shown) = &function.shown {
            define(&mut text, &mut declared, &function, &format!("{SHOWN}{name}"), shown);
        }
    }
    let declared: String = declared.into_iter().collect();
    (!text.is_empty()).then(|| {
        format!(
            "declare void @llvm.va_start(ptr)\ndeclare void @llvm.va_end(ptr)\n{declared}{text}"
        )
    })
}

fn of(letter: char) -> &'static str {
    match letter {
        'i' => "i32",
        'l' => "i64",
        'p' => "ptr",
        _ => "void",
    }
}

fn define(
    text: &mut String,
    declared: &mut std::collections::BTreeSet<String>,
    function: &Function<'_>,
    name: &str,
    model: &str,
) {
    let result = of(function.result.chars().next().unwrap_or('v'));
    let types: Vec<&str> = function.parameters.chars().map(of).collect();
    let named: Vec<String> = types.iter().enumerate().map(|(k, of)| format!("{of} %{k}")).collect();
    let (types, named) = (types.join(", "), named.join(", "));
    declared.insert(format!("declare {result} @{model}({types}, ptr)\n"));
    let (into, value) = match result {
        "void" => ("", ""),
        _ => ("%result = ", " %result"),
    };
    let _ = write!(
        text,
        "
define {result} @\"{name}\"({named}, ...) {{
  %list = alloca [24 x i8], align 8
  call void @llvm.va_start(ptr %list)
  {into}call {result} @{model}({named}, ptr %list)
  call void @llvm.va_end(ptr %list)
  ret {result}{value}
}}
"
    );
}
