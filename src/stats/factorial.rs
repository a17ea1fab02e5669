//! How much of the variance between the readings of a full factorial each question makes.
//!
//! The scores of all combinations are one function of the answers, each combination weighing the same. It falls apart
//! exactly into a mean, main effects, two-way interactions and the rest (functional analysis of variance: B. Efron and C.
//! Stein, "The jackknife estimate of variance", *The Annals of Statistics* 9 (1981): 586-596; I. M. Sobol', "Sensitivity
//! estimates for nonlinear mathematical models", *Mathematical Modelling and Computational Experiments* 1 (1993): 407-414):
//!
//! | figure | formula |
//! |---|---|
//! | variance V | mean of (y - ȳ)² over all combinations |
//! | first-order variance V(i) | variance of the mean of y at each answer to i |
//! | interaction V(i, j) | variance of the mean at each pair of answers, less V(i) and V(j) |
//! | total variance T(i) | V less the variance of the mean over the answers to i (T. Homma and A. Saltelli, "Importance measures in global sensitivity analysis of nonlinear models", *Reliability Engineering and System Safety* 52 (1996): 1-17) |
//!
//! Shares are these over V, from 0 to 1. Scores come from finitely many games, and their noise adds to every variance. Each
//! of the variances is a quadratic form Q of the scores, so its expected noise is the same form of the deviations d of the K
//! batches of games, summed and divided by K (K - 1); it is subtracted. What is subtracted respects that readings
//! share their games. Intervals are percentiles over resampled batches; a resample carries the noise twice, and twice
//! the noise is subtracted from it.

use super::batched::{Batched, linear};
use super::bootstrap::quantile;
use super::{Bootstrap, Confidence, Estimate};

/// The variances of a full factorial.
#[derive(Clone, Debug, PartialEq)]
pub struct Variances {
    /// Of all combinations.
    pub all: f64,
    /// First-order, question by question.
    pub first: Vec<f64>,
    /// Total, question by question.
    pub total: Vec<f64>,
    /// Interactions, in the order of [`pairs`].
    pub pairs: Vec<f64>,
}

/// The pairs of `questions` questions in order: (0, 1), (0, 2), …, (1, 2), ….
pub fn pairs(questions: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..questions).flat_map(move |i| (i + 1..questions).map(move |j| (i, j)))
}

/// The answer to question `i` in combination number `n`, the last question changing fastest.
fn answer(levels: &[usize], n: usize, i: usize) -> usize {
    n / levels[i + 1..].iter().product::<usize>() % levels[i]
}

/// Means of `y` at each combination of the answers to the questions in `kept`, in order.
fn means(levels: &[usize], y: &[f64], kept: &[usize]) -> Vec<f64> {
    let places: usize = kept.iter().map(|&i| levels[i]).product();
    let mut sums = vec![0.0; places];
    for (n, value) in y.iter().enumerate() {
        sums[kept.iter().fold(0, |place, &i| place * levels[i] + answer(levels, n, i))] += value;
    }
    let each = y.len() as f64 / places as f64;
    sums.iter().map(|s| s / each).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn variance(values: &[f64]) -> f64 {
    let centre = mean(values);
    values.iter().map(|v| (v - centre).powi(2)).sum::<f64>() / values.len().max(1) as f64
}

impl Variances {
    /// The variances of `y`, one value a combination of `levels` answers, the last question changing fastest. `None` if
    /// there are not as many values as combinations.
    #[must_use]
    pub fn of(levels: &[usize], y: &[f64]) -> Option<Self> {
        if levels.is_empty() || y.is_empty() || levels.iter().product::<usize>() != y.len() {
            return None;
        }
        let all = variance(y);
        let first: Vec<f64> = (0..levels.len()).map(|i| variance(&means(levels, y, &[i]))).collect();
        let others = |i: usize| (0..levels.len()).filter(|&j| j != i).collect::<Vec<_>>();
        let total = (0..levels.len()).map(|i| all - variance(&means(levels, y, &others(i)))).collect();
        let pairs =
            pairs(levels.len()).map(|(i, j)| variance(&means(levels, y, &[i, j])) - first[i] - first[j]).collect();
        Some(Self { all, first, total, pairs })
    }

    /// Every figure in one list: all, first, total, pairs.
    fn figures(&self) -> Vec<f64> {
        [self.all].into_iter().chain(self.first.iter().chain(&self.total).chain(&self.pairs).copied()).collect()
    }
}

/// Shares of the variance between readings, the noise of the games subtracted.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// Standard deviation of the score between readings, without noise.
    pub deviation: f64,
    /// The share of the variance as observed that was noise, from 0.
    pub noise: f64,
    /// First-order shares, question by question.
    pub first: Vec<Estimate>,
    /// Total shares.
    pub total: Vec<Estimate>,
    /// Shares of the interactions, in the order of [`pairs`].
    pub pairs: Vec<Estimate>,
    /// Resamples without any variance beyond noise, which have no shares and are left out.
    pub left_out: usize,
}

