//! A perfect index: every way to lay so many seeds into so many pits has a number of its own, and no number is left out.
//!
//! Seeds and the gaps between pits are stars and bars. Pits 0 to i hold s seeds in all; the bar after pit i stands at place
//! s + i, and the places of the bars are a combination, numbered by the combinatorial number system (D. E. Knuth, *The Art
//! of Computer Programming* 4A, section 7.2.1.3, p. 360): the sum of C(s + i, i + 1).

/// Binomial coefficients for boards of up to so many pits and seeds.
#[derive(Clone, Debug)]
pub struct Ranking {
    pits: usize,
    /// C(n, k) at `n * pits + k`, for k below the number of pits.
    choose: Box<[u64]>,
}

impl Ranking {
    /// For `pits` pits, at least 1, and up to `seeds` seeds in all. None if the numbers do not fit 63 bits.
    #[must_use]
    pub fn new(pits: usize, seeds: usize) -> Option<Self> {
        let rows = seeds + pits;
        let mut choose = vec![0_u64; rows * pits].into_boxed_slice();
        for n in 0..rows {
            choose[n * pits] = 1;
            for k in 1..pits.min(n + 1) {
                let above = |k: usize| choose[(n - 1) * pits + k];
                choose[n * pits + k] = above(k - 1).checked_add(above(k)).filter(|&c| c < 1 << 63)?;
            }
        }
        Some(Self { pits, choose })
    }

    fn choose(&self, n: usize, k: usize) -> u64 {
        self.choose[n * self.pits + k]
    }

    /// In how many ways `seeds` seeds can lie: C(seeds + pits - 1, pits - 1).
    #[must_use]
    pub fn count(&self, seeds: usize) -> u64 {
        self.choose(seeds + self.pits - 1, self.pits - 1)
    }

    /// The number of a board, from 0 to one less than the [count](Self::count) for its seeds.
    #[must_use]
    pub fn rank(&self, board: impl Iterator<Item = u16>) -> u64 {
        let mut sum = 0;
        let mut rank = 0;
        for (i, seeds) in board.take(self.pits - 1).enumerate() {
            sum += usize::from(seeds);
            rank += self.choose(sum + i, i + 1);
        }
        rank
    }

    /// The board of a number, given its seeds, told pit by pit from the last to the first.
    pub fn unrank(&self, mut rank: u64, seeds: usize, mut lay: impl FnMut(usize, u16)) {
        let mut above = seeds;
        for i in (0..self.pits - 1).rev() {
            // The greatest number of seeds in pits 0 to i whose bar does not stand too far on.
            let (mut low, mut high) = (0, above);
            while low < high {
                let middle = usize::midpoint(low, high + 1);
                if self.choose(middle + i, i + 1) <= rank {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            rank -= self.choose(low + i, i + 1);
            lay(i + 1, (above - low) as u16);
            above = low;
        }
        lay(0, above as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two seeds in three pits, counted by hand: 200 110 101 020 011 002, six ways.
    #[test]
    fn six_boards_of_two_seeds_in_three_pits_have_the_numbers_0_to_5() {
        let ranking = Ranking::new(3, 2).unwrap();
        assert_eq!(ranking.count(2), 6);
        let boards = [[0, 0, 2], [0, 1, 1], [1, 0, 1], [0, 2, 0], [1, 1, 0], [2, 0, 0]];
        let mut ranks: Vec<u64> = boards.iter().map(|b| ranking.rank(b.iter().copied())).collect();
        ranks.sort_unstable();
        assert_eq!(ranks, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn every_board_is_found_again_by_its_number() {
        for pits in 1..=5 {
            let ranking = Ranking::new(pits, 7).unwrap();
            for seeds in 0..=7 {
                for rank in 0..ranking.count(seeds) {
                    let mut board = vec![0; pits];
                    ranking.unrank(rank, seeds, |pit, n| board[pit] = n);
                    assert_eq!(board.iter().map(|&n| usize::from(n)).sum::<usize>(), seeds);
                    assert_eq!(ranking.rank(board.iter().copied()), rank, "{board:?}");
                }
            }
        }
    }

    #[test]
    fn the_opening_of_bosh_is_one_of_2054455634_boards_of_forty_seeds() {
        // C(49, 9), from tables.
        assert_eq!(Ranking::new(10, 40).unwrap().count(40), 2_054_455_634);
    }
}
