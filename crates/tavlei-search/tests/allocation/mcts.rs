//! A tree takes little room where it is reached once, and that is nearly everywhere.

use crate::common::{now, rng};
use tavlei_game::{Game, Simultaneous};
use tavlei_proryv::{Position, Rules};
use tavlei_search::{Limits, SimultaneousMcts};

/// On the large board a position has hundreds of pairs of choices. Room for what each of them leads to is made when the first
/// is tried: a tree of a million nodes, the most by default, would otherwise fill many gigabytes.
#[test]
fn a_node_takes_much_less_room_than_its_pairs_of_choices() {
    let start = Position::start(&"board=8x8,pass=no".parse::<Rules>().expect("good rules"));
    let pairs = start.count_moves();
    assert!(pairs > 400 && start.choices(tavlei_game::Side::White).len() > 20);
    let limits = Limits::default().with_nodes(10_000);
    for search in [SimultaneousMcts::regret_matching(), SimultaneousMcts::decoupled()] {
        let taken = allocation_counter::measure(|| {
            search.search(&now(start), &limits, &mut rng(1));
        });
        let bytes = taken.bytes_max / 10_000;
        assert!(bytes < 4 * pairs, "{bytes} bytes a node, {pairs} pairs at the start");
    }
}
