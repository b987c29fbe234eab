//! Logging for developers: `PIKSE_LOG=debug`, `PIKSE_LOG=pikse_cluster=trace,info`.

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The environment variable that selects the events to log.
const VARIABLE: &str = "PIKSE_LOG";

/// Starts logging to standard error, if the variable is set. The error says what is wrong with its
/// value.
pub(crate) fn begin() -> Result<(), String> {
    let Some(wanted) = std::env::var_os(VARIABLE).filter(|wanted| !wanted.is_empty()) else {
        return Ok(());
    };
    let wanted = wanted.to_string_lossy().into_owned();
    let targets: Targets = wanted.parse().map_err(|error| {
        format!(
            "{VARIABLE}=`{wanted}`: {error}. Use a level (error, warn, info, debug, trace), or \
             levels of crates: pikse_cluster=trace,info"
        )
    })?;
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .without_time();
    tracing_subscriber::registry().with(targets).with(lines).init();
    Ok(())
}
