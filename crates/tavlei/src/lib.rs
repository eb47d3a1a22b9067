//! Rules engines for tower checkers, Ashtarashki and Proryv behind one trait
