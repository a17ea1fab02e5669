//! A ruleset in sentences. Every field is told; a field without effect is told as such or left out with what it limits.

use super::super::document::{Block, Document, plain};
use super::super::ruleset::{
    Action, Board, Capture, CaptureLimits, CaptureRows, Case, Chain, Choice, Direction, EnPassant, Feeding,
    ForcedStart, Form, GrandSlam, NeverEnding, NothingCaptured, Origin, PitWord, Quality, Ruleset, Taker, Test, Then,
    Turn, Ways,
};
use super::{and, count, course, drawing, ordinal};

pub(super) fn add(rules: &Ruleset, document: &mut Document) {
    board(&rules.board, document);
    turn(&rules.board, &rules.turn, document);
    course::round(rules, document);
    if let Some(rules) = &rules.match_play {
        course::match_play(rules, document);
    }
}

fn board(board: &Board, document: &mut Document) {
    document.heading(2, "Board");
    document.blocks.push(Block::Preformatted(drawing::board(board, &board.start)));
    let pits = count(u32::from(board.pits), "pit");
    let form = match board.form {
        Form::TwoRows => format!("Two rows of {pits} make one ring; each player owns the row on his side."),
        Form::FourRows => format!(
            "Four rows of {pits}; each player owns the two on his side, and they make a ring of his own. The row that faces the \
             opponent is the front row, the other the back row."
        ),
        Form::Ring => format!("{pits} make one ring, and nobody owns any."),
        Form::Columns { neutral } => {
            let own = count(u32::from(board.own() / 2), "column");
            let between = match neutral {
                0 => String::new(),
                n => format!(" Nobody owns the {} between them.", count(2 * u32::from(n), "pit")),
            };
            format!(
                "Two rows of {pits} make one ring; South owns the {own} at the left end, and North as many at the right.{between} By a \
                 player's row his columns are meant."
            )
        }
    };
    let stores = board.stores.map_or_else(String::new, |stores| {
        let sown = if stores.sown_by_both { "both players sow it" } else { "only its owner sows it" };
        let held = match stores.start {
            0 => String::new(),
            n => format!(" At the start it holds {}.", count(n.into(), "seed")),
        };
        format!(
            " After each player's last pit lies his store in the ring; {sown}, and what falls into it he has won.{held} A store is \
             no pit."
        )
    });
    let start = count(board.start.iter().map(|&n| u32::from(n)).sum(), "seed");
    document.paragraph(format!("{form}{stores} {start} lie in the pits at the start."));
}

fn which_pit(choice: &Choice, board: &Board) -> String {
    let own = if board.form == Form::Ring { "pits" } else { "own pits" };
    let whose = if board.form == Form::Ring { "the pits" } else { "his own pits" };
    let least = match choice.least {
        1 => format!("any one of {whose} that holds seeds"),
        n => format!("any one of {whose} that holds at least {n} seeds"),
    };
    let or_else = if choice.else_into_empty {
        format!("; if none of the {own} holds so many, any that holds seeds and is followed by an empty pit")
    } else {
        String::new()
    };
    format!("{least}{or_else}")
}

/// Where a move must start.
fn forced(start: ForcedStart) -> String {
    let after = match start {
        ForcedStart::AfterCaptured(_) => "after the pit that the opponent captured last",
        ForcedStart::AfterStart => "after the pit that the opponent's move started from",
        ForcedStart::AfterLastLifted => "after the pit that the opponent lifted last",
    };
    let nothing = match start {
        ForcedStart::AfterCaptured(NothingCaptured::AfterGap) => {
            " If he captured nothing, it starts from the first pit that holds seeds after the next pit and the one beyond it."
        }
        ForcedStart::AfterCaptured(NothingCaptured::AtStart) => {
            " If he captured nothing, it starts from the pit that his move started from or the first after it that holds seeds."
        }
        ForcedStart::AfterCaptured(NothingCaptured::Free) => " If he captured nothing, it may start anywhere.",
        ForcedStart::AfterCaptured(NothingCaptured::Pass) => {
            " If he captured nothing, the player passes, and the move after that starts from the first pit that holds seeds after \
             the next pit and the one beyond it."
        }
        ForcedStart::AfterStart | ForcedStart::AfterLastLifted => "",
    };
    format!(
        "The first move of a round may start anywhere; every other must start from the first pit that holds seeds {after}.{nothing}"
    )
}

