//! One made-up figure of each kind, with names as long as real ones.
//!
//! Every number here is invented, except Marin's example (1931, p. 507) in the move diagram. The questions and readings
//! are worded like those of Bòsh so that labels have realistic lengths.

use sowlab::figures::{
    Board, BoardDiagram, CaptureDrawing, EffectBar, EffectPanel, Effects, Estimate, Figure, Forest,
    ForestGroup, ForestRow, ForestSeries, LapDrawing, LengthCurve, Lengths, Measure, MoveDiagram,
    Opening, OpeningMove, Pit, Player, Verdict, Wealth, WealthRound, WealthSeries,
};

/// Every kind, with the stem of its files.
pub fn all() -> Vec<(&'static str, Box<dyn Figure>)> {
    vec![
        ("forest", Box::new(forest())),
        ("effects", Box::new(effects())),
        ("opening", Box::new(opening())),
        ("length", Box::new(lengths())),
        ("wealth", Box::new(wealth())),
        ("board", Box::new(board_diagram())),
        ("four-rows", Box::new(four_rows())),
        ("move", Box::new(marin())),
        ("long-move", Box::new(long_move())),
    ]
}

const PLAYERS: [&str; 2] = ["random players", "greedy players"];

fn score() -> Measure {
    Measure {
        label: "first-player score (%)".into(),
        decimals: 1,
        counted: "rounds".into(),
        interval: "95 % Wilson intervals".into(),
    }
}

fn estimate(value: f64, half: f64, n: u64) -> Estimate {
    Estimate {
        value,
        low: value - half,
        high: value + half * 0.96,
        n,
    }
}

const QUESTIONS: [(&str, &str, &[&str]); 11] = [
    (
        "BOSH-02",
        "From which rows may the mover capture?",
        &["either", "opponent", "own"],
    ),
    (
        "BOSH-03",
        "Does one move capture once, or on over alternating empty and loaded pits?",
        &[
            "single",
            "chained",
            "chained, but never past the pit sown last",
        ],
    ),
    (
        "BOSH-04",
        "Is the pit lifted sown again when a lap goes right round?",
        &["sown", "skipped"],
    ),
    (
        "BOSH-06",
        "May the relay lift from either row?",
        &["either row", "own row only"],
    ),
    (
        "BOSH-07",
        "Is the pit sown last involved in the capture (must it have been empty)?",
        &[
            "no condition",
            "last seed must fall in an empty pit",
            "pit sown last was empty, next is captured",
        ],
    ),
    (
        "BOSH-08",
        "When does a round end?",
        &[
            "on-turn",
            "at-once",
            "only if the mover emptied his own row",
        ],
    ),
    (
        "BOSH-11",
        "Who starts the next round?",
        &["loser", "alternate", "winner", "last"],
    ),
    (
        "BOSH-12",
        "Which pits does the poorer player close?",
        &["sowing-order", "reverse", "choice"],
    ),
    (
        "BOSH-13",
        "What becomes of seeds left over after filling?",
        &["kept", "lost", "short", "given"],
    ),
    (
        "BOSH-14",
        "Can closed pits be opened again, and when?",
        &["at-refill", "never"],
    ),
    (
        "BOSH-15",
        "Does a closed pit exist for next, empty and beyond?",
        &["absent", "empty"],
    ),
];

/// Thirty-one readings of eleven questions by two kinds of player.
pub fn forest() -> Forest {
    let mut wave = 0.0_f64;
    let groups = QUESTIONS
        .iter()
        .map(|(id, sentence, readings)| ForestGroup {
            question: (*id).into(),
            sentence: (*sentence).into(),
            rows: readings
                .iter()
                .enumerate()
                .map(|(place, reading)| {
                    wave += 1.7;
                    let shift = if place == 0 { 0.0 } else { 7.5 * wave.sin() };
                    ForestRow {
                        reading: (*reading).into(),
                        base: place == 0,
                        estimates: vec![
                            Some(estimate(63.1 + shift, 0.95, 10_000)),
                            (place < 3).then(|| estimate(55.4 - 0.8 * shift, 0.97, 10_000)),
                        ],
                    }
                })
                .collect(),
        })
        .collect();
    Forest {
        subject: "Invented data: first-player score of one round under each reading".into(),
        measure: score(),
        series: PLAYERS
            .iter()
            .zip([63.1, 55.4])
            .map(|(name, base)| ForestSeries {
                name: (*name).into(),
                base: Some(base),
            })
            .collect(),
        margin: Some(3.0),
        groups,
    }
}

