//! Explores one program, and reads the result from Pikse's JSON and coverage files.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Options;
use super::build::Tool;

/// What one exploration gave.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) paths: u64,
    pub(super) complete: bool,
    /// Lines of the tool's own source, and those that ran.
    pub(super) lines: u64,
    pub(super) ran: u64,
    pub(super) instructions: u64,
    pub(super) seconds: f64,
    pub(super) errors: Vec<String>,
    /// What ended paths, with the number of paths.
    pub(super) ends: Vec<(String, u64)>,
    /// Why there is no result.
    pub(super) failure: Option<String>,
}

/// Explores a tool with symbolic arguments, a symbolic file and symbolic input.
pub(super) fn explore(tool: &Tool, options: &Options, runs: &Path) -> Result<Row, String> {
    let folder = runs.join(&tool.name);
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    let coverage = folder.join("coverage.lcov");
    let mut pikse = Command::new(&options.pikse);
    pikse.arg("explore").arg(&tool.bitcode);
    pikse.args(["--sym-args", "0", "2", "4", "--sym-files", "1", "8", "--sym-stdin", "8"]);
    pikse.args(["--time", &format!("{}s", options.time.as_secs()), "--search", "coverage"]);
    pikse.args(["--memory", "2G", "--tests", "errors", "--json"]);
    pikse.arg("--out").arg(&folder).arg("--coverage").arg(&coverage);
    pikse.stdin(Stdio::null()).stderr(Stdio::piped());
    let output = pikse.output().map_err(|error| format!("pikse does not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let _ = std::fs::write(folder.join("result.json"), &text);
    let mut row = Row {
        name: tool.name.clone(),
        paths: 0,
        complete: false,
        lines: 0,
        ran: 0,
        instructions: 0,
        seconds: 0.0,
        errors: Vec::new(),
        ends: Vec::new(),
        failure: None,
    };
    let Ok(result) = serde_json::from_str::<Value>(&text) else {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().last().unwrap_or("no output").to_owned();
        row.failure = Some(format!("{} ({last})", output.status));
        return Ok(row);
    };
    fill(&mut row, &result);
    let own = tool.sources.join(source_of(&tool.name));
    (row.lines, row.ran) = lines(&coverage, &own);
    Ok(row)
}

/// The file with a tool's own code.
fn source_of(name: &str) -> String {
    let file = match name {
        "[" => "test",
        "false" => "true",
        "dir" | "vdir" => "ls",
        "ginstall" => "install",
        "md5sum" | "sha1sum" | "sha224sum" | "sha256sum" | "sha384sum" | "sha512sum" | "b2sum"
        | "sum" | "cksum" => "digest",
        "base32" | "base64" => "basenc",
        "arch" => "uname",
        name => name,
    };
    format!("{file}.c")
}

/// The lines of a file in a coverage file, and those that ran.
fn lines(coverage: &Path, of: &Path) -> (u64, u64) {
    let text = std::fs::read_to_string(coverage).unwrap_or_default();
    let name = of.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (mut is_own, mut all, mut ran) = (false, 0, 0);
    for line in text.lines() {
        if let Some(file) = line.strip_prefix("SF:") {
            is_own = Path::new(file).file_name().is_some_and(|file| *file == *name);
        } else if let Some((_, count)) = line.strip_prefix("DA:").and_then(|da| da.split_once(','))
            && is_own
        {
            all += 1;
            ran += u64::from(count != "0");
        }
    }
    (all, ran)
}

/// Takes the facts from a result.
fn fill(row: &mut Row, result: &Value) {
    let number = |key: &str| result[key].as_u64().unwrap_or(0);
    row.complete = result["complete"] == true;
    row.paths = number("paths");
    row.instructions = number("instructions");
    row.seconds = result["seconds"].as_f64().unwrap_or(0.0);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for error in result["errors"].as_array().into_iter().flatten() {
        let place = error["stack"][0].as_str().unwrap_or("?");
        row.errors.push(format!("{} at {place}", text(&error["title"])));
    }
    for reason in result["cut"].as_array().into_iter().flatten() {
        row.ends.push((text(&reason["why"]), reason["paths"].as_u64().unwrap_or(0)));
    }
}
