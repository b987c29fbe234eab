//! The options of a program under `--posix-runtime`: its symbolic arguments, input and files.

use pikse_env::{Argument, Input, Plan};

/// Adds a program's words to its environment. Without the runtime, all are plain arguments.
pub(crate) fn add(
    mut plan: Plan,
    words: &[String],
    posix: bool,
    notes: &mut Vec<String>,
) -> Result<Plan, String> {
    if !posix {
        plan.arguments.extend(words.iter().map(|word| Argument::Text(word.clone().into())));
        return Ok(plan);
    }
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = word.strip_prefix('-').map(|rest| rest.strip_prefix('-').unwrap_or(rest));
        let mut next = || -> Result<u32, String> {
            let text = words.next().ok_or_else(|| format!("{word}: a number is missing"))?;
            text.parse().map_err(|_| format!("{word}: `{text}` is not a number"))
        };
        match name {
            Some("sym-arg") => plan.arguments.push(Argument::Symbolic(next()?)),
            Some("sym-args") => {
                let (least, most, length) = (next()?, next()?, next()?);
                if least > most {
                    return Err(format!("{word}: the first number is larger than the second"));
                }
                plan.arguments.push(Argument::SymbolicMany { least, most, length });
            }
            Some("sym-stdin") => plan.stdin = Input::Symbolic(next()?),
            Some("sym-files") => {
                let (count, bytes) = (next()?, next()?);
                plan = plan.with_symbolic_files(count, bytes);
            }
            Some("sym-stdout" | "save-all-writes") => {
                notes.push(format!("{word} has no effect: output is kept with each path"));
            }
            Some("max-fail") => {
                if next()? > 0 {
                    return Err(format!(
                        "{word} is not supported: system calls do not fail at will"
                    ));
                }
            }
            Some("fd-fail") => {
                return Err(format!("{word} is not supported: system calls do not fail at will"));
            }
            _ => plan.arguments.push(Argument::Text(word.clone().into())),
        }
    }
    Ok(plan)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str, posix: bool) -> Result<Plan, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        add(Plan::new("p"), &words, posix, &mut Vec::new())
    }

    #[test]
    fn symbolic_arguments_keep_their_order() {
        let plan = of("-v --sym-args 0 2 4 -sym-arg 3 x --sym-files 1 8 --sym-stdin 5", true);
        let plan = plan.expect("it is right");
        let text = |text: &str| Argument::Text(text.into());
        let many = Argument::SymbolicMany { least: 0, most: 2, length: 4 };
        let expected = [text("p"), text("-v"), many, Argument::Symbolic(3), text("x")];
        assert_eq!(plan.arguments, expected);
        assert_eq!((plan.files.len(), plan.stdin), (1, Input::Symbolic(5)));
        assert_eq!(of("--sym-arg 3", false).expect("plain").arguments.len(), 3);
        for line in ["--sym-args 2 1 1", "--sym-arg", "--sym-arg x", "--max-fail 1", "--fd-fail"] {
            assert!(of(line, true).is_err(), "{line}");
        }
    }
}
