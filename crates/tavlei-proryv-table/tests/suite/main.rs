//! Tests of the solved values of Proryv.

mod values;
