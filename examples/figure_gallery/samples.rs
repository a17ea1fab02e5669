//! One made-up figure of each kind, with names as long as real ones.
//!
//! Every number here is invented, except Marin's example (1931, p. 507) in the move diagram. The questions and readings
//! are worded like those of Bòsh so that labels have realistic lengths.

use sowlab::figures::{
    Agreement, Board, BoardDiagram, Bounds, CaptureDrawing, EffectBar, EffectPanel, Effects, Estimate, Figure, Forest,
    ForestGroup, ForestRow, ForestSeries, InteractionPanel, Interactions, Ladder, LapDrawing, LengthCurve, Lengths,
    Measure, MoveDiagram, Opening, OpeningMove, Pit, Pits, Player, RankedReading, Ridges, Rung, ShareGroup, ShareRow,
    Shares, SolvedReading, SolvedValues, ValueInPlay, ValuesInPlay, Verdict, Wealth, WealthRound, WealthSeries,
};

/// Every kind, with the stem of its files.
pub fn all() -> Vec<(&'static str, Box<dyn Figure>)> {
    vec![
        ("forest", Box::new(forest())),
        ("effects", Box::new(effects())),
        ("interactions", Box::new(interactions(5))),
        ("interactions-many", Box::new(interactions(9))),
        ("shares", Box::new(shares())),
        ("opening", Box::new(opening())),
        ("opening-ring", Box::new(opening_of_a_ring())),
        ("length", Box::new(lengths())),
        ("ridges", Box::new(ridges())),
        ("wealth", Box::new(wealth())),
        ("board", Box::new(board_diagram())),
        ("four-rows", Box::new(four_rows())),
        ("ring", Box::new(ring(7))),
        ("ring-of-three", Box::new(ring(3))),
        ("stores", Box::new(stores())),
        ("move", Box::new(marin())),
        ("long-move", Box::new(long_move())),
        ("move-on-four-rows", Box::new(move_on_four_rows())),
        ("move-on-a-ring", Box::new(move_on_a_ring())),
        ("ladder", Box::new(ladder())),
        ("agreement", Box::new(agreement(2))),
        ("agreement-of-three", Box::new(agreement(3))),
        ("solved", Box::new(solved())),
        ("values-in-play", Box::new(values_in_play())),
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
    Estimate { value, low: value - half, high: value + half * 0.96, n }
}

const QUESTIONS: [(&str, &str, &[&str]); 11] = [
    ("BOSH-02", "From which rows may the mover capture?", &["either", "opponent", "own"]),
    (
        "BOSH-03",
        "Does one move capture once, or on over alternating empty and loaded pits?",
        &["single", "chained", "chained, but never past the pit sown last"],
    ),
    ("BOSH-04", "Is the pit lifted sown again when a lap goes right round?", &["sown", "skipped"]),
    ("BOSH-06", "May the relay lift from either row?", &["either row", "own row only"]),
    (
        "BOSH-07",
        "Is the pit sown last involved in the capture (must it have been empty)?",
        &["no condition", "last seed must fall in an empty pit", "pit sown last was empty, next is captured"],
    ),
    ("BOSH-08", "When does a round end?", &["on-turn", "at-once", "only if the mover emptied his own row"]),
    ("BOSH-11", "Who starts the next round?", &["loser", "alternate", "winner", "last"]),
    ("BOSH-12", "Which pits does the poorer player close?", &["sowing-order", "reverse", "choice"]),
    ("BOSH-13", "What becomes of seeds left over after filling?", &["kept", "lost", "short", "given"]),
    ("BOSH-14", "Can closed pits be opened again, and when?", &["at-refill", "never"]),
    ("BOSH-15", "Does a closed pit exist for next, empty and beyond?", &["absent", "empty"]),
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
            .map(|(name, base)| ForestSeries { name: (*name).into(), base: Some(base) })
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
            EffectPanel { title: "one round, random players".into(), bars: bars(1.0) },
            EffectPanel { title: "a match, random players".into(), bars: bars(-0.6) },
        ],
    }
}

