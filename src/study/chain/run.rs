//! The chances of a match carried forward and the values of its standings carried back.

use super::rounds::Start;
use super::{Chain, Next, WayOn};
use crate::engine::Lanes;
use crate::play::Class;
use crate::rules::ruleset::MatchEnd;
use crate::stats::real;

/// Of a match less than this is left out as not ended.
const NOTHING: f64 = 1e-10;

/// The chances of a match carried forward and the values carried back.
pub(super) struct Run {
    /// Over all rounds of a match, for each way on from each standing: the chance of standing there times the value of what it leads
    /// to, in points and in matches that count.
    gains: Vec<Vec<(f64, f64)>>,
    pub classes: [f64; 4],
    pub points: f64,
    pub rounds: f64,
    /// The round after which the rules end the match, from 1.
    last: Option<u32>,
}

const fn counts(class: Class) -> (f64, f64) {
    match class {
        Class::FirstWins => (1.0, 1.0),
        Class::SecondWins => (0.0, 1.0),
        Class::Drawn => (0.5, 1.0),
        Class::NeverEnding | Class::Repetition | Class::CutOff => (0.0, 0.0),
    }
}

/// The place of a class among [`Worked::classes`](super::Worked::classes).
pub(super) const fn place(class: Class) -> usize {
    match class {
        Class::FirstWins => 0,
        Class::SecondWins => 1,
        Class::Drawn => 2,
        Class::NeverEnding | Class::Repetition | Class::CutOff => 3,
    }
}

impl Run {
    pub fn of<W: Lanes>(chain: &Chain<'_, '_, W>, round_cap: u32) -> Self {
        let chances = chain.chances();
        let nodes = &chain.nodes;
        let last = match chain.play.end {
            MatchEnd::Rounds(rounds) => Some(rounds),
            MatchEnd::FillsAtMost(_) => None,
        };
        let gains = nodes.iter().map(|node| vec![(0.0, 0.0); node.ways.len()]).collect();
        let mut run = Self { gains, classes: [0.0; 4], points: 0.0, rounds: 0.0, last };
        let mut layers = Vec::new();
        let mut layer = vec![0.0; nodes.len()];
        layer[0] = 1.0;
        for round in 1..=round_cap {
            let left: f64 = layer.iter().sum();
            if left < NOTHING {
                break;
            }
            run.rounds += left;
            let mut held = vec![0.0; chain.refills.len()];
            for ((node, chances), &chance) in nodes.iter().zip(&chances).zip(&layer).filter(|(_, c)| **c > 0.0) {
                for (way, share) in node.ways.iter().zip(chances) {
                    match run.next(*way, round) {
                        Next::Over(class) => run.count(class, chance * share),
                        Next::Refill(to) => held[to] += chance * share,
                    }
                }
            }
            let mut next = vec![0.0; nodes.len()];
            for (refill, &chance) in chain.refills.iter().zip(&held).filter(|(_, c)| **c > 0.0) {
                for &(share, to) in refill {
                    next[to] += chance * share;
                }
            }
            layers.push(std::mem::replace(&mut layer, next));
        }
        run.classes[3] += layer.iter().sum::<f64>();
        // Back again: what is left after the last layer is not counted.
        let mut after = vec![(0.0, 0.0); nodes.len()];
        for (before_it, layer) in layers.iter().enumerate().rev() {
            let round = before_it as u32 + 1;
            let filled: Vec<(f64, f64)> = chain
                .refills
                .iter()
                .map(|refill| {
                    refill.iter().fold((0.0, 0.0), |sum, &(share, to)| {
                        (sum.0 + share * after[to].0, sum.1 + share * after[to].1)
                    })
                })
                .collect();
            let mut before = vec![(0.0, 0.0); nodes.len()];
            for (n, node) in nodes.iter().enumerate() {
                for (place, (way, share)) in node.ways.iter().zip(&chances[n]).enumerate() {
                    let (points, decided) = match run.next(*way, round) {
                        Next::Over(class) => counts(class),
                        Next::Refill(to) => filled[to],
                    };
                    before[n].0 += share * points;
                    before[n].1 += share * decided;
                    run.gains[n][place].0 += layer[n] * points;
                    run.gains[n][place].1 += layer[n] * decided;
                }
            }
            after = before;
        }
        run
    }

    /// Where a way leads after a round of this number, from 1.
    fn next(&self, way: WayOn, round: u32) -> Next {
        if self.last.is_some_and(|last| round >= last) { Next::Over(way.at_last) } else { way.next }
    }

    fn count(&mut self, class: Class, chance: f64) {
        self.points += counts(class).0 * chance;
        self.classes[place(class)] += chance;
    }

    pub fn decided(&self) -> f64 {
        self.classes[..3].iter().sum()
    }

    /// For each start the standard deviation, over its rounds, of what a result adds to the score.
    pub fn deviations<W: Lanes>(&self, chain: &Chain<'_, '_, W>) -> Vec<f64> {
        let decided = self.decided();
        let score = if decided > 0.0 { self.points / decided } else { 0.0 };
        let starts = &chain.rounds.starts;
        let mut gains: Vec<Vec<f64>> = starts.iter().map(|s| vec![0.0; s.outcomes.len()]).collect();
        for (node, ways) in chain.nodes.iter().zip(&self.gains) {
            for step in &node.steps {
                let (points, counted) = ways[step.way];
                gains[node.start][step.outcome] += (points - score * counted) / decided;
            }
        }
        let deviation = |(gains, start): (&Vec<f64>, &Start<W>)| {
            let played = real(start.played.max(1));
            let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
                gains.iter().zip(&start.counts).map(|(&g, &n)| of(g) * real(n) / played).sum()
            };
            let mean = sum(&|g| g);
            sum(&|g| (g - mean) * (g - mean)).sqrt()
        };
        gains.iter().zip(starts).map(deviation).collect()
    }
}
