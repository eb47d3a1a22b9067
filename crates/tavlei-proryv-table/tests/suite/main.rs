//! Tests of the solved values of Proryv.

mod strangers_edges;
mod values;
