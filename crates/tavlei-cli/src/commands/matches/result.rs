//! The JSON of the result of a match.

use serde::Serialize;
use tavlei::search::{MatchScore, Pentanomial, SequentialTest, SprtState};

use crate::seed::Seed;

/// The result of a match, to the first player, and the seed that gives the same match again.
#[derive(Serialize)]
pub(super) struct ResultJson {
    wins: u32,
    draws: u32,
    losses: u32,
    points: i64,
    /// The numbers of pairs with 0, ½, 1, 1½ and 2 points for the first player.
    pairs: [u32; 5],
    unpaired: u32,
    forfeits: [u32; 2],
    repeated: u32,
    #[serde(flatten)]
    statistics: StatisticsJson,
    sprt: Option<&'static str>,
    /// The logarithms of the products against each hypothesis of the test, and what they must reach to decide.
    sprt_evidence: Option<[f64; 2]>,
    sprt_needed: Option<[f64; 2]>,
    seed: u64,
    /// The same digits as a string, for readers that lose them above 2⁵³.
    seed_text: String,
}

impl ResultJson {
    pub(super) fn new(total: &MatchScore, seed: Seed) -> Self {
        let test = total.test.as_ref();
        Self {
            wins: total.wins,
            draws: total.draws,
            losses: total.losses,
            points: total.points,
            pairs: total.pairs.counts,
            unpaired: total.unpaired(),
            forfeits: total.forfeits,
            repeated: total.repeated,
            statistics: total.evidence().map(StatisticsJson::new).unwrap_or_default(),
            sprt: test.map(termination),
            sprt_evidence: test.map(SequentialTest::log_evidence),
            sprt_needed: test.map(SequentialTest::needed),
            seed: seed.number(),
            seed_text: seed.number().to_string(),
        }
    }
}

/// The statistics of a match's pairs; nulls if there are none.
#[derive(Default, Serialize)]
struct StatisticsJson {
    score: Option<f64>,
    score_interval: Option<(f64, f64)>,
    elo: Option<f64>,
    elo_interval: (Option<f64>, Option<f64>),
    /// The likelihood of superiority.
    los: Option<f64>,
}

impl StatisticsJson {
    fn new(pairs: &Pentanomial) -> Self {
        Self {
            score: pairs.score(),
            score_interval: pairs.interval(),
            elo: pairs.elo(),
            elo_interval: pairs.elo_interval(),
            los: pairs.likelihood_of_superiority(),
        }
    }
}

/// Returns the decision of a test in one word.
pub(super) const fn termination(test: &SequentialTest) -> &'static str {
    match test.state() {
        SprtState::Open => "open",
        SprtState::AcceptedElo0 => "elo0",
        SprtState::AcceptedElo1 => "elo1",
    }
}
