//! A game as it is written down.

use std::ops::ControlFlow;

use tavlei_game::{Form, History, Notation, Score};

use crate::{MoveNumber, Part, Place, ResultMark, Token, Visitor, Warning, WarningKind};

/// A game as it is written down: tags, moves with comments, a result. It knows no rules; to play it, see
/// [`replay`](crate::replay()).
///
/// `Display` writes it in the canonical form, in lines of at most 80 columns; reading that gives an equal record. Two
/// records are equal when they say the same: places, move numbers, warnings and the source do not count, nor does it
/// where the tags `Game`, `Position`, `Rules` and `Result` stand among the others.
///
/// ```
/// use tavlei_record::Record;
///
/// let record: Record = "[Game \"towers\"]\n1.c3-d4 f6 - e5! 2 d4:f6 {so far} *".parse()?;
/// assert_eq!(record.game(), Some("towers"));
/// assert_eq!(record.moves[1].text, "f6 - e5");
/// assert_eq!(record.to_string(), "[Game \"towers\"]\n[Result \"*\"]\n\n1. c3-d4 f6 - e5 2. d4:f6 {so far} *\n");
/// # Ok::<_, tavlei_record::ParseRecordError>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Record {
    /// The tags, in the order in which they stand there.
    pub tags: Vec<Tag>,
    /// The comments before the first move.
    pub preface: Vec<Comment>,
    /// The moves; where a move is a pair of choices, the choices one by one.
    pub moves: Vec<MoveText>,
    /// Whether the first of the moves is Black's, so that it is written with dots: `1... c7-b6`.
    pub black_first: bool,
    /// The result behind the moves; see [`score`](Self::score) and [`mark`](Self::mark).
    pub result: Option<ResultMark>,
    /// Where the result stands.
    pub result_place: Place,
    /// Warnings about text that was repaired, at most [`MAX_WARNINGS`](Self::MAX_WARNINGS).
    pub warnings: Vec<Warning>,
    unlisted: Unlisted,
    left_out: Vec<Warning>,
    source: Vec<SourceLine>,
}

/// How much was found beyond what is listed.
#[derive(Clone, Copy, Default, Debug)]
struct Unlisted {
    warnings: u64,
    left_out: u64,
}

/// A tag, `[Name "value"]`.
#[derive(Clone, Debug)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
    /// Where the value stands.
    pub place: Place,
}

impl Tag {
    /// Returns whether the tag has this name; capital and small letters are the same.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        let small = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<String>();
        self.name.eq_ignore_ascii_case(name) || !self.name.is_ascii() && small(&self.name) == small(name)
    }
}

/// A move as it is written, and what is said of it.
#[derive(Clone, Debug)]
pub struct MoveText {
    /// The move as it is written, without its number and without `!` and `?`.
    pub text: String,
    /// The number that stands before it.
    pub number: Option<MoveNumber>,
    /// The comments that follow it.
    pub comments: Vec<Comment>,
    /// Where it stands.
    pub place: Place,
}

/// A comment.
#[derive(Clone, Debug)]
pub struct Comment {
    /// The text, white space made single.
    pub text: String,
    /// Where it begins.
    pub place: Place,
}

#[derive(Clone, Debug)]
struct SourceLine {
    number: u64,
    text: String,
}

impl Record {
    /// How many warnings a record lists, and how many things that it has left out.
    pub const MAX_WARNINGS: usize = 100;

    /// Returns how many warnings there were beyond those that are listed.
    #[must_use]
    pub const fn unlisted_warnings(&self) -> u64 {
        self.unlisted.warnings
    }

    /// Lists what the source has and a record does not keep, without being odd: variations, and marks of moves; at most
    /// [`MAX_WARNINGS`](Self::MAX_WARNINGS).
    #[must_use]
    pub fn left_out(&self) -> &[Warning] {
        &self.left_out
    }

