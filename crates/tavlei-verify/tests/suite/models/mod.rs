//! Tests of the slow models.

mod ashtarashki;
mod proryv;
mod towers;
