//! Colours that hold up in print, in grey and for colour-blind readers.
//!
//! Categories take the palette of Okabe and Ito (2008), magnitudes take viridis (Smith and van der Walt 2015, CC0).

/// A colour in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Okabe-Ito black.
pub(crate) const BLACK: Rgb = Rgb(0, 0, 0);
/// White.
pub(crate) const WHITE: Rgb = Rgb(255, 255, 255);
/// Okabe-Ito orange.
pub(crate) const ORANGE: Rgb = Rgb(230, 159, 0);
/// Okabe-Ito sky blue.
pub(crate) const SKY: Rgb = Rgb(86, 180, 233);
/// Okabe-Ito bluish green.
pub(crate) const GREEN: Rgb = Rgb(0, 158, 115);
/// Okabe-Ito blue.
pub(crate) const BLUE: Rgb = Rgb(0, 114, 178);
/// Okabe-Ito vermillion.
pub(crate) const VERMILLION: Rgb = Rgb(213, 94, 0);
/// Axes, outlines and secondary text.
pub(crate) const DARK_GREY: Rgb = Rgb(85, 85, 85);
/// Things shown only for context.
pub(crate) const MID_GREY: Rgb = Rgb(150, 150, 150);
/// Grid lines.
pub(crate) const PALE_GREY: Rgb = Rgb(222, 222, 222);

/// Colours of series, in the order they are given out.
pub(crate) const SERIES: [Rgb; 5] = [BLUE, ORANGE, BLACK, GREEN, SKY];

/// Viridis at nine equal steps from its lowest to its highest value.
const VIRIDIS: [Rgb; 9] = [
    Rgb(0x44, 0x01, 0x54),
    Rgb(0x47, 0x2D, 0x7B),
    Rgb(0x3B, 0x52, 0x8B),
    Rgb(0x2C, 0x72, 0x8E),
    Rgb(0x21, 0x90, 0x8C),
    Rgb(0x27, 0xAD, 0x81),
    Rgb(0x5D, 0xC8, 0x63),
    Rgb(0xAA, 0xDC, 0x32),
    Rgb(0xFD, 0xE7, 0x25),
];

/// The viridis colour of a share of the range, 0 (lowest) to 1 (highest); shares outside are held at the ends.
pub(crate) fn viridis(share: f64) -> Rgb {
    let mut place = share.clamp(0.0, 1.0) * 8.0;
    for pair in VIRIDIS.windows(2) {
        if place <= 1.0 {
            return pair[0].mixed(pair[1], place);
        }
        place -= 1.0;
    }
    VIRIDIS[8]
}

impl Rgb {
    /// This colour moved towards another by a share of 0 to 1.
    pub(crate) fn mixed(self, other: Self, share: f64) -> Self {
        let mix = |from: u8, to: u8| {
            let level = f64::from(from) + (f64::from(to) - f64::from(from)) * share;
            byte(level)
        };
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }

    /// This colour moved towards white by a share of 0 to 1.
    pub(crate) fn tint(self, share: f64) -> Self {
        self.mixed(WHITE, share)
    }

    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let level = f64::from(channel) / 255.0;
            if level <= 0.04045 {
                level / 12.92
            } else {
                ((level + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// Relative luminance, 0 (black) to 1 (white), by IEC 61966-2-1.
    pub(crate) fn luminance(self) -> f64 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Black or white, whichever stands out more on this colour (the contrast ratio of WCAG 2.1, 1.4.3).
    pub(crate) fn ink(self) -> Self {
        let luminance = self.luminance();
        if 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 {
            WHITE
        } else {
            BLACK
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the level is clamped to a byte first"
)]
fn byte(level: f64) -> u8 {
    level.round().clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dichromacy at full severity in linear RGB: Machado, Oliveira and Fernandes 2009, "A physiologically-based model
    /// for simulation of color vision deficiency", IEEE TVCG 15(6), table 1 of the authors' page.
    const MACHADO: [[[f64; 3]; 3]; 3] = [
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];
    const NORMAL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    fn seen(colour: Rgb, by: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = colour.linear();
        by.map(|row| {
            row.iter()
                .zip(linear)
                .map(|(weight, channel)| weight * channel)
                .sum::<f64>()
                .clamp(0.0, 1.0)
        })
    }

    /// CIE 1976 L*a*b* under D65 from linear RGB.
    fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
        let curve = |ratio: f64| {
            if ratio > 216.0 / 24389.0 {
                ratio.cbrt()
            } else {
                (24389.0 / 27.0 * ratio + 16.0) / 116.0
            }
        };
        let x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
        let y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        let z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(one: [f64; 3], other: [f64; 3]) -> f64 {
        one.iter()
            .zip(other)
            .map(|(a, b)| (a - b) * (a - b))
            .sum::<f64>()
            .sqrt()
    }

    fn lightness(colour: Rgb) -> f64 {
        lab(colour.linear())[0]
    }

    #[test]
    fn a_simulated_eye_leaves_greys_alone() {
        for eye in &MACHADO {
            let grey = seen(Rgb(128, 128, 128), eye);
            assert!(distance(lab(grey), lab(Rgb(128, 128, 128).linear())) < 0.5);
        }
    }

    #[test]
    fn the_first_four_series_differ_in_lightness_by_ten_or_more() {
        for (place, &one) in SERIES[..4].iter().enumerate() {
            for &other in &SERIES[..place] {
                let apart = (lightness(one) - lightness(other)).abs();
                assert!(apart >= 10.0, "{one:?} {other:?}: {apart:.1}");
            }
        }
    }

    #[test]
    fn all_series_differ_for_normal_and_for_simulated_colour_blind_eyes() {
        for eye in MACHADO.iter().chain([&NORMAL]) {
            for (place, &one) in SERIES.iter().enumerate() {
                for &other in &SERIES[..place] {
                    let apart = distance(lab(seen(one, eye)), lab(seen(other, eye)));
                    assert!(apart >= 15.0, "{one:?} {other:?}: {apart:.1}");
                }
            }
        }
    }

    #[test]
    fn every_series_stands_out_from_the_paper() {
        for colour in SERIES {
            assert!(lightness(WHITE) - lightness(colour) >= 25.0, "{colour:?}");
        }
    }

    #[test]
    fn viridis_grows_lighter_at_every_step() {
        let mut last = -1.0;
        for step in 0..=100 {
            let now = lightness(viridis(f64::from(step) / 100.0));
            assert!(now > last, "step {step}: {now} after {last}");
            last = now;
        }
        assert_eq!(viridis(-1.0), VIRIDIS[0]);
        assert_eq!(viridis(2.0), VIRIDIS[8]);
    }

    #[test]
    fn numbers_on_any_viridis_cell_have_a_contrast_of_four_and_a_half() {
        for step in 0..=100 {
            let cell = viridis(f64::from(step) / 100.0);
            let (dark, light) = {
                let (a, b) = (cell.luminance(), cell.ink().luminance());
                (a.min(b), a.max(b))
            };
            assert!((light + 0.05) / (dark + 0.05) >= 4.5, "{cell:?}");
        }
    }
}
