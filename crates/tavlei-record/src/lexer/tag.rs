//! Tags, `[Name "value"]`, and what people write instead.

#![expect(
    clippy::arithmetic_side_effects,
    clippy::string_slice,
    reason = "places in a line, at the beginnings and ends of its characters"
)]

use std::ops::Range;

use super::chunk::{is_name_char, skip_space};

/// Returns whether a tag begins at this bracket: a name and a quoted value, or a name and a value up to a bracket.
pub(crate) fn is_tag(line: &str, at: usize) -> bool {
    let Some(inside) = line.get(at..).and_then(|rest| rest.strip_prefix('[')) else { return false };
    let inside = inside.trim_start();
    let value = inside.trim_start_matches(is_name_char);
    if value.len() == inside.len() || !inside.starts_with(char::is_alphabetic) {
        return false;
    }
    let trimmed = value.trim_start();
    match trimmed.chars().next() {
        Some(c) if closing_quote(c).is_some() => true,
        Some(_) => trimmed.len() < value.len() && trimmed.contains(']'),
        None => false,
    }
}

/// Returns whether the tag that begins at this bracket is written as it should be.
pub(super) fn is_well_formed(line: &str, at: usize) -> bool {
    let quoted = line[at + 1..].trim_start().trim_start_matches(is_name_char).trim_start().starts_with('"');
    quoted && tag_at(line, at).well_formed
}

/// The parts of a tag.
pub(super) struct TagAt {
    pub(super) name: Range<usize>,
    pub(super) value: Range<usize>,
    /// Where the tag ends.
    pub(super) end: usize,
    /// Whether it is written as it should be.
    pub(super) well_formed: bool,
}

/// Takes the tag apart that begins at this bracket.
pub(super) fn tag_at(line: &str, at: usize) -> TagAt {
    let start = skip_space(line, at + 1);
    let name_end = start + line[start..].find(|c| !is_name_char(c)).unwrap_or(line.len() - start);
    let quote = skip_space(line, name_end);
    let close = line[quote..].chars().next().and_then(closing_quote);
    let mut well_formed = close.is_some_and(|(open, _)| open == '"');
    let (span, mut end) = match close {
        Some((open, is_close)) => {
            let value = quote + open.len_utf8();
            match find_close(&line[value..], is_close) {
                Some((length, close)) => (value..value + length, value + length + close.len_utf8()),
                None => {
                    well_formed = false;
                    let end = line[value..].rfind(']').map_or(line.len(), |found| value + found);
                    (value..end, end)
                }
            }
        }
        None => {
            let end = line[quote..].find(']').map_or(line.len(), |found| quote + found);
            (quote..quote + line[quote..end].trim_end().len(), end)
        }
    };
    let bracket = skip_space(line, end);
    if line[bracket..].starts_with(']') {
        end = bracket + 1;
    } else {
        well_formed = false;
    }
    TagAt { name: start..name_end, value: span, end, well_formed }
}

/// The value without its backslashes, control characters replaced by spaces.
pub(super) fn unescape(text: &str) -> String {
    let mut fast_path = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        // Only quotes and backslashes are hidden; any other backslash stands for itself.
        match (c, chars.clone().next()) {
            ('\\', Some(next @ ('\\' | '"'))) => {
                fast_path.push(next);
                chars.next();
            }
            _ => fast_path.push(if c.is_control() { ' ' } else { c }),
        }
    }
    fast_path
}

type IsClose = fn(char) -> bool;

/// For the sign that opens a value, itself and what closes it.
fn closing_quote(open: char) -> Option<(char, IsClose)> {
    let close: IsClose = match open {
        '"' => |c| c == '"',
        '“' | '”' | '„' => |c| matches!(c, '”' | '“' | '"'),
        '«' => |c| c == '»',
        '\'' | '‘' => |c| matches!(c, '\'' | '’'),
        _ => return None,
    };
    Some((open, close))
}

/// Returns how long a value is, and the sign that closes it; a backslash hides the next character.
fn find_close(text: &str, is_close: IsClose) -> Option<(usize, char)> {
    let mut hidden = false;
    for (i, c) in text.char_indices() {
        if hidden {
            hidden = false;
        } else if c == '\\' {
            hidden = true;
        } else if is_close(c) {
            return Some((i, c));
        }
    }
    None
}
