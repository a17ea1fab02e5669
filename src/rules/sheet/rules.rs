//! A ruleset in sentences. Every field is told; a field without effect is told as such or left out with what it limits.

use super::super::document::{Block, Document, plain};
use super::super::ruleset::{
    Action, Board, Capture, CaptureLimits, CaptureRows, Case, Chain, ClosedPits, Direction, EnPassant, EqualSplit,
    FillOrder, MatchEnd, MatchPlay, NeverEnding, NoMove, Origin, PitWord, Quality, Remainder, Reopen, Repetition,
    Round, RoundEnd, Ruleset, Starter, Surplus, Taker, Test, Turn,
};
use super::{and, capital, count, drawing};

pub(super) fn add(rules: &Ruleset, document: &mut Document) {
    board(&rules.board, document);
    turn(&rules.turn, document);
    round(&rules.round, document);
    if let Some(rules) = &rules.match_play {
        match_play(rules, document);
    }
}

fn board(board: &Board, document: &mut Document) {
    document.heading(2, "Board");
    document.blocks.push(Block::Preformatted(drawing::board(board.pits, &board.start)));
    document.paragraph(format!(
        "Two rows of {} make one ring; each player owns the row on his side. {} lie in the pits at the start.",
        count(u32::from(board.pits), "pit"),
        count(board.total(), "seed"),
    ));
}

fn turn(turn: &Turn, document: &mut Document) {
    document.heading(2, "Turn");
    let least = match turn.choice.least {
        1 => "any one of his own pits that holds seeds".to_owned(),
        n => format!("any one of his own pits that holds at least {n} seeds"),
    };
    let direction = match turn.direction {
        [Direction::Anticlockwise, Direction::Anticlockwise] => "anticlockwise",
        [Direction::Clockwise, Direction::Clockwise] => "clockwise",
        [Direction::Anticlockwise, Direction::Clockwise] => "South anticlockwise and North clockwise",
        [Direction::Clockwise, Direction::Anticlockwise] => "South clockwise and North anticlockwise",
    };
    let mut said = vec![format!(
        "The mover lifts all the seeds of {least} and sows them one by one into the pits that follow, {direction}."
    )];
    said.push(
        match turn.origin {
            Origin::Sown => "A lap that runs right round sows the pit it was lifted from like any other.",
            Origin::SkippedEachLap => "A lap that runs right round passes over the pit it was lifted from.",
            Origin::SkippedWholeMove => "Every lap of a move passes over the pit that the move began with.",
        }
        .to_owned(),
    );
    if turn.choice.must_feed {
        said.push(
            "If the opponent's row is empty, the mover must, where he can, choose a move that leaves seeds in it."
                .to_owned(),
        );
    }
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
    let captures = turn.after_lap.iter().filter_map(|c| match c.then {
        Action::Capture(capture) => Some(capture),
        _ => None,
    });
    let chain: Vec<Chain> = captures.map(|c| c.chain).collect();
    if !chain.is_empty() {
        document.paragraph(limits(turn.captures, &chain));
    }
    if turn.after_lap.iter().any(|c| matches!(c.then, Action::Relay(_))) {
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
    };
    if case.when.is_empty() {
        return format!("Otherwise {done}.");
    }
    format!("If {}, {done}.", and(&case.when.iter().map(test).collect::<Vec<_>>()))
}

fn captured(capture: Capture) -> String {
    let opposite = if capture.with_opposite { ", together with those of the pit that faces it" } else { "" };
    format!("the mover captures the seeds of the {}{opposite}, and the turn ends", pit_word(capture.pit))
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
    }
}

fn limits(limits: CaptureLimits, chains: &[Chain]) -> String {
    let mut said = vec![
        match limits.rows {
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
    for chain in [Chain::Once, Chain::BeforeLast, Chain::ThroughLast] {
        if chains.contains(&chain) {
            said.push(chained(chain).to_owned());
        }
    }
    said.join(". ") + "."
}

const fn chained(chain: Chain) -> &'static str {
    match chain {
        Chain::Once => "A move captures once",
        Chain::BeforeLast => {
            "After a capture, if the pit that follows is empty and the one beyond it holds seeds, that one is captured too, and so \
             on; the last pit is spared and stops it"
        }
        Chain::ThroughLast => {
            "After a capture, if the pit that follows is empty and the one beyond it holds seeds, that one is captured too, and so \
             on; even the last pit may be taken"
        }
    }
}

fn round(round: &Round, document: &mut Document) {
    document.heading(2, "Round");
    let ends = match round.ends {
        RoundEnd::OnTurn => "A round ends when the player whose turn it is has no seeds in his row.",
        RoundEnd::AtOnce => "A round ends after any move that leaves a row without seeds.",
        RoundEnd::MoverEmptied => "A round ends after a move with which the mover emptied his own row.",
    };
    let no_move = match round.no_move {
        NoMove::EndsRound => "It ends in the same way when a player has no move.",
        NoMove::Pass => "A player who has no move passes.",
    };
    let remainder = match round.remainder {
        Remainder::Opponent => {
            "The seeds left on the board go to the opponent of the player who had none or could not move."
        }
        Remainder::RowOwners => "The seeds left on the board go to the owners of the rows they lie in.",
        Remainder::Nobody => "The seeds left on the board leave the game.",
    };
    let repetition = match round.repetition {
        Repetition::Drawn => {
            "If the board, the player to move and the seeds won are as they were before in the round, the round is drawn, and each \
             player keeps the seeds in his own row."
        }
        Repetition::Ignored => "A position that comes back changes nothing.",
    };
    let cap = round.turn_cap.map_or_else(String::new, |cap| {
        format!(" After {} a round is broken off and counts as unfinished.", count(cap, "turn"))
    });
    document.paragraph(format!("{ends} {no_move} {remainder} {repetition}{cap}"));
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
    document.paragraph(format!(
        "Before each further round a player puts {} into each of his pits from what he has won, {order}; the pits he cannot fill are \
         closed. {surplus} {reopen} {closed}",
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
