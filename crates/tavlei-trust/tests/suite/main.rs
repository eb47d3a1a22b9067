//! The engines against the slow models, and what the workspace promises of its own text.

mod exhaustive_ashtarashki;
mod exhaustive_towers;
mod faults;
mod history_towers;
mod supply_chain;
