//! Writes records in the canonical form.

use std::fmt::{self, Display, Write};

use crate::lexer::{may_be_number, must_part};
use crate::{Comment, MoveText, Record, ResultMark, Tag};

/// The longest line that is written, unless a single word is longer.
const COLUMNS: usize = 80;

/// Tags first: `Game` in front, `Position`, `Rules` and `Result` at the end, the others between them in their order;
/// then an empty line and the moves, in lines of at most 80 columns; each line is ended. Put an empty line between two
/// records of a file.
impl Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = self.mark().unwrap_or(ResultMark::Open);
        for tag in self.tags_in_order() {
            write_tag(f, &tag.name, &tag.value)?;
        }
        write_tag(f, "Result", &mark.to_string())?;
        f.write_char('\n')?;
        self.write_moves(f, mark)
    }
}

impl Record {
    /// The tags as they are written, all but the result.
    pub(crate) fn tags_in_order(&self) -> impl Iterator<Item = &Tag> {
        const LAST: [&str; 2] = ["Position", "Rules"];
        let named = |name: &'static str| self.tags.iter().filter(move |tag| tag.is_named(name));
        let is_other = |tag: &&Tag| {
            let mut own = ["Game", "Result"].iter().chain(&LAST);
            !own.any(|name| tag.is_named(name))
        };
        named("Game").chain(self.tags.iter().filter(is_other)).chain(LAST.into_iter().flat_map(named))
    }

    fn write_moves(&self, f: &mut fmt::Formatter<'_>, mark: ResultMark) -> fmt::Result {
        let mut lines = Lines { out: f, column: 0 };
        lines.comments(&self.preface)?;
        let mut previous: Option<&MoveText> = None;
        let first = self.moves.first().and_then(|mv| mv.number).map_or(1, |number| number.number.max(1) as usize);
        for (i, mv) in self.moves.iter().enumerate() {
            let half = 2 * (first - 1) + i + usize::from(self.black_first);
            let number = half / 2 + 1;
            let word = match previous {
                _ if half.is_multiple_of(2) => format!("{number}. {}", mv.text),
                Some(previous) if previous.comments.is_empty() && !may_be_number(&mv.text) => mv.text.clone(),
                _ => format!("{number}... {}", mv.text),
            };
            lines.part(previous, &word)?;
            lines.word(&word)?;
            lines.comments(&mv.comments)?;
            previous = Some(mv);
        }
        let mark = mark.to_string();
        lines.part(previous, &mark)?;
        lines.word(&mark)?;
        lines.end()
    }
}

fn write_tag(out: &mut dyn Write, name: &str, value: &str) -> fmt::Result {
    write!(out, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            _ => out.write_char(if c.is_control() { ' ' } else { c })?,
        }
    }
    out.write_str("\"]\n")
}

/// Fills lines with words.
struct Lines<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Lines<'_, '_> {
    /// Writes what must not be parted, on a new line if this one is full.
    fn word(&mut self, word: impl Display) -> fmt::Result {
        let word = word.to_string();
        let width = word.chars().count();
        if self.column > 0 {
            if self.column + 1 + width > COLUMNS {
                self.end()?;
            } else {
                self.out.write_char(' ')?;
                self.column += 1;
            }
        }
        self.column += width;
        self.out.write_str(&word)
    }

    /// Begins a new line if a move and what follows it would be read as one.
    fn part(&mut self, previous: Option<&MoveText>, next: &str) -> fmt::Result {
        match previous {
            Some(previous) if previous.comments.is_empty() && must_part(&previous.text, next) => self.end(),
            _ => Ok(()),
        }
    }

    fn comments(&mut self, comments: &[Comment]) -> fmt::Result {
        comments.iter().try_for_each(|comment| self.comment(&comment.text))
    }

    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.contains('}') {
            // Braces can't hold it, but a line can.
            self.word(format_args!("; {text}"))?;
            return self.end();
        }
        let mut words = text.split_whitespace().peekable();
        let mut opening = "{";
        while let Some(word) = words.next() {
            let closing = if words.peek().is_none() { "}" } else { "" };
            self.word(format_args!("{opening}{word}{closing}"))?;
            opening = "";
        }
        Ok(())
    }

    fn end(&mut self) -> fmt::Result {
        self.column = 0;
        self.out.write_char('\n')
    }
}
