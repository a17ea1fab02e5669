//! What every drawn sheet is held to.

use sowlab::figures::{Drawing, TextBox};

/// Rounding to hundredths of a millimetre may move an edge by as much.
const SLACK_MM: f64 = 0.02;

/// Fails where a text leaves the sheet.
pub fn assert_whole(name: &str, drawing: &Drawing) {
    for text in &drawing.text_boxes {
        assert!(
            text.left >= -SLACK_MM
                && text.right <= drawing.width_mm + SLACK_MM
                && text.top >= -SLACK_MM
                && text.bottom <= drawing.height_mm + SLACK_MM,
            "{name}: {text:?} on {} x {}",
            drawing.width_mm,
            drawing.height_mm
        );
    }
}

/// Fails where two texts overlap.
pub fn assert_apart(name: &str, drawing: &Drawing) {
    let texts = &drawing.text_boxes;
    for (place, one) in texts.iter().enumerate() {
        for other in &texts[..place] {
            assert!(!overlap(one, other), "{name}:\n{one:?}\n{other:?}");
        }
    }
}

fn overlap(one: &TextBox, other: &TextBox) -> bool {
    one.left + SLACK_MM < other.right
        && other.left + SLACK_MM < one.right
        && one.top + SLACK_MM < other.bottom
        && other.top + SLACK_MM < one.bottom
}
