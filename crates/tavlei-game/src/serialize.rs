//! Serialization with serde (feature `serde`), through text.
//!
//! Sides and scores are their text. What consists of several things is a map of their texts: an outcome of its score
//! and its reason, a joint move of both choices. [`serialize_as_text!`](crate::serialize_as_text) and
//! [`serialize_under_rules!`](crate::serialize_under_rules) do the same for what games have.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tavlei_geometry::serde_text;

use crate::{Outcome, Score, Side};

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

/// Serializes a type as a map of two texts: the rules that it stands under, and its own, which only those rules can
/// read. Positions are such, and captures under way.
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
