//! A board drawn with letters and seeds.

use super::super::ruleset::{Board, Form, Pit};

/// A board as South sees it; `seeds` by pit number.
#[must_use]
pub fn board(board: &Board, seeds: &[u16]) -> String {
    let names = board.names();
    let held = |pit: &Pit| seeds.get(pit.index()).map_or_else(String::new, ToString::to_string);
    let width = seeds.iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    let letters = |row: &[Pit]| {
        let cells: Vec<String> = row.iter().map(|&p| format!(" {:^width$} ", names.of(p))).collect();
        format!(" {}", cells.join(" ")).trim_end().to_owned()
    };
    let cells = |row: &[Pit]| {
        let cells: Vec<String> = row.iter().map(|p| format!(" {:>width$} ", held(p))).collect();
        format!("|{}|", cells.join("|"))
    };
    let edge = format!("+{}", format!("{}+", "-".repeat(width + 2)).repeat(usize::from(board.pits)));
    let name = |name: &str| format!("{name:^0$}", edge.len()).trim_end().to_owned();
    let rows = board.drawn();
    let half = rows.len().div_ceil(2);
    let mut lines = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        let side =
            if n < half { [letters(row), edge.clone(), cells(row)] } else { [cells(row), edge.clone(), letters(row)] };
        lines.extend(side);
        if n + 1 < rows.len() || rows.len() == 1 {
            lines.push(edge.clone());
        }
    }
    match board.form {
        Form::TwoRows | Form::FourRows => {
            lines.insert(0, name("North"));
            lines.push(name("South"));
        }
        Form::Columns { .. } => lines.insert(0, format!("South{:>1$}", "North", edge.len().saturating_sub(5))),
        Form::Ring => {}
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_as_south_sees_it() {
        assert_eq!(
            board(&Board::two_rows(2, vec![0; 4]), &[1, 12, 3, 0]),
            "   North\n  D    C\n+----+----+\n|  0 |  3 |\n+----+----+\n|  1 | 12 |\n+----+----+\n  A    B\n   South"
        );
    }
}
