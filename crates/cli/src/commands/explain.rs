//! `pikse explain`: lists the multi-value comparisons of a predicate.

use pikse_front::Subject;
use pikse_llvm::inkwell::context::Context;
use pikse_native::multi_value::Site;
use pikse_native::{Build, Compiled};
use serde_json::{Value as Json, json};

use crate::args::Explain;
use crate::commands::{Exit, print};
use crate::errors::CliError;
use crate::session::wanted;

pub(crate) fn run(args: &Explain) -> Result<Exit, CliError> {
    let context = Context::create();
    let subject = Subject::open(&context, &wanted(&args.source))?;
    let compiled = Compiled::new(&subject.program, &subject.entry, &Build::default())?;
    let mut sites = compiled.sites().to_vec();
    sites.sort_by(|one, other| {
        let place = |site: &Site| (site.file.clone(), site.line, site.column);
        place(one).cmp(&place(other))
    });
    // A function that is called in several places is compiled into each.
    sites.dedup();
    print(&match args.json {
        true => format!("{}\n", sites.iter().map(to_json).collect::<Json>()),
        false if sites.is_empty() => format!(
            "`{}` has no comparison that decides many values of a field at once\n",
            subject.predicate
        ),
        false => sites.iter().map(|site| format!("{}\n", line(site))).collect(),
    })?;
    Ok(Exit::Passed)
}

/// `tree.c:41: rep_ok: c->data < at.min (rejects)`
fn line(site: &Site) -> String {
    let Site { file, line, column, function, comparison, .. } = site;
    format!("{file}:{line}:{column}: {function}: {comparison} ({})", verdicts(site).join(", "))
}

fn verdicts(site: &Site) -> Vec<&'static str> {
    let all = [(site.rejects, "rejects"), (site.accepts, "accepts")];
    all.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect()
}

fn to_json(site: &Site) -> Json {
    json!({
        "file": site.file,
        "line": site.line,
        "column": site.column,
        "function": site.function,
        "comparison": site.comparison,
        "rejects": site.rejects,
        "accepts": site.accepts,
    })
}
