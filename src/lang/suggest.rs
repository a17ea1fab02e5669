//! "Did you mean": the nearest of several words, if one is near enough.

/// The candidate nearest to `word`, unless it differs in more than a third of its letters. Letters swapped with their
/// neighbours count as one difference (optimal string alignment). Of equals the first is taken.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(d, candidate)| d <= (candidate.chars().count() / 3).max(1) && d < candidate.chars().count())
        .min_by_key(|&(d, _)| d)
        .map(|(_, candidate)| candidate)
}

/// The least number of letters to insert, delete, replace or swap with a neighbour that turns one word into the other,
/// capital and small letters taken as the same.
#[must_use]
pub fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let mut least = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_worked_by_hand() {
        assert_eq!(distance("", "row"), 3);
        assert_eq!(distance("ring", "ring"), 0);
        assert_eq!(distance("Ring", "ring"), 0);
        assert_eq!(distance("sow", "sown"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("raeding", "reading"), 1);
    }

    #[test]
    fn a_slip_of_the_hand_is_recognised() {
        assert_eq!(nearest("qestion", ["board", "question", "turn"]), Some("question"));
        assert_eq!(nearest("opponents", ["either", "opponent", "own"]), Some("opponent"));
    }

    #[test]
    fn a_word_that_is_like_none_gets_no_suggestion() {
        assert_eq!(nearest("banana", ["board", "question", "turn"]), None);
        assert_eq!(nearest("x", ["a", "b"]), None);
    }
}
