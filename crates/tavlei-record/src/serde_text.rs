//! Records as serde values. Places, warnings and the source are not part of them.
//!
//! Empty fields are left out in formats for people; formats without field names have them all.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Comment, MoveText, Place, Record, ResultMark, Tag};

tavlei_game::serialize_as_text!(ResultMark, "a result, such as 1-0 or *");

/// `{"tags":[["Game","towers"]],"moves":[{"text":"c3-d4"}],"result":"1-0"}`
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let empty = [self.preface.is_empty(), !self.black_first, self.result.is_none()];
        let mut map = Fields::new(serializer, "Record", 5, &empty)?;
        let tags: Vec<_> = self.tags.iter().map(|tag| (&tag.name, &tag.value)).collect();
        map.field("tags", &tags)?;
        map.field_unless(self.preface.is_empty(), "preface", &texts(&self.preface))?;
        map.field_unless(!self.black_first, "black_first", &self.black_first)?;
        map.field("moves", &self.moves)?;
        map.field_unless(self.result.is_none(), "result", &self.result)?;
        map.end()
    }
}

/// `{"text":"c3-d4","comments":["a good move"]}`
impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = Fields::new(serializer, "MoveText", 2, &[self.comments.is_empty()])?;
        map.field("text", &self.text)?;
        map.field_unless(self.comments.is_empty(), "comments", &texts(&self.comments))?;
        map.end()
    }
}

/// Writes a map some fields of which can be left out.
struct Fields<M> {
    map: M,
    keeps_all: bool,
}

impl<M: SerializeStruct> Fields<M> {
    /// A map of the given number of fields, of which these are empty.
    fn new<S>(serializer: S, name: &'static str, fields: usize, empty: &[bool]) -> Result<Self, S::Error>
    where
        S: Serializer<SerializeStruct = M>,
    {
        let keeps_all = !serializer.is_human_readable();
        let left_out = if keeps_all { 0 } else { empty.iter().filter(|empty| **empty).count() };
        Ok(Self { map: serializer.serialize_struct(name, fields - left_out)?, keeps_all })
    }

    fn field(&mut self, key: &'static str, value: &impl Serialize) -> Result<(), M::Error> {
        self.map.serialize_field(key, value)
    }

    fn field_unless(&mut self, empty: bool, key: &'static str, value: &impl Serialize) -> Result<(), M::Error> {
        if empty && !self.keeps_all { self.map.skip_field(key) } else { self.field(key, value) }
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.map.end()
    }
}

/// The form in which a record is read. Other keys of the map, such as the game and the rules, are ignored.
#[derive(Deserialize)]
#[serde(rename = "Record")]
struct Plain {
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    preface: Vec<String>,
    #[serde(default)]
    black_first: bool,
    moves: Vec<PlainMove>,
    #[serde(default)]
    result: Option<ResultMark>,
}

#[derive(Deserialize)]
#[serde(rename = "MoveText", deny_unknown_fields)]
struct PlainMove {
    text: String,
    #[serde(default)]
    comments: Vec<String>,
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let plain = Plain::deserialize(deserializer)?;
        let mut record = Self::default();
        record.preface = comments(plain.preface);
        record.black_first = plain.black_first;
        record.tags =
            plain.tags.into_iter().map(|(name, value)| Tag { name, value, place: Place::default() }).collect();
        record.moves = plain.moves.into_iter().map(MoveText::from).collect();
        record.result = plain.result;
        Ok(record)
    }
}

impl From<PlainMove> for MoveText {
    fn from(mv: PlainMove) -> Self {
        Self { text: mv.text, number: None, comments: comments(mv.comments), place: Place::default() }
    }
}

fn texts(comments: &[Comment]) -> Vec<&str> {
    comments.iter().map(|comment| comment.text.as_str()).collect()
}

fn comments(texts: Vec<String>) -> Vec<Comment> {
    texts.into_iter().map(|text| Comment { text, place: Place::default() }).collect()
}
