//! Serialization with serde (feature `serde`), through text.
//!
//! Sides and scores are their text. What consists of several things is a map of their texts: an outcome of its score
//! and its reason, a joint move of both choices. [`serialize_as_text!`](crate::serialize_as_text) and
//! [`serialize_under_rules!`](crate::serialize_under_rules) do the same for what games have.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tavlei_geometry::serde_text;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::{End, EnterMove, Entry, History, Notation, Outcome, Score, Session, Side, Termination};

tavlei_geometry::serialize_as_text! {
    Score, "a score, such as 1-0";
    crate::NoRules, "rules";
}

/// `"white"`, the [name](Side::name) of the side.
impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde_text::deserialize_expecting(deserializer, "a side, white or black")
    }
}

/// An outcome as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Outcome", deny_unknown_fields)]
struct Written<R> {
    score: Score,
    reason: R,
}

/// `{"score": "1-0", "reason": "blocked"}`
impl<R: Serialize> Serialize for Outcome<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { score: self.score(), reason: self.reason() }.serialize(serializer)
    }
}

impl<'de, R: Deserialize<'de>> Deserialize<'de> for Outcome<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Written { score, reason } = Written::deserialize(deserializer)?;
        Ok(match score {
            Score::Win { winner, points } => Self::win(winner, points, reason),
            Score::Draw => Self::draw(reason),
        })
    }
}

/// A history as it is serialized: texts, in the order in which they are read.
#[derive(Serialize, Deserialize)]
#[serde(rename = "History", deny_unknown_fields)]
struct WrittenHistory {
    rules: String,
    start: String,
    #[serde(default)]
    plies_since_progress_at_start: u32,
    moves: Vec<String>,
    #[serde(default)]
    ended: Option<End>,
    #[serde(default)]
    undone: Vec<String>,
}

/// `{"rules": "", "start": "w a1;…", "moves": ["c3-d4", …]}`; see [`History`].
impl<G: Notation> Serialize for History<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut position = self.position().clone();
        let mut undone = Vec::new();
        for mv in self.undone_moves() {
            undone.push(position.move_text(mv));
            position.play_unchecked(mv);
        }
        let written = WrittenHistory {
            rules: self.start().rules().to_string(),
            start: self.start().to_string(),
            plies_since_progress_at_start: self.plies_since_progress_at_start(),
            moves: self.move_texts(),
            ended: self.termination().as_ref().and_then(Termination::end),
            undone,
        };
        written.serialize(serializer)
    }
}

impl<'de, G: Notation> Deserialize<'de> for History<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = WrittenHistory::deserialize(deserializer)?;
        let rules: G::Rules = written.rules.parse().map_err(D::Error::custom)?;
        let start = G::read_position(&written.start, &rules)
            .map_err(|error| D::Error::custom(format_args!("start: {error}")))?;
        let mut history = Self::new(start).with_plies_since_progress(written.plies_since_progress_at_start);
        let moves = written.moves.len();
        for (i, text) in written.moves.iter().chain(&written.undone).enumerate() {
            let in_place = |error: &dyn core::fmt::Display| {
                let (list, i) = if i < moves { ("moves", i) } else { ("undone", i.saturating_sub(moves)) };
                D::Error::custom(format_args!("{list}[{i}]: {error}"))
            };
            let mv = history.position().read_move(text).map_err(|error| in_place(&error))?;
            history.play(&mv).map_err(|error| in_place(&error))?;
        }
        for _ in &written.undone {
            history.take_back();
        }
        if let Some(ended) = written.ended {
            history.end(ended.into()).map_err(|error| D::Error::custom(format_args!("ended: {error}")))?;
        }
        Ok(history)
    }
}

/// A move being entered, as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Entry", deny_unknown_fields)]
struct WrittenEntry {
    rules: String,
    entry: String,
}

