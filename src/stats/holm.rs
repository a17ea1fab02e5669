//! Several claims at once.
//!
//! S. Holm, "A simple sequentially rejective multiple test procedure", *Scandinavian Journal of Statistics* 6 (1979):
//! 65-70. With the adjusted values below, the chance of one false claim or more among all of them stays at or below the
//! level at which they are read, whatever the dependence between the tests.

/// The values adjusted for their number, in the order given; each from 0 to 1, and none below its own unadjusted value.
/// A value that is not a number counts as 1: nothing is claimed from it.
#[must_use]
pub fn adjusted(p_values: &[f64]) -> Vec<f64> {
    let own = |i: usize| if p_values[i].is_nan() { 1.0 } else { p_values[i].clamp(0.0, 1.0) };
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| own(a).total_cmp(&own(b)).then(a.cmp(&b)));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut reached: f64 = 0.0;
    for (rank, &i) in order.iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        reached = reached.max((own(i) * left).min(1.0));
        adjusted[i] = reached;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By hand: 0.005 by 4, 0.01 by 3, 0.03 by 2, and 0.04 by 1, which may not fall below the one before it.
    #[test]
    fn four_values_are_adjusted_as_worked_by_hand() {
        let expected = [0.03, 0.06, 0.06, 0.02];
        for (a, e) in adjusted(&[0.01, 0.04, 0.03, 0.005]).into_iter().zip(expected) {
            assert!((a - e).abs() < 1e-12, "{a}, not {e}");
        }
    }

    #[test]
    fn a_value_that_is_not_a_number_claims_nothing_and_counts_as_a_test() {
        assert_eq!(adjusted(&[f64::NAN, 0.01]), [1.0, 0.02]);
    }

    proptest! {
        #[test]
        fn adjusting_never_lowers_a_value_nor_changes_the_order(values in prop::collection::vec(0.0f64..=1.0, 0..12)) {
            let after = adjusted(&values);
            for i in 0..values.len() {
                prop_assert!(after[i] >= values[i] && after[i] <= 1.0);
                for j in 0..values.len() {
                    prop_assert!(values[i] > values[j] || after[i] <= after[j]);
                }
            }
        }
    }
}
