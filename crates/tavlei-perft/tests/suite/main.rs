//! Tests of counting on all cores.

mod counting;
