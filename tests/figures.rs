//! Every kind of figure, with names of realistic length, at every printed width.

#[path = "../examples/figure_gallery/samples.rs"]
mod samples;
mod sheets;

use sheets::{assert_apart, assert_whole};
use sowlab::figures::{Format, LatexCaption, Pdf, Png, Preset, Sheet, Svg, write};

fn every_sheet(check: impl Fn(&str, Preset, &Sheet)) {
    for preset in Preset::ALL {
        for (stem, figure) in samples::all() {
            let sheet = Sheet::new(&*figure, preset).unwrap_or_else(|error| panic!("{stem} at {preset}: {error}"));
            check(stem, preset, &sheet);
        }
    }
}

#[test]
fn no_text_leaves_the_sheet() {
    every_sheet(|stem, preset, sheet| assert_whole(&format!("{stem} at {preset}"), &sheet.drawing));
}

#[test]
fn no_two_texts_overlap() {
    every_sheet(|stem, preset, sheet| assert_apart(&format!("{stem} at {preset}"), &sheet.drawing));
}

/// The width and height of a picture as its root element has them.
fn size_in_mm(svg: &str) -> (f64, f64) {
    let document = roxmltree::Document::parse(svg).expect("well-formed");
    let length = |name: &str| -> f64 {
        let written = document.root_element().attribute(name).expect("a size");
        written.strip_suffix("mm").expect("in millimetres").parse().expect("a number")
    };
    (length("width"), length("height"))
}

/// The page of a PDF in points.
fn media_box(pdf: &[u8]) -> [f64; 4] {
    let text = String::from_utf8_lossy(pdf);
    let (_, rest) = text.split_once("/MediaBox [").expect("a page has a media box");
    let (numbers, _) = rest.split_once(']').expect("it is a list");
    let numbers: Vec<f64> = numbers.split_whitespace().map(|n| n.parse().expect("a number")).collect();
    numbers.try_into().expect("four of them")
}

#[test]
fn the_page_of_a_pdf_is_as_large_as_the_picture_is_in_millimetres() {
    every_sheet(|stem, preset, sheet| {
        let (width, height) = size_in_mm(&sheet.drawing.svg);
        let [left, bottom, right, top] = media_box(&Pdf.encode(sheet).expect("a page"));
        let points = |mm: f64| mm / 25.4 * 72.0;
        for (found, expected) in [(left, 0.0), (bottom, 0.0), (right, points(width)), (top, points(height))] {
            // A hundredth of a point is a three-hundredth of a millimetre.
            assert!((found - expected).abs() < 0.01, "{stem} at {preset}: {found} for {expected}");
        }
    });
}

#[test]
fn a_pdf_carries_its_fonts_and_is_the_same_every_time() {
    let sheet = Sheet::new(&samples::marin(), Preset::Elsevier1).expect("drawn");
    let pdf = Pdf.encode(&sheet).expect("a page");
    let text = String::from_utf8_lossy(&pdf);
    for face in ["LiberationSans", "LiberationSans-Bold", "LiberationSans-Italic"] {
        // The name of a subset begins with six letters and a plus (ISO 32000-1, 9.6.4).
        assert!(text.contains(&format!("+{face}")), "{face}");
    }
    assert_eq!(text.matches("/FontFile2").count(), 3);
    assert!(!text.contains("/CreationDate"));
    assert_eq!(pdf, Pdf.encode(&sheet).expect("a page"));
}

#[test]
fn a_caption_for_latex_is_a_command_with_its_signs_escaped() {
    let sheet = Sheet::new(&samples::forest(), Preset::Elsevier1).expect("drawn");
    let tex = String::from_utf8(LatexCaption.encode(&sheet).expect("encoded")).expect("UTF-8");
    assert!(tex.starts_with("\\caption{Invented data: first-player score of one round under each reading."), "{tex}");
    assert!(tex.contains("95 \\% Wilson intervals") && tex.ends_with("}\n"), "{tex}");
}

#[test]
fn every_sheet_has_the_width_of_its_preset_and_fits_a_page() {
    every_sheet(|stem, preset, sheet| {
        let drawing = &sheet.drawing;
        assert_eq!(size_in_mm(&drawing.svg), (drawing.width_mm, drawing.height_mm));
        assert!((drawing.width_mm - preset.width_mm()).abs() < 0.01);
        if preset != Preset::Slide {
            assert!(drawing.height_mm <= 240.0, "{stem} at {preset} is {} mm high", drawing.height_mm);
        }
    });
}

