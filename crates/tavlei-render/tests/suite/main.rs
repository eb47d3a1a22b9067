//! Tests of pictures and boards: every position of the cases, every theme and style, whatever a title holds.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

use std::path::Path;

mod pictures;
mod text;

/// A position of the cases.
struct Case {
    /// Whether it is of tower checkers; else it is of Ashtarashki.
    is_towers: bool,
    position: String,
    rules: String,
}

/// All positions of the cases. Their files name the position, and rules that are not the default, in one of the columns.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases")).expect("the cases") {
        let path = file.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if !name.ends_with("positions.tsv") {
            continue;
        }
        for line in std::fs::read_to_string(&path).expect("text").lines().filter(|line| !line.starts_with('#')) {
            let columns: Vec<_> = line.split('\t').collect();
            let is_position = |column: &&&str| column.starts_with("w ") || column.starts_with("b ");
            let Some(position) = columns.iter().find(is_position) else { continue };
            let rules = columns.iter().find(|column| column.contains('=') && !column.contains(' ')).unwrap_or(&"");
            let is_towers = name.starts_with("towers");
            cases.push(Case { is_towers, position: (*position).to_owned(), rules: (*rules).to_owned() });
        }
    }
    cases
}
