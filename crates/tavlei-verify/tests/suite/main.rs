//! The slow models, the engines against them, and the checks of the workspace's own manifests and pages.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod exhaustive_ashtarashki;
mod exhaustive_towers;
mod faults;
mod history_towers;
mod layout;
mod manifests;
mod models;
mod records;
mod supply_chain;
