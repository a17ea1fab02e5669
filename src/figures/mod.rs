//! Figures for papers: a spec of plain numbers becomes SVG, PDF, PNG, CSV, caption and alt text.
//!
//! There is one drawing path. A spec ([`Forest`], [`Effects`], [`Interactions`], [`Shares`], [`Opening`], [`Lengths`],
//! [`Ridges`], [`Wealth`], [`Ladder`], [`Agreement`], [`SolvedValues`], [`ValuesInPlay`], [`BoardDiagram`], [`MoveDiagram`]) is laid out in millimetres at the width and text size of a [`Preset`], drawn to SVG by plotters, and
//! that same SVG becomes a page and pixels with the bundled font. The same spec gives the same bytes on every machine: nothing is
//! dated or random, and no font of the system is asked.
//!
//! ```
//! use sowlab::figures::{Board, BoardDiagram, Figure, Pit, Pits, Preset};
//!
//! let row = |names: [&str; 5]| names.map(|name| Some(Pit::open(name, 4))).to_vec();
//! let start = BoardDiagram {
//!     subject: "The start of Bòsh".into(),
//!     board: Board {
//!         pits: Pits::Rows(vec![row(["J", "I", "H", "G", "F"]), row(["A", "B", "C", "D", "E"])]),
//!         top: None,
//!         bottom: None,
//!     },
//! };
//! let drawing = start.draw(Preset::Elsevier1)?;
//! assert!(drawing.svg.starts_with("<svg width=\"90mm\""));
//! # Ok::<(), sowlab::figures::FigureError>(())
//! ```

mod agreement;
mod axis;
mod board;
mod canvas;
mod colour;
mod effects;
mod error;
mod estimate;
mod font;
mod forest;
mod ground;
mod heat;
mod hops;
mod interactions;
mod ladder;
mod length;
mod moves;
mod of_play;
mod opening;
mod output;
mod panels;
mod pen;
mod preset;
mod raster;
mod ridges;
mod series;
mod shares;
mod solved;
mod table;
mod text;
mod values_in_play;
mod wealth;

pub use agreement::{Agreement, RankedReading};
pub use board::{Board, BoardDiagram, Pit, Pits, Player};
pub use canvas::{Drawing, TextBox};
pub use effects::{EffectBar, EffectPanel, Effects, Verdict};
pub use error::FigureError;
pub use estimate::{Estimate, Measure};
pub use forest::{Forest, ForestGroup, ForestRow, ForestSeries};
pub use interactions::{InteractionPanel, Interactions};
pub use ladder::{Ladder, Rung};
pub use length::{LengthCurve, Lengths};
pub use moves::{CaptureDrawing, LapDrawing, MoveDiagram};
pub use of_play::{board, move_diagram, position_diagram};
pub use opening::{Opening, OpeningMove};
pub use output::{AltText, Caption, Csv, Figure, Format, LatexCaption, Sheet, Svg, formats, write};
pub use preset::Preset;
pub use raster::{LINE_ART_DPI, Pdf, Png};
pub use ridges::Ridges;
pub use shares::{ShareGroup, ShareRow, Shares};
pub use solved::{Bounds, SolvedReading, SolvedValues};
pub use values_in_play::{ValueInPlay, ValuesInPlay};
pub use wealth::{Wealth, WealthRound, WealthSeries};
