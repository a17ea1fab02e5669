//! The difference of two scores from the same games.
//!
//! Two readings are played with the same random numbers, game by game. Where that makes their results alike, the
//! difference of their scores is known better than from separate games. The interval joins the two Wilson intervals
//! with the covariance reached (G. Y. Zou and A. Donner, *Statistics in Medicine* 27 (2008): 1693-1702). For games that
//! are won or lost and nothing else it is method 8 of R. G. Newcombe, "Improved confidence intervals for the difference
//! between binomial proportions based on paired data", *Statistics in Medicine* 17 (1998): 2635-2650, which his method
//! 10 differs from by a correction for continuity that vanishes with the number of games.
//!
//! Where games are drawn, each Wilson interval is taken at the effective number of games, as for a share from a survey (E.
//! L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number of positive counts estimated
//! from survey data", *Survey Methodology* 24 (1998): 193-201). So two readings under which every game comes out alike
//! differ by nought within z²/n at most, which is what the arms of a Wilson interval differ by.
//!
//! A score leaves out games without a result. It is then a ratio of two sums over games, and its variance and the
//! covariance of two such scores are taken from its linear part (W. G. Cochran, *Sampling Techniques*, 3rd ed. (New
//! York: Wiley, 1977), ch. 6).

use super::{Claims, Confidence, Estimate, newcombe, real, wilson};
use serde::Serialize;

/// What one game is worth to the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Points {
    /// Lost.
    Zero,
    /// Drawn.
    Half,
    /// Won.
    One,
    /// It has no result that a score could count.
    None,
}

impl Points {
    /// Every kind, in the order of the numbers used for tables.
    pub const ALL: [Self; 4] = [Self::Zero, Self::Half, Self::One, Self::None];

    /// The points, and 1 if the game counts.
    pub(crate) const fn value(self) -> (f64, f64) {
        match self {
            Self::Zero => (0.0, 1.0),
            Self::Half => (0.5, 1.0),
            Self::One => (1.0, 1.0),
            Self::None => (0.0, 0.0),
        }
    }
}

/// How often each pair of results came up over the same games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paired {
    /// Games by what they were worth under the one reading and under the other.
    joint: [[u64; 4]; 4],
}

/// The difference of two scores from the same games, the one less the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairedDifference {
    /// The difference, from -1 to 1.
    pub difference: Estimate,
    /// Correlation of the two results over games, from -1 to 1; 0 where one of them never varies.
    pub correlation: f64,
    /// Variance of the difference over what it would be for separate games: below 1 where the pairing helped; 1 where
    /// nothing varies.
    pub variance_ratio: f64,
    /// Games played under both.
    pub games: u64,
}

impl Paired {
    /// Counts one game.
    pub const fn add(&mut self, one: Points, other: Points) {
        self.joint[one as usize][other as usize] += 1;
    }

    /// The table of all games at once.
    pub fn collect(games: impl IntoIterator<Item = (Points, Points)>) -> Self {
        let mut table = Self::default();
        for (one, other) in games {
            table.add(one, other);
        }
        table
    }

    /// The score of the one reading less that of the other. `None` where either has no game that counts.
    #[must_use]
    pub fn difference(&self, confidence: Confidence) -> Option<PairedDifference> {
        self.reaching(confidence.z())
    }

    /// Whether that difference is within or beyond `margin`, tested by its own interval. `None` as there.
    #[must_use]
    pub fn claims(&self, margin: f64) -> Option<Claims> {
        self.reaching(0.0)?;
        let interval =
            |z| self.reaching(z).map_or(Estimate { value: f64::NAN, low: f64::NAN, high: f64::NAN }, |d| d.difference);
        Some(Claims::of(margin, interval))
    }

