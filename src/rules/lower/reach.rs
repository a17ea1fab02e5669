//! Which of the cases after a lap can be reached.
//!
//! What is said of the pits of a case is gone through pit by pit: each pit may hold any number of seeds, be anybody's, lie
//! in either row and so on, and the pits are taken to have nothing to do with each other. That allows for more than can come
//! up, so that a case which is found never to be reached never is.

use super::super::ruleset::{Case, PitWord, Quality, Test};
use super::Chooser;
use crate::lang::ast::{BoardClause, EnPassant};
use crate::lang::walk;

/// Whether a case can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// It can.
    Reached,
    /// The earlier cases together leave nothing over for it.
    Shadowed,
    /// An earlier case holds whenever it does.
    Preceded,
    /// Its tests contradict each other.
    Contradicted,
}

/// What a word for a place may mean beside a pit.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// Whether there are stores in the ring.
    pub stores: bool,
    /// Whether the last seed may be captured as it falls, so that the last pit may be empty.
    pub bare_last: bool,
}

impl Places {
    pub fn of(choose: &Chooser<'_>, en_passant: Option<&EnPassant>) -> Self {
        let mut stores = false;
        walk::clauses(&choose.game.clauses.board, &mut |clause, _| {
            stores |= matches!(clause.value, BoardClause::Stores { .. });
        });
        Self { stores, bare_last: en_passant.is_some() }
    }
}

/// The most combinations that are gone through; with more, a case is taken to be reached.
const MOST_COMBINATIONS: usize = 1 << 17;

/// How far a case can be reached after the cases before it.
pub(super) fn reach(case: &Case, earlier: &[Case], places: Places) -> Reach {
    if !some_position(std::slice::from_ref(case), places, &|holds| holds[0]) {
        Reach::Contradicted
    } else if earlier.iter().any(|e| e.when.iter().all(|test| case.when.contains(test))) {
        Reach::Preceded
    } else if case.when.is_empty() {
        // The last case stands for whatever is left, be it nothing.
        Reach::Reached
    } else {
        let mut cases = earlier.to_vec();
        cases.push(case.clone());
        let last = earlier.len();
        let left_over = |holds: &[bool]| holds[last] && !holds[..last].contains(&true);
        if some_position(&cases, places, &left_over) { Reach::Reached } else { Reach::Shadowed }
    }
}

/// Whether there is a position in which the cases hold and do not hold as `wanted` asks.
fn some_position(cases: &[Case], places: Places, wanted: &dyn Fn(&[bool]) -> bool) -> bool {
    let mut words: Vec<PitWord> = cases.iter().flat_map(|c| &c.when).map(|t| t.pit).collect();
    words.sort_unstable();
    words.dedup();
    // For each pit, the ways in which all that is said of it can be true and false together.
    let mut ways: Vec<Vec<Vec<bool>>> = Vec::new();
    for &word in &words {
        let said: Vec<&Test> = cases.iter().flat_map(|c| &c.when).filter(|t| t.pit == word).collect();
        let mut found: Vec<Vec<bool>> = Vec::new();
        for place in places_of(word, &said, places) {
            let truth: Vec<bool> = said.iter().map(|test| place.is(&test.is)).collect();
            if !found.contains(&truth) {
                found.push(truth);
            }
        }
        ways.push(found);
    }
    let combinations = ways.iter().try_fold(1_usize, |n, w| n.checked_mul(w.len()));
    if combinations.is_none_or(|n| n > MOST_COMBINATIONS) {
        return true;
    }
    let mut digits = vec![0; words.len()];
    loop {
        let mut next = vec![0; words.len()];
        let holds: Vec<bool> = cases
            .iter()
            .map(|case| {
                let mut all = true;
                for test in &case.when {
                    if let Ok(word) = words.binary_search(&test.pit) {
                        all &= ways[word][digits[word]][next[word]];
                        next[word] += 1;
                    }
                }
                all
            })
            .collect();
        if wanted(&holds) {
            return true;
        }
        let Some(place) = (0..digits.len()).rev().find(|&n| digits[n] + 1 < ways[n].len()) else { return false };
        digits[place] += 1;
        digits[place + 1..].fill(0);
    }
}

/// A place as far as tests can tell it from others.
#[derive(Clone, Copy)]
enum Place {
    /// A pit.
    Pit { seeds: u16, owner: Option<Owner>, front: bool, closed: bool, ur: bool, origin: bool },
    /// The mover's store.
    OwnStore,
    /// The other store, or no place at all: nothing can be said of it.
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Mover,
    Opponent,
}

