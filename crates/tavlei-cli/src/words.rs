//! Moves as words of the command line.

use std::ffi::OsString;

use crate::game::Playable;
use crate::output::Failure;

/// Plays moves given as words, after a visit of each with the position before it.
///
/// Move numbers are left out. In Proryv the words are White's choices and Black's by turns, or whole turns.
///
/// # Errors
///
/// A word is no legal move, or the number of choices is odd.
pub(crate) fn play_words<G: Playable>(
    position: &mut G,
    words: &[String],
    mut visit: impl FnMut(&G, &G::Move),
) -> Result<(), Failure> {
    let mut args: Vec<&str> = words.iter().map(String::as_str).filter(|arg| !is_number(arg)).collect();
    let count = |args: &[&str]| args.iter().map(|arg| if G::is_ply(arg) { G::MOVE_WORDS } else { 1 }).sum::<usize>();
    if !count(&args).is_multiple_of(G::MOVE_WORDS) {
        // Then the first `--` was the end of the options.
        let Some(end) = args.iter().position(|arg| *arg == DASHES) else {
            return Err(Failure::Usage(format!(
                "the number of choices is odd, {}: a turn has one of White’s and one of Black’s (-- for a pass)",
                count(&args)
            )));
        };
        args.remove(end);
    }
    let mut left = args.as_slice();
    let mut ply = 0;
    while let Some(first) = left.first() {
        let words = if G::is_ply(first) { 1 } else { G::MOVE_WORDS.min(left.len()) };
        let (words, rest) = left.split_at(words);
        (left, ply) = (rest, ply + 1);
        let mv = position
            .read_words(words)
            .map_err(|reason| Failure::Input(format!("move {ply}, {reason}\nposition: {position}")))?;
        if !position.is_legal(&mv) {
            return Err(Failure::Input(format!("move {ply}: the move is not legal in this position")));
        }
        visit(position, &mv);
        position.play_unchecked(&mv);
    }
    Ok(())
}

/// A lone `--` of the command line as it reaches a command: a pass, or the end of the options.
const DASHES: &str = " --";

/// In `apply … proryv …` and `show … proryv …`, puts a space before dashes that no name of an option follows. They are a pass there; elsewhere
/// `--` is the end of the options.
pub(crate) fn with_passes(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let has_moves = args.get(1).is_some_and(|command| command == "apply" || command == "show");
    if let Some(game) = args.iter().position(|arg| arg == "proryv").filter(|_| has_moves) {
        for arg in args.iter_mut().skip(game) {
            let text = arg.to_string_lossy();
            let name = text.trim_start_matches('-');
            if text.len() > name.len() && text != "-" && !name.starts_with(char::is_alphabetic) {
                *arg = format!(" {text}").into();
            }
        }
    }
    args
}

/// Returns whether an argument is a move number and nothing else: `1.`, `3...`.
fn is_number(arg: &str) -> bool {
    let dots = arg.trim_start_matches(|c: char| c.is_ascii_digit());
    dots.len() < arg.len() && !dots.is_empty() && dots.chars().all(|c| matches!(c, '.' | '…' | ')'))
}
