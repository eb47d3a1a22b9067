//! A move entered square by square, as an interface does it: the piece is touched, then each square that it lands on.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "an example that can’t run ends")]

use tavlei::game::{Entry, Game, Notation, Side};
use tavlei::towers::{Position, Rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Position::read_position("w h6=1;d2=0,c5=0,g7=0", &Rules::default())?;
    let mut entry = Entry::new(&position, Side::White)?;
    println!("a move can begin on {}", entry.choices());
    entry.choose("h6".parse()?)?;
    println!("h6 can land on {}", entry.choices());
    println!("a3? {}", entry.choose("a3".parse()?).unwrap_err());
    entry.choose("f8".parse()?)?;
    println!("and then on {}", entry.choices());
    println!("complete: {}", entry.is_complete());

    // A game can be stored in the middle of a capture.
    let stored = entry.to_string();
    println!("stored as ‘{stored}’");
    let mut entry: Entry<Position> = stored.parse()?;

    entry.take_back();
    entry.choose("f8".parse()?)?;
    entry.choose("b4".parse()?)?;
    entry.choose("e1".parse()?)?;
    let mv = entry.finish()?;
    println!("played {}", position.move_text(&mv));
    position.play(&mv)?;
    println!("{position}");
    Ok(())
}
