//! Runs [`tavlei_fuzz::sealed_move`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::sealed_move(data));