/// The pits of the first moves, what stays in a pit, and which first laps are forbidden.
fn about_lifting(choice: &Choice) -> Vec<String> {
    let opening: Vec<String> =
        choice.first_lifts.iter().map(|&n| format!("the {}", ordinal(u32::from(n) + 1))).collect();
    let mut said: Vec<String> = Vec::new();
    said.extend(match &opening[..] {
        [] => None,
        [pit] => Some(format!("Each player's first move of a round lifts {pit} pit of his row from his left.")),
        pits => Some(format!(
            "Each player's first {} moves of a round lift, one after the other, {} pit of his row from his left.",
            pits.len(),
            and(pits)
        )),
    });
    if choice.kept > 0 {
        said.push(format!(
            "A pit that is lifted keeps {}, where it holds more.",
            count(u32::from(choice.kept), "seed")
        ));
    }
    if !choice.forbidden.is_empty() {
        let tests: Vec<String> = choice.forbidden.iter().map(test).collect();
        said.push(format!("A move may not be made if, when its first lap has ended, {}.", and(&tests)));
    }
    said
}

fn turn(board: &Board, turn: &Turn, document: &mut Document) {
    document.heading(2, "Turn");
    let least = which_pit(&turn.choice, board);
    let direction = match turn.direction {
        [Direction::Anticlockwise, Direction::Anticlockwise] => "anticlockwise",
        [Direction::Clockwise, Direction::Clockwise] => "clockwise",
        [Direction::Anticlockwise, Direction::Clockwise] => "South anticlockwise and North clockwise",
        [Direction::Clockwise, Direction::Anticlockwise] => "South clockwise and North anticlockwise",
    };
    let direction = match turn.ways {
        Ways::One => direction,
        Ways::EachTurn => "anticlockwise or clockwise as he chooses each turn",
        Ways::FirstMove => "anticlockwise or clockwise as the first mover of the round chooses for both",
    };
    let mut said = vec![format!(
        "The mover lifts all the seeds of {least} and sows them one by one into the pits that follow, {direction}."
    )];
    said.extend(turn.choice.forced.map(forced));
    said.extend(about_lifting(&turn.choice));
    said.push(
        match turn.origin {
            Origin::Sown => "A lap that runs right round sows the pit it was lifted from like any other.",
            Origin::SkippedEachLap => "A lap that runs right round passes over the pit it was lifted from.",
            Origin::SkippedWholeMove => "Every lap of a move passes over the pit that the move began with.",
        }
        .to_owned(),
    );
    let feeding = match turn.choice.feeding {
        Feeding::Free => None,
        Feeding::Due => {
            Some("If the opponent's row is empty, the mover must, where he can, choose a move that leaves seeds in it.")
        }
        Feeding::DueOrRoundEnds => Some(
            "If the opponent's row is empty, the mover must choose a move that leaves seeds in it; if he cannot, the round ends as \
             if the opponent had no move.",
        ),
    };
    said.extend(feeding.map(str::to_owned));
    said.push(
        if turn.choice.may_pass { "A player who can move may pass." } else { "A player who can move must." }.to_owned(),
    );
    document.paragraph(said.join(" "));
    if let Some(rule) = &turn.en_passant {
        document.paragraph(en_passant(*rule));
    }
    document.heading(3, "After each lap");
    document.paragraph(
        "The last pit is the one that the last seed fell into, the next pit the one after it, and the pit beyond the one after \
         that. The first of these that holds is done:",
    );
    let captures: Vec<Capture> = turn
        .after_lap
        .iter()
        .filter_map(|c| match c.then {
            Action::Capture(capture) => Some(capture),
            _ => None,
        })
        .collect();
    let chains: Vec<Chain> = captures.iter().map(|c| c.chain).collect();
    let differ = chains.windows(2).any(|pair| pair[0] != pair[1]);
    let items = turn.after_lap.iter().map(|c| vec![Block::Paragraph(plain(case(c, differ)))]).collect();
    document.blocks.push(Block::List { numbered: true, items });
    if turn.after_lap.last().is_none_or(|case| !case.when.is_empty()) {
        document.paragraph("If none holds, the turn ends.");
    }
    if !chains.is_empty() {
        document.paragraph(limits(board, turn.captures, &chains));
    }
    let goes_on = |c: &Capture| !matches!(c.then, Then::EndTurn | Then::MoveAgain);
    if turn.after_lap.iter().any(|c| matches!(c.then, Action::Relay(_) | Action::RelayBack(_)))
        || captures.iter().any(goes_on)
    {
        document.paragraph(match turn.never_ending {
            NeverEnding::MoverLoses => {
                "If a sowing never ends, the mover loses the round: all seeds on the board go to his opponent."
            }
            NeverEnding::NotAllowed => "A move whose sowing never ends may not be made.",
            NeverEnding::Drawn => {
                "If a sowing never ends, the round ends, and each player keeps what he has won and the seeds in his own row."
            }
        });
    }
}

