//! A weighted sum of the scores of many readings played over the same games.
//!
//! The main effect of an answer in a factorial of readings is such a sum. Every reading shares its random numbers with
//! every other, so their scores are correlated, and the variance must come from the games: the contrast is formed game
//! by game from the linear parts of the scores (Cochran 1977, ch. 6, as in [`paired`](super::paired)), and its interval
//! is Student's over games.

use super::{Confidence, Estimate, Points, real};

/// A contrast being summed. It holds one number a game.
#[derive(Clone, Debug)]
pub struct Contrast {
    value: f64,
    parts: Vec<f64>,
}

impl Contrast {
    /// An empty sum over `games` games.
    #[must_use]
    pub fn new(games: usize) -> Self {
        Self { value: 0.0, parts: vec![0.0; games] }
    }

    /// Adds `weight` times the score of one reading, whose games are given in the order of their numbers. Returns
    /// whether it could: a reading with no game that counts has no score, and one with another number of games is not
    /// a reading of these games.
    pub fn add(&mut self, weight: f64, games: &[Points]) -> bool {
        let (sum, counted) = games.iter().map(|g| g.value()).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        if counted == 0.0 || games.len() != self.parts.len() {
            return false;
        }
        let score = sum / counted;
        self.value += weight * score;
        // A game deviates in one of four ways: they are worked out once, not once a game.
        let deviations = Points::ALL.map(|p| {
            let (points, counts) = p.value();
            weight * counts * (points - score) * real(games.len() as u64) / counted
        });
        for (part, &game) in self.parts.iter_mut().zip(games) {
            *part += deviations[game as usize];
        }
        true
    }

    /// The sum with its interval. `None` for fewer than two games.
    #[must_use]
    pub fn estimate(&self, confidence: Confidence) -> Option<Estimate> {
        let n = real(self.parts.len() as u64);
        if self.parts.len() < 2 {
            return None;
        }
        // The parts sum to nought, being deviations from the scores themselves.
        let variance = self.parts.iter().map(|p| p * p).sum::<f64>() / (n - 1.0);
        let arm = confidence.t(n - 1.0) * (variance / n).sqrt();
        Some(Estimate { value: self.value, low: self.value - arm, high: self.value + arm })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Points::{Half, None as Uncounted, One, Zero};

    /// By hand: scores 3/4 and 1/4, difference of games 1, 1, 0, 0 about 1/2, variance 1/3, standard error √(1/12),
    /// and t of three degrees of freedom is 3.1824.
    #[test]
    fn the_contrast_of_two_readings_is_the_paired_mean_difference() {
        let mut contrast = Contrast::new(4);
        assert!(contrast.add(1.0, &[One, One, One, Zero]));
        assert!(contrast.add(-1.0, &[Zero, Zero, One, Zero]));
        let e = contrast.estimate(Confidence::NINETY_FIVE).unwrap();
        assert!((e.value - 0.5).abs() < 1e-12);
        assert!((e.half_width() - 3.182_446 / 12.0f64.sqrt()).abs() < 1e-4, "{e:?}");
    }

    #[test]
    fn a_constant_sum_has_no_width() {
        let mut contrast = Contrast::new(3);
        assert!(contrast.add(1.0, &[One, Half, Zero]) && contrast.add(-1.0, &[One, Half, Zero]));
        let e = contrast.estimate(Confidence::NINETY_FIVE).unwrap();
        assert!(e.value.abs() < 1e-12 && e.half_width() < 1e-12);
    }

    #[test]
    fn a_reading_without_results_or_with_other_games_is_refused() {
        let mut contrast = Contrast::new(2);
        assert!(!contrast.add(1.0, &[Uncounted, Uncounted]));
        assert!(!contrast.add(1.0, &[One]));
    }
}
