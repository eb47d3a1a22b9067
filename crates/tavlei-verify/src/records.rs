//! Game records: nothing that a source holds is lost in silence.
//!
//! [`account`] reads any bytes and balances them: each character of the source is white space, or belongs to a tag, a move,
//! a comment, a result, a mark, a variation or known decoration, or is reported with its place.
//!
//! ```
//! use tavlei_verify::records;
//!
//! let accounted = records::account(b"[White \"A\"]\n\n1. c3-d4! {so} f6-e5 2218 <&> *");
//! assert_eq!((accounted.games, accounted.moves, accounted.reported), (1, 3, 3));
//! ```

use std::ops::{ControlFlow, Range};

use tavlei_record::{MoveNumber, Part, Place, ReadError, Reader, Record, ResultMark, Token, Visitor, Warning};

/// The totals of a balanced source.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Accounted {
    /// Games, broken ones included.
    pub games: u64,
    /// Moves, and what stands in the place of one.
    pub moves: u64,
    /// Warnings and errors.
    pub reported: u64,
}

/// Reads records and makes sure that each byte is accounted for.
///
/// # Panics
///
/// If something is lost, with the bytes in the message.
#[must_use]
pub fn account(source: &[u8]) -> Accounted {
    let mut reader = Reader::new(source);
    let mut ledger = Ledger::default();
    let mut accounted = Accounted::default();
    let mut gap = None;
    loop {
        let begun = ledger.parts.len();
        ledger.begin_game();
        let read = reader.read(&mut ledger);
        if let (Some(start), Some(first)) = (gap, ledger.parts.get(begun)) {
            ledger.gaps.push(start..first.span.start);
            gap = None;
        }
        accounted.moves += ledger.moves.len() as u64;
        accounted.reported += ledger.warnings.len() as u64;
        match read {
            Ok(found) => {
                ledger.balance_game(begun);
                if !found {
                    break;
                }
            }
            Err(error) => {
                accounted.reported += 1;
                let covered = ledger.parts.iter().map(|part| part.span.end).max().unwrap_or_default();
                gap = Some(start_of_gap(&error, covered, source.len()));
            }
        }
        accounted.games += 1;
    }
    ledger.gaps.extend(gap.map(|start| start..source.len()));
    ledger.balance_source(source);
    same_in_records(source, &ledger);
    accounted
}

/// Returns where the text begins that an error passes over.
fn start_of_gap(error: &ReadError, covered: usize, length: usize) -> usize {
    let place = error.place().expect("a slice can be read");
    let offset = usize::try_from(place.offset).expect("an offset in a slice");
    assert!(offset <= length, "{error} is behind the end");
    offset.min(covered)
}

/// A stretch of the source.
struct Stretch {
    part: Part,
    span: Range<usize>,
    text: String,
}

/// All that a reader tells.
#[derive(Default)]
struct Ledger {
    parts: Vec<Stretch>,
    gaps: Vec<Range<usize>>,
    controls: Vec<usize>,
    /// Of the game that is being read: tags, moves, comments, results and warnings.
    tags: Vec<(usize, String)>,
    moves: Vec<(usize, String)>,
    comments: String,
    results: Vec<usize>,
    warnings: Vec<usize>,
    /// Of all games that could be read.
    all_comments: String,
    all_moves: usize,
    all_tags: usize,
    broken: bool,
}

impl Visitor for Ledger {
    fn tag(&mut self, name: Token<'_>, value: Token<'_>) -> ControlFlow<()> {
        self.tags.push((offset(name.place), format!("{} {}", name.text, value.text)));
        ControlFlow::Continue(())
    }

    fn mv(&mut self, mv: Token<'_>, _: Option<MoveNumber>) -> ControlFlow<()> {
        self.moves.push((offset(mv.place), mv.text.to_string()));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, text: &str, _: Place) -> ControlFlow<()> {
        self.comments += text;
        ControlFlow::Continue(())
    }

    fn result(&mut self, _: ResultMark, token: Token<'_>) -> ControlFlow<()> {
        self.results.push(offset(token.place));
        ControlFlow::Continue(())
    }

    fn part(&mut self, part: Part, token: Token<'_>) -> ControlFlow<()> {
        let start = offset(token.place);
        self.parts.push(Stretch { part, span: start..start + token.text.len(), text: token.text.to_string() });
        ControlFlow::Continue(())
    }

    fn warning(&mut self, warning: Warning) -> ControlFlow<()> {
        self.warnings.push(offset(warning.place));
        self.controls.push(offset(warning.place));
        ControlFlow::Continue(())
    }
}

impl Ledger {
    fn begin_game(&mut self) {
        self.tags.clear();
        self.moves.clear();
        self.comments.clear();
        self.results.clear();
        self.warnings.clear();
    }

