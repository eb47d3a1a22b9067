//! Game records: reads what players write, replays it, and writes it canonically.
//!
//! A record is close to PGN and PDN: tags in brackets, numbered moves, `{comments}`, `;` comments to the end of the
//! line, variations in `( )`, which are skipped, and a result. A bare list of moves is a record, too. The crate knows no
//! game: it works for whatever has a [`Notation`](tavlei_game::Notation) in which a move is a word that begins with a letter
//! and has a digit, such as `e2-e4` or `take3`. Another text of a game of one's own may be read as something else: `3`
//! as the number of a move, `take` as a comment.
//!
//! - [`Reader`] reads any number of games from a stream, each as a [`Record`]; or tells a [`Visitor`] of them, which
//!   copies nothing.
//! - [`replay()`] plays a record and gives the [`History`](tavlei_game::History) of the game, or the first [`ReplayError`]
//!   with its place, the position there and the nearest legal moves. [`Checker`] does so while reading, keeping nothing.
//! - [`Record::from_history`] and `Display` write a game, in any [`Form`](tavlei_game::Form) that its game has.
//!
//! ```
//! use tavlei_game::{Form, Notation};
//! use tavlei_record::{Record, Reader, replay};
//!
//! /// Rewrites all games of a file in the canonical form.
//! fn tidy<G: Notation>(file: &str) -> Result<String, Box<dyn std::error::Error>> {
//!     let mut tidy = String::new();
//!     for record in Reader::from(file) {
//!         let game = replay::<G>(&record?)?.history;
//!         tidy += &format!("{}\n", Record::from_history(&game, Form::Long));
//!     }
//!     Ok(tidy)
//! }
//! ```
//!
//! # What is mended
//!
//! Reading is forgiving. These are read without a word: a byte order mark, CRLF, tabs, spaces that do not break;
//! numbers without a dot, or glued to their move, `12...h7-g6`, `1. …  h7-g6`; spaces around dashes and colons,
//! `c3 - d4`; `!`, `?` and other marks behind a move; numbers like `$4`; bullets before a line, `**bold**`, rules and the
//! heads of tables, `|---|---|`; `1 : 0`, `½-½`, `0.5-0.5`, and `ничья` or `draw` alone at the end of a line.
//!
//! These give a [`Warning`]: a move number that is wrong, repeated or missing; words outside braces, which are a
//! comment to the end of the line, or to the number that is due; moves behind a `;`, which are one, too; a move with a
//! space inside; tags without quotes, given twice, not closed; a result that is missing, or that the tag does not agree
//! with; and every sign that has no meaning where it stands.
//!
//! Nothing is dropped in silence. Each character of a source is white space or belongs to a [`Part`]: a tag, a number, a
//! move, a comment, a result, a mark, a variation, decoration, or something that a warning reports. A [`Visitor`] is told
//! of every part. A record lists the marks and variations that it [leaves out](Record::left_out), and the reader keeps
//! what stands after the last game as its [remainder](Reader::remainder).
//!
//! Digits are a move number if dots follow them, or if the number is due and a move follows. Other digits, and a second
//! number in a row, are told as a move, so that replaying them is a fault. An asterisk that touches a move is a mark if
//! numbered moves follow.
//!
//! No words are what has the shape of a move without its digits, `cd`, `c-d`, `Mcd`, as long as there is a letter among
//! them that is not Cyrillic and no words follow: that is a move, and replaying it a fault, for else the moves behind it
//! would be lost in a comment. Behind a number, a file and a square with a space between them, `2. d c5`, are one move; and
//! a single dash before a single move, `2. – c4-c3`, is a pass where both sides move at once, and nothing elsewhere.
//!
//! These end a game with a [`ReadError`]: text that is not UTF-8, a comment or variation without an end, and
//! whatever exceeds the [`ReadLimits`]. Time is linear in the input, and memory is bounded by the limits.
//!
//! Where one game ends and the next begins is told by a result, by a tag after moves, by a tag that the game has
//! already, and by the number 1 of White's move at the beginning of a line, where 3 or more is due.
//!
//! # Tags that say how to play
//!
//! `Game`, `Position`, `Rules` and `Result`. The tag `FEN` stands in for `Position` where there is none: tower checkers
//! read it, and it is a fault elsewhere. All other tags are kept, and mean nothing here.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod counters;
mod error;
mod lexer;
mod limits;
mod mark;
mod place;
mod reader;
mod record;
mod replay;
#[cfg(feature = "serde")]
mod serde_text;
mod visitor;
mod warning;
mod write;

pub use counters::Counters;
pub use error::{OpenPart, ParseRecordError, ReadError};
pub use limits::ReadLimits;
pub use mark::ResultMark;
pub use place::Place;
pub use reader::Reader;
pub use record::{Comment, MoveText, Record, Tag};
pub use replay::{Checked, Checker, ReplayError, ReplayErrorKind, Replayed, replay};
pub use visitor::{MoveNumber, Part, Token, Visitor};
pub use warning::{Warning, WarningKind};
