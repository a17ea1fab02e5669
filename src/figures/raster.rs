//! The picture as pixels and as a page: both read the SVG that was drawn, with the bundled font alone.

use krilla::Document;
use krilla::geom::Size;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;

use super::canvas::Drawing;
use super::error::FigureError;
use super::font;
use super::output::{Format, Sheet};
use super::preset::MM_PER_PT;

/// Dots an inch that journals ask for in line art.
pub const LINE_ART_DPI: u32 = 600;

/// The picture rasterised from the SVG.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Png {
    /// Dots an inch: 600 for line art, 1000 and 1200 on request.
    pub dpi: u32,
}

/// The picture as a page of its own size, with its texts as texts in subsets of the bundled faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pdf;

fn read(drawing: &Drawing) -> Result<usvg::Tree, FigureError> {
    let options =
        usvg::Options { font_family: font::FAMILY.to_owned(), fontdb: font::database(), ..usvg::Options::default() };
    Ok(usvg::Tree::from_str(&drawing.svg, &options)?)
}

impl Format for Png {
    fn extension(&self) -> &'static str {
        "png"
    }

    fn encode(&self, sheet: &Sheet) -> Result<Vec<u8>, FigureError> {
        let tree = read(&sheet.drawing)?;
        let dots = |mm: f64| pixels(mm / 25.4 * f64::from(self.dpi));
        let (width, height) = (dots(sheet.drawing.width_mm), dots(sheet.drawing.height_mm));
        let mut image = Pixmap::new(width, height).ok_or(FigureError::Raster { width, height })?;
        image.fill(Color::WHITE);
        let size = tree.size();
        let scale = Transform::from_scale(ratio(width, size.width()), ratio(height, size.height()));
        resvg::render(&tree, scale, &mut image.as_mut());
        encode_png(&image, self.dpi)
    }
}

impl Format for Pdf {
    fn extension(&self) -> &'static str {
        "pdf"
    }

    fn encode(&self, sheet: &Sheet) -> Result<Vec<u8>, FigureError> {
        let tree = read(&sheet.drawing)?;
        let at_fault = |why: String| FigureError::Pdf { why };
        let size = Size::from_wh(points(sheet.drawing.width_mm), points(sheet.drawing.height_mm))
            .ok_or_else(|| at_fault("it has no size".to_owned()))?;
        let mut document = Document::new();
        let mut page = document.start_page_with(PageSettings::new(size));
        let mut surface = page.surface();
        surface
            .draw_svg(&tree, size, SvgSettings::default())
            .ok_or_else(|| at_fault("its SVG cannot be drawn".to_owned()))?;
        surface.finish();
        page.finish();
        document.finish().map_err(|error| at_fault(format!("{error:?}")))
    }
}

/// Writes an opaque image with its density, so that it prints at its true size.
fn encode_png(image: &Pixmap, dpi: u32) -> Result<Vec<u8>, FigureError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // Line art repeats itself as it is: a filter would only hide that from the compression.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_compression(png::Compression::High);
    let per_metre = pixels(f64::from(dpi) / 0.0254);
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header()?;
    // On a white ground every pixel is opaque, so the premultiplied colours are the plain ones.
    let rgb: Vec<u8> = image.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range of the target first")]
fn pixels(count: f64) -> u32 {
    count.round().clamp(1.0, f64::from(u32::MAX)) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "the page is measured in single precision")]
fn points(mm: f64) -> f32 {
    (mm / MM_PER_PT) as f32
}

#[expect(clippy::cast_possible_truncation, reason = "the rasteriser calculates in single precision")]
fn ratio(pixels: u32, size: f32) -> f32 {
    (f64::from(pixels) / f64::from(size)) as f32
}
