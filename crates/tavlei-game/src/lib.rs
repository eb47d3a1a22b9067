//! The Game trait of tavlei and what needs nothing but it: outcomes, perft, history, laws
