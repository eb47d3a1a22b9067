//! The rules of writing that a machine can hold: one word for one thing, and doc comments that begin with a verb or a noun.

use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Names that had a better one in the field. They must not come back to a public interface or to the book.
const RETIRED: [&str; 67] = [
    "Baggage",
    "carry",
    "Question",
    "after_narrow",
    "settle",
    "play_out",
    "standing",
    "glance",
    "survey",
    "Survey",
    "Tension",
    "is_loud",
    "promise",
    "Memory",
    "vary",
    "variations",
    "Found",
    "grow_older",
    "Past",
    "Insight",
    "guesses",
    "sees",
    "Worth",
    "gets",
    "blind",
    "unchanged_plies",
    "is_progress",
    "Verdict",
    "verdict",
    "Tally",
    "tally",
    "Field",
    "Flight",
    "Way",
    "Standing",
    "Sides",
    "StepsByRisk",
    "steps_by_risk",
    "plain",
    "why",
    "diagnosis",
    "Class",
    "sure",
    "endless",
    "in_turn",
    "at_once",
    "most_bytes",
    "most_lines",
    "most_moves",
    "most_nodes",
    "most_plies",
    "most_points",
    "Tense",
    "may_glance",
    "why_not",
    "why_incomplete",
    "with_unchanged_plies",
    "unchanged_before",
    "moves_that_get",
    "white_gets",
    "TableBot",
    "TableError",
    "FieldError",
    "FaultKind",
    "StepList",
    "Teller",
    "Tallied",
];

/// Words of the list that name another thing where they stand, with the reason.
const KEPT: [(&str, &str); 2] =
    [("SolveError::Memory", "memory that is short, not the history of moves"), ("TablebaseError::Memory", "the same")];

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files(&entry, extension, found);
        } else if entry.extension().is_some_and(|found| found == extension) {
            found.push(entry);
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[test]
fn no_retired_name_is_in_a_public_interface() {
    let mut lists = Vec::new();
    files(&Path::new(ROOT).join("crates/tavlei-verify/api"), "txt", &mut lists);
    assert!(lists.len() >= 9, "{lists:?}");
    for list in lists {
        for line in fs::read_to_string(&list).expect("text").lines() {
            if KEPT.iter().any(|(kept, _)| line.contains(kept)) {
                continue;
            }
            let found = words(line).find(|word| RETIRED.contains(word));
            assert_eq!(found, None, "{}: {line}", list.display());
        }
    }
}

#[test]
fn no_retired_name_is_in_the_code_of_the_book() {
    let mut pages = Vec::new();
    files(&Path::new(ROOT).join("docs/src"), "md", &mut pages);
    pages.push(Path::new(ROOT).join("README.md"));
    for page in pages {
        let text = fs::read_to_string(&page).expect("text");
        // Code between single backticks, and names with an underscore or a capital anywhere in programs.
        for span in text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2)) {
            let is_name = span.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '(' | ')'));
            let found = words(span).find(|word| is_name && RETIRED.contains(word));
            assert_eq!(found, None, "{}: `{span}`", page.display());
        }
    }
}

/// Words of the list that help texts use as English, or that are text of the command line, with the reason.
const ENGLISH: [(&str, &str); 2] =
    [("endless", "play that does not end"), ("variations", "lines of play, as chess programs call them")];

#[test]
fn no_retired_name_is_in_a_help_text() {
    let source = Path::new(ROOT).join("crates/tavlei-cli/src");
    let mut sources = ["args.rs", "limits.rs", "seed.rs", "commands.rs"].map(|file| source.join(file)).to_vec();
    files(&source.join("commands"), "rs", &mut sources);
    let text: String = sources.iter().map(|source| fs::read_to_string(source).expect("text")).collect();
    let lines: Vec<_> = text.lines().map(str::trim_start).collect();
    // The documentation of an option is its help text.
    let first_code = |from: usize| lines[from..].iter().find(|line| !line.starts_with("///")).copied();
    let is_help = |&at: &usize| {
        let documents_option = || first_code(at).is_some_and(|next| next.starts_with("#[arg("));
        lines[at].contains("help = ") || lines[at].starts_with("/// ") && documents_option()
    };
    let help: Vec<_> = (0..lines.len()).filter(is_help).map(|at| lines[at]).collect();
    assert!(help.len() > 60, "{}", help.len());
    for line in help {
        let is_english = |word: &str| ENGLISH.iter().any(|(english, _)| *english == word);
        let found = words(line).find(|word| RETIRED.contains(word) && !is_english(word));
        assert_eq!(found, None, "{line}");
    }
}

