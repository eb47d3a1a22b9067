//! Where the parts of pieces are drawn on their squares.

use crate::Disc;

/// The side of a square.
pub(crate) const SQUARE: f64 = 60.0;

/// The distance that pieces keep from the edges of their square.
pub(crate) const GAP: f64 = 4.0;

/// From this height on a badge says how many pieces a tower has.
pub(crate) const BADGE_FROM: usize = 4;

/// From this height on a tower is drawn again beside the board.
pub(crate) const STRIP_FROM: usize = 8;

/// A stack of discs seen from the side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    /// The middle of the stack, and of the lowest disc’s foot.
    pub(crate) x: f64,
    pub(crate) foot: f64,
    /// The half-axes of a disc’s face.
    pub(crate) rx: f64,
    pub(crate) ry: f64,
    /// The thickness of a disc.
    pub(crate) step: f64,
}

impl Stack {
    /// A tower on a square whose corner is at the origin. The discs get thinner before the tower leaves its square.
    pub(crate) fn on_square(height: usize) -> Self {
        // A badge takes the upper right corner.
        let (x, rx) = if height >= BADGE_FROM { (25.0, 17.0) } else { (SQUARE / 2.0, 21.0) };
        let ry = 6.0;
        let room = SQUARE - 2.0 * (GAP + ry);
        let step = (room / height.max(1) as f64).min(8.0);
        Self { x, foot: SQUARE - GAP - ry, rx, ry, step }
    }

    /// A tower enlarged, with its foot here.
    pub(crate) const fn enlarged(x: f64, foot: f64) -> Self {
        Self { x, foot, rx: 20.0, ry: 6.0, step: 7.0 }
    }

    /// The middle of the face of a disc, counted from the bottom, 0 the foot of the lowest one.
    pub(crate) fn level(&self, discs: usize) -> f64 {
        self.foot - self.step * discs as f64
    }
}

/// The circle of a badge: its middle and its radius.
pub(crate) const BADGE: (f64, f64, f64) = (50.5, 10.0, 8.0);

/// The towers that are drawn again beside the board, by height.
pub(crate) const fn is_tall(discs: &[Disc]) -> bool {
    discs.len() >= STRIP_FROM
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every height that a tower can have (T-16): no disc leaves its square, no badge covers a disc.
    #[test]
    fn no_disc_leaves_its_square_and_no_badge_is_covered() {
        for height in 1..=24 {
            let stack = Stack::on_square(height);
            let (left, right) = (stack.x - stack.rx, stack.x + stack.rx);
            let (top, bottom) = (stack.level(height) - stack.ry, stack.level(0) + stack.ry);
            assert!(left >= GAP && top >= GAP - 1e-9, "{height}: {left} {top}");
            assert!(right <= SQUARE - GAP && bottom <= SQUARE - GAP + 1e-9, "{height}: {right} {bottom}");
            assert!(stack.step > 1.5, "{height}: a disc is visible");
            let (x, y, radius) = BADGE;
            if height >= BADGE_FROM {
                assert!(x - radius >= right && x + radius <= SQUARE && y - radius >= 0.0, "{height}: {right}");
            }
        }
    }
}
