//! Figures for papers: a spec of plain numbers becomes SVG, PNG, CSV, caption and alt text.
//!
//! There is one drawing path. A spec ([`Forest`], [`Effects`], [`Opening`], [`Lengths`], [`Wealth`], [`BoardDiagram`],
//! [`MoveDiagram`]) is laid out in millimetres at the width and text size of a [`Preset`], drawn to SVG by plotters, and
//! rasterised from that same SVG with the bundled font. The same spec gives the same bytes on every machine: nothing is
//! dated or random, and no font of the system is asked.
//!
//! ```
//! use sowlab::figures::{Board, BoardDiagram, Figure, Pit, Preset};
//!
//! let row = |names: [&str; 5]| names.map(|name| Some(Pit::open(name, 4))).to_vec();
//! let start = BoardDiagram {
//!     subject: "The start of Bòsh".into(),
//!     board: Board {
//!         rows: vec![row(["J", "I", "H", "G", "F"]), row(["A", "B", "C", "D", "E"])],
//!         top: None,
//!         bottom: None,
//!     },
//! };
//! let drawing = start.draw(Preset::Elsevier1)?;
//! assert!(drawing.svg.starts_with("<svg width=\"90mm\""));
//! # Ok::<(), sowlab::figures::FigureError>(())
//! ```

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
mod hops;
mod length;
mod moves;
mod opening;
mod output;
mod pen;
mod preset;
mod series;
mod table;
mod text;
mod wealth;

pub use board::{Board, BoardDiagram, Pit, Player};
pub use canvas::{Drawing, TextBox};
pub use effects::{EffectBar, EffectPanel, Effects, Verdict};
pub use error::FigureError;
pub use estimate::{Estimate, Measure};
pub use forest::{Forest, ForestGroup, ForestRow, ForestSeries};
pub use length::{LengthCurve, Lengths};
pub use moves::{CaptureDrawing, LapDrawing, MoveDiagram};
pub use opening::{Opening, OpeningMove};
pub use output::{AltText, Caption, Csv, Figure, Format, Png, Sheet, Svg, write, write_as};
pub use preset::Preset;
pub use wealth::{Wealth, WealthRound, WealthSeries};
