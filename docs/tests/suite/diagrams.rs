//! A drawing in the book is what the game draws.

use std::fs;

use tavlei::game::Notation;
use tavlei::{ashtarashki, proryv, towers};

/// A block of text that begins with a position shows its board.
#[test]
fn every_drawing_is_that_of_the_position_above_it() {
    let mut drawings = 0;
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("the book is there") {
        let path = entry.expect("an entry of a folder").path();
        let page = fs::read_to_string(&path).expect("UTF-8");
        for block in page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            let Some((position, drawing)) = block.split_once("\n\n") else { continue };
            let Some(expected) = draw::<towers::Position>(position)
                .or_else(|| draw::<ashtarashki::Position>(position))
                .or_else(|| draw::<proryv::Position>(position))
            else {
                continue;
            };
            assert!(expected.starts_with(drawing), "{}: {position}\n{expected}", path.display());
            drawings += 1;
        }
    }
    assert!(drawings > 20, "the rules are shown, but in {drawings} drawings");
}

/// The board of a position that is written in the canonical way, without spaces at the ends of lines.
fn draw<G: Notation>(text: &str) -> Option<String> {
    let position = G::read_position(text, &G::Rules::default()).ok()?;
    assert_eq!(position.to_string(), text, "canonical");
    let mut drawing = String::new();
    position.write_diagram(&mut drawing).expect("a string takes everything");
    Some(drawing.lines().map(|line| line.trim_end().to_owned() + "\n").collect())
}