impl Shares {
    /// The shares of a full factorial of `levels` answers. `None` if the readings are not such a factorial, one of them
    /// has no score, or their scores vary no more than by noise.
    #[must_use]
    pub fn of(levels: &[usize], scores: &Batched, bootstrap: Bootstrap, confidence: Confidence) -> Option<Self> {
        let observed = Variances::of(levels, &scores.all()?)?;
        let deviations = scores.deviations()?;
        let k = scores.batches() as f64;
        let by_batch: Vec<Vec<f64>> =
            deviations.iter().map(|d| Variances::of(levels, d).map(|v| v.figures())).collect::<Option<_>>()?;
        let noise_in = |drawn: &mut dyn Iterator<Item = usize>| {
            let mut noise = vec![0.0; by_batch[0].len()];
            for batch in drawn {
                noise.iter_mut().zip(&by_batch[batch]).for_each(|(n, q)| *n += q / (k * (k - 1.0)));
            }
            noise
        };
        let noise = noise_in(&mut (0..by_batch.len()));
        let shares = |figures: &[f64], noise: &[f64], times: f64| -> Option<Vec<f64>> {
            let true_parts: Vec<f64> = figures.iter().zip(noise).map(|(f, n)| f - times * n).collect();
            (true_parts[0] > 0.0).then(|| true_parts[1..].iter().map(|p| (p / true_parts[0]).clamp(0.0, 1.0)).collect())
        };
        let value = shares(&observed.figures(), &noise, 1.0)?;
        let mut replicates = vec![Vec::with_capacity(bootstrap.resamples); value.len()];
        let mut left_out = 0;
        for drawn in bootstrap.draws(scores.batches()) {
            let again = scores.scores(&drawn).and_then(|y| Variances::of(levels, &y)).and_then(|v| {
                let noise = noise_in(&mut drawn.iter().copied());
                shares(&v.figures(), &noise, 2.0)
            });
            match again {
                Some(again) => replicates.iter_mut().zip(again).for_each(|(r, a)| r.push(a)),
                None => left_out += 1,
            }
        }
        let tail = (1.0 - confidence.level()) / 2.0;
        let estimates = value.iter().zip(&mut replicates).map(|(&value, replicates)| {
            replicates.sort_unstable_by(f64::total_cmp);
            let end = |p| quantile(replicates, p).unwrap_or(value);
            Estimate { value, low: end(tail).min(value), high: end(1.0 - tail).max(value) }
        });
        let mut estimates = estimates.collect::<Vec<_>>().into_iter();
        let questions = levels.len();
        Some(Self {
            deviation: (observed.all - noise[0]).sqrt(),
            noise: noise[0] / observed.all,
            first: estimates.by_ref().take(questions).collect(),
            total: estimates.by_ref().take(questions).collect(),
            pairs: estimates.collect(),
            left_out,
        })
    }
}