/// Two panels, one a scope.
pub fn effects() -> Effects {
    let bars = |sign: f64| {
        QUESTIONS
            .iter()
            .enumerate()
            .map(|(place, (id, _, readings))| {
                let size = 14.0 / (1.0 + f64::from(u32::try_from(place).unwrap_or(0)));
                let value = size * if place % 3 == 1 { -sign } else { sign };
                EffectBar {
                    question: (*id).into(),
                    reading: readings[readings.len() - 1].into(),
                    effect: estimate(value, 1.35, 10_000),
                    verdict: match place {
                        0..=3 => Verdict::Matters,
                        4..=6 => Verdict::Undecided,
                        _ => Verdict::DoesNotMatter,
                    },
                }
            })
            .collect()
    };
    Effects {
        subject: "Invented data: largest effect of each question".into(),
        measure: Measure {
            label: "change in first-player score (points)".into(),
            decimals: 1,
            counted: "games".into(),
            interval: "95 % Newcombe intervals".into(),
        },
        margin: Some(3.0),
        panels: vec![
            EffectPanel {
                title: "one round, random players".into(),
                bars: bars(1.0),
            },
            EffectPanel {
                title: "a match, random players".into(),
                bars: bars(-0.6),
            },
        ],
    }
}

fn bosh(upper: [u32; 5], lower: [u32; 5], won: Option<[u32; 2]>) -> Board {
    let row = |names: [&str; 5], seeds: [u32; 5]| {
        names
            .into_iter()
            .zip(seeds)
            .map(|(name, seeds)| Some(Pit::open(name, seeds)))
            .collect()
    };
    let player = |name: &str, won: Option<u32>| {
        Some(Player {
            name: name.into(),
            won,
        })
    };
    Board {
        rows: vec![
            row(["J", "I", "H", "G", "F"], upper),
            row(["A", "B", "C", "D", "E"], lower),
        ],
        top: player("North", won.map(|[north, _]| north)),
        bottom: player("South", won.map(|[_, south]| south)),
    }
}

/// Scores of the five first moves.
pub fn opening() -> Opening {
    let moves = ["A", "B", "C", "D", "E"]
        .into_iter()
        .zip([58.2, 60.9, 62.4, 66.0, 69.3])
        .map(|(pit, value)| OpeningMove {
            pit: pit.into(),
            score: estimate(value, 2.1, 2_000),
        })
        .collect();
    Opening {
        subject: "Invented data: score of each first move".into(),
        measure: Measure {
            label: "score of the first player (%)".into(),
            interval: "95 % Wilson interval".into(),
            ..score()
        },
        board: bosh([4; 5], [4; 5], None),
        moves,
        range: None,
    }
}

/// Five readings with tails of different lengths.
pub fn lengths() -> Lengths {
    let curve = |name: &str, mean: f64, unfinished: u64| {
        let ended = (1..=120_u32)
            .map(|turns| {
                let x = (f64::from(turns) - mean) / (0.45 * mean);
                let share = (-0.5 * x * x).exp() + 0.12 * (-f64::from(turns) / 30.0).exp();
                (turns, integer(share * 400.0))
            })
            .collect();
        LengthCurve {
            name: name.into(),
            ended,
            unfinished,
        }
    };
    Lengths {
        subject: "Invented data: length of rounds under five readings".into(),
        axis: "length of a round (turns)".into(),
        counted: "rounds".into(),
        curves: vec![
            curve("best supported reading", 27.5, 0),
            curve("BOSH-03 chained", 17.0, 0),
            curve("BOSH-03 chained, but never past the pit sown last", 20.0, 0),
            curve("BOSH-02 opponent", 38.0, 350),
            curve("BOSH-08 at-once", 23.0, 0),
        ],
        until: Some(80),
    }
}

fn integer(value: f64) -> u64 {
    format!("{value:.0}").parse().unwrap_or(0)
}

