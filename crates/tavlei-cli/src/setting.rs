//! The keys that the JSON of every command has: game, rules, position; and counts that lose no digits.

use serde::Serialize;
use tavlei::game::Notation;

/// The setting of a JSON object. Each key is null if it is not known.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Setting {
    pub(crate) game: Option<&'static str>,
    /// As `--rules` takes them, complete, with what is the default, too.
    pub(crate) rules: Option<String>,
    pub(crate) position: Option<String>,
}

impl Setting {
    /// The game, the rules and the text of a position.
    pub(crate) fn of<G: Notation>(position: &G) -> Self {
        Self { position: Some(position.to_string()), ..Self::under::<G>(&position.rules()) }
    }

    /// The game and its rules, without a position.
    pub(crate) fn under<G: Notation>(rules: &G::Rules) -> Self {
        Self { game: Some(G::NAME), rules: Some(complete(rules)), position: None }
    }
}

/// Rules as `--rules` takes them, complete, with what is the default, too.
pub(crate) fn complete(rules: &impl std::fmt::Display) -> String {
    format!("{rules:#}")
}

/// A number of sequences or positions, as a number and, for readers that lose digits above 2⁵³, as a string.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Nodes {
    nodes: u128,
    nodes_text: String,
}

impl From<u128> for Nodes {
    fn from(nodes: u128) -> Self {
        Self { nodes, nodes_text: nodes.to_string() }
    }
}

impl From<u64> for Nodes {
    fn from(nodes: u64) -> Self {
        u128::from(nodes).into()
    }
}