impl Place {
    fn is(self, quality: &Quality) -> bool {
        let Self::Pit { seeds, owner, front, closed, ur, origin } = self else {
            return matches!((self, quality), (Self::OwnStore, Quality::OwnStore));
        };
        match quality {
            Quality::Occupied => seeds > 0,
            Quality::Empty => seeds == 0,
            Quality::WasEmpty => seeds == 1,
            Quality::WasOccupied => seeds > 1,
            Quality::Holds(numbers) => numbers.contains(&seeds),
            Quality::Own => owner == Some(Owner::Mover),
            Quality::Opponents => owner == Some(Owner::Opponent),
            Quality::Neutral => owner.is_none(),
            Quality::NotNeutral => owner.is_some(),
            Quality::Front => front,
            Quality::Back => !front,
            Quality::Closed => closed,
            Quality::NotClosed => !closed,
            Quality::Ur => ur,
            Quality::NoUr => !ur,
            Quality::Origin => origin,
            Quality::NotOrigin => !origin,
            Quality::OwnStore => false,
            Quality::NoStore => true,
        }
    }
}

/// Every place that a word may mean, as far as what is said of it goes.
fn places_of(word: PitWord, said: &[&Test], places: Places) -> Vec<Place> {
    let mut numbers = vec![0, 1, 2];
    for test in said {
        if let Quality::Holds(held) = &test.is {
            numbers.extend(held.iter().flat_map(|&n| [n, n.saturating_add(1)]));
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    let least = u16::from(word == PitWord::Last && !places.bare_last);
    let asked = |of: &dyn Fn(&Quality) -> bool| said.iter().any(|test| of(&test.is));
    let either = |asked: bool| if asked { &[true, false][..] } else { &[false][..] };
    let fronts = either(asked(&|q| matches!(q, Quality::Front | Quality::Back)));
    let closings = either(asked(&|q| matches!(q, Quality::Closed | Quality::NotClosed)));
    let urs = either(asked(&|q| matches!(q, Quality::Ur | Quality::NoUr)));
    let origins = either(asked(&|q| matches!(q, Quality::Origin | Quality::NotOrigin)));
    let neutral = asked(&|q| matches!(q, Quality::Neutral | Quality::NotNeutral));
    let mut owners = vec![Some(Owner::Mover), Some(Owner::Opponent)];
    owners.extend(neutral.then_some(None));
    let mut found = Vec::new();
    for seeds in numbers.into_iter().filter(|&n| n >= least) {
        for &owner in &owners {
            for &front in fronts {
                for &closed in closings.iter().filter(|&&closed| !closed || seeds == 0) {
                    for &ur in urs {
                        let pit = |&origin| Place::Pit { seeds, owner, front, closed, ur, origin };
                        found.extend(origins.iter().map(pit));
                    }
                }
            }
        }
    }
    if places.stores {
        found.push(Place::OwnStore);
    }
    let facing = matches!(word, PitWord::OppositeLast | PitWord::OppositeNext | PitWord::BehindOpposite);
    if places.stores || facing {
        found.push(Place::Nothing);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::super::ruleset::Action;
    use super::*;

    const PITS: Places = Places { stores: false, bare_last: false };

    fn case(tests: &[(PitWord, Quality)]) -> Case {
        let when = tests.iter().map(|(pit, is)| Test { pit: *pit, is: is.clone() }).collect();
        Case { when, then: Action::EndTurn }
    }

    #[test]
    fn what_several_cases_take_together_leaves_nothing_over() {
        let earlier = [case(&[(PitWord::Next, Quality::Occupied)]), case(&[(PitWord::Next, Quality::Empty)])];
        let beyond = case(&[(PitWord::Beyond, Quality::Occupied)]);
        assert_eq!(reach(&beyond, &earlier, PITS), Reach::Shadowed);
        assert_eq!(reach(&beyond, &earlier[..1], PITS), Reach::Reached);
        // A store is neither empty nor occupied.
        assert_eq!(reach(&beyond, &earlier, Places { stores: true, ..PITS }), Reach::Reached);
    }

    #[test]
    fn numbers_of_seeds_are_told_apart() {
        let holds = |numbers: &[u16]| case(&[(PitWord::Next, Quality::Holds(numbers.to_vec()))]);
        assert_eq!(reach(&holds(&[2, 3]), &[holds(&[2]), holds(&[3])], PITS), Reach::Shadowed);
        assert_eq!(reach(&holds(&[2, 3]), &[holds(&[2])], PITS), Reach::Reached);
        let both = case(&[(PitWord::Next, Quality::Holds(vec![2])), (PitWord::Next, Quality::Empty)]);
        assert_eq!(reach(&both, &[], PITS), Reach::Contradicted);
    }

    #[test]
    fn the_last_pit_holds_the_seed_that_fell_into_it() {
        let was = [case(&[(PitWord::Last, Quality::WasOccupied)]), case(&[(PitWord::Last, Quality::WasEmpty)])];
        let any = case(&[(PitWord::Next, Quality::Occupied)]);
        assert_eq!(reach(&any, &was, PITS), Reach::Shadowed);
        assert_eq!(reach(&any, &was, Places { bare_last: true, ..PITS }), Reach::Reached);
    }

    #[test]
    fn the_last_case_stands_for_what_is_left_be_it_nothing() {
        let earlier = [case(&[(PitWord::Next, Quality::Occupied)]), case(&[(PitWord::Next, Quality::Empty)])];
        assert_eq!(reach(&case(&[]), &earlier, PITS), Reach::Reached);
    }
}
