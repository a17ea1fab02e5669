//! A ruleset in sentences. Every field is told; a field without effect is told as such or left out with what it limits.

use super::super::document::{Block, Document, plain};
use super::super::ruleset::{
    Action, Board, Capture, CaptureLimits, CaptureRows, Case, Chain, Choice, ClosedPits, Direction, EnPassant,
    EqualSplit, Feeding, FillOrder, ForcedStart, Form, Goal, GrandSlam, MatchEnd, MatchPlay, NeverEnding, NoMove,
    NothingCaptured, Origin, PitWord, Quality, Remainder, Reopen, Repetition, RoundEnd, RowsFilled, Ruleset, Starter,
    Surplus, Taker, Test, Then, Turn,
};
use super::{and, capital, count, drawing};

pub(super) fn add(rules: &Ruleset, document: &mut Document) {
    board(&rules.board, document);
    turn(&rules.board, &rules.turn, document);
    round(rules, document);
    if let Some(rules) = &rules.match_play {
        match_play(rules, document);
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

fn turn(board: &Board, turn: &Turn, document: &mut Document) {
    document.heading(2, "Turn");
    let least = which_pit(&turn.choice, board);
    let direction = match turn.direction {
        [Direction::Anticlockwise, Direction::Anticlockwise] => "anticlockwise",
        [Direction::Clockwise, Direction::Clockwise] => "clockwise",
        [Direction::Anticlockwise, Direction::Clockwise] => "South anticlockwise and North clockwise",
        [Direction::Clockwise, Direction::Anticlockwise] => "South clockwise and North anticlockwise",
    };
    let direction = if turn.either_way { "anticlockwise or clockwise as he chooses each turn" } else { direction };
    let mut said = vec![format!(
        "The mover lifts all the seeds of {least} and sows them one by one into the pits that follow, {direction}."
    )];
    said.extend(turn.choice.forced.map(forced));
    said.extend(turn.choice.first_lift.map(|n| {
        format!(
            "Each player's first move of a round lifts the pit {} of his row from his left.",
            ordinal(u32::from(n) + 1)
        )
    }));
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
             if he had no move.",
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
    let items = turn.after_lap.iter().map(|c| vec![Block::Paragraph(plain(case(c)))]).collect();
    document.blocks.push(Block::List { numbered: true, items });
    if turn.after_lap.last().is_none_or(|case| !case.when.is_empty()) {
        document.paragraph("If none holds, the turn ends.");
    }
    let captures: Vec<Capture> = turn
        .after_lap
        .iter()
        .filter_map(|c| match c.then {
            Action::Capture(capture) => Some(capture),
            _ => None,
        })
        .collect();
    let chains: Vec<Chain> = captures.iter().map(|c| c.chain).collect();
    if !chains.is_empty() {
        document.paragraph(limits(board, turn.captures, &chains));
    }
    let goes_on = |c: &Capture| matches!(c.then, Then::Relay(_) | Then::SowCaptured);
    if turn.after_lap.iter().any(|c| matches!(c.then, Action::Relay(_))) || captures.iter().any(goes_on) {
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
        Taker::Owner => "the player whose row it is in",
        Taker::Mover => "the mover",
    };
    let last =
        if rule.by_last_seed { "The last seed of a lap captures as well" } else { "The last seed of a lap does not" };
    format!(
        "While seeds are falling, a pit that reaches {} is captured at once by {taker}. {last}.",
        count(rule.count.into(), "seed")
    )
}

fn case(case: &Case) -> String {
    let done = match case.then {
        Action::Relay(pit) => format!("the seeds of the {} are lifted and sown from the pit after it", pit_word(pit)),
        Action::Capture(capture) => captured(capture),
        Action::EndTurn => "the turn ends, and nothing is won".to_owned(),
        Action::MoveAgain => "the mover has another move".to_owned(),
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

fn captured(capture: Capture) -> String {
    let opposite = if capture.with_opposite { ", together with those of the pit that faces it" } else { "" };
    let also = capture.also.map_or_else(String::new, |also| {
        let wish = if also.optional { ", if he wishes" } else { "" };
        format!(", and those of the {} where it holds any{wish}", pit_word(also.pit))
    });
    let then = match capture.then {
        Then::EndTurn => "the turn ends".to_owned(),
        Then::MoveAgain => "he has another move".to_owned(),
        Then::Relay(pit) => format!("the seeds of the {} are lifted and sown from the pit after it", pit_word(pit)),
        Then::SowCaptured => "they are sown from the pit after the last".to_owned(),
    };
    format!("the mover captures the seeds of the {}{opposite}{also}, and {then}", pit_word(capture.pit))
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

/// `1st`, `2nd`, `3rd`, `4th`.
fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

fn round_end(end: RoundEnd, form: Form) -> String {
    match end {
        RoundEnd::OnTurn if form == Form::Ring => {
            "when the player whose turn it is finds no seeds in the ring".to_owned()
        }
        RoundEnd::OnTurn => "when the player whose turn it is has no seeds in his row".to_owned(),
        RoundEnd::AtOnce => "after any move that leaves a row without seeds".to_owned(),
        RoundEnd::MoverEmptied => "after a move with which the mover emptied his own row".to_owned(),
        RoundEnd::SeedsLeft(n) => format!("after a move that leaves at most {} on the board", count(n.into(), "seed")),
        RoundEnd::PitsLeft(n) => format!("after a move that leaves seeds in at most {}", count(n.into(), "pit")),
        RoundEnd::QuietTurns(n) => format!("after {} without a capture", count(n, "turn")),
        RoundEnd::NoCapture => "when neither player, were it his turn, has a move that captures".to_owned(),
    }
}

fn round(rules: &Ruleset, document: &mut Document) {
    let (round, form) = (&rules.round, rules.board.form);
    document.heading(2, "Round");
    let ends: Vec<String> = round.ends.iter().map(|&end| round_end(end, form)).collect();
    let ends = match &ends[..] {
        [] => "A round ends when the board is empty.".to_owned(),
        all => format!("A round ends {}.", all.join(", or ")),
    };
    let no_move = match round.no_move {
        NoMove::EndsRound => "It ends in the same way when a player has no move.",
        NoMove::Pass => "A player who has no move passes.",
    };
    let row = if form == Form::FourRows { "rows" } else { "row" };
    let remainder = match round.remainder {
        Remainder::Opponent if form == Form::Ring => {
            "The seeds left on the board go to the opponent of the player who could not move; where neither is such, they leave the \
             game."
        }
        Remainder::Opponent => {
            "The seeds left on the board go to the opponent of the player who had none or could not move."
        }
        Remainder::RowOwners => "The seeds left on the board go to the owners of the rows they lie in.",
        Remainder::Nobody => "The seeds left on the board leave the game.",
        Remainder::LastCapturer => "The seeds left on the board go to the player who captured last.",
        Remainder::Halved => "Each player gets half of the seeds left on the board; an odd one leaves the game.",
    };
    let keeps = if form == Form::Ring {
        "the seeds on the board are nobody's".to_owned()
    } else {
        format!("each player keeps the seeds in his own {row}")
    };
    let as_before = "If the board, the player to move and the seeds won are as they were before in the round";
    let repetition = match round.repetition {
        Repetition::Drawn(1) => format!("{as_before}, the round is drawn, and {keeps}."),
        Repetition::Drawn(n) => {
            format!("{as_before}, for the {} time, the round is drawn, and {keeps}.", ordinal(u32::from(n) + 1))
        }
        Repetition::EndsRound => format!("{as_before}, the round ends."),
        Repetition::Ignored => "A position that comes back changes nothing.".to_owned(),
    };
    let cap = round.turn_cap.map_or_else(String::new, |cap| {
        format!(" After {} a round is broken off and counts as unfinished.", count(cap, "turn"))
    });
    let goal = match round.goal {
        Goal::MoreSeeds => "The player with more seeds has won.",
        Goal::LastMove => "A player who cannot move has lost; a round that ends in another way is drawn.",
        Goal::LastCapture => "The player who captured last has won.",
        Goal::Nobody => "Nobody wins: the round is played for its own sake.",
    };
    document.paragraph(format!("{ends} {no_move} {remainder} {repetition}{cap} {goal}"));
}

fn match_play(rules: &MatchPlay, document: &mut Document) {
    document.heading(2, "Match");
    let order = match rules.order {
        FillOrder::Sowing => "in the order of his sowing, from the first pit of his row",
        FillOrder::AgainstSowing => "against the order of his sowing, from the last pit of his row",
        FillOrder::FromEnds => "from the two ends of his row inward",
        FillOrder::OwnersChoice => "as he chooses",
    };
    let surplus = match rules.surplus {
        Surplus::Kept => "Seeds left over stay his.",
        Surplus::Lost => "Seeds left over leave the game.",
        Surplus::ShortPit => "If a pit would be closed, seeds left over open it, short; otherwise they stay his.",
        Surplus::ToOpponent => "Seeds left over go to the opponent, after both have filled their pits.",
    };
    let reopen = match rules.reopen {
        Reopen::AtRefill => "A closed pit may be opened again at any later refill.",
        Reopen::Never => "A closed pit is never opened again.",
        Reopen::DuringRound => {
            "A closed pit may be opened again at a refill, and during a round on its owner's turn: before he moves he must open as \
             many as his winnings fill."
        }
    };
    let closed = match rules.closed {
        ClosedPits::Absent => "A closed pit is out of the ring: the pits on either side of it are neighbours.",
        ClosedPits::CountAsEmpty => {
            "No seed falls into a closed pit, but as the next pit or the pit beyond it stands there, empty."
        }
    };
    let rows = match rules.rows {
        RowsFilled::Each => "",
        RowsFilled::BothFromSouth => {
            " Both fill only as many as the player with fewer seeds can, in pits that face each other, from the first pit of South's \
             sowing."
        }
        RowsFilled::BothFromPoorer => {
            " Both fill only as many as the player with fewer seeds can, in pits that face each other, from the first pit of his \
             sowing; what he has left over fills one more on both sides, short."
        }
        RowsFilled::PoorerAlone => " Only the player with fewer seeds fills his row; the other row stays as it is.",
    };
    document.paragraph(format!(
        "Before each further round a player puts {} into each of his pits from what he has won, {order}; the pits he cannot fill are \
         closed.{rows} {surplus} {reopen} {closed}",
        count(rules.fill.into(), "seed"),
    ));
    let starter = match rules.starter {
        Starter::Loser => "the player with fewer seeds",
        Starter::Alternate => "the player who did not start the last one",
        Starter::Winner => "the player with more seeds",
        Starter::LastMover => "the player who made the last move",
    };
    let end = match rules.end {
        MatchEnd::FillsAtMost(0) => "A player who cannot fill a single pit has lost the match.".to_owned(),
        MatchEnd::FillsAtMost(n) => {
            format!("A player who can fill at most {} has lost the match.", count(n.into(), "pit"))
        }
        MatchEnd::Rounds(n) => format!(
            "After {} the player with more seeds has won the match; before that, a player who cannot fill a single pit has lost it.",
            count(n, "round")
        ),
    };
    let during = if rules.lost_during_round {
        format!(
            " So has a player, even during a round, whose winnings and row together fall below {}.",
            count(rules.fill.into(), "seed")
        )
    } else {
        String::new()
    };
    let split = match rules.equal_split {
        EqualSplit::PlayOn => "If the seeds are equally split after a round, another round is played.",
        EqualSplit::Drawn => "If the seeds are equally split after a round, the match is drawn.",
    };
    document.paragraph(format!("{} starts the next round. {end}{during} {split}", capital(starter)));
}
