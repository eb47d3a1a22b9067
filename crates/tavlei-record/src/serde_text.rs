//! Records as serde values. Places, warnings and the source are not part of them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Comment, MoveText, Place, Record, ResultMark, Tag};

/// What a record is written as.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plain {
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    preface: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    black_first: bool,
    moves: Vec<PlainMove>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainMove {
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

fn texts(comments: &[Comment]) -> Vec<String> {
    comments.iter().map(|comment| comment.text.clone()).collect()
}

fn comments(texts: Vec<String>) -> Vec<Comment> {
    texts.into_iter().map(|text| Comment { text, place: Place::default() }).collect()
}

/// `{"tags":[["Game","towers"]],"moves":[{"text":"c3-d4"}],"result":"1-0"}`
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Plain {
            tags: self.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
            preface: texts(&self.preface),
            black_first: self.black_first,
            moves: self
                .moves
                .iter()
                .map(|mv| PlainMove { text: mv.text.clone(), comments: texts(&mv.comments) })
                .collect(),
            result: self.result.map(|mark| mark.to_string()),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let plain = Plain::deserialize(deserializer)?;
        let mut record = Self::default();
        record.preface = comments(plain.preface);
        record.black_first = plain.black_first;
        record.tags =
            plain.tags.into_iter().map(|(name, value)| Tag { name, value, place: Place::default() }).collect();
        record.moves = plain
            .moves
            .into_iter()
            .map(|mv| MoveText {
                text: mv.text,
                number: None,
                comments: comments(mv.comments),
                place: Place::default(),
            })
            .collect();
        record.result = plain.result.map(|text| text.parse::<ResultMark>()).transpose().map_err(de::Error::custom)?;
        Ok(record)
    }
}
