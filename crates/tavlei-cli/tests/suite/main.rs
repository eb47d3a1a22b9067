//! Tests of the command line, run as a program.

mod bots;
mod command;
mod game;
mod play;
mod records;
mod solve;
mod strangers_bots;
mod strangers_edges;
mod strangers_play;
mod strangers_records;
#[cfg(unix)]
mod terminal;