/// What a pair of answers adds to the score beyond the main effects of both: the two-way interaction effects of questions
/// `i` and `j`, for each answer to `i` and each to `j`, with Student's interval over batches. `None` as for [`Shares`].
#[must_use]
pub fn interaction(
    levels: &[usize],
    scores: &Batched,
    (i, j): (usize, usize),
    confidence: Confidence,
) -> Option<Vec<Estimate>> {
    let observed = scores.all()?;
    if levels.iter().product::<usize>() != observed.len() || i >= levels.len() || j >= levels.len() {
        return None;
    }
    let effects = |y: &[f64]| -> Vec<f64> {
        let (of_i, of_j, of_both) = (means(levels, y, &[i]), means(levels, y, &[j]), means(levels, y, &[i, j]));
        let centre = mean(y);
        let beyond = |(n, both): (usize, &f64)| both - of_i[n / levels[j]] - of_j[n % levels[j]] + centre;
        of_both.iter().enumerate().map(beyond).collect()
    };
    let by_batch: Vec<Vec<f64>> = scores.deviations()?.iter().map(|d| effects(d)).collect();
    let estimate = |(n, value): (usize, f64)| {
        let deviations: Vec<f64> = by_batch.iter().map(|b| b[n]).collect();
        linear(value, &deviations, confidence)
    };
    Some(effects(&observed).into_iter().enumerate().map(estimate).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Points;
    use proptest::prelude::*;

    /// By hand: y = 0, 1, 1, 4 over two questions of two answers. The mean is 1.5, the means at the answers of either
    /// question ½ and 2½, so the first-order variances are 1 each; V is 2.25, so that ¼ is left to the interaction, and each
    /// total is 1.25.
    #[test]
    fn two_questions_of_two_answers_fall_apart_as_worked_by_hand() {
        let v = Variances::of(&[2, 2], &[0.0, 1.0, 1.0, 4.0]).unwrap();
        assert_eq!(v, Variances { all: 2.25, first: vec![1.0; 2], total: vec![1.25; 2], pairs: vec![0.25] });
    }

    /// W. G. Cochran and G. M. Cox's convention: a pure product of two signs is interaction alone; a third question
    /// that does nothing has no share.
    #[test]
    fn a_product_of_signs_is_interaction_alone() {
        let sign = |n: usize, i: usize| if answer(&[2, 3, 2], n, i) == 0 { -1.0 } else { 1.0 };
        let y: Vec<f64> = (0..12).map(|n| sign(n, 0) * sign(n, 2)).collect();
        let v = Variances::of(&[2, 3, 2], &y).unwrap();
        assert!(v.first.iter().all(|f| f.abs() < 1e-12) && v.total[1].abs() < 1e-12);
        assert!((v.pairs[1] - 1.0).abs() < 1e-12 && (v.total[0] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_not_a_full_factorial_is_refused() {
        assert_eq!(Variances::of(&[2, 2], &[0.0; 3]), None);
        assert_eq!(Variances::of(&[], &[]), None);
    }

    /// Every game of a reading comes out alike, so there is no noise, and the shares are those of the scores.
    #[test]
    fn without_noise_the_shares_are_those_of_the_scores() {
        let games = [Points::Zero, Points::Half, Points::Half, Points::One].map(|p| vec![p; 10]);
        let readings: Vec<&[Points]> = games.iter().map(Vec::as_slice).collect();
        let batched = Batched::new(&readings).unwrap();
        let boot = Bootstrap { resamples: 50, seed: 1 };
        let s = Shares::of(&[2, 2], &batched, boot, Confidence::NINETY_FIVE).unwrap();
        assert!((s.first[0].value - 0.5).abs() < 1e-12 && s.first[0].half_width() < 1e-12, "{s:?}");
        assert!(s.noise.abs() < 1e-12 && s.pairs[0].value.abs() < 1e-12 && s.left_out == 0);
        assert!((s.deviation - 0.125f64.sqrt()).abs() < 1e-12);
    }

    /// By hand: 0, 1, 1, 4 quarters: at each pair of answers the interaction is ±1/8.
    #[test]
    fn interaction_effects_are_what_is_left_of_the_means() {
        let games: [&[Points]; 4] = [
            &[Points::Zero; 4],
            &[Points::One, Points::Zero, Points::Zero, Points::Zero],
            &[Points::Zero, Points::Zero, Points::Zero, Points::One],
            &[Points::One; 4],
        ];
        let batched = Batched::new(&games).unwrap();
        let effects = interaction(&[2, 2], &batched, (0, 1), Confidence::NINETY_FIVE).unwrap();
        let values: Vec<f64> = effects.iter().map(|e| e.value).collect();
        assert_eq!(values, [0.125, -0.125, -0.125, 0.125]);
    }

    proptest! {
        #[test]
        fn first_orders_and_interactions_fill_up_the_variance_of_two_questions(
            y in prop::collection::vec(-1.0f64..1.0, 6)
        ) {
            let v = Variances::of(&[2, 3], &y).unwrap();
            prop_assert!((v.first[0] + v.first[1] + v.pairs[0] - v.all).abs() < 1e-9);
            for i in 0..2 {
                prop_assert!(v.total[i] >= v.first[i] - 1e-12 && (v.total[i] - v.first[i] - v.pairs[0]).abs() < 1e-9);
            }
        }
    }
}
