//! Standard output and standard error, progress for who looks on, and what can go wrong.
//!
//! Everything that is printed goes through here, and nothing that came from outside reaches a terminal or a file unescaped.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use tavlei::game::text::{Escaped, is_unsafe};
use tavlei_render::{Scene, TextStyle};

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

/// The result of a command.
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

/// Progress on standard error, drawn as the template says, from the start on and five times a second. Draws nothing if it is
/// to be quiet, or if standard error is no terminal.
pub(crate) fn progress_bar(quiet: bool, length: Option<u64>, template: &str) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_style(style);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

/// Prints a heading over columns if standard output is a terminal. A program that reads the output gets the lines alone.
pub(crate) fn heading(text: impl Display) -> Done {
    if io::stdout().is_terminal() { line(text) } else { Ok(()) }
}

/// Prints one line and hands it on at once, so that a long count can be watched through a pipe.
pub(crate) fn line(text: impl Display) -> Done {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", escaped(text))?;
    Ok(out.flush()?)
}

/// Prints a board and an empty line. Its colours are kept: a scene's text holds letters, digits and signs of its own alone.
pub(crate) fn board(scene: &Scene, style: &TextStyle) -> Done {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", scene.text(style))?;
    Ok(out.flush()?)
}

/// Prints a text without ending the line, and hands it on at once.
pub(crate) fn prompt(text: impl Display) -> Done {
    let mut out = io::stdout().lock();
    write!(out, "{}", escaped(text))?;
    Ok(out.flush()?)
}

/// Prints one JSON object on a line of its own.
pub(crate) fn json(value: &impl Serialize) -> Done {
    line(json_text(value).map_err(Failure::input)?)
}

/// Writes a line to standard error. That nobody reads it is no failure.
pub(crate) fn note(text: impl Display) {
    styled_note(&escaped(text));
}

/// The same with a text that has been given colours, after all in it was escaped that came from outside.
pub(crate) fn styled_note(text: &str) {
    let _ = io::stderr().lock().write_all(format!("{text}\n").as_bytes());
}

/// A text of several lines with all in it escaped that could deceive who reads it on a terminal; see [`Escaped`].
///
/// Line ends are kept, so texts from outside that are quoted in a line are [quoted](Escaped) on their own before.
pub(crate) fn escaped(text: impl Display) -> String {
    let text = text.to_string();
    text.split_inclusive(['\n', '\t']).fold(String::with_capacity(text.len()), |shown, part| {
        let (line, end) = part.split_at(part.trim_end_matches(['\n', '\t']).len());
        shown + &Escaped(line).to_string() + end
    })
}

/// The JSON of a value on one line. Strings have nothing in them that a terminal would obey.
///
/// # Errors
///
/// The value can't be written as JSON.
pub(crate) fn json_text(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    if !text.contains(is_unsafe) {
        return Ok(text);
    }
    // Only strings have such characters.
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unsafe(c) {
            let units = c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>();
            safe.push_str(&units);
        } else {
            safe.push(c);
        }
    }
    Ok(safe)
}

#[cfg(test)]
mod tests {
    use super::{escaped, json_text};

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(escaped("a\u{1b}[31m\tb\r\nc\u{9b}\n\nd"), "a\\u{1b}[31m\tb\\r\nc\\u{9b}\n\nd");
        assert_eq!(escaped("Пётр 👍 é"), "Пётр 👍 é");
    }

    #[test]
    fn json_is_the_same_value_with_fewer_characters() {
        let value = "a\u{7f}\u{9b}\u{202e}\u{e0041}\"\\\u{1b}ё";
        let text = json_text(&value).expect("a string");
        assert_eq!(text, r#""a\u007f\u009b\u202e\udb40\udc41\"\\\u001bё""#);
        assert_eq!(serde_json::from_str::<String>(&text).expect("JSON"), value);
    }
}
