//! Embeds a game in a loop of one's own: moves are read line by line, refused with a reason or played.
//!
//! `cargo run -p tavlei-examples --bin embed < moves.txt`; besides moves, `undo`, `draw` and `resign` are understood.

use std::io::{self, BufRead};

use tavlei::game::{Game, History, Notation, Sequential};
use tavlei::towers::Position;

fn main() -> io::Result<()> {
    let mut game = History::<Position>::default();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match step(&mut game, line.trim()) {
            Ok(said) => println!("{said}"),
            Err(reason) => println!("? {reason}"),
        }
        if let Some(termination) = game.termination() {
            println!("{termination}");
            break;
        }
    }
    Ok(())
}

fn step(game: &mut History<Position>, line: &str) -> Result<String, Box<dyn std::error::Error>> {
    let side = game.position().side_to_move();
    match line {
        "undo" => Ok(match game.take_back() {
            Some(_) => format!("taken back; {} to move", game.position().side_to_move()),
            None => "nothing to take back".to_owned(),
        }),
        "draw" => Ok(match game.claim_draw() {
            Some(claim) => format!("draw: {claim}"),
            None => "no draw can be claimed".to_owned(),
        }),
        "resign" => {
            game.resign(side)?;
            Ok(format!("{side} resigns"))
        }
        text => {
            let mv = game.position().read_move(text)?;
            let written = game.position().move_text(&mv);
            game.play(&mv)?;
            Ok(format!("{side} {written}, {} replies", game.position().count_moves()))
        }
    }
}
