//! A table of Proryv values is read from any bytes or refused, and what is read answers for any position.

use sha2::{Digest, Sha256};
use tavlei_game::Side;
use tavlei_geometry::rect::Bitboard;
use tavlei_proryv::{Position, Rules};
use tavlei_solve::proryv::{Tablebase, Values};

use crate::bytes::Bytes;

const MAGIC: &[u8] = b"TAVLEI-PRORYV-1\n";

/// Bytes as they are, or behind the right beginning and before the right checksum, so that what lies between is read.
pub fn table(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let rules: Rules = ["board=3x4", "board=3x4,pass=no", "board=4x5"][bytes.below(3)].parse().expect("rules");
    let dressed = bytes.coin();
    let squares: Vec<_> = rules.board().squares().iter().collect();
    let mut men = [Bitboard::EMPTY; 2];
    for _ in 0..4 {
        let man = bytes.byte();
        let square = squares[usize::from(man >> 1) % squares.len()];
        men[0].remove(square);
        men[1].remove(square);
        men[usize::from(man & 1)].insert(square);
    }
    let [white, black] = men;
    let position = Position::builder(Side::White, &rules)
        .men(Side::White, white)
        .men(Side::Black, black)
        .build()
        .expect("no square twice");

    let mut source = Vec::new();
    if dressed {
        source.extend(MAGIC);
        source.extend([rules.board().files(), rules.board().ranks(), u8::from(rules.passing())]);
        source.extend(bytes.rest());
        let checksum = Sha256::digest(&source);
        source.extend(checksum);
    } else {
        source.extend(bytes.rest());
    }
    match Tablebase::read(&rules, &mut source.as_slice()) {
        Ok(table) => {
            // Bytes that nobody has solved may say anything, but a number.
            assert!(table.value(&position).is_none_or(f64::is_finite));
            assert!(table.men() <= 255);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