/// Two kinds of player over eighteen rounds.
pub fn wealth() -> Wealth {
    let series = |name: &str, drift: f64, stay: f64| WealthSeries {
        name: name.into(),
        rounds: (1..=18_u32)
            .map(|round| {
                let past = f64::from(round - 1);
                let median = (20.0 + drift * past.sqrt()).round();
                let spread = 1.5 + 1.6 * past.sqrt();
                let share = stay.powf(past);
                WealthRound {
                    round,
                    first_quartile: if round == 1 {
                        20.0
                    } else {
                        (median - spread).round()
                    },
                    median,
                    third_quartile: if round == 1 {
                        20.0
                    } else {
                        (median + spread).round()
                    },
                    going: Estimate {
                        value: share,
                        low: share - 0.009 * (1.0 - share),
                        high: share + 0.008 * (1.0 - share),
                        n: 10_000,
                    },
                }
            })
            .collect(),
    };
    Wealth {
        subject: "Invented data: seeds of the first player over a match".into(),
        seeds: 40,
        interval: "95 % Wilson intervals".into(),
        series: vec![
            series(PLAYERS[0], 0.9, 0.86),
            series(PLAYERS[1], -0.7, 0.74),
        ],
    }
}

/// A position with closed pits.
pub fn board_diagram() -> BoardDiagram {
    let mut board = bosh([4, 4, 4, 12, 0], [4, 4, 8, 0, 0], Some([3, 1]));
    board.rows[1][3] = Some(Pit::closed("D"));
    board.rows[1][4] = Some(Pit::closed("E"));
    BoardDiagram {
        subject: "Invented position with two closed pits".into(),
        board,
    }
}

/// A board of four rows of eight.
pub fn four_rows() -> BoardDiagram {
    let rows = (0..4_u32)
        .map(|row| {
            (0..8_u32)
                .map(|column| {
                    Some(Pit::open(
                        format!("{}{}", ["a", "b", "c", "d"][row as usize], column + 1),
                        2,
                    ))
                })
                .collect()
        })
        .collect();
    BoardDiagram {
        subject: "Invented position on four rows".into(),
        board: Board {
            rows,
            top: None,
            bottom: Some(Player {
                name: "South".into(),
                won: None,
            }),
        },
    }
}

fn names(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn lap(from: &str, seeds: u32, sown: &str, after: Board) -> LapDrawing {
    LapDrawing {
        from: from.into(),
        seeds,
        sown: names(sown),
        after,
    }
}

/// Marin's own example (1931, p. 507): the only data here that is not invented.
pub fn marin() -> MoveDiagram {
    MoveDiagram {
        subject: "The example of Marin (1931, p. 507)".into(),
        before: bosh([4; 5], [4; 5], Some([0, 0])),
        laps: vec![
            lap(
                "E",
                4,
                "F G H I",
                bosh([4, 5, 5, 5, 5], [4, 4, 4, 4, 0], None),
            ),
            lap(
                "J",
                4,
                "A B C D",
                bosh([0, 5, 5, 5, 5], [5, 5, 5, 5, 0], None),
            ),
        ],
        stop: "the next pit, E, is empty".into(),
        captures: vec![CaptureDrawing {
            pit: "F".into(),
            seeds: 5,
        }],
        after: bosh([0, 5, 5, 5, 0], [5, 5, 5, 5, 0], Some([0, 5])),
    }
}

/// A lap that goes more than twice round, then two captures.
pub fn long_move() -> MoveDiagram {
    MoveDiagram {
        subject: "Invented turn with a lap of twenty-three seeds and two captures".into(),
        before: bosh([1, 0, 2, 3, 0], [0, 0, 23, 6, 5], Some([0, 0])),
        laps: vec![
            lap(
                "C",
                23,
                "D E F G H I J A B C D E F G H I J A B C D E F",
                bosh([3, 2, 4, 5, 3], [2, 2, 2, 9, 8], None),
            ),
            lap(
                "G",
                5,
                "H I J A B",
                bosh([4, 3, 5, 0, 3], [3, 3, 2, 9, 8], None),
            ),
            lap("C", 2, "D E", bosh([4, 3, 5, 0, 3], [3, 3, 0, 10, 9], None)),
        ],
        stop: String::new(),
        captures: vec![
            CaptureDrawing {
                pit: "B".into(),
                seeds: 3,
            },
            CaptureDrawing {
                pit: "J".into(),
                seeds: 4,
            },
        ],
        after: bosh([0, 3, 5, 0, 3], [3, 0, 0, 10, 9], Some([0, 7])),
    }
}
