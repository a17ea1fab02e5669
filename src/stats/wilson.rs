//! Intervals for one share.
//!
//! E. B. Wilson, "Probable inference, the law of succession, and statistical inference", *Journal of the American
//! Statistical Association* 22 (1927): 209-212; method 3 of R. G. Newcombe, "Two-sided confidence intervals for the
//! single proportion: comparison of seven methods", *Statistics in Medicine* 17 (1998): 857-872. No correction for
//! continuity.

use super::{Confidence, Estimate, real};

/// The share of `hits` in `n` games, with Wilson's interval. `None` without games.
#[must_use]
pub fn share(hits: u64, n: u64, confidence: Confidence) -> Option<Estimate> {
    (n > 0).then(|| about(real(hits) / real(n), real(n), confidence))
}

/// The score of a player who won, drew and lost so many games: his wins and half his draws over all three. `None`
/// without games.
///
/// The interval is Wilson's for a share of that size in that many games. A game is worth 0, ½ or 1 point, and the
/// variance of its points is p(1 - p) - d/4 with p the score and d the share of draws, which Wilson's p(1 - p) never
/// falls short of. So the interval is exact where nothing is drawn and too wide, never too narrow, where something is.
#[must_use]
pub fn score(wins: u64, draws: u64, losses: u64, confidence: Confidence) -> Option<Estimate> {
    let n = wins + draws + losses;
    (n > 0).then(|| about((real(wins) + real(draws) / 2.0) / real(n), real(n), confidence))
}

/// Wilson's interval about the share `p` of `n` games.
fn about(p: f64, n: f64, confidence: Confidence) -> Estimate {
    within(p, n, confidence.z())
}

/// The same, reaching `z` standard errors to each side.
#[must_use]
pub fn within(p: f64, n: f64, z: f64) -> Estimate {
    let z2 = z * z;
    let centre = 2.0f64.mul_add(n * p, z2);
    let spread = z * 4.0f64.mul_add(n * p * (1.0 - p), z2).sqrt();
    let whole = 2.0 * (n + z2);
    // At p = 0 and p = 1 the two terms cancel, and rounding must not push the end off the share itself.
    Estimate {
        value: p,
        low: ((centre - spread) / whole).clamp(0.0, p),
        high: ((centre + spread) / whole).clamp(p, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(estimate: Option<Estimate>, low: f64, high: f64) {
        let e = estimate.expect("there are games");
        assert!((e.low - low).abs() < 5e-5 && (e.high - high).abs() < 5e-5, "{e:?}, not {low} to {high}");
    }

    /// Newcombe 1998 (single proportion), table I, method 3.
    #[test]
    fn intervals_are_those_of_newcombes_table() {
        close(share(81, 263, Confidence::NINETY_FIVE), 0.2553, 0.3662);
        close(share(15, 148, Confidence::NINETY_FIVE), 0.0624, 0.1605);
        close(share(0, 20, Confidence::NINETY_FIVE), 0.0, 0.1611);
        close(share(1, 29, Confidence::NINETY_FIVE), 0.0061, 0.1718);
    }

    #[test]
    fn the_mirror_image_has_the_mirrored_interval() {
        close(share(29, 29, Confidence::NINETY_FIVE), 1.0 - 0.1170, 1.0);
        let (few, many) = (share(3, 17, Confidence::NINETY_FIVE), share(14, 17, Confidence::NINETY_FIVE));
        close(many, 1.0 - few.unwrap().high, 1.0 - few.unwrap().low);
    }

    #[test]
    fn a_draw_is_half_a_win_and_half_a_loss() {
        let with_draws = score(30, 20, 50, Confidence::NINETY_FIVE);
        assert_eq!(with_draws, share(40, 100, Confidence::NINETY_FIVE));
    }

    #[test]
    fn without_games_there_is_no_share() {
        assert_eq!(share(0, 0, Confidence::NINETY_FIVE), None);
        assert_eq!(score(0, 0, 0, Confidence::NINETY_FIVE), None);
    }

    /// Coverage of the score's interval, exact over all outcomes of 40 games of which a third is drawn: at least the
    /// level, since the interval is conservative with draws.
    #[test]
    fn the_interval_of_a_score_with_draws_covers_at_least_its_level() {
        let (win, draw, loss): (f64, f64, f64) = (0.4, 1.0 / 3.0, 1.0 - 0.4 - 1.0 / 3.0);
        let truth = win + draw / 2.0;
        let n = 40u32;
        let mut covered = 0.0;
        let mut log_factorial = vec![0.0f64];
        for k in 1..=n {
            log_factorial.push(log_factorial[k as usize - 1] + f64::from(k).ln());
        }
        for w in 0..=n {
            for d in 0..=n - w {
                let l = n - w - d;
                let log = log_factorial[n as usize]
                    - log_factorial[w as usize]
                    - log_factorial[d as usize]
                    - log_factorial[l as usize];
                let p = (log + f64::from(w) * win.ln() + f64::from(d) * draw.ln() + f64::from(l) * loss.ln()).exp();
                let e = score(w.into(), d.into(), l.into(), Confidence::NINETY_FIVE).unwrap();
                if e.low <= truth && truth <= e.high {
                    covered += p;
                }
            }
        }
        assert!(covered > 0.95, "{covered}");
    }
}
