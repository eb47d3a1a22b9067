//! Tests of the command line, run as a program.

#![cfg(test)]
#![allow(clippy::string_slice, clippy::unreachable, reason = "tests may panic")]

mod bots;
mod command;
mod game;
mod play;
mod records;
#[cfg(all(unix, feature = "screen"))]
mod screen;
mod solve;
mod strangers_bots;
mod strangers_edges;
mod strangers_play;
mod strangers_records;
#[cfg(unix)]
mod terminal;
#[cfg(feature = "web")]
mod web;
