//! Rules of proryv
