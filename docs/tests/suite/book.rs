//! The book is whole: every page is listed, compiled and reachable, and every link leads somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// The pages of the book, by name, without the summary.
fn pages() -> BTreeMap<String, String> {
    let book = Path::new(BOOK);
    let entries = [book.to_owned(), book.join("notes"), book.join("ru")]
        .map(|folder| fs::read_dir(folder).expect("the book is there"));
    entries
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("an entry of a folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .filter_map(|path| Some((path.strip_prefix(book).ok()?.to_str()?.to_owned(), read(&path))))
        .filter(|(name, _)| name != "SUMMARY.md")
        .collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = read(&Path::new(BOOK).join("SUMMARY.md"));
    let listed: Vec<String> = links(&summary);
    let distinct: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(distinct.len(), listed.len(), "a page is listed twice: {listed:?}");
    assert_eq!(distinct, pages().keys().collect());
}

#[test]
fn every_page_is_compiled() {
    let source = read(&Path::new(BOOK).join("lib.rs"));
    let compiled: BTreeSet<&str> = source.split('"').skip(1).step_by(2).filter(|name| name.ends_with(".md")).collect();
    assert_eq!(compiled, pages().keys().map(String::as_str).collect());
}

#[test]
fn every_page_begins_with_its_title() {
    for (name, text) in pages() {
        assert!(text.starts_with("# "), "{name}");
        let titles = prose(&text).lines().filter(|line| line.starts_with("# ")).count();
        assert_eq!(titles, 1, "{name} has one title");
    }
}

/// What stands in a fence without a language would be taken for Rust.
#[test]
fn every_block_of_code_names_its_language() {
    let known = ["rust", "text", "console", "toml", "sh", "json", "python"];
    for (name, text) in pages() {
        let mut inside = false;
        for line in text.lines().filter_map(|line| line.trim_start().strip_prefix("```")) {
            inside = !inside;
            if inside {
                let language = line.split(',').next().unwrap_or_default();
                assert!(known.contains(&language), "{name}: ```{line}");
                assert!(!line.contains("ignore"), "{name}: a program that is not compiled may be wrong");
            } else {
                assert_eq!(line, "", "{name}");
            }
        }
        assert!(!inside, "{name}: a block of code is not closed");
    }
}

#[test]
fn every_link_leads_somewhere() {
    let followed: usize = pages().iter().map(|(name, text)| follow_links(Path::new(BOOK), name, text)).sum();
    assert!(followed > 0, "the pages are linked");
}

#[test]
fn every_link_of_the_pages_at_the_root_leads_somewhere() {
    let root = Path::new(BOOK).join("../..");
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let followed = follow_links(&root, name, &read(&root.join(name)));
        assert!(followed > 4, "{name} has links");
    }
}

/// Follows the links of a page that lead into the workspace, and returns their number.
fn follow_links(folder: &Path, name: &str, text: &str) -> usize {
    let links: Vec<String> = links(text).into_iter().filter(|link| !link.starts_with("https://")).collect();
    for link in &links {
        let (file, anchor) = link.split_once('#').map_or((&link[..], None), |(file, anchor)| (file, Some(anchor)));
        let path = if file.is_empty() { folder.join(name) } else { folder.join(name).join("..").join(file) };
        let path = normal(&path);
        assert!(path.exists(), "{name}: there is no {link}");
        if let Some(anchor) = anchor {
            assert!(anchors(&read(&path)).contains(anchor), "{name}: there is no {link}");
        }
    }
    links.len()
}

/// Pages of the book have no business outside the workspace.
#[test]
fn no_link_leaves_the_workspace() {
    let workspace = normal(&Path::new(BOOK).join("../.."));
    for (name, text) in pages() {
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            assert!(
                normal(&Path::new(BOOK).join(&name).join("..").join(&link)).starts_with(&workspace),
                "{name}: {link}"
            );
        }
    }
}

#[test]
fn headings_are_turned_into_anchors_as_mdbook_does_it() {
    let text =
        "# How to *add* a `Game`\n## T-12: twice?\n## T-12: twice?\n```text\n# no heading\n```\n### [A](b.md) 3×4\n";
    let expected = ["how-to-add-a-game", "t-12-twice", "t-12-twice-1", "a-34"];
    assert_eq!(anchors(text), expected.map(String::from).into());
    assert_eq!(
        links("[a](b.md), [`c`](d.md#e) `[f](g.md)`\n```text\n[h](i.md)\n```\n[j]: k.md\n"),
        ["b.md", "d.md#e", "k.md"]
    );
}

/// The text without its blocks of code.
fn prose(text: &str) -> String {
    let mut inside = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside;
        } else if !inside {
            prose += line;
            prose.push('\n');
        }
    }
    prose
}

/// Where the links of a page lead: `[text](target)` and `[text]: target`, not those in code.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let without_code: String = prose.split('`').step_by(2).collect();
    let inline = without_code.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next()).map(String::from);
    let named = prose.lines().filter(|line| line.starts_with('[')).filter_map(|line| line.split_once("]: "));
    inline.chain(named.map(|(_, target)| target.trim().to_owned())).collect()
}

/// The anchors that the headings of a page make: in lower case, with dashes for spaces, signs left out, and numbered
/// when they are not the first of their kind.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen = BTreeMap::<String, u32>::new();
    let mut anchors = BTreeSet::new();
    for line in prose(text).lines().filter(|line| line.starts_with('#')) {
        let anchor: String = visible(line.trim_start_matches('#').trim())
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
                _ => None,
            })
            .collect();
        let times = seen.entry(anchor.clone()).or_default();
        anchors.insert(if *times == 0 { anchor } else { format!("{anchor}-{times}") });
        *times += 1;
    }
    anchors
}

/// What a reader sees of a heading: of a link, only its text.
fn visible(heading: &str) -> String {
    let mut parts = heading.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |seen, part| seen + part.split_once(')').map_or("", |(_, rest)| rest))
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut normal, component| {
        match component {
            Component::ParentDir => {
                normal.pop();
            }
            Component::CurDir => {}
            other => normal.push(other),
        }
        normal
    })
}
