//! Bosh under the best supported reading as one would write it by hand for this one game: an array of ten pits, a loop over
//! seeds. No code is shared with the crate but the random numbers, so that both play the same games.

use sowlab::rng::{GameSeed, Rng};

/// What a round came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Seeds of the first and the second player at the end.
    pub won: [u32; 2],
    /// Turns played.
    pub turns: u32,
    /// Laps sown.
    pub laps: u32,
    /// Ended by a repeated position.
    pub repeated: bool,
}

/// Plays one random round.
pub fn round(seed: GameSeed) -> Round {
    let mut luck = [Rng::for_player(seed, 0), Rng::for_player(seed, 1)];
    let mut pits = [4u8; 10];
    let mut round = Round { won: [0; 2], turns: 0, laps: 0, repeated: false };
    let mut mover = 0;
    let mut since_capture: Vec<([u8; 10], usize)> = vec![(pits, mover)];
    loop {
        let row = mover * 5..mover * 5 + 5;
        let mut legal = [0usize; 5];
        let mut choices = 0;
        for pit in row {
            if pits[pit] > 0 {
                legal[choices] = pit;
                choices += 1;
            }
        }
        if choices == 0 {
            round.won[1 - mover] += pits.iter().map(|&n| u32::from(n)).sum::<u32>();
            return round;
        }
        let mut at = legal[luck[mover].below(choices as u32) as usize];
        let mut next;
        loop {
            let mut hand = pits[at];
            pits[at] = 0;
            while hand > 0 {
                at = if at == 9 { 0 } else { at + 1 };
                pits[at] += 1;
                hand -= 1;
            }
            round.laps += 1;
            next = if at == 9 { 0 } else { at + 1 };
            if pits[next] == 0 {
                break;
            }
            at = next;
        }
        let beyond = if next == 9 { 0 } else { next + 1 };
        let captured = pits[beyond];
        pits[beyond] = 0;
        round.won[mover] += u32::from(captured);
        round.turns += 1;
        mover = 1 - mover;
        if captured > 0 {
            since_capture.clear();
        } else if since_capture.contains(&(pits, mover)) {
            for (player, share) in pits.chunks(5).enumerate() {
                round.won[player] += share.iter().map(|&n| u32::from(n)).sum::<u32>();
            }
            round.repeated = true;
            return round;
        }
        since_capture.push((pits, mover));
    }
}
