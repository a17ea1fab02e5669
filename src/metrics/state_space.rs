//! The size of the state space: in how many ways the seeds can lie.
//!
//! Every seed lies in one of the pits or has left them, so that the ways are the compositions of s seeds over p pits and
//! one place beside, (s + p)! / (s! p!), counted exactly (W. Feller, *An Introduction to Probability Theory and Its
//! Applications*, vol. 1, 3rd ed. (New York: Wiley, 1968), p. 38). Given as a power of ten, from 0. Who is to move, who has
//! taken what and whether a position can come up are left aside. The product of what each pit may hold, which is often
//! printed, counts ways in which there would be more seeds than there are.

use super::Measure;

/// The logarithm to base ten of the ways in which `seeds` seeds can lie in `pits` pits or beside them.
#[must_use]
pub fn log10_ways(seeds: u32, pits: u32) -> f64 {
    // Each factor keeps the product a binomial coefficient, so that it stays whole.
    let (most, least) = (seeds.max(pits), seeds.min(pits));
    let exact = (1..=least).try_fold(1u128, |ways, k| {
        ways.checked_mul(u128::from(most) + u128::from(k)).map(|product| product / u128::from(k))
    });
    match exact {
        Some(ways) => crate::stats::wide(ways).log10(),
        // Beyond 128 bits the logarithms are summed; their error is far below what is printed.
        None => (1..=least).map(|k| ((f64::from(most) + f64::from(k)) / f64::from(k)).log10()).sum(),
    }
}

/// The size of the state space of a board as a measure. It rests on no game.
#[must_use]
pub fn measure(seeds: u32, pits: u32) -> Measure {
    Measure::exact(("state_space", "ways in which the seeds can lie", "powers of ten"), log10_ways(seeds, pits), 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By hand: three seeds in two pits or beside them: 10 ways. The board of Bosh: 40 seeds, ten pits: 50! / (40! 10!) =
    /// 10,272,278,170.
    #[test]
    fn small_boards_have_the_ways_counted_by_hand() {
        assert!((log10_ways(3, 2) - 1.0).abs() < 1e-12);
        assert!((log10_ways(40, 10) - 10_272_278_170f64.log10()).abs() < 1e-12);
        assert!(log10_ways(0, 5).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn pascals_rule_holds_where_the_count_is_exact_and_where_it_is_summed(seeds in 1u32..300, pits in 1u32..64) {
            let ways = |s, p| 10f64.powf(log10_ways(s, p) - log10_ways(seeds, pits));
            prop_assert!((ways(seeds - 1, pits) + ways(seeds, pits - 1) - 1.0).abs() < 1e-9);
        }
    }
}