fn bosh(upper: [u32; 5], lower: [u32; 5], won: Option<[u32; 2]>) -> Board {
    let row = |names: [&str; 5], seeds: [u32; 5]| {
        names.into_iter().zip(seeds).map(|(name, seeds)| Some(Pit::open(name, seeds))).collect()
    };
    let player = |name: &str, won: Option<u32>| Some(Player { name: name.into(), won });
    Board {
        pits: Pits::Rows(vec![row(["J", "I", "H", "G", "F"], upper), row(["A", "B", "C", "D", "E"], lower)]),
        top: player("North", won.map(|[north, _]| north)),
        bottom: player("South", won.map(|[_, south]| south)),
    }
}

/// Scores of the five first moves.
pub fn opening() -> Opening {
    let moves = ["A", "B", "C", "D", "E"]
        .into_iter()
        .zip([58.2, 60.9, 62.4, 66.0, 69.3])
        .map(|(pit, value)| OpeningMove { pit: pit.into(), score: estimate(value, 2.1, 2_000), exact: None })
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
        LengthCurve { name: name.into(), ended, unfinished }
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
                    first_quartile: if round == 1 { 20.0 } else { (median - spread).round() },
                    median,
                    third_quartile: if round == 1 { 20.0 } else { (median + spread).round() },
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
        series: vec![series(PLAYERS[0], 0.9, 0.86), series(PLAYERS[1], -0.7, 0.74)],
    }
}

/// A position with closed pits.
pub fn board_diagram() -> BoardDiagram {
    let mut board = bosh([4, 4, 4, 12, 0], [4, 4, 8, 0, 0], Some([3, 1]));
    if let Pits::Rows(rows) = &mut board.pits {
        rows[1][3] = Some(Pit::closed("D"));
        rows[1][4] = Some(Pit::closed("E"));
    }
    BoardDiagram { subject: "Invented position with two closed pits".into(), board }
}

/// A board of four rows of eight.
pub fn four_rows() -> BoardDiagram {
    let rows = (0..4_u32)
        .map(|row| {
            (0..8_u32)
                .map(|column| Some(Pit::open(format!("{}{}", ["a", "b", "c", "d"][row as usize], column + 1), 2)))
                .collect()
        })
        .collect();
    BoardDiagram {
        subject: "Invented position on four rows".into(),
        board: Board { pits: Pits::Rows(rows), top: None, bottom: Some(Player { name: "South".into(), won: None }) },
    }
}

