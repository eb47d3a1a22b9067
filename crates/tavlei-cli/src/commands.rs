//! One module a command.

pub(crate) mod apply;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod show;