    /// The difference with an interval that reaches `z` standard errors to each side.
    fn reaching(&self, z: f64) -> Option<PairedDifference> {
        let cells = || {
            Points::ALL.into_iter().flat_map(move |a| {
                Points::ALL.into_iter().map(move |b| (a.value(), b.value(), real(self.joint[a as usize][b as usize])))
            })
        };
        let (mut sum, mut counted) = ([0.0; 2], [0.0; 2]);
        for (a, b, games) in cells() {
            sum[0] += games * a.0;
            sum[1] += games * b.0;
            counted[0] += games * a.1;
            counted[1] += games * b.1;
        }
        if counted[0] == 0.0 || counted[1] == 0.0 {
            return None;
        }
        let score = [sum[0] / counted[0], sum[1] / counted[1]];
        let (mut variance, mut covariance) = ([0.0; 2], 0.0);
        for (a, b, games) in cells() {
            let u = a.1 * (a.0 - score[0]) / counted[0];
            let v = b.1 * (b.0 - score[1]) / counted[1];
            variance[0] += games * u * u;
            variance[1] += games * v * v;
            covariance += games * u * v;
        }
        let over = |a: f64, b: f64| if a * b > 0.0 { (covariance / (a * b).sqrt()).clamp(-1.0, 1.0) } else { 0.0 };
        let correlation = over(variance[0], variance[1]);
        // A game worth ½ varies less than one worth 0 or 1. The arms must be in proportion to the variance that the
        // correlation speaks of, so each interval is that of as many games, all won or lost, as have this variance.
        let [one, other] = [0, 1].map(|i| {
            let effective = if variance[i] > 0.0 { score[i] * (1.0 - score[i]) / variance[i] } else { counted[i] };
            wilson::within(score[i], effective, z)
        });
        let separate = variance[0] + variance[1];
        Some(PairedDifference {
            difference: newcombe::join(one, other, correlation),
            correlation,
            variance_ratio: if separate > 0.0 { ((separate - 2.0 * covariance) / separate).max(0.0) } else { 1.0 },
            games: self.joint.iter().flatten().sum(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Points::{Half, None as Uncounted, One, Zero};
    use proptest::prelude::*;

    fn table(entries: &[(Points, Points, u64)]) -> Paired {
        let mut table = Paired::default();
        for &(a, b, games) in entries {
            table.joint[a as usize][b as usize] = games;
        }
        table
    }

    /// Worked in a second way. 14 games won under both, 5 under the one alone, none under the other alone, 22 under
    /// neither: scores 19/41 and 14/41, φ = 14·22 / √(19·22·14·27) = 0.774848. The arms of the two Wilson intervals are
    /// 0.142852 and 0.149121, 0.125875 and 0.153038, so those of the difference are
    /// √(0.142852² - 2φ·0.142852·0.153038 + 0.153038²) = 0.099741 and √(0.149121² - 2φ·0.149121·0.125875 + 0.125875²) = 0.094830.
    #[test]
    fn won_and_lost_games_give_the_square_and_add_interval() {
        let d = table(&[(One, One, 14), (One, Zero, 5), (Zero, Zero, 22)]).difference(Confidence::NINETY_FIVE).unwrap();
        assert!((d.correlation - 0.774_848).abs() < 1e-6, "{d:?}");
        assert!((d.difference.value - 5.0 / 41.0).abs() < 1e-12);
        assert!((d.difference.low - (5.0 / 41.0 - 0.099_741)).abs() < 1e-6, "{d:?}");
        assert!((d.difference.high - (5.0 / 41.0 + 0.094_830)).abs() < 1e-6, "{d:?}");
    }

    #[test]
    fn equal_results_in_every_game_leave_next_to_no_doubt() {
        let d =
            table(&[(One, One, 30), (Zero, Zero, 50), (Half, Half, 20)]).difference(Confidence::NINETY_FIVE).unwrap();
        assert!((d.correlation - 1.0).abs() < 1e-12 && d.variance_ratio.abs() < 1e-12);
        // z²/n: what the upper and the lower arm of a Wilson interval may differ by.
        assert!(d.difference.value.abs() < 1e-12 && d.difference.half_width() < 0.0385, "{d:?}");
    }

    /// By hand: scores ½ and ½, each from 16 won, 16 lost and 32 drawn games of 64, nothing in common. The variance of a game
    /// is 1/8, half that of a game won or lost, so each interval is Wilson's for 128 games: its arms are
    /// z √(128 + z²) / (2 (128 + z²)) = 0.085348, and those of the difference √2 times that.
    #[test]
    fn drawn_games_count_as_more_games_won_or_lost() {
        let mut table = Paired::default();
        for (a, one) in [(Zero, 1), (Half, 2), (One, 1)] {
            for (b, other) in [(Zero, 1), (Half, 2), (One, 1)] {
                table.joint[a as usize][b as usize] = 4 * one * other;
            }
        }
        let d = table.difference(Confidence::NINETY_FIVE).unwrap();
        assert!(d.correlation.abs() < 1e-12);
        assert!((d.difference.half_width() - 2.0f64.sqrt() * 0.085_348).abs() < 1e-5, "{d:?}");
    }

    #[test]
    fn independent_results_give_the_interval_for_separate_games() {
        let d = table(&[(One, One, 24), (One, Zero, 16), (Zero, One, 36), (Zero, Zero, 24)])
            .difference(Confidence::NINETY_FIVE)
            .unwrap();
        let separate = super::super::difference((40, 100), (60, 100), Confidence::NINETY_FIVE).unwrap();
        assert!(d.correlation.abs() < 1e-12 && (d.variance_ratio - 1.0).abs() < 1e-12);
        assert!((d.difference.low - separate.low).abs() < 1e-12 && (d.difference.high - separate.high).abs() < 1e-12);
    }

    #[test]
    fn a_reading_without_results_has_no_score_to_compare() {
        assert!(table(&[(One, Uncounted, 9)]).difference(Confidence::NINETY_FIVE).is_none());
    }

    /// By hand: the one reading scores 3 of 4 counted games; the other 2 of 4. Games that count under one alone add
    /// nothing to the covariance.
    #[test]
    fn games_without_a_result_are_left_out_of_their_own_score_alone() {
        let d = table(&[(One, One, 2), (One, Uncounted, 1), (Zero, Zero, 1), (Uncounted, Zero, 1)])
            .difference(Confidence::NINETY_FIVE)
            .unwrap();
        assert!((d.difference.value - 0.25).abs() < 1e-12);
        // Deviations: (1/4, 1/2) twice and (-3/4, -1/2) once: covariance (2/8 + 3/8)/16; variances (3/4)/16 and 1/16.
        assert!((d.correlation - 0.625 / 0.75f64.sqrt()).abs() < 1e-12, "{d:?}");
        assert_eq!(d.games, 5);
    }

    proptest! {
        #[test]
        fn a_difference_lies_in_its_interval_and_turns_over_with_the_readings(counts in prop::array::uniform16(0u64..60)) {
            let mut there = Paired::default();
            let mut back = Paired::default();
            for i in 0..4 {
                for j in 0..4 {
                    there.joint[i][j] = counts[4 * i + j];
                    back.joint[j][i] = counts[4 * i + j];
                }
            }
            match (there.difference(Confidence::NINETY_FIVE), back.difference(Confidence::NINETY_FIVE)) {
                (Some(a), Some(b)) => {
                    let e = a.difference;
                    prop_assert!(e.low <= e.value && e.value <= e.high && e.low >= -1.0 - 1e-9 && e.high <= 1.0 + 1e-9);
                    prop_assert!((e.low + b.difference.high).abs() < 1e-9);
                    prop_assert!((-1.0..=1.0).contains(&a.correlation) && (0.0..=2.0 + 1e-9).contains(&a.variance_ratio));
                }
                (a, b) => prop_assert!(a.is_none() && b.is_none()),
            }
        }
    }
}
