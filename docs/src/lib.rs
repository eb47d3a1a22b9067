//! The docs of the workspace.
