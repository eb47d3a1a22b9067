//! A picture in the book is what `tavlei-render` draws of the position that its text names.
//!
//! The text of a picture is a game, a position and, after ` · `, a move: the squares of its path, or both choices of a turn of
//! Proryv. `TAVLEI_ACCEPT=1 cargo test -p tavlei-docs` draws all pictures anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tavlei::game::Notation;
use tavlei::{ashtarashki, proryv, towers};
use tavlei_render::{Picture, Scene, Style};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

#[test]
fn every_picture_is_that_of_its_text() {
    let accept = std::env::var_os("TAVLEI_ACCEPT").is_some();
    let mut drawn = BTreeSet::new();
    let readme = Path::new(BOOK).join("../../README.md");
    let folders = [PathBuf::from(BOOK), Path::new(BOOK).join("ru")];
    let pages = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("the book"));
    let pages = pages.map(|entry| entry.expect("a file").path()).chain([readme]);
    for page in pages.filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        let text = fs::read_to_string(&page).expect("UTF-8");
        for (caption, file) in text.split("![").skip(1).filter_map(picture) {
            let path = page.parent().expect("a folder").join(file);
            let svg = draw(caption).unwrap_or_else(|| panic!("{}: {caption}", page.display()));
            if accept {
                fs::write(&path, &svg).expect("written");
            }
            let stored = fs::read_to_string(&path).unwrap_or_default();
            assert!(stored == svg, "{}: {file} is not the picture of {caption}", page.display());
            drawn.insert(path.canonicalize().expect("it exists"));
        }
    }
    assert!(drawn.len() >= 20, "the rules are shown, but in {} pictures", drawn.len());
    let stored: BTreeSet<PathBuf> = fs::read_dir(Path::new(BOOK).join("img"))
        .expect("pictures")
        .map(|entry| entry.expect("a file").path().canonicalize().expect("it exists"))
        .collect();
    assert_eq!(stored, drawn, "every picture is on a page");
}

/// The caption and the file of `caption](file)`.
fn picture(text: &str) -> Option<(&str, &str)> {
    let (caption, rest) = text.split_once("](")?;
    let (file, _) = rest.split_once(')')?;
    (file.ends_with(".svg") && !caption.contains('\n')).then_some((caption, file))
}

fn draw(caption: &str) -> Option<String> {
    let (game, rest) = caption.split_once(' ')?;
    let (position, mv) = rest.split_once(" · ").map_or((rest, None), |(position, mv)| (position, Some(mv)));
    let scene = match game {
        "towers" => with_path::<towers::Position>(position, mv),
        "ashtarashki" => with_path::<ashtarashki::Position>(position, mv),
        "proryv" => {
            let position: proryv::Position = canonical(position)?;
            Some(match mv {
                Some(mv) => Scene::of_turn(&position, &position.read_move(mv).ok()?),
                None => Scene::of(&position),
            })
        }
        _ => None,
    };
    Some(scene?.svg(&Style::default()))
}

/// A picture of a legal move, its path drawn.
fn with_path<G: Notation + Picture>(position: &str, mv: Option<&str>) -> Option<Scene> {
    let position: G = canonical(position)?;
    let scene = Scene::of(&position);
    let Some(mv) = mv else { return Some(scene) };
    assert!(position.read_move(mv).is_ok(), "{position}: {mv} is legal");
    let squares: Vec<_> = mv.split([':', '-']).collect();
    Some(scene.with_path(&squares))
}

/// A position that is written in the canonical way.
fn canonical<G: Notation>(text: &str) -> Option<G> {
    let position = G::read_position(text, &G::Rules::default()).ok()?;
    assert_eq!(position.to_string(), text, "canonical");
    Some(position)
}
