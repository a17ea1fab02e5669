//! A board drawn with letters and seeds.

use super::super::ruleset::Pit;

/// The letter of a pit: A is South's leftmost, and letters run anticlockwise.
#[must_use]
pub fn letter(pit: Pit) -> char {
    char::from(b'A'.saturating_add(pit.0))
}

/// A two-row board of `pits` a row as South sees it; `seeds` by pit number.
#[must_use]
pub fn board(pits: u8, seeds: &[u16]) -> String {
    let south: Vec<Pit> = (0..pits).map(Pit).collect();
    let north: Vec<Pit> = (pits..2 * pits).rev().map(Pit).collect();
    let held = |pit: &Pit| seeds.get(pit.index()).map_or_else(String::new, ToString::to_string);
    let width = seeds.iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    let letters = |row: &[Pit]| {
        let cells: Vec<String> = row.iter().map(|&p| format!(" {:^width$} ", letter(p))).collect();
        format!(" {}", cells.join(" ")).trim_end().to_owned()
    };
    let cells = |row: &[Pit]| {
        let cells: Vec<String> = row.iter().map(|p| format!(" {:>width$} ", held(p))).collect();
        format!("|{}|", cells.join("|"))
    };
    let edge = format!("+{}", format!("{}+", "-".repeat(width + 2)).repeat(usize::from(pits)));
    let name = |name: &str| format!("{name:^0$}", edge.len()).trim_end().to_owned();
    [
        name("North"),
        letters(&north),
        edge.clone(),
        cells(&north),
        edge.clone(),
        cells(&south),
        edge.clone(),
        letters(&south),
        name("South"),
    ]
    .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_as_south_sees_it() {
        assert_eq!(
            board(2, &[1, 12, 3, 0]),
            "   North\n  D    C\n+----+----+\n|  0 |  3 |\n+----+----+\n|  1 | 12 |\n+----+----+\n  A    B\n   South"
        );
    }
}
