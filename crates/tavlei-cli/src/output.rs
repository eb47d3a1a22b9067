//! Standard output, progress for who looks on, and what can go wrong.

use std::fmt::Display;
use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

/// Why a command has not been carried out.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is refused.
    Input(String),
    /// The command line is wrong.
    Usage(String),
    /// The user has broken it off; what is known so far.
    Interrupted(String),
    /// Standard output takes no more.
    ClosedPipe,
}

/// What a command comes to.
pub(crate) type Done = Result<(), Failure>;

impl Failure {
    /// The input is refused for this reason.
    pub(crate) fn input(reason: impl Display) -> Self {
        Self::Input(reason.to_string())
    }

    /// Why, in words.
    pub(crate) fn into_reason(self) -> String {
        match self {
            Self::Input(reason) | Self::Usage(reason) | Self::Interrupted(reason) => reason,
            Self::ClosedPipe => "standard output is closed".to_owned(),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Input(format!("standard output: {error}")),
        }
    }
}

/// Progress on standard error, drawn as the template says; nothing if it is to be quiet, or if that is no terminal.
pub(crate) fn progress_bar(quiet: bool, length: Option<u64>, template: &str) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_style(style)
}

/// Prints one line and hands it on at once, so that a long count can be watched through a pipe.
pub(crate) fn line(text: impl Display) -> Done {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Prints one JSON object on a line of its own.
pub(crate) fn json(value: &impl Serialize) -> Done {
    line(serde_json::to_string(value).map_err(Failure::input)?)
}
