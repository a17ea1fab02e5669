//! The board as ethnographers draw it: pits as circles with their seeds, lettered, each player at his side.

use super::axis::real;
use super::canvas::{Canvas, Drawing};
use super::error::FigureError;
use super::ground::{
    EDGE, Geometry, PitLook, Strip, draw_letter, draw_player, draw_seeds, letter_side, natural_pitch, outer_letters,
    player_room,
};
use super::output::Figure;
use super::preset::Preset;
use super::table::Table;

/// A position on a board, as it lies before the reader.
///
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The pits, as they lie.
    pub pits: Pits,
    /// The player who sits at the top.
    pub top: Option<Player>,
    /// The player who sits at the bottom.
    pub bottom: Option<Player>,
}

/// How the pits of a board lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pits {
    /// In rows from the top of the diagram to the bottom, from left to right. A place without a pit leaves a gap, so that
    /// uneven rows can be drawn.
    Rows(Vec<Vec<Option<Pit>>>),
    /// In rows between two stores.
    RowsAndStores {
        /// The rows, as without stores.
        rows: Vec<Vec<Option<Pit>>>,
        /// The store at the left end.
        left: Pit,
        /// The store at the right end.
        right: Pit,
    },
    /// In a ring, anticlockwise from the lower left; a ring has no sides.
    Ring(Vec<Pit>),
}

/// One pit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pit {
    /// Its letter or name.
    pub name: String,
    /// Seeds in it.
    pub seeds: u32,
    /// Whether it is closed: filled in, and out of play for the time being.
    pub closed: bool,
}

impl Pit {
    /// An open pit.
    #[must_use]
    pub fn open(name: impl Into<String>, seeds: u32) -> Self {
        Self { name: name.into(), seeds, closed: false }
    }

    /// A closed pit.
    #[must_use]
    pub fn closed(name: impl Into<String>) -> Self {
        Self { name: name.into(), seeds: 0, closed: true }
    }
}

/// A player beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Name or seat, e.g. "South".
    pub name: String,
    /// Seeds won so far, where they are to be shown.
    pub won: Option<u32>,
}

impl Player {
    pub(crate) fn words(&self) -> String {
        match self.won {
            Some(won) => format!("{} ({won} won)", self.name),
            None => self.name.clone(),
        }
    }
}

/// Row and column of a pit; the pits of a ring are the columns of one row.
pub(crate) type Place = (usize, usize);

impl Board {
    /// Width of the pits together, in distances between the centres of two neighbours.
    pub(crate) fn breadth(&self) -> f64 {
        match &self.pits {
            Pits::Rows(rows) => columns(rows),
            Pits::RowsAndStores { rows, .. } => columns(rows) + 2.0,
            Pits::Ring(pits) => 2.0 * ring_radius(pits.len()) + 1.0,
        }
    }

    /// How many rows there are; a ring counts as one.
    pub(crate) fn row_count(&self) -> usize {
        match &self.pits {
            Pits::Rows(rows) | Pits::RowsAndStores { rows, .. } => rows.len(),
            Pits::Ring(_) => 1,
        }
    }

    /// Whether the row lies in the upper half; a single row counts as the lower half.
    pub(crate) fn is_upper(&self, row: usize) -> bool {
        row < self.row_count() / 2
    }

    pub(crate) fn is_ring(&self) -> bool {
        matches!(self.pits, Pits::Ring(_))
    }

    pub(crate) fn has_stores(&self) -> bool {
        matches!(self.pits, Pits::RowsAndStores { .. })
    }

    /// Every pit with its place, row by row, and then the stores as a row of their own.
    pub(crate) fn pits(&self) -> impl Iterator<Item = (Place, &Pit)> {
        let (rows, ring, stores) = match &self.pits {
            Pits::Rows(rows) => (rows.as_slice(), [].as_slice(), None),
            Pits::RowsAndStores { rows, left, right } => (rows.as_slice(), [].as_slice(), Some([left, right])),
            Pits::Ring(pits) => ([].as_slice(), pits.as_slice(), None),
        };
        let stores = stores.into_iter().flatten().enumerate().map(|(column, store)| ((rows.len(), column), store));
        let in_rows = rows.iter().enumerate().flat_map(|(row, pits)| {
            pits.iter().enumerate().filter_map(move |(column, pit)| pit.as_ref().map(|pit| ((row, column), pit)))
        });
        in_rows.chain(ring.iter().enumerate().map(|(column, pit)| ((0, column), pit))).chain(stores)
    }

    /// # Errors
    /// [`FigureError::UnknownPit`] where no pit has this name.
    pub(crate) fn place_of(&self, name: &str) -> Result<Place, FigureError> {
        self.pits()
            .find(|(_, pit)| pit.name == name)
            .map(|(place, _)| place)
            .ok_or_else(|| FigureError::UnknownPit(name.to_owned()))
    }

    /// The position in words, a row after the other.
    pub(crate) fn words(&self) -> String {
        let pit = |pit: &Pit| {
            if pit.closed { format!("{} closed", pit.name) } else { format!("{} {}", pit.name, pit.seeds) }
        };
        let rows: Vec<String> = (0..self.row_count() + usize::from(self.has_stores()))
            .map(|row| {
                let own = self.pits().filter(|(place, _)| place.0 == row);
                own.map(|(_, held)| pit(held)).collect::<Vec<_>>().join(", ")
            })
            .collect();
        rows.join("; ")
    }

