//! Rules of ashtarashki
