//! Writes one figure of every kind, from made-up data, in colour and in grey, to be looked at.
//!
//! `cargo run --example figure_gallery -- DIR [PRESET] [DPI]`

mod samples;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use sowlab::figures::{AltText, Caption, Csv, Format, Png, Preset, Sheet, Svg, write_as};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(
        arguments
            .next()
            .context("usage: figure_gallery DIR [PRESET] [DPI]")?,
    );
    let preset: Preset = arguments
        .next()
        .map_or(Ok(Preset::Elsevier1), |name| name.parse())?;
    let dpi: u32 = arguments.next().map_or(Ok(600), |number| number.parse())?;
    fs::create_dir_all(&directory)?;
    for (stem, figure) in samples::all() {
        let sheet = Sheet::new(&*figure, preset)?;
        let png = Png { dpi };
        write_as(
            &sheet,
            &[&Svg, &png, &Csv, &Caption, &AltText],
            &directory,
            stem,
        )?;
        let grey = in_grey(&png.encode(&sheet)?)?;
        fs::write(directory.join(format!("{stem}.grey.png")), grey)?;
    }
    Ok(())
}

/// The picture as a monochrome printer would give it: luma by the weights of ITU-R BT.709.
fn in_grey(png: &[u8]) -> Result<Vec<u8>> {
    let mut image = Pixmap::decode_png(png)?;
    for pixel in image.pixels_mut() {
        let luma = 0.2126 * f32::from(pixel.red())
            + 0.7152 * f32::from(pixel.green())
            + 0.0722 * f32::from(pixel.blue());
        let level = format!("{luma:.0}").parse()?;
        *pixel =
            PremultipliedColorU8::from_rgba(level, level, level, 255).context("an opaque grey")?;
    }
    Ok(image.encode_png()?)
}
