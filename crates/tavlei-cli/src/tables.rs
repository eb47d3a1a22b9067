//! Tablebases in files.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use tavlei::proryv::Rules;
use tavlei::solve::proryv::Tablebase;

use crate::output::Failure;

/// Returns the file name of the tablebase of these rules.
pub(crate) fn file_name(rules: &Rules) -> String {
    format!("proryv-{}{}.values", rules.board(), if rules.passing() { "" } else { "-no-pass" })
}

/// The table of these rules in a directory, or the one in a file.
pub(crate) fn open_table(place: &Path, rules: &Rules) -> Result<Tablebase, Failure> {
    let path = if place.is_dir() { place.join(file_name(rules)) } else { place.to_owned() };
    let fail = |error: String| Failure::Input(format!("{}: {error}", path.display()));
    let file = File::open(&path).map_err(|error| fail(error.to_string()))?;
    Tablebase::read(rules, &mut BufReader::new(file)).map_err(|error| fail(error.to_string()))
}