    /// Returns how much was [left out](Self::left_out) beyond what is listed.
    #[must_use]
    pub const fn unlisted_left_out(&self) -> u64 {
        self.unlisted.left_out
    }

    /// The record of a game, its moves written in this form, or in the long one if the game does not have it.
    ///
    /// The tags are `Game`; `Position`, if the game does not begin at the start; `Rules`, if they are not the default.
    /// Plies without progress [before the start](History::with_plies_since_progress) are in none of them: PDN's `FEN`
    /// has them. `Result` is written along with the moves. More tags are added with [`set_tag`](Self::set_tag).
    #[must_use]
    pub fn from_history<G: Notation>(history: &History<G>, form: Form) -> Self {
        let start = history.start();
        let rules = start.rules();
        let mut record = Self::default();
        record.set_tag("Game", G::NAME);
        let position = start.to_string();
        if *start != G::start(&rules) {
            record.set_tag("Position", &position);
        }
        if rules != G::Rules::default() {
            record.set_tag("Rules", &rules.to_string());
        }
        record.black_first = G::MOVE_WORDS == 1 && position.starts_with("b ");
        let mut board = start;
        let mut text = String::new();
        for ply in history.plies() {
            text.clear();
            // A `String` takes everything that is written to it.
            let _ = board.write_move_as(form, ply.mv(), &mut text);
            if G::MOVE_WORDS == 1 {
                record.push_move(&text);
            } else {
                text.split_whitespace().for_each(|word| record.push_move(word));
            }
            board = ply.after();
        }
        record.result = Some(ResultMark::from_score(history.termination().map(|termination| termination.score())));
        record
    }

    /// The value of a tag; capital and small letters are the same.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find_tag(name).map(|tag| tag.value.as_str())
    }

    /// A tag by its name; capital and small letters are the same.
    #[must_use]
    pub fn find_tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.is_named(name))
    }

    /// Gives a tag a value; it is added if there is none of that name.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.is_named(name)) {
            Some(tag) => tag.value = value.to_string(),
            None => {
                self.tags.push(Tag { name: name.to_string(), value: value.to_string(), place: Place::default() });
            }
        }
    }

    /// Adds a move.
    pub fn push_move(&mut self, text: &str) {
        self.moves.push(MoveText {
            text: text.to_string(),
            number: None,
            comments: Vec::new(),
            place: Place::default(),
        });
    }

    /// Adds a comment on the last move, or on the game if there is none.
    pub fn push_comment(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.comments_mut().push(Comment { text, place: Place::default() });
        }
    }

    /// The name of the game, as the tag `Game` has it.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.tag("Game").map(str::trim)
    }

    /// The result behind the moves, or else that of the tag `Result`.
    #[must_use]
    pub fn mark(&self) -> Option<ResultMark> {
        self.result.or_else(|| self.tag("Result")?.parse().ok())
    }

    /// The score that the record gives; `None` when it leaves the result open, or has none.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.mark()?.score()
    }

    /// A line of the source, by its number. Lines in which a move, a tag or the result begins are kept, but not
    /// overlong ones.
    #[must_use]
    pub fn source_line(&self, number: u64) -> Option<&str> {
        let found = self.source.binary_search_by_key(&number, |line| line.number).ok()?;
        self.source.get(found).map(|line| line.text.as_str())
    }

    pub(crate) fn comments_mut(&mut self) -> &mut Vec<Comment> {
        match self.moves.last_mut() {
            Some(mv) => &mut mv.comments,
            None => &mut self.preface,
        }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.tags_in_order().eq(other.tags_in_order())
            && self.preface == other.preface
            && self.moves == other.moves
            && self.mark().unwrap_or(ResultMark::Open) == other.mark().unwrap_or(ResultMark::Open)
            && (self.black_first == other.black_first || self.moves.is_empty())
    }
}

impl Eq for Record {}

impl PartialEq for Tag {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Eq for Tag {}

impl PartialEq for MoveText {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.comments == other.comments
    }
}