/// Names that types of several crates share, because they are the same thing in each game.
const SIBLINGS: [&str; 9] =
    ["Choice", "Move", "ParseMoveError", "Position", "PositionBuilder", "PositionError", "Reason", "Rules", "Symmetry"];

#[test]
fn no_two_crates_share_the_name_of_a_public_type() {
    let mut lists = Vec::new();
    files(&Path::new(ROOT).join("crates/tavlei-verify/api"), "txt", &mut lists);
    // The facade re-exports the types of the others.
    lists.retain(|list| list.file_stem().is_some_and(|name| name != "tavlei"));
    let mut owners = std::collections::BTreeMap::<String, PathBuf>::new();
    for list in lists {
        for line in fs::read_to_string(&list).expect("text").lines() {
            let line = line.strip_prefix("#[non_exhaustive] ").unwrap_or(line);
            let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub union "];
            let Some(path) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) else { continue };
            let path = path.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap_or_default();
            let name = path.trim_end_matches(':').rsplit("::").next().unwrap_or_default();
            let owner = owners.entry(name.to_owned()).or_insert_with(|| list.clone());
            assert!(*owner == list || SIBLINGS.contains(&name), "{name}: {} and {}", owner.display(), list.display());
        }
    }
    assert!(owners.len() > 100, "{}", owners.len());
}

#[test]
fn doc_comments_begin_with_a_verb_or_a_noun() {
    let mut sources = Vec::new();
    for entry in fs::read_dir(Path::new(ROOT).join("crates")).expect("crates") {
        files(&entry.expect("a crate").path().join("src"), "rs", &mut sources);
    }
    assert!(sources.len() > 100);
    for source in sources {
        let text = fs::read_to_string(&source).expect("text");
        for (number, line) in text.lines().enumerate() {
            let line = line.trim_start();
            let Some(doc) = line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! ")) else { continue };
            let place = || format!("{}:{}: {doc}", source.display(), number + 1);
            let is_riddle = ["What ", "Who ", "Whose ", "Whether what "].iter().any(|opening| doc.starts_with(opening));
            assert!(!is_riddle, "{}", place());
            assert!(!doc.contains("so many "), "{}: name the parameter", place());
        }
    }
}

/// Splits a page of Markdown into paragraphs and list items, without programs, tables and quoted output.
fn paragraphs(page: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut is_program = false;
    for line in page.lines() {
        let text = line.trim_start();
        if text.starts_with("```") {
            is_program = !is_program;
        }
        let is_prose =
            !is_program && !text.is_empty() && !["|", "<", "#", "```"].iter().any(|mark| text.starts_with(mark));
        if !is_prose || text.starts_with("- ") || text.starts_with(|c: char| c.is_ascii_digit()) {
            found.push(String::new());
        }
        if is_prose {
            let last = found.last_mut().expect("one at least");
            last.push_str(text);
            last.push(' ');
        }
    }
    found
}

#[test]
fn no_paragraph_of_the_book_is_over_600_characters() {
    let mut pages = Vec::new();
    files(&Path::new(ROOT).join("docs/src"), "md", &mut pages);
    for name in ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md"] {
        pages.push(Path::new(ROOT).join(name));
    }
    assert!(pages.len() > 20);
    let text = |page: &PathBuf| fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
    for page in &pages {
        for paragraph in paragraphs(&text(page)) {
            let length = paragraph.trim_end().chars().count();
            assert!(length <= 600, "{}: {length} characters: {paragraph}", page.display());
        }
    }
}

#[test]
fn long_paragraphs_are_found_wherever_they_stand() {
    let line = "a word or two of this line that is long enough ".repeat(3);
    let long = |text: &str| paragraphs(text).iter().any(|paragraph| paragraph.chars().count() > 600);
    assert!(long(&format!("# A\n\n{line}\n{line}\n`code` {line}\n{line}\n{line}\n")));
    assert!(long(&format!("- {line}\n  {line}\n  {line}\n  {line}\n  {line}\n")));
    assert!(!long(&format!("- {line}\n- {line}\n- {line}\n- {line}\n- {line}\n")));
    assert!(!long(&format!("```\n{line}\n{line}\n{line}\n{line}\n{line}\n```\n")));
    assert!(!long(&format!("{line}\n{line}\n\n{line}\n{line}\n{line}\n")));
}
