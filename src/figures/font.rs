//! The bundled font: three faces of Liberation Sans, and the widths of texts set in them.
//!
//! Liberation Sans has the advance widths of Arial, so that a reader without it sees the same layout. It is licensed
//! under the SIL Open Font License 1.1 (`fonts/LICENSE-Liberation.txt`).

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb;
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider};

/// Family list written into every text of an SVG.
pub(crate) const FAMILIES: &str = "Liberation Sans, Arial, Helvetica, sans-serif";
/// The family the bundled faces go by.
pub(crate) const FAMILY: &str = "Liberation Sans";

/// Height of the highest glyph above the baseline, in ems (`hhea` table: 1854 of 2048 units).
pub(crate) const ASCENT: f64 = 0.905;
/// Depth of the lowest glyph under the baseline, in ems (`hhea` table: 434 of 2048 units).
pub(crate) const DESCENT: f64 = 0.212;
/// Height of a capital, in ems (`OS/2` table: 1409 of 2048 units).
pub(crate) const CAP_HEIGHT: f64 = 0.688;
/// Distance between the baselines of a paragraph, in ems.
pub(crate) const LEADING: f64 = 1.18;

static REGULAR: &[u8] = include_bytes!("fonts/LiberationSans-Regular.ttf");
static BOLD: &[u8] = include_bytes!("fonts/LiberationSans-Bold.ttf");
static ITALIC: &[u8] = include_bytes!("fonts/LiberationSans-Italic.ttf");

/// A face of the bundled font.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// Upright, normal weight.
    Regular,
    /// Upright, bold.
    Bold,
    /// Slanted, normal weight.
    Italic,
}

struct Ruler {
    charmap: Charmap<'static>,
    metrics: GlyphMetrics<'static>,
    units_per_em: f64,
}

impl Ruler {
    fn new(bytes: &'static [u8]) -> Self {
        let font = FontRef::new(bytes).expect("a bundled face is a well-formed TrueType file");
        let size = Size::unscaled();
        Self {
            charmap: font.charmap(),
            metrics: font.glyph_metrics(size, LocationRef::default()),
            units_per_em: f64::from(font.metrics(size, LocationRef::default()).units_per_em),
        }
    }

    fn advance(&self, character: char) -> Option<f64> {
        let glyph = self.charmap.map(character)?;
        self.metrics
            .advance_width(glyph)
            .map(|units| f64::from(units) / self.units_per_em)
    }
}

static RULERS: LazyLock<[Ruler; 3]> = LazyLock::new(|| [REGULAR, BOLD, ITALIC].map(Ruler::new));

fn ruler(face: Face) -> &'static Ruler {
    match face {
        Face::Regular => &RULERS[0],
        Face::Bold => &RULERS[1],
        Face::Italic => &RULERS[2],
    }
}

/// Width of a text in ems: the sum of the advance widths (`hmtx` table) of its characters.
///
/// Kerning is left out; it only ever makes these texts narrower, by a few hundredths of an em. A character without a
/// glyph counts as one em.
pub(crate) fn width_em(text: &str, face: Face) -> f64 {
    let ruler = ruler(face);
    text.chars()
        .map(|character| ruler.advance(character).unwrap_or(1.0))
        .sum()
}

/// The first character of a text that the face cannot show.
pub(crate) fn missing_glyph(text: &str, face: Face) -> Option<char> {
    let ruler = ruler(face);
    text.chars()
        .find(|&character| ruler.charmap.map(character).is_none())
}

/// A font database that holds the bundled faces and no font of the system, so that rasterised text never depends on
/// the machine.
pub(crate) fn database() -> Arc<fontdb::Database> {
    let mut database = fontdb::Database::new();
    for face in [REGULAR, BOLD, ITALIC] {
        database.load_font_data(face.to_vec());
    }
    database.set_sans_serif_family(FAMILY);
    Arc::new(database)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Advance widths of Arial, to which Liberation Sans is metrically equal (Adobe's Helvetica AFM gives the same:
    /// digits 556, "i" 222, "M" 833, space 278 thousandths of an em).
    #[test]
    fn widths_are_those_of_the_published_metrics() {
        for (text, thousandths) in [("0", 556.0), ("i", 222.0), ("M", 833.0), (" ", 278.0)] {
            let width = width_em(text, Face::Regular);
            assert!(
                (width * 1000.0 - thousandths).abs() < 0.6,
                "{text}: {width}"
            );
        }
        assert!((width_em("0.612", Face::Regular) - (4.0 * 0.556 + 0.278)).abs() < 0.002);
    }

    #[test]
    fn vertical_metrics_are_those_of_the_bundled_file() {
        let font = FontRef::new(REGULAR).expect("bundled face");
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let em = f64::from(metrics.units_per_em);
        assert!((f64::from(metrics.ascent) / em - ASCENT).abs() < 0.001);
        assert!((-f64::from(metrics.descent) / em - DESCENT).abs() < 0.001);
        let capital = metrics.cap_height.expect("a cap height");
        assert!((f64::from(capital) / em - CAP_HEIGHT).abs() < 0.001);
    }

    #[test]
    fn signs_used_by_figures_have_glyphs_in_every_face() {
        for face in [Face::Regular, Face::Bold, Face::Italic] {
            assert_eq!(missing_glyph("\u{2212}\u{2013}\u{2026}±×òāḍ", face), None);
        }
        assert_eq!(missing_glyph("ખ", Face::Regular), Some('ખ'));
    }
}
