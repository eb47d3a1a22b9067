//! Runs [`tavlei_fuzz::proryv_protocol`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::proryv_protocol(data));