fn en_passant(rule: EnPassant) -> String {
    let taker = match rule.taker {
        Taker::Owner => "the player who owns it",
        Taker::Mover => "the mover",
    };
    let last =
        if rule.by_last_seed { "The last seed of a lap captures as well" } else { "The last seed of a lap does not" };
    format!(
        "While seeds are falling, a pit that reaches {} is captured at once by {taker}. {last}.",
        count(rule.count.into(), "seed")
    )
}

fn case(case: &Case, chains_differ: bool) -> String {
    let done = match case.then {
        Action::RelayBack(pit) => turned_round(pit),
        Action::Relay(pit) => format!("the seeds of the {} are lifted and sown from the pit after it", pit_word(pit)),
        Action::Capture(capture) => captured(capture, chains_differ),
        Action::EndTurn => "the turn ends, and nothing is won".to_owned(),
        Action::MoveAgain => "the mover has another move".to_owned(),
        Action::ClaimLast => {
            "the last pit becomes the mover's ur: it is never lifted nor captured, and at the end of the round its seeds are his"
                .to_owned()
        }
        Action::MakeUr => {
            "one seed goes from the pit that faces the last to the last, and both become the mover's ur: they are \
                           never lifted nor captured, and at the end of the round their seeds are his"
                .to_owned()
        }
    };
    if case.when.is_empty() {
        return format!("Otherwise {done}.");
    }
    format!("If {}, {done}.", and(&case.when.iter().map(test).collect::<Vec<_>>()))
}

/// A relay with which the sowing turns round.
fn turned_round(pit: PitWord) -> String {
    format!("the seeds of the {} are lifted, the sowing turns round, and they are sown the other way", pit_word(pit))
}

/// What a capture does; how it goes on is told with it where captures do not all go on alike.
fn captured(capture: Capture, chains_differ: bool) -> String {
    let opposite = if capture.with_opposite { ", together with those of the pit that faces it" } else { "" };
    let also = capture.also.map_or_else(String::new, |also| {
        let wish = if also.optional { ", if he wishes" } else { "" };
        format!(", and those of the {} where it holds any{wish}", pit_word(also.pit))
    });
    let then = match capture.then {
        Then::EndTurn => "the turn ends".to_owned(),
        Then::MoveAgain => "he has another move".to_owned(),
        Then::RelayBack(pit) => turned_round(pit),
        Then::Relay(pit) => format!("the seeds of the {} are lifted and sown from the pit after it", pit_word(pit)),
        Then::SowCaptured => "they are sown from the pit after the last".to_owned(),
    };
    let chain = match capture.chain {
        _ if !chains_differ => String::new(),
        Chain::Once => ", once".to_owned(),
        Chain::BeforeLast => ", in a chain that spares the last pit".to_owned(),
        Chain::ThroughLast => ", in a chain that may take even the last pit".to_owned(),
        Chain::Backwards(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(|n| n.to_string()).collect();
            format!(", in a chain backwards over pits of {}", and(&numbers).replace(" and ", " or "))
        }
    };
    format!("the mover captures the seeds of the {}{opposite}{also}{chain}, and {then}", pit_word(capture.pit))
}

