//! Games with two rows or two columns: the corner of an envelope of lines.

use super::Matrix;
use super::basis::Basis;

/// Finds an optimal basis of the game on the given rows and columns if it is two rows wide or
/// two columns; false if it is larger.
///
/// Against the mixture (1 − p, p) of two rows each column costs a linear function of p, and the
/// value is the highest point of their lower envelope. Two columns are the same game with the
/// sides and the signs exchanged.
pub(super) fn solve(matrix: Matrix<'_>, rows: &[usize], columns: &[usize], basis: &mut Basis) -> bool {
    if let &[top, bottom] = rows {
        let (first, second) = (matrix.row(top), matrix.row(bottom));
        match peak(columns.len(), |k| (first[columns[k]], second[columns[k]])) {
            Corner::Start(k) => basis.set(&[top], &[columns[k]]),
            Corner::End(k) => basis.set(&[bottom], &[columns[k]]),
            Corner::Crossing(j, k) => basis.set(&[top, bottom], &[columns[j], columns[k]]),
        }
        true
    } else if let &[left, right] = columns {
        let ends = |k: usize| {
            let row = matrix.row(rows[k]);
            (-row[left], -row[right])
        };
        match peak(rows.len(), ends) {
            Corner::Start(k) => basis.set(&[rows[k]], &[left]),
            Corner::End(k) => basis.set(&[rows[k]], &[right]),
            Corner::Crossing(i, k) => basis.set(&[rows[i], rows[k]], &[left, right]),
        }
        true
    } else {
        false
    }
}

/// Where a lower envelope is highest.
enum Corner {
    /// At p = 0, on this line.
    Start(usize),
    /// At p = 1, on this line.
    End(usize),
    /// Where this line, which rises, meets that one, which does not.
    Crossing(usize, usize),
}

/// Walks along the lower envelope of lines over 0 ≤ p ≤ 1, given by their heights at both ends,
/// for as long as it rises.
fn peak(lines: usize, ends: impl Fn(usize) -> (f64, f64)) -> Corner {
    let slope = |line| {
        let (start, end) = ends(line);
        end - start
    };
    let mut current = 0;
    for line in 1..lines {
        let (start, least) = (ends(line).0, ends(current).0);
        if start < least || start == least && slope(line) < slope(current) {
            current = line;
        }
    }
    // Every step goes to a smaller slope, so no line comes twice.
    while slope(current) > 0.0 {
        let mut next = None;
        let mut nearest = 1.0;
        for line in 0..lines {
            let bend = slope(current) - slope(line);
            if bend > 0.0 {
                let p = (ends(line).0 - ends(current).0) / bend;
                if p < nearest || p == nearest && next.is_some_and(|next| slope(line) < slope(next)) {
                    (next, nearest) = (Some(line), p);
                }
            }
        }
        match next {
            Some(next) if slope(next) <= 0.0 => return Corner::Crossing(current, next),
            Some(next) => current = next,
            None => return Corner::End(current),
        }
    }
    Corner::Start(current)
}
