//! Iterated removal of strategies that another one is never worse than.

use std::cmp::Ordering;

use super::Matrix;

/// Strikes rows and columns out until none of those left dominates another.
pub(super) fn strike_out(matrix: Matrix<'_>, rows: &mut Vec<usize>, columns: &mut Vec<usize>) {
    let mut first_round = true;
    loop {
        let struck = strike(rows, |a, b| {
            let (a, b) = (matrix.row(a), matrix.row(b));
            contest(columns.iter().map(|&j| (a[j], b[j])))
        });
        if !struck && !first_round {
            return;
        }
        first_round = false;
        let struck = strike(columns, |a, b| contest(rows.iter().map(|&i| (matrix.row(i)[b], matrix.row(i)[a]))));
        if !struck {
            return;
        }
    }
}

/// How two choices compare.
enum Contest {
    /// The first is never worse.
    First,
    /// The second is never worse, and somewhere better.
    Second,
    /// Each is better somewhere.
    Open,
}

/// Compares two choices by what they gain against each choice of the other side.
fn contest(gains: impl Iterator<Item = (f64, f64)>) -> Contest {
    let mut leader = Ordering::Equal;
    for (first, second) in gains {
        match (first.partial_cmp(&second), leader) {
            (Some(Ordering::Equal), _) => {}
            (Some(ahead), Ordering::Equal) => leader = ahead,
            (Some(ahead), _) if ahead == leader => {}
            _ => return Contest::Open,
        }
    }
    if leader == Ordering::Less { Contest::Second } else { Contest::First }
}

/// Removes the losers of all contests; tells whether there were any.
fn strike(choices: &mut Vec<usize>, contest: impl Fn(usize, usize) -> Contest) -> bool {
    let before = choices.len();
    let mut a = 0;
    'choice: while a < choices.len() {
        let mut b = a + 1;
        while b < choices.len() {
            match contest(choices[a], choices[b]) {
                Contest::First => drop(choices.remove(b)),
                Contest::Second => {
                    choices.remove(a);
                    continue 'choice;
                }
                Contest::Open => b += 1,
            }
        }
        a += 1;
    }
    choices.len() < before
}
