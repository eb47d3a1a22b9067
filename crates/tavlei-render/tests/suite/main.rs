//! Tests of pictures: every position of the cases, every theme, whatever a title holds.

mod pictures;
