//! Two strangers play sealed moves over a network that loses, repeats and reorders messages; one program crashes, one
//! player leaves, and an arbiter says who has lost.

use std::convert::Infallible;
use std::error::Error;
use std::num::NonZeroU64;

use rand::rngs::{StdRng, SysRng};
use rand::{Rng, SeedableRng};
use tavlei::game::{ChoiceNotation, Side};
use tavlei::proryv::Position;
use tavlei::proryv::sealed_move::{
    Message, Party, Player, PrivateKey, Received, Seat, Secret, Stage, Step, StoredSeat, Terms, judge,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The choices that White and Black make, turn by turn.
const GAME: [[&str; 2]; 3] = [["b2-c3", "c4-d3"], ["c3-c4", "b4-b3"], ["c4-b4", "d3-d2"]];

/// A player's program.
struct Program {
    seat: Seat,
    /// The content of a stored file.
    disk: String,
    /// The private key, kept where only this player reads it.
    key: [u8; 32],
}

impl Program {
    /// Acts if it is to act. Whoever leaves does not open any more.
    fn act(&mut self, leaves: bool) -> Result<()> {
        let transcript = self.seat.transcript();
        let Some(turn) = GAME.get((transcript.turn() as usize).wrapping_sub(1)) else { return Ok(()) };
        let side = self.seat.side();
        let choice = transcript.position().read_choice(side, turn[side as usize]);
        match self.seat.stage() {
            Stage::Send(Step::Commit) => self.seat.seal(choice?, Secret::random(&mut SysRng)?)?,
            Stage::Send(Step::Choose) => self.seat.choose(choice?)?,
            Stage::Send(Step::Open) if !leaves => self.seat.open()?,
            _ => {}
        }
        Ok(())
    }

    /// Stores the seat if it has changed, and returns what is to be sent.
    fn publish(&mut self) -> Vec<String> {
        let disk = &mut self.disk;
        let messages = self.seat.publish(|stored| {
            *disk = stored.secret_text().into();
            Ok::<(), Infallible>(())
        });
        messages.unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    /// Starts again after a crash, with what is on the disk.
    fn restart(&mut self) -> Result<()> {
        let stored = StoredSeat::from_secret_text(self.disk.clone());
        self.seat = Seat::restore_signed(&stored, PrivateKey::from_secret_bytes(&self.key))?;
        Ok(())
    }
}

fn main() -> Result<()> {
    // Each player draws a key once, and a salt for this game; then both agree on the terms.
    let keys = [PrivateKey::random(&mut SysRng)?, PrivateKey::random(&mut SysRng)?];
    let party = |key: &PrivateKey| Party::new(Player::Key(key.public()), &mut SysRng);
    let (white, black) = (party(&keys[0])?, party(&keys[1])?);
    let terms = Terms::new("final", white.clone(), black.clone(), Position::default())?;
    let terms = terms.with_allowance(NonZeroU64::new(100));
    let [white_key, black_key] = keys;
    let program = |own: &Party, key: PrivateKey| -> Result<Program> {
        let bytes = *key.to_secret_bytes();
        Ok(Program { seat: Seat::signed(terms.clone(), own, key)?, disk: String::new(), key: bytes })
    };
    let mut programs = [program(&white, white_key)?, program(&black, black_key)?];

    // The network is bad, the same way every time. The arbiter notes what passes, and when.
    let rng = &mut StdRng::seed_from_u64(1);
    let mut network = Vec::<String>::new();
    let mut noted = Vec::<Received>::new();
    let (mut lost, mut repeated, mut settled) = (0, 0, 0);
    for now in 0..300 {
        for (side, program) in Side::BOTH.into_iter().zip(&mut programs) {
            // In turn 3 White has seen Black's choice, and leaves.
            program.act(side == Side::White && program.seat.transcript().turn() == 3)?;
            network.extend(program.publish());
        }
        if now == 20 {
            programs[1].restart()?;
            println!("Black’s program has crashed and goes on: {:?}", programs[1].seat.stage());
        }
        for _ in 0..network.len().min(4) {
            let place = rng.next_u32() as usize % network.len();
            let text = match rng.next_u32() % 3 {
                0 => {
                    lost += 1;
                    network.swap_remove(place);
                    continue;
                }
                1 => {
                    repeated += 1;
                    network[place].clone()
                }
                _ => network.swap_remove(place),
            };
            let message: Message = text.parse()?;
            programs[!message.slot().side as usize].seat.receive(&message)?;
            noted.push(Received { message, at: now });
        }
        network.truncate(20);
        let plies = programs[0].seat.transcript().history().plies();
        if let Some(ply) = plies.get(settled) {
            settled += 1;
            println!("turn {settled}: {} {}", ply.mv().white, ply.mv().black);
        }
    }
    println!("the network lost some messages: {}, and repeated some: {}", lost > 0, repeated > 0);

    // All the arbiter needs is the terms, the messages and the time.
    let judgement = judge(&terms, &noted, 300);
    println!("{}", judgement.ruling);
    println!("proved by signatures: {}", judgement.is_evidence());
    Ok(())
}
