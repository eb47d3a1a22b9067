//! The benches of the workspace.
