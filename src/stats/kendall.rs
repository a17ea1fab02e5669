//! Whether two kinds of player rank the readings alike.
//!
//! Kendall's rank correlation with his correction for ties, tau-b: M. G. Kendall, "A new measure of rank correlation",
//! *Biometrika* 30 (1938): 81-93; "The treatment of ties in ranking problems", *Biometrika* 33 (1945): 239-251.

/// Tau-b of paired values, from -1 (each the reverse of the other) to 1 (the same order). `None` for lists of different
/// length, or where one of them is constant, which ranks nothing.
#[must_use]
pub fn tau(a: &[f64], b: &[f64]) -> Option<f64> {
    if a.len() != b.len() {
        return None;
    }
    let (mut agreement, mut ranked_by_a, mut ranked_by_b) = (0i64, 0i64, 0i64);
    for i in 0..a.len() {
        for j in 0..i {
            let (x, y) = (sign(a[i] - a[j]), sign(b[i] - b[j]));
            agreement += x * y;
            ranked_by_a += x.abs();
            ranked_by_b += y.abs();
        }
    }
    let pairs = (ranked_by_a as f64) * (ranked_by_b as f64);
    (pairs > 0.0).then(|| (agreement as f64 / pairs.sqrt()).clamp(-1.0, 1.0))
}

fn sign(difference: f64) -> i64 {
    i64::from(difference > 0.0) - i64::from(difference < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By hand: of the ten pairs of five, (12, 2, 1, 12, 2) ties two and ranks eight, (1, 4, 7, 1, 0) ties one and ranks nine;
    /// two pairs agree and six are reversed, and (2 - 6) / √(8 · 9) = -0.471405.
    #[test]
    fn ties_are_corrected_for_as_worked_by_hand() {
        let t = tau(&[12.0, 2.0, 1.0, 12.0, 2.0], &[1.0, 4.0, 7.0, 1.0, 0.0]).unwrap();
        assert!((t + 0.471_405).abs() < 1e-6, "{t}");
    }

    /// By hand: 1 2 3 4 against 1 3 2 4: five pairs agree, one is reversed.
    #[test]
    fn one_exchange_among_four_leaves_two_thirds() {
        let t = tau(&[1.0, 2.0, 3.0, 4.0], &[1.0, 3.0, 2.0, 4.0]).unwrap();
        assert!((t - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn a_constant_list_ranks_nothing() {
        assert_eq!(tau(&[1.0, 1.0], &[1.0, 2.0]), None);
        assert_eq!(tau(&[1.0], &[1.0, 2.0]), None);
    }

    proptest! {
        #[test]
        fn tau_is_symmetric_and_turns_over_with_one_of_the_lists(a in prop::collection::vec(-5i32..5, 2..9), seed in any::<u64>()) {
            let mut rng = crate::rng::Rng::from_u64(seed);
            let a: Vec<f64> = a.into_iter().map(f64::from).collect();
            let b: Vec<f64> = a.iter().map(|_| f64::from(rng.below(6))).collect();
            let turned: Vec<f64> = b.iter().map(|v| -v).collect();
            let there = tau(&a, &b);
            prop_assert_eq!(tau(&b, &a), there);
            if let Some(t) = there {
                prop_assert!((-1.0..=1.0).contains(&t));
                prop_assert!((tau(&a, &turned).unwrap() + t).abs() < 1e-12);
            }
        }
    }
}
