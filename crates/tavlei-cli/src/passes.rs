//! Proryv's pass on the command line: `--` is a move there, and the end of the options everywhere else.

use std::ffi::{OsStr, OsString};

/// What a pass is called while the command line is read.
const PASS: &str = "pass";

/// Options that take the argument behind them as their value.
const WITH_VALUE: [&str; 2] = ["--position", "--rules"];

/// In `apply proryv …`, gives every `--` that is a pass a name that does not look like an option. So it does with more
/// dashes than two, and with marks behind them: `--!`.
///
/// A turn has two choices, so their number is even: where it is odd, the first `--` is the end of the options and the
/// others are passes. All other command lines are left as they are.
pub(crate) fn name_passes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let words = words(&args);
    let is = |nth: usize, text: &str| words.get(nth).is_some_and(|&at| args[at] == OsStr::new(text));
    if !is(0, "apply") || !is(1, "proryv") {
        return args;
    }
    let choices = &words[2..];
    let ends_options = choices.iter().copied().find(|&at| choices.len() % 2 == 1 && args[at] == OsStr::new("--"));
    let passes: Vec<usize> =
        choices.iter().copied().filter(|&at| Some(at) != ends_options && is_dashes(&args[at])).collect();
    for at in passes {
        args[at] = PASS.into();
    }
    args
}

/// Whether an argument is nothing but dashes, with spaces and marks among them.
fn is_dashes(arg: &OsStr) -> bool {
    let text = arg.to_string_lossy();
    let dashes = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '!' | '?' | '.' | '…'));
    dashes.contains('-') && dashes.chars().all(|c| c == '-' || c.is_whitespace())
}

/// Where the words stand that are neither options nor their values; dashes alone count as a word.
fn words(args: &[OsString]) -> Vec<usize> {
    let mut words = Vec::new();
    let mut at = 1;
    while at < args.len() {
        let text = args[at].to_string_lossy();
        if WITH_VALUE.contains(&text.as_ref()) {
            at += 1;
        } else if is_dashes(&args[at]) || !text.starts_with("--") {
            words.push(at);
        }
        at += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(line: &str) -> String {
        let args = line.split(' ').map(OsString::from);
        name_passes(args).iter().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn passes_are_named_where_the_turns_come_out_even() {
        assert_eq!(named("tavlei apply proryv b2-c3 --"), "tavlei apply proryv b2-c3 pass");
        assert_eq!(named("tavlei apply proryv -- c4-c3"), "tavlei apply proryv pass c4-c3");
        assert_eq!(named("tavlei apply proryv -- --"), "tavlei apply proryv pass pass");
        assert_eq!(named("tavlei apply proryv --! ----"), "tavlei apply proryv pass pass");
        assert_eq!(named("tavlei apply proryv - --?! --json"), "tavlei apply proryv pass pass --json");
        assert_eq!(
            named("tavlei apply --rules pass=yes proryv b2-c3 -- --json"),
            "tavlei apply --rules pass=yes proryv b2-c3 pass --json"
        );
    }

    #[test]
    fn the_first_of_an_odd_number_ends_the_options() {
        assert_eq!(named("tavlei apply proryv -- b2-c3 --"), "tavlei apply proryv -- b2-c3 pass");
        assert_eq!(named("tavlei apply proryv -- -- --"), "tavlei apply proryv -- pass pass");
        assert_eq!(named("tavlei apply proryv --! -- --"), "tavlei apply proryv pass -- pass");
    }

    #[test]
    fn other_command_lines_stay_as_they_are() {
        assert_eq!(named("tavlei apply towers -- c3-b4"), "tavlei apply towers -- c3-b4");
        assert_eq!(named("tavlei moves proryv --"), "tavlei moves proryv --");
        assert_eq!(named("tavlei"), "tavlei");
    }
}
