//! The targets of modules that become one program.
//!
//! A module that was written by hand may not name a target, or not the layout of its types. It then
//! gets those of the other modules, or of this machine: LLVM links modules of different layouts only in
//! some orders, and the program would have the layout of the first one.

use std::path::Path;

use inkwell::OptimizationLevel;
use inkwell::module::Module;

use crate::error::Error;
use crate::machine::machine_for;

/// Gives all modules one target and one layout. It is an error if they have different ones.
pub(crate) fn agree(modules: &[(&Path, Module<'_>)]) -> Result<(), Error> {
    let triple = |module: &Module<'_>| module.get_triple().as_str().to_string_lossy().into_owned();
    let layout =
        |module: &Module<'_>| module.get_data_layout().as_str().to_string_lossy().into_owned();
    let named = modules.iter().find(|(_, module)| !triple(module).is_empty());
    if let Some((_, first)) = named {
        for (path, module) in modules {
            let (one, other) = (triple(module), triple(first));
            if !one.is_empty() && !is_same_machine(&one, &other) {
                return Err(Error::OtherTarget { path: (*path).to_owned(), targets: [one, other] });
            }
        }
    }
    let laid_out = modules.iter().find(|(_, module)| !layout(module).is_empty());
    for (_, module) in modules {
        if triple(module).is_empty() {
            match named {
                Some((_, first)) => module.set_triple(&first.get_triple()),
                None => module.set_triple(&inkwell::targets::TargetMachine::get_default_triple()),
            }
        }
        if layout(module).is_empty() {
            match laid_out {
                Some((_, first)) => module.set_data_layout(&first.get_data_layout()),
                None => {
                    let machine = machine_for(&module.get_triple(), OptimizationLevel::None)?;
                    module.set_data_layout(&machine.get_target_data().get_data_layout());
                }
            }
        }
    }
    Ok(())
}

/// Whether two targets have the same processor and the same system. Vendors are only names, and
/// versions of systems do not matter.
fn is_same_machine(one: &str, other: &str) -> bool {
    let parts = |triple: &str| {
        let mut parts = triple.split('-');
        let processor = match parts.next().unwrap_or_default() {
            "amd64" => "x86_64".to_owned(),
            "arm64" => "aarch64".to_owned(),
            "i486" | "i586" | "i686" => "i386".to_owned(),
            other => other.to_owned(),
        };
        let systems = ["linux", "darwin", "macos", "windows", "freebsd", "none"];
        let rest: Vec<&str> = parts.collect();
        let system =
            systems.iter().find(|s| rest.iter().any(|part| part.starts_with(**s))).copied();
        // Pointers of 32 bits on a processor of 64.
        let is_small = rest.iter().any(|part| part.ends_with("x32") || part.ends_with("ilp32"));
        (processor, system, is_small)
    };
    let ((a, on, small), (b, too, little)) = (parts(one), parts(other));
    a == b && small == little && (on == too || on.is_none() || too.is_none())
}

#[cfg(test)]
mod tests {
    use super::is_same_machine;

    #[test]
    fn vendors_do_not_matter() {
        let linux = "x86_64-unknown-linux-gnu";
        for same in ["x86_64-pc-linux-gnu", "x86_64-linux-gnu", "amd64-pc-linux", "x86_64"] {
            assert!(is_same_machine(linux, same), "{same}");
        }
        for other in [
            "i386-pc-linux-gnu",
            "aarch64-linux-gnu",
            "x86_64-pc-windows-msvc",
            "x86_64-linux-gnux32",
        ] {
            assert!(!is_same_machine(linux, other), "{other}");
        }
    }
}
