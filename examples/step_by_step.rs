//! A capture entered square by square, as an interface does it: the piece is touched, then each landing square.

use tavlei::game::{Game, Notation};
use tavlei::towers::{Capture, Position, Rules};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position = Position::read_position("w h6=1;d2=0,c5=0,g7=0", &Rules::default())?;
    let mut capture = Capture::begin(&position, "h6".parse()?)?;
    println!("h6 may land on {}", capture.landings());
    capture.jump("f8".parse()?)?;
    println!("and then on {}", capture.landings());
    println!("complete: {}", capture.is_complete());

    // A game can be stored in the middle of a capture.
    let stored = capture.to_string();
    println!("stored as ‘{stored}’");
    let mut capture: Capture = stored.parse()?;

    capture.take_back();
    capture.jump("f8".parse()?)?;
    capture.jump("b4".parse()?)?;
    capture.jump("e1".parse()?)?;
    let mv = capture.finish()?;
    println!("played {}", position.move_text(&mv));
    position.play(&mv)?;
    println!("{position}");
    Ok(())
}