fn names(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn lap(from: &str, seeds: u32, sown: &str, after: Board) -> LapDrawing {
    LapDrawing { from: from.into(), seeds, sown: names(sown), after }
}

/// Marin's own example (1931, p. 507): the only data here that is not invented.
pub fn marin() -> MoveDiagram {
    MoveDiagram {
        subject: "The example of Marin (1931, p. 507)".into(),
        before: bosh([4; 5], [4; 5], Some([0, 0])),
        laps: vec![
            lap("E", 4, "F G H I", bosh([4, 5, 5, 5, 5], [4, 4, 4, 4, 0], None)),
            lap("J", 4, "A B C D", bosh([0, 5, 5, 5, 5], [5, 5, 5, 5, 0], None)),
        ],
        stop: "the next pit, E, is empty".into(),
        captures: vec![CaptureDrawing { pit: "F".into(), seeds: 5 }],
        after: bosh([0, 5, 5, 5, 0], [5, 5, 5, 5, 0], Some([0, 5])),
    }
}

/// A lap that goes more than twice round, then two captures.
pub fn long_move() -> MoveDiagram {
    MoveDiagram {
        subject: "Invented turn with a lap of twenty-three seeds and two captures".into(),
        before: bosh([1, 0, 2, 3, 0], [0, 0, 23, 6, 5], Some([0, 0])),
        laps: vec![
            lap("C", 23, "D E F G H I J A B C D E F G H I J A B C D E F", bosh([3, 2, 4, 5, 3], [2, 2, 2, 9, 8], None)),
            lap("G", 5, "H I J A B", bosh([4, 3, 5, 0, 3], [3, 3, 2, 9, 8], None)),
            lap("C", 2, "D E", bosh([4, 3, 5, 0, 3], [3, 3, 0, 10, 9], None)),
        ],
        stop: String::new(),
        captures: vec![CaptureDrawing { pit: "B".into(), seeds: 3 }, CaptureDrawing { pit: "J".into(), seeds: 4 }],
        after: bosh([0, 3, 5, 0, 3], [3, 0, 0, 10, 9], Some([0, 7])),
    }
}

fn variance() -> Measure {
    Measure {
        label: "share of the variance of the score (%)".into(),
        interval: "95 % percentile intervals over resamples".into(),
        ..score()
    }
}

/// Matrices of the first so many questions under two kinds of player.
pub fn interactions(questions: usize) -> Interactions {
    let mut wave = 0.0_f64;
    let mut share = |size: f64| {
        wave += 1.3;
        estimate(size * (1.2 + wave.sin()), 0.4, 10_000)
    };
    let panels = PLAYERS.map(|players| InteractionPanel {
        title: players.into(),
        questions: QUESTIONS.iter().take(questions).map(|(id, ..)| ((*id).into(), share(20.0))).collect(),
        pairs: (0..questions * (questions - 1) / 2).map(|_| share(3.0)).collect(),
    });
    Interactions {
        subject: "Invented data: shares of pairs of questions".into(),
        measure: variance(),
        panels: panels.to_vec(),
    }
}

/// Shares of five questions under two kinds of player.
pub fn shares() -> Shares {
    let row = |(place, question): (usize, &(&str, &str, &[&str]))| {
        let alone = 42.0 / f64::from(u32::try_from(place + 1).unwrap_or(1));
        ShareRow {
            question: question.0.into(),
            alone: estimate(alone, 1.1, 10_000),
            total: estimate(alone + 6.5, 1.6, 10_000),
        }
    };
    Shares {
        subject: "Invented data: shares of the variance between readings".into(),
        measure: variance(),
        groups: PLAYERS
            .iter()
            .map(|players| ShareGroup {
                title: (*players).into(),
                rows: QUESTIONS.iter().take(5).enumerate().map(row).collect(),
            })
            .collect(),
    }
}

/// The lengths of all readings of all questions.
pub fn ridges() -> Ridges {
    let names = QUESTIONS.iter().flat_map(|(id, _, readings)| readings.iter().map(move |r| format!("{id} {r}")));
    let model = lengths();
    let curve = |(place, name): (usize, String)| {
        let of = &model.curves[place % model.curves.len()];
        LengthCurve { name, ended: of.ended.clone(), unfinished: of.unfinished }
    };
    Ridges { lengths: Lengths { curves: names.enumerate().map(curve).collect(), ..model.clone() } }
}

/// A bare ring with as many seeds in each pit as it has pits.
pub fn ring(pits: u8) -> BoardDiagram {
    BoardDiagram {
        subject: "Invented position on a ring".into(),
        board: bare_ring(&vec![u32::from(pits); pits.into()]),
    }
}

fn bare_ring(seeds: &[u32]) -> Board {
    let pits = ('A'..='Z').zip(seeds).map(|(name, &seeds)| Pit::open(name, seeds)).collect();
    let player = |name: &str, won| Some(Player { name: name.into(), won: Some(won) });
    Board { pits: Pits::Ring(pits), top: player("North", 0), bottom: player("South", 0) }
}

/// Scores of the first moves of a ring.
pub fn opening_of_a_ring() -> Opening {
    let moves = ["A", "B", "C", "D", "E", "F", "G"]
        .into_iter()
        .zip([48.2, 50.9, 52.4, 56.0, 59.3, 44.1, 47.7])
        .map(|(pit, value)| OpeningMove { pit: pit.into(), score: estimate(value, 2.1, 2_000), exact: None })
        .collect();
    Opening { board: bare_ring(&[6; 7]), moves, ..opening() }
}

/// Two rows between stores.
pub fn stores() -> BoardDiagram {
    let row = |names: [&str; 6]| names.map(|name| Some(Pit::open(name, 4))).to_vec();
    let player = |name: &str| Some(Player { name: name.into(), won: None });
    BoardDiagram {
        subject: "Invented position with stores".into(),
        board: Board {
            pits: Pits::RowsAndStores {
                rows: vec![row(["L", "K", "J", "I", "H", "G"]), row(["A", "B", "C", "D", "E", "F"])],
                left: Pit::open("North\u{2019}s store", 12),
                right: Pit::open("South\u{2019}s store", 7),
            },
            top: player("North"),
            bottom: player("South"),
        },
    }
}

/// A lap over the seam of a ring, and a capture on its left.
pub fn move_on_a_ring() -> MoveDiagram {
    MoveDiagram {
        subject: "Invented turn on a ring".into(),
        before: bare_ring(&[3, 1, 2, 4, 0, 6, 2]),
        laps: vec![lap("F", 6, "G A B C D E", bare_ring(&[4, 2, 3, 5, 1, 0, 3]))],
        stop: "the next pit, F, is empty".into(),
        captures: vec![CaptureDrawing { pit: "G".into(), seeds: 3 }, CaptureDrawing { pit: "C".into(), seeds: 3 }],
        after: bare_ring(&[4, 2, 0, 5, 1, 0, 0]),
    }
}

fn rows_of_four(seeds: [[u32; 4]; 4]) -> Board {
    let names = [["p", "o", "n", "m"], ["i", "j", "k", "l"], ["H", "G", "F", "E"], ["A", "B", "C", "D"]];
    let row = |(names, seeds): ([&str; 4], [u32; 4])| {
        names.into_iter().zip(seeds).map(|(name, seeds)| Some(Pit::open(name, seeds))).collect()
    };
    Board {
        pits: Pits::Rows(names.into_iter().zip(seeds).map(row).collect()),
        top: Some(Player { name: "North".into(), won: None }),
        bottom: Some(Player { name: "South".into(), won: None }),
    }
}

/// Laps round the ends of a player's two rows, and captures from both rows of the opponent.
pub fn move_on_four_rows() -> MoveDiagram {
    let north = [[2, 2, 2, 2], [2, 2, 2, 3]];
    MoveDiagram {
        subject: "Invented turn on four rows".into(),
        before: rows_of_four([north[0], north[1], [2, 2, 2, 2], [2, 2, 2, 2]]),
        laps: vec![
            lap("D", 2, "E F", rows_of_four([north[0], north[1], [2, 2, 3, 3], [2, 2, 2, 0]])),
            lap("F", 3, "G H A", rows_of_four([north[0], north[1], [3, 3, 0, 3], [3, 2, 2, 0]])),
        ],
        stop: "the last seed fell into A".into(),
        captures: vec![CaptureDrawing { pit: "i".into(), seeds: 2 }, CaptureDrawing { pit: "p".into(), seeds: 2 }],
        after: rows_of_four([[0, 2, 2, 2], [0, 2, 2, 3], [3, 3, 0, 3], [3, 2, 2, 0]]),
    }
}

/// Four rungs in two games.
pub fn ladder() -> Ladder {
    let rung = |player: &str, against: &str, value: f64, other: Option<f64>| Rung {
        player: player.into(),
        against: against.into(),
        scores: vec![Some(estimate(value, 4.0, 500)), other.map(|value| estimate(value, 4.4, 500))],
    };
    Ladder {
        subject: "Invented data: how much each player gains on the one below".into(),
        measure: Measure { label: "score of the stronger player (%)".into(), ..score() },
        even: 50.0,
        series: vec!["Bòsh".into(), "Pachgarhwa".into()],
        rungs: vec![
            rung("greedy", "random", 68.0, Some(71.5)),
            rung("alphabeta:2", "greedy", 66.0, Some(58.0)),
            rung("alphabeta:4", "alphabeta:2", 61.0, None),
            rung("alphabeta:6", "alphabeta:4", 57.0, Some(51.0)),
        ],
    }
}

/// All readings under so many kinds of player.
pub fn agreement(kinds: usize) -> Agreement {
    let kinds_of_player = ["random players", "greedy players", "alphabeta:4 players"];
    let mut wave = 0.0_f64;
    let readings = QUESTIONS
        .iter()
        .flat_map(|(id, _, readings)| readings.iter().skip(1).map(move |reading| format!("{id} {reading}")));
    let readings = readings.map(|name| {
        wave += 0.9;
        let scores = (1..=kinds).map(|kind| {
            let kind = f64::from(u32::try_from(kind).unwrap_or(1));
            estimate(55.0 + 8.0 * (wave * (1.0 + 0.15 * kind)).sin(), 0.9, 10_000)
        });
        RankedReading { name, scores: scores.collect() }
    });
    Agreement {
        subject: "Invented data: readings ranked by the first player's score".into(),
        measure: score(),
        players: kinds_of_player.into_iter().take(kinds).map(str::to_owned).collect(),
        readings: readings.collect(),
        taus: vec![Some(estimate(0.61, 0.1, 10_000)); kinds - 1],
    }
}

/// Values of three readings, one of them only bounded.
pub fn solved() -> SolvedValues {
    let reading = |name: &str, value: Bounds, moves: [i32; 5]| SolvedReading {
        name: name.into(),
        value,
        moves: ["A", "B", "C", "D", "E"]
            .into_iter()
            .zip(moves)
            .map(|(pit, v)| (pit.into(), Bounds::exact(v)))
            .collect(),
    };
    SolvedValues {
        subject: "Invented data: values of a round under three readings".into(),
        axis: "value of a round (seeds of the first player less those of the second)".into(),
        readings: vec![
            reading("best supported reading", Bounds::exact(8), [-2, 0, 4, 4, 8]),
            reading("BOSH-03 chained, but never past the pit sown last", Bounds::exact(-6), [-6, -14, -10, -8, -6]),
            SolvedReading { name: "BOSH-02 own".into(), value: Bounds::new(-4, 12), moves: Vec::new() },
        ],
    }
}

/// Values of nine readings under two kinds of player, who agree with them more or less.
pub fn values_in_play() -> ValuesInPlay {
    let readings = (0..9_u8).map(|n| {
        let value = 4 * i32::from(n % 5) - 6;
        let mean = 0.2 * f64::from(value) + f64::from(n / 3);
        ValueInPlay {
            name: format!("reading {n}"),
            group: usize::from(n / 3),
            value: if n == 4 { Bounds::new(value, value + 2) } else { Bounds::exact(value) },
            play: vec![estimate(mean, 0.2, 10_000), estimate(1.5 * mean - 1.0, 0.3, 4_000)],
        }
    });
    ValuesInPlay {
        subject: "Invented data: values of a round against play".into(),
        axis: "value of a round (seeds of the first player less those of the second)".into(),
        measure: Measure {
            label: "mean margin (seeds)".into(),
            decimals: 1,
            counted: "rounds".into(),
            interval: "95 % intervals".into(),
        },
        grouped_by: "BOSH-02, From which rows may the mover capture?".into(),
        groups: ["either", "opponent", "own"].map(|answer| format!("BOSH-02 {answer}")).to_vec(),
        players: PLAYERS.map(str::to_owned).to_vec(),
        taus: vec![Some(0.61), Some(0.48)],
        readings: readings.collect(),
    }
}
