//! How rounds end and follow each other, in sentences.

use super::super::document::Document;
use super::super::ruleset::{
    ClosedPits, EqualSplit, FillOrder, Form, Goal, MatchEnd, MatchPlay, NoMove, Remainder, Reopen, Repetition,
    RoundEnd, RowsFilled, Ruleset, Starter, Surplus,
};
use super::{capital, count, ordinal};

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

pub(super) fn round(rules: &Ruleset, document: &mut Document) {
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

pub(super) fn match_play(rules: &MatchPlay, document: &mut Document) {
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
