//! Depth: what a player gains by looking further.
//!
//! A *ladder* puts each player against the next stronger one, in either seat over the same games. A rung's score is the mean
//! of the stronger player's scores as first and as second player; its range is from 0 to 1, and ½ is no gain. Depth is the mean
//! of that score over the rungs on which the search budget doubles: "expected score per doubling". A game in which a player of
//! twice the budget scores ½ has no depth left there (F. Lantz, A. Isaksen, A. Jaffe, A. Nealen and J. Togelius, "Depth in
//! strategic games", *AAAI-17 Workshop on What's Next for AI in Games*, 2017; doublings after M.-L. Cauwet, O. Teytaud, H.-M. Liang,
//! S.-J. Yen, H.-H. Lin, I-C. Wu, T. Cazenave and A. Saffidine, "Depth, balancing, and limits of the Elo model", *IEEE Conference on
//! Computational Intelligence and Games*, 2015).
//!
//! The interval takes the games of one number in both seats as one observation, since they share their random numbers; it is
//! Wilson's at the effective number of games, so that a rung that was won throughout does not look certain.
//!
//! Example: of two games in either seat the stronger player wins both as first player, and one as second: ½·(1 + ½) = ¾.
//!
//! Ludii has no such metric.

use crate::stats::{Confidence, Estimate, Points, wilson};

/// The games of one rung, in the order of their numbers; points are the first player's.
#[derive(Clone, Copy, Debug)]
pub struct Rung<'a> {
    /// Those in which the stronger player moved first.
    pub stronger_first: &'a [Points],
    /// Those in which he moved second.
    pub stronger_second: &'a [Points],
}

/// The mean score of the stronger player over some rungs and both seats. `None` where there is no rung, or one of them has no
/// game that counts in one of its seats.
#[must_use]
pub fn score(rungs: &[Rung<'_>], confidence: Confidence) -> Option<Estimate> {
    let seats: Vec<(&[Points], bool)> =
        rungs.iter().flat_map(|r| [(r.stronger_first, false), (r.stronger_second, true)]).collect();
    let games = seats.iter().map(|(points, _)| points.len()).min().filter(|&n| n > 1)?;
    let own = |points: Points, second: bool| {
        let (value, counts) = points.value();
        (if second { counts - value } else { value }, counts)
    };
    let weight = 1.0 / seats.len() as f64;
    let (mut mean, mut parts) = (0.0, vec![0.0; games]);
    let mut counted_in_all = 0.0;
    for &(points, second) in &seats {
        let (sum, counted) =
            points[..games].iter().map(|&p| own(p, second)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
        if counted == 0.0 {
            return None;
        }
        let score = sum / counted;
        mean += weight * score;
        counted_in_all += counted;
        for (part, &p) in parts.iter_mut().zip(points) {
            let (value, counts) = own(p, second);
            *part += weight * counts * (value - score) / counted;
        }
    }
    let variance = parts.iter().map(|p| p * p).sum::<f64>();
    // Rounding must not make of a score without variance one of nearly infinite games.
    let share = mean.clamp(0.0, 1.0);
    let effective = if variance > 1e-18 { share * (1.0 - share) / variance } else { counted_in_all };
    Some(wilson::within(share, effective, confidence.z()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Points::{Half, None as Uncounted, One, Zero};
    use proptest::prelude::*;

    fn of(first: &[Points], second: &[Points]) -> Option<Estimate> {
        score(&[Rung { stronger_first: first, stronger_second: second }], Confidence::NINETY_FIVE)
    }

    #[test]
    fn a_rung_is_the_mean_of_both_seats() {
        let e = of(&[One, One], &[Zero, One]).unwrap();
        assert!((e.value - 0.75).abs() < 1e-12, "{e:?}");
    }

    /// By hand: in four games of either seat won as 1, 1, 1, 0 and 1, 1, 0, 1 the means of a number are 1, 1, ½, ½, whose
    /// deviations from ¾ are ±¼; the variance of the mean is 4·(1/16)/16 = 1/64, and ¾·¼·64 = 12 games won or lost have as much.
    #[test]
    fn games_of_one_number_are_one_observation() {
        let e = of(&[One, One, One, Zero], &[Zero, Zero, One, Zero]).unwrap();
        let as_many = wilson::share(9, 12, Confidence::NINETY_FIVE).unwrap();
        assert!((e.low - as_many.low).abs() < 1e-9 && (e.high - as_many.high).abs() < 1e-9, "{e:?} {as_many:?}");
    }

    #[test]
    fn a_rung_won_throughout_is_not_certain() {
        let e = of(&[One; 20], &[Zero; 20]).unwrap();
        assert!((e.value - 1.0).abs() < 1e-12 && e.low < 0.93, "{e:?}");
    }

    #[test]
    fn a_seat_without_results_has_no_score() {
        assert_eq!(of(&[Uncounted, Uncounted], &[Zero, Half]), None);
        assert_eq!(score(&[], Confidence::NINETY_FIVE), None);
    }

    proptest! {
        /// In the range, within its interval, and with the seats changed about the same.
        #[test]
        fn seats_are_alike(games in prop::collection::vec((0usize..3, 0usize..3), 2..40)) {
            let kinds = [Zero, Half, One];
            let first: Vec<_> = games.iter().map(|g| kinds[g.0]).collect();
            let second: Vec<_> = games.iter().map(|g| kinds[g.1]).collect();
            let turned = |points: &[Points]| points.iter().map(|p| match p {
                Zero => One, One => Zero, other => *other }).collect::<Vec<_>>();
            let e = of(&first, &second).unwrap();
            let other = of(&turned(&second), &turned(&first)).unwrap();
            prop_assert!((e.value - other.value).abs() < 1e-9 && (e.low - other.low).abs() < 1e-6);
            prop_assert!(e.low >= 0.0 && e.low <= e.value && e.value <= e.high && e.high <= 1.0);
        }
    }
}
