//! An evaluation of one's own: tower checkers, judged by nothing but mobility and free pieces.
//!
//! `cargo run --release -p tavlei-search --example own_evaluation`

use tavlei_game::{Game, History, Notation, Sequential, Side};
use tavlei_search::{AlphaBeta, Evaluation, Limits, Value};
use tavlei_towers::{Move, Position, Rules};

/// Believes in being able to move, and in pieces that are not in prison.
struct Freedom {
    per_free_piece: i32,
    per_move: i32,
}

impl Evaluation<Position> for Freedom {
    fn evaluate(&self, position: &Position) -> i32 {
        let free = |side: Side| {
            let towers = position.towers().filter(|(_, tower)| tower.side() == side);
            towers.map(|(_, tower)| i32::from(tower.owners())).sum::<i32>()
        };
        let side = position.side_to_move();
        self.per_free_piece * (free(side) - free(!side)) + self.per_move * position.count_moves() as i32
    }

    /// The longest captures are looked at first.
    fn order_score(&self, _: &Position, mv: &Move) -> i32 {
        self.per_free_piece * mv.jumped().len() as i32
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = Position::read_position(
        "w a1=0,c1=0/0,b2=00,e3=00,f4=00/0,b8=1/000001;g1=10,a3=0/000,h8=0",
        &Rules::default(),
    )?;
    let mut search = AlphaBeta::new(Freedom { per_free_piece: 100, per_move: 2 });
    let limits = Limits::default().with_depth(9);
    let report = search.search_reporting(&History::new(position.clone()), &limits, |report| {
        println!("{:2} plies {:>8} nodes {}", report.depth, report.nodes, report.lines[0].value);
    });

    let best = report.best().ok_or("the game is over")?;
    let mut after = position;
    for mv in &best.moves {
        print!("{} ", after.move_text(mv));
        after.play(mv)?;
    }
    println!("is worth {}", best.value);
    assert_eq!((best.value, after.outcome().and_then(|end| end.winner())), (Value::win(1, 7), Some(Side::White)));
    Ok(())
}
