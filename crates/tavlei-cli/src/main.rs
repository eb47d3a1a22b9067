//! The `tavlei` command.
fn main() {}