    /// What a caption says of the stores.
    pub(crate) fn on_stores(&self) -> &'static str {
        if self.has_stores() { " The circles at the ends are the stores." } else { "" }
    }

    /// The order in which [`Board::words`] tells the pits.
    pub(crate) fn order(&self) -> &'static str {
        if self.is_ring() { "anticlockwise from the lower left" } else { "rows from the top" }
    }
}

fn columns(rows: &[Vec<Option<Pit>>]) -> f64 {
    real(rows.iter().map(Vec::len).max().unwrap_or(0))
}

/// Distance of the pits of a ring from its middle, in distances between the centres of two neighbours. Few pits are set
/// wider apart, so that there is room for their letters inside.
pub(crate) fn ring_radius(pits: usize) -> f64 {
    (0.5 / (std::f64::consts::PI / real(pits.max(2))).sin()).max(1.15)
}

/// A figure of one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardDiagram {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// The position.
    pub board: Board,
}

impl Figure for BoardDiagram {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        let mut canvas = Canvas::new(preset);
        let board = &self.board;
        let (width, em) = (canvas.width(), canvas.em());
        let strip = Strip {
            at: (EDGE, player_room(&canvas, board.top.as_ref())),
            width: width - 2.0 * EDGE,
            widest_pitch: natural_pitch(&canvas),
            side: letter_side(&canvas, board),
        };
        let spaces = outer_letters(&canvas, board);
        let geometry = Geometry::new(&canvas, board, strip, &spaces)?;
        let middle = geometry.middle().0;
        draw_player(&mut canvas, middle, 0.0, board.top.as_ref(), width);
        geometry.draw_edge(&mut canvas);
        for (place, pit) in board.pits() {
            draw_seeds(&mut canvas, &geometry, place, pit, PitLook::plain());
            draw_letter(&mut canvas, &geometry, place, &pit.name, geometry.outer(place));
        }
        let under = geometry.bottom + 0.15 * em;
        let bottom = draw_player(&mut canvas, middle, under, board.bottom.as_ref(), width);
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["row", "column", "pit", "seeds", "closed"])?;
        for ((row, column), pit) in self.board.pits() {
            table.row([
                (row + 1).to_string(),
                (column + 1).to_string(),
                pit.name.clone(),
                pit.seeds.to_string(),
                pit.closed.to_string(),
            ])?;
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let mut caption = format!("{}. Numbers are seeds; pits are named by the letters beside them.", self.subject);
        if self.board.pits().any(|(_, pit)| pit.closed) {
            caption.push_str(" Hatched pits are closed.");
        }
        caption.push_str(self.board.on_stores());
        caption
    }

    fn alt_text(&self) -> String {
        let players: String = [("top", &self.board.top), ("bottom", &self.board.bottom)]
            .into_iter()
            .filter_map(|(side, player)| {
                player.as_ref().map(|player| format!(" {} sits at the {side}.", player.words()))
            })
            .collect();
        format!("Board diagram, {}: {}.{players}", self.board.order(), self.board.words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board {
            pits: Pits::Rows(vec![
                vec![Some(Pit::open("D", 0)), Some(Pit::closed("C"))],
                vec![Some(Pit::open("A", 12)), Some(Pit::open("B", 3))],
            ]),
            top: Some(Player { name: "North".into(), won: None }),
            bottom: Some(Player { name: "South".into(), won: Some(5) }),
        }
    }

    #[test]
    fn a_board_is_told_row_by_row_with_its_players() {
        let diagram = BoardDiagram { subject: "A made-up position".into(), board: board() };
        assert_eq!(
            diagram.alt_text(),
            "Board diagram, rows from the top: D 0, C closed; A 12, B 3. North sits at the top. South (5 won) sits at \
             the bottom."
        );
        assert_eq!(
            diagram.csv().expect("table"),
            "row,column,pit,seeds,closed\n1,1,D,0,false\n1,2,C,0,true\n2,1,A,12,false\n2,2,B,3,false\n"
        );
    }

    #[test]
    fn a_pit_that_is_not_there_is_named() {
        let error = board().place_of("K").expect_err("no such pit");
        assert_eq!(error.to_string(), "the board has no pit K");
    }

    #[test]
    fn a_ring_is_told_anticlockwise() {
        let pits = ["A", "B", "C"].map(|name| Pit::open(name, 2)).to_vec();
        let ring =
            BoardDiagram { subject: "A ring".into(), board: Board { pits: Pits::Ring(pits), top: None, bottom: None } };
        assert_eq!(ring.alt_text(), "Board diagram, anticlockwise from the lower left: A 2, B 2, C 2.");
    }

    /// The chord between neighbours of a ring of six is as long as its radius.
    #[test]
    fn neighbours_on_a_ring_stand_a_pitch_apart() {
        assert!((ring_radius(12) - 0.5 / 15_f64.to_radians().sin()).abs() < 1e-12);
        assert!((ring_radius(6) - 1.15).abs() < 1e-12);
    }

    #[test]
    fn a_board_too_wide_for_the_page_says_what_it_needs() {
        let wide = BoardDiagram {
            subject: "Forty pits".into(),
            board: Board { pits: Pits::Rows(vec![vec![Some(Pit::open("A", 24)); 40]]), top: None, bottom: None },
        };
        assert!(matches!(wide.draw(Preset::Elsevier1), Err(FigureError::TooNarrow { .. })));
    }
}
