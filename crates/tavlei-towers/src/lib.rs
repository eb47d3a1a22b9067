//! Rules of towers
