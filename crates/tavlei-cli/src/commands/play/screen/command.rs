//! The commands of the game on the screen: as keys, and as words of the typed line.

use std::path::PathBuf;

use super::event::Key;

/// Something that a person wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Move the cursor by this number of squares to the right and up.
    Go(i8, i8),
    /// Choose the square under the cursor.
    Choose,
    /// Go to the next square that can be chosen, or to the one before.
    Next(bool),
    /// Take the last square back.
    TakeBack,
    /// Take all squares back.
    Clear,
    Pass,
    Undo,
    Redo,
    Hint,
    Help,
    Flip,
    Pause,
    Resign,
    ClaimDraw,
    /// List the legal moves.
    Moves,
    /// Begin a new game.
    Again,
    /// Save to this file, or to the one that is known.
    Save(Option<PathBuf>),
    /// Ask whether to leave.
    Quit,
    /// Begin a typed line with this text.
    Type(String),
    /// Play this move.
    Play(String),
    /// Show earlier moves of the list, or later ones.
    Scroll(bool),
}

/// Returns what a key wants; a letter or a digit that is no command begins a line.
pub(super) fn of_key(key: Key) -> Option<Command> {
    Some(match key {
        Key::Up | Key::Char('k') => Command::Go(0, 1),
        Key::Down | Key::Char('j') => Command::Go(0, -1),
        Key::Left | Key::Char('h') => Command::Go(-1, 0),
        Key::Right | Key::Char('l') => Command::Go(1, 0),
        Key::Enter => Command::Choose,
        Key::Tab => Command::Next(true),
        Key::BackTab => Command::Next(false),
        Key::Backspace => Command::TakeBack,
        Key::Esc => Command::Clear,
        Key::PageUp => Command::Scroll(true),
        Key::PageDown => Command::Scroll(false),
        Key::Interrupt => return None,
        Key::Char('u') => Command::Undo,
        Key::Char('r') => Command::Redo,
        Key::Char('i') => Command::Hint,
        Key::Char('o') => Command::Flip,
        Key::Char('p') => Command::Pass,
        Key::Char('s') => Command::Save(None),
        Key::Char('n') => Command::Again,
        Key::Char('q') => Command::Quit,
        Key::Char('?') => Command::Help,
        Key::Char(' ') => Command::Pause,
        Key::Char(':') => Command::Type(String::new()),
        Key::Char(c) if c.is_alphanumeric() || c == '-' => Command::Type(c.to_string()),
        Key::Char(_) => return None,
    })
}

/// Returns what a typed line wants; what is no word is a move.
pub(super) fn of_line(line: &str) -> Option<Command> {
    let line = line.trim().trim_start_matches(':').trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some(match word {
        "" => return None,
        "help" => Command::Help,
        "hint" => Command::Hint,
        "moves" => Command::Moves,
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "pass" | "--" => Command::Pass,
        "draw" => Command::ClaimDraw,
        "resign" => Command::Resign,
        "flip" => Command::Flip,
        "new" => Command::Again,
        "save" => Command::Save((!rest.trim().is_empty()).then(|| rest.trim().into())),
        "quit" | "exit" => Command::Quit,
        _ => Command::Play(line.to_owned()),
    })
}

/// The keys and words, in two columns.
pub(super) const HELP: [(&str, &str); 19] = [
    ("arrows, h j k l", "move the cursor"),
    ("Enter, click", "choose the square"),
    ("Tab", "go to the next square that can be chosen"),
    ("Backspace, Esc", "take a square back, take all back"),
    ("a digit or letter", "type a move: c3-d4, cd4, a3:c5:e7, M3cd4"),
    (":", "the same, or a word: moves, draw, resign,"),
    ("", "save FILE, hint, undo, redo, new, quit"),
    ("p, --", "pass (Proryv)"),
    ("u, r", "take a move back, play it again"),
    ("i", "an idea: ask the bot for a hint"),
    ("o", "turn the board over"),
    ("s", "save the game"),
    ("n", "a new game, when this one is over"),
    ("space", "pause, when bots play"),
    ("PgUp, PgDn", "earlier and later moves of the list"),
    ("q, Ctrl-C", "leave; save and leave at once"),
    ("h before a digit", "begins a move: h2-g3"),
    ("w, W, w3/2", "a man, a king, a tower: 3 own on 2 prisoners"),
    ("M, V, W, F", "full rights, retreated once, twice, finished"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_are_no_commands_begin_a_line() {
        for c in ['c', 'g', '3', 'M', 'ф', '-'] {
            assert_eq!(of_key(Key::Char(c)), Some(Command::Type(c.to_string())), "{c}");
        }
        assert_eq!((of_key(Key::Char('h')), of_key(Key::Char('.'))), (Some(Command::Go(-1, 0)), None));
    }

    #[test]
    fn lines_are_words_or_moves() {
        assert_eq!(of_line(" :save a game.txt "), Some(Command::Save(Some("a game.txt".into()))));
        assert_eq!(of_line("save"), Some(Command::Save(None)));
        assert_eq!(of_line("--"), Some(Command::Pass));
        assert_eq!(of_line("c3 - d4"), Some(Command::Play("c3 - d4".to_owned())));
        assert_eq!(of_line(" : "), None);
    }
}
