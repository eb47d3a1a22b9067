//! The engines against the slow models, and the checks of the workspace's own manifests and pages.

mod exhaustive_ashtarashki;
mod exhaustive_towers;
mod faults;
mod history_towers;
mod manifests;
mod records;
mod supply_chain;
