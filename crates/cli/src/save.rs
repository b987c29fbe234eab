//! Saved searches: one JSON text with what was found, what is left, and of which
//! problem.

use std::io::Write;
use std::path::Path;

use pikse_cluster::{Failure, State};
use pikse_search::{Position, Statistics};
use pikse_structure::{CellId, FieldId, Space};
use serde_json::{Map, Value as Json, json};

use crate::args::{Bounds, Search, Source};
use crate::errors::CliError;
use crate::files::WholeFile;
use crate::session::Session;

/// The form of the file.
const VERSION: u64 = 2;

/// What has to be equal for a search to go on, with how a difference is told.
#[derive(Debug)]
pub(crate) struct Identity(Vec<(&'static str, String)>);

impl Identity {
    /// The identity of what is asked.
    pub(crate) fn of(
        session: &Session,
        source: &Source,
        bounds: &Bounds,
        search: &Search,
    ) -> Identity {
        let fixes: Vec<&str> = search.fix.iter().map(|fix| fix.text.as_str()).collect();
        let options = format!(
            "unread {:?}, focus {:?}, unfocus {:?}, fix {fixes:?}, exclude-null {:?}, where {:?}, \
             multi-value {:?}",
            search.unread,
            search.focus,
            search.unfocus,
            search.exclude_null,
            search.given,
            search.multi_value
        );
        Identity(vec![
            ("type", session.root.clone()),
            ("predicate", session.predicate.clone()),
            ("size", bounds.size.to_string()),
            ("bounds", session.space().to_string()),
            ("options", options),
            ("sources", sources(source)),
        ])
    }

    fn to_json(&self) -> Json {
        let fields = self.0.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
        Json::Object(fields.collect::<Map<_, _>>())
    }

    /// Why a saved identity is another one.
    fn difference(&self, saved: &Json) -> Option<String> {
        self.0.iter().find_map(|(name, now)| {
            let then = saved[*name].as_str().unwrap_or("nothing");
            (then != now).then(|| match *name {
                "sources" => "the sources have changed since it was saved; begin again".to_owned(),
                "type" | "predicate" | "size" => {
                    format!("it was saved with --{name} {then}, and this is --{name} {now}")
                }
                _ => format!(
                    "it was saved with other {name}; give the same again\n  then: {}\n  now:  {}",
                    then.replace('\n', "\n        "),
                    now.replace('\n', "\n        ")
                ),
            })
        })
    }
}

/// A checksum over the sources.
fn sources(source: &Source) -> String {
    let texts = source.files.iter().map(|file| std::fs::read(file).unwrap_or_default());
    checksum(&texts.collect::<Vec<_>>().concat())
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Saves a search.
pub(crate) fn write(
    mut file: WholeFile,
    identity: &Identity,
    space: &Space,
    state: &State,
    has_digest: bool,
) -> Result<(), CliError> {
    let search = to_json(identity, space, state, has_digest);
    let checksum = checksum(search.to_string().as_bytes());
    let whole = json!({"pikse-save": VERSION, "checksum": checksum, "search": search});
    let written = writeln!(file, "{whole}");
    file.finish_after(written)
}

fn to_json(identity: &Identity, space: &Space, state: &State, has_digest: bool) -> Json {
    let Statistics { explored, valid, inits_reexecution, inits_checkpoint } = state.statistics;
    let parts: Vec<Json> = state
        .parts
        .iter()
        .map(|part| part.as_ref().map_or(Json::Null, |position| json!(position.to_string())))
        .collect();
    let failures: Vec<Json> = state
        .failures
        .iter()
        .map(|failure| {
            let Failure { key, kind, text, count, candidate, size, order, detail } = failure;
            json!({"key": key, "kind": kind, "text": text, "count": count,
                "candidate": candidate, "size": size, "order": order, "detail": detail})
        })
        .collect();
    let fields: Vec<String> =
        state.fields_read.iter().map(|&field| space.field_name(field)).collect();
    json!({
        "problem": identity.to_json(),
        "statistics": {
            "explored": explored,
            "valid": valid,
            "inits-reexecution": inits_reexecution,
            "inits-checkpoint": inits_checkpoint,
        },
        "parts": parts,
        "failures": failures,
        "digest": has_digest.then(|| format!("{:032x}", state.digest)),
        "fields-read": fields,
        "fallback": state.fallback,
        "counters": state.counters,
        "notes": state.notes,
    })
}

/// Reads a saved search of the same problem.
pub(crate) fn read(
    path: &Path,
    identity: &Identity,
    space: &Space,
    wants_digest: bool,
) -> Result<State, CliError> {
    let refuse = |why: String| CliError::Resume { path: path.to_owned(), why };
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let json: Json = serde_json::from_str(&text)
        .map_err(|error| refuse(format!("it is no saved search, or damaged ({error})")))?;
    match json["pikse-save"].as_u64() {
        Some(VERSION) => {}
        Some(_) => return Err(refuse("it was saved by another version of Pikse".to_owned())),
        None => return Err(refuse("it is no saved search".to_owned())),
    }
    let search = &json["search"];
    if json["checksum"] != checksum(search.to_string().as_bytes()) {
        return Err(refuse("its checksum is wrong, so it is damaged".to_owned()));
    }
    if let Some(difference) = identity.difference(&search["problem"]) {
        return Err(refuse(difference));
    }
    let state = from_json(search, space)
        .ok_or_else(|| refuse("it is damaged: what it says cannot be".to_owned()))?;
    if wants_digest && search["digest"].is_null() && state.statistics.valid > 0 {
        let why = "it was saved without --digest, so the digest of what was found is not known";
        return Err(refuse(why.to_owned()));
    }
    Ok(state)
}

/// Nothing that the text says is used unchecked.
fn from_json(json: &Json, space: &Space) -> Option<State> {
    let count = |name: &str| json["statistics"][name].as_u64();
    let statistics = Statistics {
        explored: count("explored")?,
        valid: count("valid")?,
        inits_reexecution: count("inits-reexecution")?,
        inits_checkpoint: count("inits-checkpoint")?,
    };
    let part = |json: &Json| match json {
        Json::Null => Some(None),
        Json::String(text) => text.parse::<Position>().ok().map(Some),
        _ => None,
    };
    let field = |json: &Json| {
        let name = json.as_str()?;
        space.field_ids().find(|&field| space.field_name(field) == name)
    };
    let digest = match &json["digest"] {
        Json::Null => 0,
        text => u128::from_str_radix(text.as_str()?, 16).ok()?,
    };
    let failures = json["failures"].as_array()?.iter().map(|json| failure(json, space));
    Some(State {
        statistics,
        parts: json["parts"].as_array()?.iter().map(part).collect::<Option<_>>()?,
        failures: failures.collect::<Option<_>>()?,
        digest,
        fields_read: json["fields-read"]
            .as_array()?
            .iter()
            .map(field)
            .collect::<Option<Vec<FieldId>>>()?,
        fallback: json["fallback"].as_str().map(str::to_owned),
        counters: json["counters"].as_array()?.iter().map(Json::as_u64).collect::<Option<_>>()?,
        notes: json["notes"].as_array()?.iter().map(text).collect::<Option<_>>()?,
    })
}

fn text(json: &Json) -> Option<String> {
    json.as_str().map(str::to_owned)
}

fn failure(json: &Json, space: &Space) -> Option<Failure> {
    let index = |json: &Json| u32::try_from(json.as_u64()?).ok();
    let candidate: Vec<u32> =
        json["candidate"].as_array()?.iter().map(index).collect::<Option<_>>()?;
    let fits = |(cell, &index): (usize, &u32)| index < space.domain_of(CellId(cell as u32)).len();
    let is_candidate =
        candidate.len() == space.cells().len() && candidate.iter().enumerate().all(fits);
    Some(Failure {
        key: text(&json["key"])?,
        kind: text(&json["kind"])?,
        text: text(&json["text"])?,
        detail: text(&json["detail"])?,
        size: index(&json["size"])?,
        order: json["order"].as_array()?.iter().map(index).collect::<Option<_>>()?,
        count: json["count"].as_u64()?,
        candidate: is_candidate.then_some(candidate)?,
    })
}
