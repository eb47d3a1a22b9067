//! Runs [`tavlei_fuzz::proryv_reference`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tavlei_fuzz::proryv_reference(data));
