//! Scores of many readings over the same games, batch by batch.
//!
//! Games have consecutive numbers and are independent of each other, and so are batches of them. What is kept of a batch is
//! its points and its counted games under each reading, so that a resample of batches keeps the pairing between readings
//! (common random numbers) and costs no more for many games than for few.

use super::{Confidence, Estimate, Points, real};

/// Most batches. With 200 the error of a standard error is about 5 % (1/√400).
pub const MOST_BATCHES: usize = 200;

/// Sums by reading and batch.
#[derive(Clone, Debug)]
pub struct Batched {
    /// For each reading, points and counted games of each batch.
    readings: Vec<Vec<(f64, f64)>>,
    batches: usize,
}

impl Batched {
    /// The sums of readings, each given by its games in the order of their numbers: equal batches, or as nearly so as
    /// may be. `None` where there is no reading or fewer than two games, or where readings differ in their number of games.
    #[must_use]
    pub fn new(readings: &[&[Points]]) -> Option<Self> {
        let games = readings.first()?.len();
        if games < 2 || readings.iter().any(|r| r.len() != games) {
            return None;
        }
        let batches = games.min(MOST_BATCHES);
        let start = |batch: usize| batch * games / batches;
        let sums = |points: &[Points]| points.iter().map(|p| p.value()).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        let of = |points: &&[Points]| (0..batches).map(|b| sums(&points[start(b)..start(b + 1)])).collect();
        Some(Self { readings: readings.iter().map(of).collect(), batches })
    }

    /// How many batches there are, at least two.
    #[must_use]
    pub const fn batches(&self) -> usize {
        self.batches
    }

    /// The scores over some of the batches, reading by reading; a batch that is named twice counts twice. `None` where
    /// a reading has no game that counts.
    #[must_use]
    pub fn scores(&self, drawn: &[usize]) -> Option<Vec<f64>> {
        let score = |batches: &Vec<(f64, f64)>| {
            let (points, counted) = drawn.iter().map(|&b| batches[b]).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
            (counted > 0.0).then(|| points / counted)
        };
        self.readings.iter().map(score).collect()
    }

    /// The scores over all batches.
    #[must_use]
    pub fn all(&self) -> Option<Vec<f64>> {
        self.scores(&(0..self.batches).collect::<Vec<_>>())
    }

    /// For each batch the deviations of the readings' scores in it, from their linear parts (Cochran 1977, ch. 6), so that
    /// they sum to nought over batches and their mean square over `batches - 1` is the variance of a score.
    #[must_use]
    pub fn deviations(&self) -> Option<Vec<Vec<f64>>> {
        let scores = self.all()?;
        let share: Vec<f64> =
            self.readings.iter().map(|r| r.iter().map(|b| b.1).sum::<f64>() / real(self.batches as u64)).collect();
        let of = |batch: usize| {
            let readings = self.readings.iter().zip(&scores).zip(&share);
            readings.map(|((r, score), share)| (r[batch].0 - score * r[batch].1) / share).collect()
        };
        Some((0..self.batches).map(of).collect())
    }
}

/// An estimate that is linear in the scores, with Student's interval over batches: its value, and its deviation in each
/// batch.
#[must_use]
pub fn linear(value: f64, deviations: &[f64], confidence: Confidence) -> Estimate {
    let k = real(deviations.len() as u64);
    let error = (deviations.iter().map(|d| d * d).sum::<f64>() / (k * (k - 1.0)).max(1.0)).sqrt();
    let arm = confidence.t(k - 1.0) * error;
    Estimate { value, low: value - arm, high: value + arm }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Points::{Half, None as Uncounted, One, Zero};

    /// By hand: batches are single games here; 1, 0, ½ and one that does not count score ½ over three, and the
    /// deviations are ½, -½, 0 and 0 over the share ¾ of games that count.
    #[test]
    fn four_games_give_the_score_and_the_deviations_worked_by_hand() {
        let games = [One, Zero, Half, Uncounted];
        let batched = Batched::new(&[&games]).unwrap();
        assert_eq!(batched.batches(), 4);
        assert_eq!(batched.all(), Some(vec![0.5]));
        assert_eq!(batched.scores(&[0, 0, 1]), Some(vec![2.0 / 3.0]));
        assert_eq!(batched.scores(&[3]), None);
        let deviations: Vec<f64> = batched.deviations().unwrap().into_iter().flatten().collect();
        assert_eq!(deviations, [0.5 / 0.75, -0.5 / 0.75, 0.0, 0.0]);
    }

    #[test]
    fn a_thousand_games_make_two_hundred_batches_of_five() {
        let games: Vec<Points> = (0..1000).map(|n| if n % 5 == 0 { One } else { Zero }).collect();
        let batched = Batched::new(&[&games]).unwrap();
        assert_eq!(batched.batches(), MOST_BATCHES);
        assert!(batched.deviations().unwrap().iter().all(|d| d[0].abs() < 1e-12));
    }

    #[test]
    fn readings_of_different_games_are_refused() {
        assert!(Batched::new(&[&[One, Zero], &[One]]).is_none());
        assert!(Batched::new(&[&[One]]).is_none() && Batched::new(&[]).is_none());
    }

    /// By hand: deviations 1, -1, 1, -1: standard error √(4/12), t of three degrees of freedom 3.1824.
    #[test]
    fn the_interval_of_a_linear_estimate_is_students() {
        let e = linear(2.0, &[1.0, -1.0, 1.0, -1.0], Confidence::NINETY_FIVE);
        assert!((e.half_width() - 3.182_446 * (1.0f64 / 3.0).sqrt()).abs() < 1e-4);
    }
}
