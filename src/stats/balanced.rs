//! A balanced sample of the combinations of answers, where there are too many to play them all.
//!
//! Every answer to a question comes as often as any other, or one reading more (Latin hypercube sampling: M. D. `McKay`,
//! R. J. Beckman and W. J. Conover, "A comparison of three methods for selecting values of input variables in the analysis
//! of output from a computer code", *Technometrics* 21 (1979): 239-245). In a sample answers to different questions are not
//! evenly mixed: the effect of the one is in part *aliased* with that of the other. How far is told for each pair by
//! Cramér's V (H. Cramér, *Mathematical Methods of Statistics* (Princeton: Princeton University Press, 1946), p. 282), from
//! 0 (evenly mixed, as in a full factorial) to 1 (each answer comes with one of the other alone). Of a number of samples,
//! all drawn by the seed, the one whose greatest V is least is taken.

use super::factorial::pairs;
use crate::rng::Rng;

/// How many samples are drawn to choose from.
const TRIES: usize = 200;

/// A sample of `size` rows, each one answer a question, of questions with so many answers each; and the greatest V in it.
/// Rows may come twice where the space is small. A question without an answer is given the answer 0.
#[must_use]
pub fn sample(levels: &[usize], size: usize, seed: u64) -> Vec<Vec<usize>> {
    let mut rng = Rng::from_u64(seed);
    let draw = |rng: &mut Rng| -> Vec<Vec<usize>> {
        let columns: Vec<Vec<usize>> = levels.iter().map(|&level| shuffled(level.max(1), size, rng)).collect();
        (0..size).map(|row| columns.iter().map(|c| c[row]).collect()).collect()
    };
    let mut best = draw(&mut rng);
    let mut least = greatest(&aliasing(levels, &best));
    for _ in 1..TRIES {
        let next = draw(&mut rng);
        let v = greatest(&aliasing(levels, &next));
        if v < least {
            (best, least) = (next, v);
        }
    }
    best
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// `size` answers out of `level`, each as often as any other or once more, in random order (R. Durstenfeld, "Algorithm
/// 235: random permutation", *Communications of the ACM* 7 (1964): 420).
fn shuffled(level: usize, size: usize, rng: &mut Rng) -> Vec<usize> {
    // Which answers come once more must not always be the first ones.
    let from = rng.below(u32::try_from(level).unwrap_or(u32::MAX)) as usize;
    let mut column: Vec<usize> = (0..size).map(|n| (n + from) % level).collect();
    for last in (1..size).rev() {
        let other = rng.below(u32::try_from(last + 1).unwrap_or(u32::MAX)) as usize;
        column.swap(last, other);
    }
    column
}

/// Cramér's V of each pair of questions, in the order of [`pairs`]; 0 where one of the two has a single answer.
#[must_use]
pub fn aliasing(levels: &[usize], rows: &[Vec<usize>]) -> Vec<f64> {
    let n = rows.len() as f64;
    pairs(levels.len())
        .map(|(i, j)| {
            let (a, b) = (levels[i], levels[j]);
            if a < 2 || b < 2 || rows.is_empty() {
                return 0.0;
            }
            let mut joint = vec![0.0; a * b];
            for row in rows {
                joint[row[i] * b + row[j]] += 1.0;
            }
            let of_i: Vec<f64> = (0..a).map(|x| joint[x * b..(x + 1) * b].iter().sum()).collect();
            let of_j: Vec<f64> = (0..b).map(|y| (0..a).map(|x| joint[x * b + y]).sum()).collect();
            let mut chi_squared = 0.0;
            for x in 0..a {
                for y in 0..b {
                    let expected = of_i[x] * of_j[y] / n;
                    if expected > 0.0 {
                        chi_squared += (joint[x * b + y] - expected).powi(2) / expected;
                    }
                }
            }
            (chi_squared / (n * (a.min(b) - 1) as f64)).sqrt()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_full_factorial_has_no_aliasing_and_equal_columns_have_all() {
        let full: Vec<Vec<usize>> = (0..6).map(|n| vec![n / 3, n % 3]).collect();
        assert_eq!(aliasing(&[2, 3], &full), [0.0]);
        let equal: Vec<Vec<usize>> = (0..6).map(|n| vec![n % 2, n % 2]).collect();
        assert!((aliasing(&[2, 2], &equal)[0] - 1.0).abs() < 1e-12);
    }

    /// By hand: counts 3, 1, 1, 3 of eight, 2 expected in each: chi squared is 2, V is √(2/8).
    #[test]
    fn the_aliasing_of_eight_rows_is_as_worked_by_hand() {
        let rows: Vec<Vec<usize>> =
            [[0, 0], [0, 0], [0, 0], [0, 1], [1, 0], [1, 1], [1, 1], [1, 1]].map(|r| r.to_vec()).to_vec();
        assert!((aliasing(&[2, 2], &rows)[0] - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_sample_is_fixed_by_its_seed() {
        assert_eq!(sample(&[2, 3, 4], 24, 7), sample(&[2, 3, 4], 24, 7));
        assert_ne!(sample(&[2, 3, 4], 24, 7), sample(&[2, 3, 4], 24, 8));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn every_answer_comes_as_often_as_any_other_or_once_more(
            levels in prop::collection::vec(1usize..5, 1..5), size in 1usize..40, seed in any::<u64>()
        ) {
            let rows = sample(&levels, size, seed);
            prop_assert_eq!(rows.len(), size);
            for (i, &level) in levels.iter().enumerate() {
                let counts: Vec<usize> = (0..level).map(|a| rows.iter().filter(|r| r[i] == a).count()).collect();
                prop_assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1);
            }
        }
    }
}
