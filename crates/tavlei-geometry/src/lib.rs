//! Squares, bitboards, rays and steps of the tavlei boards
