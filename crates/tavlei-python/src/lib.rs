//! The native module of the Python package `tavlei`. Its Python files and stubs are in `python/tavlei`.

mod ashtarashki;
mod encoding;
mod errors;
mod game;
mod long_running;
mod numpy;
mod outcome;
mod position;
mod proryv;
mod records;
mod search;
mod sequential;
mod towers;

/// Everything that the Python files take from here.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::errors::types::{
        GameOverError, MoveError, PositionError, RecordError, RulesError, SolveError, TavleiError,
    };
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::outcome::Outcome;
    #[pymodule_export]
    use crate::records::{GameReader, RecordedGame, read_games};
    #[pymodule_export]
    use crate::search::Best;

    /// Tower checkers.
    #[pymodule]
    mod towers {
        #[pymodule_export]
        use crate::towers::{TowersEntry, TowersPosition, action_count, decode, encode, masks, observations, playouts};
    }

    /// Ashtarashki.
    #[pymodule]
    mod ashtarashki {
        #[pymodule_export]
        use crate::ashtarashki::{
            AshtarashkiEntry, AshtarashkiPosition, action_count, decode, encode, masks, observations, playouts,
        };
        #[pymodule_export]
        use crate::search::Proof;
    }

    /// Proryv.
    #[pymodule]
    mod proryv {
        #[pymodule_export]
        use crate::proryv::{
            ProryvMatrix, ProryvPosition, ProryvTablebase, Strategies, action_count, decode, encode, masks, matrix,
            observations, playouts,
        };
    }
}
