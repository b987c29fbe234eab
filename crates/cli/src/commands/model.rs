//! `pikse model`: runs the commands of an Alloy model.

use std::fmt::Write as _;
use std::time::Duration;

use pikse_alloy::{Answer, Command, CommandKind, CorePart, Outcome, Request, Settings, Why};
use serde_json::{Value as Json, json};

use crate::args::model::{Model, ModelFormat};
use crate::commands::{Exit, print};
use crate::errors::CliError;

pub(crate) fn run(args: &Model) -> Result<Exit, CliError> {
    let module = pikse_alloy::open(&args.file).map_err(|failure| CliError::Model(failure.text))?;
    let commands = chosen(&module.commands(), args)?;
    let request = Request {
        settings: Settings {
            no_isomorphs: args.no_isomorphs,
            wrap: args.wrap,
            time: args.time.unwrap_or(Duration::MAX),
            ..Settings::default()
        },
        enumerate: args.enumerate,
        count: args.count,
        evaluate: args.eval.clone(),
        core: args.core,
    };
    let (mut failed, mut incomplete) = (false, false);
    for command in &commands {
        let answer =
            module.answer(command, &request).map_err(|failure| CliError::Model(failure.text))?;
        failed |= answer.is_failure();
        incomplete |= answer.outcome == Outcome::Unknown || answer.limit.is_some();
        let text = match args.format {
            _ if args.json => format!("{}\n", to_json(&answer, args)),
            ModelFormat::Json => format!("{}\n", to_json(&answer, args)),
            ModelFormat::Text => to_text(&answer, args),
            ModelFormat::Dot => answer.instances.iter().map(|found| found.shown.dot()).collect(),
        };
        print(&text)?;
    }
    Ok(match (failed, incomplete) {
        (true, _) => Exit::Failed,
        (false, true) => Exit::Incomplete,
        (false, false) => Exit::Passed,
    })
}

/// The commands to run.
fn chosen(commands: &[Command], args: &Model) -> Result<Vec<Command>, CliError> {
    let Some(wanted) = &args.command else {
        return Ok(if args.all {
            commands.to_vec()
        } else {
            commands.iter().take(1).cloned().collect()
        });
    };
    let mut found: Vec<Command> = commands.iter().filter(|c| c.name == *wanted).cloned().collect();
    if found.is_empty()
        && let Ok(number) = wanted.parse::<usize>()
    {
        found.extend(number.checked_sub(1).and_then(|index| commands.get(index)).cloned());
    }
    if found.is_empty() {
        let known: Vec<&str> = commands.iter().map(|c| c.name.as_str()).collect();
        return Err(CliError::Model(format!(
            "the model has no command `{wanted}`; it has: {}",
            known.join(", ")
        )));
    }
    Ok(found)
}

fn kind(command: &Command) -> &'static str {
    match command.kind {
        CommandKind::Run => "run",
        CommandKind::Check => "check",
    }
}

fn outcome(answer: &Answer) -> &'static str {
    match answer.outcome {
        Outcome::Sat => "sat",
        Outcome::Unsat => "unsat",
        Outcome::Unknown => "unknown",
    }
}

fn to_text(answer: &Answer, args: &Model) -> String {
    let is_check = answer.command.kind == CommandKind::Check;
    let result = match answer.outcome {
        Outcome::Sat if is_check => "counterexample",
        Outcome::Sat => "instance",
        Outcome::Unsat if is_check => "no counterexample within the scope",
        Outcome::Unsat => "no instance within the scope",
        Outcome::Unknown => "unknown",
    };
    let mut out = format!("{} {}: {result}", kind(&answer.command), answer.command.name);
    match answer.is_expected() {
        Some(true) => out.push_str(", as expected"),
        Some(false) => out.push_str(", but expected otherwise"),
        None => {}
    }
    if let Some(limit) = &answer.limit {
        let _ = write!(out, " ({limit})");
    }
    out.push('\n');
    if let Some(count) = answer.count {
        let more = if answer.is_complete { "" } else { " or more" };
        let _ = writeln!(out, "  {count}{more} instances");
    }
    // A count alone shows no instance.
    let shown = if args.count && args.enumerate.is_none() && args.eval.is_empty() {
        0
    } else {
        answer.instances.len()
    };
    for (number, found) in answer.instances.iter().take(shown).enumerate() {
        if args.enumerate.is_some() {
            let _ = writeln!(out, "  instance {}:", number + 1);
        }
        if found.values.is_empty() {
            for line in found.shown.text().lines() {
                let _ = writeln!(out, "    {line}");
            }
        }
        for (expression, value) in &found.values {
            let _ = writeln!(out, "    {expression} = {value}");
        }
    }
    match &answer.core {
        Some(Why::Core(parts, is_minimal)) => {
            let word =
                if *is_minimal { "a minimal core" } else { "a core, not known to be minimal" };
            let _ = writeln!(out, "  {word}: {} formulas", parts.len());
            for CorePart { what, place, text, .. } in parts {
                let _ = writeln!(out, "    {place}: {what}: {text}");
            }
        }
        Some(Why::Unknown) => out.push_str("  the core is unknown: a limit was reached\n"),
        Some(Why::HasInstance) | None => {}
    }
    out
}

fn to_json(answer: &Answer, args: &Model) -> Json {
    let mut object = json!({
        "command": answer.command.name,
        "kind": kind(&answer.command),
        "place": answer.command.place,
        "result": outcome(answer),
        "expect": answer.command.expect.map(u8::from),
        "vars": answer.size.variables,
        "clauses": answer.size.clauses,
        "seconds": answer.seconds,
    });
    if let Some(limit) = &answer.limit {
        object["limit"] = json!(limit);
    }
    if let Some(count) = answer.count {
        object["count"] = json!(count);
        object["complete"] = json!(answer.is_complete);
    }
    if args.enumerate.is_some() || !args.eval.is_empty() {
        let all: Vec<Json> = answer
            .instances
            .iter()
            .map(|found| {
                let mut instance = found.shown.json();
                if !found.values.is_empty() {
                    let values: serde_json::Map<String, Json> =
                        found.values.iter().map(|(e, v)| (e.clone(), json!(v))).collect();
                    instance["values"] = values.into();
                }
                instance
            })
            .collect();
        object["instances"] = json!(all);
    }
    if let Some(Why::Core(parts, is_minimal)) = &answer.core {
        let parts: Vec<Json> = parts
            .iter()
            .map(|p| json!({"what": p.what, "place": p.place, "start": p.span.start, "end": p.span.end, "text": p.text}))
            .collect();
        object["core"] = json!({"formulas": parts, "minimal": is_minimal});
    }
    object
}
