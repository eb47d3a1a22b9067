//! Moves on the command line as they are pasted there: numbers before them, and Proryv's pass, `--`, which is the end of
//! the options everywhere else.

use std::ffi::{OsStr, OsString};

/// The placeholder of a pass while the command line is read.
const PASS: &str = "pass";

/// Options that take the argument behind them as their value.
const WITH_VALUE: [&str; 2] = ["--position", "--rules"];

/// In `apply …`, leaves out move numbers that stand alone, `1.`. In `apply proryv …`, also takes turns apart that stand in
/// one argument, `'b2-c3 --'`, and gives every `--` that is a pass a name that does not look like an option. So it does
/// with more dashes than two, and with marks behind them: `--!`.
///
/// A turn has two choices, so their number is even: where it is odd, the first `--` is the end of the options and the
/// others are passes. All other command lines are left as they are.
pub(crate) fn name_passes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let is = |args: &[OsString], nth: usize, text: &str| {
        words(args).get(nth).is_some_and(|&at| args[at] == OsStr::new(text))
    };
    if !is(&args, 0, "apply") {
        return args;
    }
    for at in words(&args).into_iter().skip(2).rev() {
        if is_number(&args[at]) {
            args.remove(at);
        }
    }
    if !is(&args, 1, "proryv") {
        return args;
    }
    for at in words(&args).into_iter().skip(2).rev() {
        if let Some(choices) = choices_of(&args[at]) {
            args.splice(at..=at, choices);
        }
    }
    let words = words(&args);
    let choices = &words[2..];
    let ends_options = choices.iter().copied().find(|&at| choices.len() % 2 == 1 && args[at] == OsStr::new("--"));
    let passes: Vec<usize> =
        choices.iter().copied().filter(|&at| Some(at) != ends_options && is_dashes(&args[at])).collect();
    for at in passes {
        args[at] = PASS.into();
    }
    args
}

/// The choices of an argument that has several, with passes named.
fn choices_of(arg: &OsStr) -> Option<Vec<OsString>> {
    let text = arg.to_string_lossy();
    let has_both_squares = |word: &str| word.chars().filter(char::is_ascii_digit).count() > 1;
    let is_pass = |word: &str| ["pass", "пас", "пропуск"].iter().any(|pass| word.to_lowercase() == *pass);
    let words = text.split_whitespace().filter(|word| !is_number(OsStr::new(word)));
    let choice = |word: &str| match word {
        _ if is_dashes(OsStr::new(word)) || is_pass(word) => Some(PASS.into()),
        _ => has_both_squares(word).then(|| word.trim_end_matches(',').into()),
    };
    let choices: Vec<OsString> = words.map(choice).collect::<Option<_>>()?;
    (choices.len() > 1 && !is_dashes(arg) || is_several_passes(&text)).then_some(choices)
}

/// Returns whether a text is several passes: `-- --`, but not `- -`, one whose dashes stand apart.
fn is_several_passes(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.clone().count() > 1 && words.all(|word| is_dashes(OsStr::new(word)) && word.chars().count() > 1)
}

/// Returns whether an argument is a move number and nothing else.
fn is_number(arg: &OsStr) -> bool {
    let text = arg.to_string_lossy();
    let dots = text.trim_start_matches(|c: char| c.is_ascii_digit());
    dots.len() < text.len() && !dots.is_empty() && dots.chars().all(|c| matches!(c, '.' | '…' | ')'))
}

/// Returns whether an argument is nothing but dashes, with spaces and marks among them.
fn is_dashes(arg: &OsStr) -> bool {
    let text = arg.to_string_lossy();
    let dashes = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '!' | '?' | '.' | '…' | ','));
    let is_dash = |c: char| matches!(c, '-' | '–' | '—' | '−');
    dashes.contains(is_dash) && dashes.chars().all(|c| is_dash(c) || c.is_whitespace())
}

/// Returns whether an argument that begins as an option does is a turn that begins with a pass: `-- c4-c3`.
fn begins_with_pass(text: &str) -> bool {
    text.split_once(char::is_whitespace).is_some_and(|(first, _)| is_dashes(OsStr::new(first)))
}

/// Returns where the words stand that are neither options nor their values; dashes alone count as a word.
fn words(args: &[OsString]) -> Vec<usize> {
    let mut words = Vec::new();
    let mut at = 1;
    while at < args.len() {
        let text = args[at].to_string_lossy();
        if WITH_VALUE.contains(&text.as_ref()) {
            at += 1;
        } else if is_dashes(&args[at]) || begins_with_pass(&text) || !text.starts_with("--") {
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
    fn turns_in_one_argument_are_taken_apart_and_numbers_left_out() {
        let named = |args: &[&str]| {
            let args = ["tavlei", "apply"].iter().chain(args).map(OsString::from);
            let named = name_passes(args);
            named[2..].iter().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>().join("|")
        };
        assert_eq!(named(&["proryv", "b2-c3 --"]), "proryv|b2-c3|pass");
        assert_eq!(named(&["proryv", "-- c4-c3", "b2-c3 –"]), "proryv|pass|c4-c3|b2-c3|pass");
        assert_eq!(named(&["proryv", "-- --"]), "proryv|pass|pass");
        assert_eq!(named(&["proryv", "- -", "1. B2-С3, пропуск"]), "proryv|pass|B2-С3|pass");
        assert_eq!(named(&["proryv", "b2 - c3", "1. b2-c3 !"]), "proryv|b2 - c3|1. b2-c3 !");
        assert_eq!(named(&["proryv", "1.", "b2-c3", "--", "2.", "--", "c4-d4"]), "proryv|b2-c3|pass|pass|c4-d4");
        assert_eq!(named(&["towers", "1.", "c3-d4", "f6-e5", "2.", "d4:f6"]), "towers|c3-d4|f6-e5|d4:f6");
        assert_eq!(named(&["towers", "c3-d4 f6-e5", "22-18"]), "towers|c3-d4 f6-e5|22-18");
    }

    #[test]
    fn other_command_lines_stay_as_they_are() {
        assert_eq!(named("tavlei apply towers -- c3-b4"), "tavlei apply towers -- c3-b4");
        assert_eq!(named("tavlei moves proryv --"), "tavlei moves proryv --");
        assert_eq!(named("tavlei"), "tavlei");
    }
}