/// `{"rules": "", "entry": "w a3=0;b4=00,b6=0 a3:c5"}`
impl<G: EnterMove> Serialize for Entry<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenEntry { rules: self.position().rules().to_string(), entry: self.to_string() }.serialize(serializer)
    }
}

impl<'de, G: EnterMove> Deserialize<'de> for Entry<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenEntry { rules, entry } = WrittenEntry::deserialize(deserializer)?;
        let rules: G::Rules = rules.parse().map_err(D::Error::custom)?;
        Self::read(&entry, &rules).map_err(D::Error::custom)
    }
}

/// A session as it is serialized: its history, and the texts of the moves being entered, White's and Black's.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Session", deny_unknown_fields)]
struct WrittenSession<H> {
    history: H,
    #[serde(default)]
    entries: [Option<String>; 2],
}

/// `{"history": {…}, "entries": ["w a3=0;b4=00,b6=0 a3:c5", null]}`; see [`Session`].
impl<G: EnterMove> Serialize for Session<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let entries = Side::BOTH.map(|side| self.entry(side).map(ToString::to_string));
        WrittenSession { history: self.history(), entries }.serialize(serializer)
    }
}

impl<'de, G: EnterMove> Deserialize<'de> for Session<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenSession { history, entries } = WrittenSession::<History<G>>::deserialize(deserializer)?;
        let rules = history.position().rules();
        let read = |text: String| {
            Entry::read(&text, &rules).map_err(|error| D::Error::custom(format_args!("entries: {error}")))
        };
        let [white, black] = entries;
        let entries = [white.map(read).transpose()?, black.map(read).transpose()?];
        Self::with_entries(history, entries).map_err(D::Error::custom)
    }
}

/// Serializes a type as a map of two texts: the rules that it stands under, and its own, which only those rules can
/// read, as positions are.
///
/// Given are the type; its name and the field of its own text, as they are written; the type of the rules, which is
/// serialized, too; how its rules are asked for; and how it is read. The crate that calls this depends on `serde`.
///
/// ```
/// use core::fmt;
/// use tavlei_game::NoRules;
///
/// #[derive(Debug, PartialEq)]
/// struct Heap(u32);
///
/// impl fmt::Display for Heap {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         self.0.fmt(f)
///     }
/// }
///
/// tavlei_game::serialize_under_rules!(
///     Heap, "Heap", heap: NoRules = |_| NoRules, |text, _| text.parse().map(Heap)
/// );
///
/// let json = serde_json::to_string(&Heap(21))?;
/// assert_eq!(json, r#"{"rules":"","heap":"21"}"#);
/// assert_eq!(serde_json::from_str::<Heap>(&json)?, Heap(21));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! serialize_under_rules {
    ($type:ty, $name:literal, $field:ident: $rules:ty = $rules_of:expr, $read:expr) => {
        const _: () = {
            #[derive(::serde::Serialize, ::serde::Deserialize)]
            #[serde(rename = $name, deny_unknown_fields)]
            struct Written {
                rules: $rules,
                $field: $crate::__private::String,
            }

            impl ::serde::Serialize for $type {
                fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                    let rules_of: fn(&$type) -> $rules = $rules_of;
                    let $field = $crate::__private::ToString::to_string(self);
                    ::serde::Serialize::serialize(&Written { rules: rules_of(self), $field }, serializer)
                }
            }

            impl<'de> ::serde::Deserialize<'de> for $type {
                fn deserialize<D: ::serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> ::core::result::Result<Self, D::Error> {
                    fn read<E: ::core::fmt::Display>(
                        read: impl FnOnce(&str, &$rules) -> ::core::result::Result<$type, E>,
                        text: &str,
                        rules: &$rules,
                    ) -> ::core::result::Result<$type, E> {
                        read(text, rules)
                    }
                    let Written { rules, $field } = ::serde::Deserialize::deserialize(deserializer)?;
                    read($read, &$field, &rules).map_err(<D::Error as ::serde::de::Error>::custom)
                }
            }
        };
    };
}