    /// Makes sure that each stretch of a game is what it is said to be.
    fn balance_game(&mut self, begun: usize) {
        let mut comments = String::new();
        for Stretch { part, span, text } in &self.parts[begun..] {
            let at = span.start;
            let is_told = match part {
                Part::Tag => self.tags.iter().any(|(tag, said)| *tag == at && letters(said) == letters(text)),
                // A number is one, and its digits may turn out to be a move.
                Part::Number => text.chars().all(|c| c.is_ascii_digit() || is_behind_number(c)),
                Part::Move => self.moves.iter().any(|(mv, said)| *mv == at && is_same_move(said, text)),
                Part::Comment => {
                    comments += text;
                    true
                }
                Part::Result => self.results.contains(&at),
                Part::Mark => text.chars().all(|c| c.is_ascii_digit() || is_dash(c) || "!?=+*$±∓⩲⩱∞".contains(c)),
                Part::Variation { opened } => offset(*opened) <= at,
                Part::Decoration => text.chars().all(is_decoration),
                Part::Skipped => self.warnings.iter().any(|warning| span.contains(warning)),
                other => panic!("{other:?} is unknown"),
            };
            assert!(is_told, "{part:?} {text:?} at {at} is not told");
        }
        let bare = |text: &str| text.chars().filter(|c| !is_nothing(*c) && !"{};".contains(*c)).collect::<String>();
        assert_eq!(bare(&self.comments), bare(&comments), "comments are lost");
        self.all_comments += &bare(&self.comments);
        self.all_moves += self.moves.len();
        self.all_tags += self.tags.len();
    }

    /// Makes sure that the stretches of all games and what is reported cover the source.
    fn balance_source(&mut self, source: &[u8]) {
        self.broken = !self.gaps.is_empty();
        let mut spans: Vec<_> = self.parts.iter().map(|part| part.span.clone()).collect();
        spans.sort_by_key(|span| span.start);
        for pair in spans.windows(2) {
            let in_gap = self.gaps.iter().any(|gap| gap.contains(&pair[0].start));
            assert!(in_gap || pair[0].end <= pair[1].start, "{pair:?} overlap");
        }
        spans.append(&mut self.gaps);
        spans.sort_by_key(|span| span.start);
        let mut covered = 0;
        for span in spans.iter().cloned().chain(std::iter::once(source.len()..source.len())) {
            if span.start > covered {
                self.nothing_between(source, covered..span.start);
            }
            covered = covered.max(span.end);
        }
    }

    fn nothing_between(&self, source: &[u8], span: Range<usize>) {
        let text = std::str::from_utf8(&source[span.clone()]).expect("what is not UTF-8 is reported");
        for (at, c) in text.char_indices() {
            let place = span.start + at;
            let is_reported = c.is_control() && self.controls.contains(&place);
            assert!(is_nothing(c) && (!c.is_control() || c.is_whitespace()) || is_reported, "{c:?} at {place} is lost");
        }
    }
}

/// Makes sure that records keep what a visitor is told.
fn same_in_records(source: &[u8], ledger: &Ledger) {
    if ledger.broken {
        return;
    }
    let mut reader = Reader::new(source);
    let mut kept = String::new();
    let (mut moves, mut tags) = (0, 0);
    let mut keep = |record: &Record| {
        let comments = record.preface.iter().chain(record.moves.iter().flat_map(|mv| &mv.comments));
        comments.for_each(|comment| kept += &comment.text);
        moves += record.moves.len();
        tags += record.tags.len();
        assert!(record.warnings.len() == Record::MAX_WARNINGS || record.unlisted_warnings() == 0);
    };
    for record in &mut reader {
        keep(&record.expect("it could be read before"));
    }
    keep(reader.remainder());
    kept.retain(|c| !is_nothing(c) && !"{};".contains(c));
    assert_eq!((sorted(&kept), moves, tags), (sorted(&ledger.all_comments), ledger.all_moves, ledger.all_tags));
}

/// The characters in order: an undecided move can come behind a comment.
fn sorted(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().collect();
    chars.sort_unstable();
    chars
}

fn offset(place: Place) -> usize {
    usize::try_from(place.offset).expect("an offset in a slice")
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns whether this is the same move without its spaces; a single dash is a pass.
fn is_same_move(said: &str, written: &str) -> bool {
    let bare = |text: &str| text.chars().filter(|c| !is_nothing(*c)).collect::<String>();
    bare(said) == bare(written) || said == "--" && !written.contains(char::is_alphanumeric)
}

/// White space, and what nobody sees.
fn is_nothing(c: char) -> bool {
    let is_invisible =
        matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}');
    c.is_whitespace() || c.is_control() || is_invisible
}

fn is_behind_number(c: char) -> bool {
    is_nothing(c) || is_dash(c) || ".…):∶꞉：".contains(c)
}

fn is_dash(c: char) -> bool {
    "-‐‑‒–—―−﹣－".contains(c)
}

/// Known decoration.
fn is_decoration(c: char) -> bool {
    is_nothing(c) || is_dash(c) || ".…,|#№•·●▪‣→*:∶꞉：/⁄∕／_＿+=×✕✖xXхХｘＸ".contains(c)
}
