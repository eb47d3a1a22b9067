//! Slow, obvious models of the three games, written from the rulebook, to test the engines against