#[test]
fn no_text_is_smaller_than_the_preset_says() {
    every_sheet(|stem, preset, sheet| {
        for text in &sheet.drawing.text_boxes {
            assert!(text.size_pt >= preset.text_pt(), "{stem}: {text:?}");
        }
        for size in sheet.drawing.svg.split("font-size=\"").skip(1) {
            let written: f64 = size.split('"').next().and_then(|number| number.parse().ok()).expect("a number");
            let points = written / 100.0 / 25.4 * 72.0;
            assert!((preset.text_pt()..preset.text_pt() + 0.03).contains(&points));
        }
    });
}

#[test]
fn no_line_is_thinner_than_three_tenths_of_a_point() {
    every_sheet(|stem, _, sheet| {
        for line in sheet.drawing.svg.lines() {
            if line.contains("stroke=\"#") {
                let width: f64 = line
                    .split("stroke-width=\"")
                    .nth(1)
                    .and_then(|rest| rest.split('"').next())
                    .and_then(|number| number.parse().ok())
                    .unwrap_or_else(|| panic!("{stem}: a stroke without a width: {line}"));
                // 0.3 pt is 10.6 hundredths of a millimetre.
                assert!(width >= 10.6, "{stem}: {line}");
            }
        }
    });
}

#[test]
fn the_same_spec_gives_the_same_bytes() {
    for ((stem, one), (_, other)) in samples::all().into_iter().zip(samples::all()) {
        let sheet = Sheet::new(&*one, Preset::Elsevier1).expect("drawn");
        let again = Sheet::new(&*other, Preset::Elsevier1).expect("drawn");
        assert_eq!(sheet, again, "{stem}");
        let png = Png { dpi: 150 };
        let bytes = |sheet: &Sheet| png.encode(sheet).expect("rasterised");
        assert_eq!(bytes(&sheet), bytes(&again), "{stem}");
    }
}

#[test]
fn a_figure_is_written_as_seven_files_and_the_raster_has_its_true_size() {
    let directory = tempfile::tempdir().expect("a directory");
    let sheet = Sheet::new(&samples::marin(), Preset::Elsevier1).expect("drawn");
    let paths = write(&sheet, 600, directory.path(), "move").expect("written");
    let names: Vec<_> = paths.iter().filter_map(|path| path.file_name().and_then(|name| name.to_str())).collect();
    assert_eq!(names, ["move.svg", "move.pdf", "move.png", "move.csv", "move.txt", "move.tex", "move.alt.txt"]);
    assert!(paths.iter().all(|path| path.is_file()));
    let file = std::fs::File::open(&paths[2]).expect("a PNG");
    let reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("a header");
    let info = reader.info();
    // 90 mm at 600 dots an inch are 2126 dots; 600 dots an inch are 23622 dots a metre.
    assert_eq!(info.width, 2126);
    assert_eq!(info.pixel_dims.expect("a density").xppu, 23_622);
}

#[test]
fn texts_stay_texts_in_the_svg_and_name_the_bundled_family_first() {
    let sheet = Sheet::new(&samples::forest(), Preset::Elsevier1).expect("drawn");
    let svg = String::from_utf8(Svg.encode(&sheet).expect("encoded")).expect("UTF-8");
    assert!(svg.contains("font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\""));
    assert!(svg.contains("\nBOSH-02\n</text>"));
    assert!(!svg.contains("<image"));
}

#[test]
fn a_name_that_had_to_be_shortened_is_spelt_out_in_the_caption() {
    let mut forest = samples::forest();
    let long = "a reading whose name goes on and on, clause after clause, as no reading's name should, \
                and then adds an exception and two more conditions to it";
    forest.groups[0].rows[1].reading = long.into();
    let sheet = Sheet::new(&forest, Preset::Elsevier1).expect("drawn");
    let [(short, full)] = &sheet.drawing.key[..] else {
        panic!("one name is shortened: {:?}", sheet.drawing.key);
    };
    assert!(short.ends_with('\u{2026}'));
    assert_eq!(full, long);
    assert!(sheet.caption.ends_with(&format!("Shortened: {short} = {full}.")));
}
