//! The one source of chance: a seed that is given, or one that the system draws.

use clap::Args;
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::output::{Failure, note};

/// The option `--seed`.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SeedArgs {
    /// Draw all chance from this seed, so that it can be repeated [default: drawn from the system and printed to
    /// standard error]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

impl SeedArgs {
    /// Returns the seed that is given. If there is none, draws one from the system and prints it to standard error.
    ///
    /// # Errors
    ///
    /// The system draws none. No other source takes its place: whoever can guess the seed knows the moves.
    pub(crate) fn draw(self) -> Result<Seed, Failure> {
        if let Some(seed) = self.seed {
            return Ok(Seed(seed));
        }
        let seed = getrandom::u64().map_err(|error| Failure::Input(format!("the system draws no seed: {error}")))?;
        note(format_args!("tavlei: seed {seed}"));
        Ok(Seed(seed))
    }
}

/// Returns a generator that the system has seeded, for chance that need not be repeated.
///
/// # Errors
///
/// The system draws no seed.
#[cfg(feature = "web")]
pub(crate) fn system_generator() -> Result<StdRng, Failure> {
    let seed = getrandom::u64().map_err(|error| Failure::Input(format!("the system draws no seed: {error}")))?;
    Ok(StdRng::seed_from_u64(seed))
}

/// The seed of all random numbers of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed(u64);

impl Seed {
    /// Returns the number that `--seed` takes.
    pub(crate) const fn number(self) -> u64 {
        self.0
    }

    /// Returns a generator of the seed itself.
    pub(crate) fn generator(self) -> StdRng {
        StdRng::seed_from_u64(self.0)
    }

    /// Returns the generator of a player of a match, the first or the second.
    pub(crate) fn of_player(self, number: u64) -> StdRng {
        StdRng::seed_from_u64(self.0.wrapping_mul(3).wrapping_add(number))
    }

    /// Returns a generator for the bot that was made anew this many times: none draws what another has drawn.
    pub(crate) fn of_bot(self, remade: u64) -> StdRng {
        if remade == 0 {
            return self.generator();
        }
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.0.to_le_bytes());
        bytes[8..16].copy_from_slice(&remade.to_le_bytes());
        StdRng::from_seed(bytes)
    }
}