fn test(test: &Test) -> String {
    let pit = pit_word(test.pit);
    match &test.is {
        Quality::Occupied => format!("the {pit} holds seeds"),
        Quality::Empty => format!("the {pit} is empty"),
        Quality::WasEmpty => format!("the {pit} was empty before the last seed fell"),
        Quality::WasOccupied => format!("the {pit} held seeds before the last seed fell"),
        Quality::Own => format!("the {pit} is in the mover's row"),
        Quality::Opponents => format!("the {pit} is in his opponent's row"),
        Quality::Front => format!("the {pit} is in a front row"),
        Quality::Back => format!("the {pit} is in a back row"),
        Quality::OwnStore if test.pit == PitWord::Last => "the last seed fell into the mover's store".to_owned(),
        Quality::OwnStore => format!("the mover's store stands where the {pit} would be"),
        Quality::NoStore => format!("the {pit} is no store"),
        Quality::Ur => format!("the {pit} is somebody's ur"),
        Quality::NoUr => format!("the {pit} is nobody's ur"),
        Quality::Neutral => format!("the {pit} is owned by nobody"),
        Quality::NotNeutral => format!("the {pit} is owned by a player"),
        Quality::Closed => format!("the {pit} is closed"),
        Quality::NotClosed => format!("the {pit} is not closed"),
        Quality::Origin => format!("the {pit} is the pit that the move began with"),
        Quality::NotOrigin => format!("the {pit} is not the pit that the move began with"),
        Quality::Holds(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("the {pit} holds {}", and(&numbers).replace(" and ", " or "))
        }
    }
}

const fn pit_word(word: PitWord) -> &'static str {
    match word {
        PitWord::Last => "last pit",
        PitWord::Next => "next pit",
        PitWord::Beyond => "pit beyond",
        PitWord::OppositeLast => "pit that faces the last",
        PitWord::OppositeNext => "pit that faces the next",
        PitWord::BehindOpposite => "pit behind the one that faces the last",
        PitWord::FirstOccupied => "first pit after the next that holds seeds, before the last is reached",
        PitWord::FirstOccupiedOrLast => {
            "first pit after the next that holds seeds, which may be the last itself where there is no other"
        }
    }
}

fn limits(board: &Board, limits: CaptureLimits, chains: &[Chain]) -> String {
    let mut said = vec![
        match limits.rows {
            CaptureRows::Either if board.form == Form::Ring => "Any pit may be captured",
            CaptureRows::Either => "Captures may empty pits of either row",
            CaptureRows::Opponents => "Only pits of the opponent's row may be captured",
            CaptureRows::Own => "Only pits of the mover's own row may be captured",
        }
        .to_owned(),
    ];
    said.push(
        if limits.round_the_corner {
            "The empty pit and the pit captured beyond it may lie in different rows"
        } else {
            "The empty pit and the pit captured beyond it must lie in one row"
        }
        .to_owned(),
    );
    said.push(
        if limits.from_origin {
            "The pit that the move began with may be captured like any other"
        } else {
            "The pit that the move began with may not be captured"
        }
        .to_owned(),
    );
    if !limits.by_singles {
        said.push("A move that lifts a single seed captures nothing".to_owned());
    }
    said.extend(match limits.grand_slam {
        GrandSlam::Made => None,
        GrandSlam::WinsNothing => Some("A capture that would leave the opponent without seeds is not made".to_owned()),
        GrandSlam::NotAllowed => {
            Some("A move that captures and leaves the opponent without seeds may not be made".to_owned())
        }
    });
    if limits.out_of_game {
        said.push("Captured seeds leave the game".to_owned());
    }
    let mut told: Vec<Chain> = Vec::new();
    for &chain in chains {
        if !told.contains(&chain) {
            told.push(chain);
            said.push(chained(chain));
        }
    }
    said.join(". ") + "."
}

fn chained(chain: Chain) -> String {
    match chain {
        Chain::Once => "A move captures once".to_owned(),
        Chain::BeforeLast => {
            "After a capture, if the pit that follows is empty and the one beyond it holds seeds, that one is captured too, and so \
             on; the last pit is spared and stops it"
                .to_owned()
        }
        Chain::ThroughLast => {
            "After a capture, if the pit that follows is empty and the one beyond it holds seeds, that one is captured too, and so \
             on; even the last pit may be taken"
                .to_owned()
        }
        Chain::Backwards(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(|n| n.to_string()).collect();
            format!(
                "After a capture, if the pit before holds {} and may be captured, it is captured too, and so on against the sowing",
                and(&numbers).replace(" and ", " or ")
            )
        }
    }
}