impl Eq for MoveText {}

impl PartialEq for Comment {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Comment {}

/// Builds a record from what a reader tells.
#[derive(Default)]
pub(crate) struct Builder {
    record: Record,
    source_size: usize,
    /// Where the last variation begins.
    variation: Option<Place>,
}

impl Builder {
    /// The record, checked in itself.
    pub(crate) fn finish(mut self) -> Record {
        let record = &self.record;
        if let Some(tag) = record.find_tag("Result") {
            let kind = match (tag.value.parse(), record.result) {
                (Err(_), _) => Some(WarningKind::ResultTag(tag.value.clone())),
                (Ok(tag), Some(end)) if tag != end => Some(WarningKind::ResultsDiffer { tag, end }),
                (Ok(_), _) => None,
            };
            let place = tag.place;
            if let Some(kind) = kind {
                self.warn(Warning { place, kind });
            }
        }
        self.record
    }

    fn warn(&mut self, warning: Warning) {
        list(&mut self.record.warnings, &mut self.record.unlisted.warnings, warning);
    }

    /// Keeps the line of a token, for messages.
    fn keep_line(&mut self, token: &Token<'_>) {
        const LONGEST: usize = 1 << 10;
        const MAX: usize = 1 << 20;
        let source = &mut self.record.source;
        let known = source.last().is_some_and(|last| last.number == token.place.line);
        if !known && !token.line.is_empty() && token.line.len() <= LONGEST && self.source_size < MAX {
            self.source_size += token.line.len();
            source.push(SourceLine { number: token.place.line, text: token.line.to_string() });
        }
    }
}

impl Visitor for Builder {
    fn tag(&mut self, name: Token<'_>, value: Token<'_>) -> ControlFlow<()> {
        self.keep_line(&value);
        self.record.tags.push(Tag { name: name.text.to_string(), value: value.text.to_string(), place: value.place });
        ControlFlow::Continue(())
    }

    fn mv(&mut self, mv: Token<'_>, number: Option<MoveNumber>) -> ControlFlow<()> {
        self.keep_line(&mv);
        if self.record.moves.is_empty() {
            self.record.black_first = number.is_some_and(|number| number.black);
        }
        self.record.moves.push(MoveText { text: mv.text.to_string(), number, comments: Vec::new(), place: mv.place });
        ControlFlow::Continue(())
    }

    fn comment(&mut self, text: &str, place: Place) -> ControlFlow<()> {
        self.record.comments_mut().push(Comment { text: text.to_string(), place });
        ControlFlow::Continue(())
    }

    fn result(&mut self, mark: ResultMark, token: Token<'_>) -> ControlFlow<()> {
        self.keep_line(&token);
        self.record.result = Some(mark);
        self.record.result_place = token.place;
        ControlFlow::Continue(())
    }

    fn part(&mut self, part: Part, token: Token<'_>) -> ControlFlow<()> {
        // So much of a mark is told.
        const MAX_MARK: usize = 16;
        let kind = match part {
            Part::Mark => WarningKind::Mark(token.text.chars().take(MAX_MARK).collect()),
            Part::Variation { opened } if self.variation != Some(opened) => {
                self.variation = Some(opened);
                WarningKind::Variation
            }
            _ => return ControlFlow::Continue(()),
        };
        let left_out = Warning { place: token.place, kind };
        list(&mut self.record.left_out, &mut self.record.unlisted.left_out, left_out);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, warning: Warning) -> ControlFlow<()> {
        self.warn(warning);
        ControlFlow::Continue(())
    }
}

/// Lists a warning, or counts it if there are too many.
fn list(listed: &mut Vec<Warning>, unlisted: &mut u64, warning: Warning) {
    if listed.len() < Record::MAX_WARNINGS {
        listed.push(warning);
    } else {
        *unlisted = unlisted.saturating_add(1);
    }
}
