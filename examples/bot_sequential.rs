//! A bot for any game in which the sides take turns, in forty lines: it looks a few plies ahead and, where it sees no
//! end, likes to have many moves and to leave the opponent few.

use tavlei::game::{Notation, Sequential};
use tavlei::{ashtarashki, towers};

/// Returns the value of the position for the side to move, by a search of `plies` plies.
fn search<G: Sequential>(position: &G, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    const WIN: i32 = 1_000_000;
    if let Some(outcome) = position.outcome() {
        return outcome.payoff(position.side_to_move()) * (WIN + plies as i32);
    }
    if plies == 0 {
        return position.count_moves() as i32;
    }
    for mv in position.moves() {
        alpha = alpha.max(-search(&position.after(&mv), plies - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The move of the best worth; of several, the first.
fn choose<G: Sequential>(position: &G, plies: u32) -> Option<G::Move> {
    const FAR: i32 = i32::MAX / 2;
    position.moves().into_iter().rev().max_by_key(|mv| -search(&position.after(mv), plies - 1, -FAR, FAR))
}

/// The bot against itself, for the given number of plies.
fn play<G: Sequential + Notation>(position: &mut G, plies: u32) {
    for _ in 0..plies {
        let Some(mv) = choose(position, 4) else { break };
        print!("{} ", position.move_text(&mv));
        position.play_unchecked(&mv);
    }
    println!("\n{position}");
    if let Some(outcome) = position.outcome() {
        println!("{outcome}");
    }
}

fn main() {
    play(&mut towers::Position::default(), 12);
    play(&mut ashtarashki::Position::default(), 400);
}
