//! What the rules of the grammar are called in messages.

use super::grammar::Rule;

/// A phrase that opens or joins a clause, or a sign: it carries nothing into the tree.
pub(super) const fn joiner(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::k_game => "game",
        Rule::k_name => "name",
        Rule::k_people => "people",
        Rule::k_recorded => "recorded",
        Rule::k_described_by => "described by",
        Rule::k_quote => "quote",
        Rule::k_note => "note",
        Rule::k_question => "question",
        Rule::k_only_if => "only if",
        Rule::k_or => "or",
        Rule::k_and => "and",
        Rule::k_is => "is",
        Rule::k_reading => "reading",
        Rule::k_rejected => "rejected",
        Rule::k_board => "board",
        Rule::k_rows => "rows",
        Rule::k_pits => "pits",
        Rule::k_owns_row => "owns row",
        Rule::k_seeds => "seeds",
        Rule::k_in_every_pit => "in every pit",
        Rule::k_diagram => "diagram",
        Rule::k_total => "total",
        Rule::k_turn => "turn",
        Rule::k_choose => "choose an own pit holding at least",
        Rule::k_passing => "passing",
        Rule::k_feeding => "feeding an empty row",
        Rule::k_sow => "sow",
        Rule::k_sows => "sows",
        Rule::k_origin => "origin",
        Rule::k_captures_from => "captures from",
        Rule::k_captures_over_a_corner => "captures over a corner",
        Rule::k_captures_from_the_origin => "captures from the origin pit",
        Rule::k_never_ends => "a sowing that never ends",
        Rule::k_while_sowing => "while sowing",
        Rule::k_if_a_pit_reaches => "if a pit reaches",
        Rule::k_after_a_lap => "after a lap",
        Rule::k_if => "if",
        Rule::k_otherwise => "otherwise",
        Rule::k_holds => "holds",
        Rule::k_relay_from => "relay from",
        Rule::k_capture => "capture",
        Rule::k_and_end_the_turn => ", end the turn",
        Rule::k_round => "round",
        Rule::k_ends => "ends",
        Rule::k_player_without_a_move => "a player without a move",
        Rule::k_remaining_seeds_go => "remaining seeds go",
        Rule::k_repeated_position => "a repeated position",
        Rule::k_broken_off_after => "broken off after",
        Rule::k_turns => "turns",
        Rule::k_match => "match",
        Rule::k_refill => "refill",
        Rule::k_in_each_own_pit => "in each own pit from winnings",
        Rule::k_fill_pits => "fill pits",
        Rule::k_surplus => "surplus",
        Rule::k_reopen => "reopen closed pits",
        Rule::k_closed_pits => "closed pits",
        Rule::k_starter => "starter",
        Rule::k_when_fewer_than => "when a player has fewer than",
        Rule::k_when_fills_at_most => "when a player can fill at most",
        Rule::k_after => "after",
        Rule::k_rounds => "rounds",
        Rule::k_loss_is_found => "a loss is found",
        Rule::k_equal_split => "an equal split",
        Rule::k_example => "example",
        Rule::k_lifts => "lifts",
        Rule::k_lap => "lap",
        Rule::k_captures => "captures",
        Rule::k_won => "won",
        Rule::k_refutes => "refutes",
        Rule::k_by => "by",
        Rule::open => "{",
        Rule::close => "}",
        Rule::colon => ":",
        Rule::slash => "/",
        Rule::comma => ",",
        Rule::semicolon => ";",
        _ => return None,
    })
}

/// A phrase that is a whole clause.
const fn whole(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::c_presentation_only => "presentation only",
        Rule::c_one_ring => "one ring through both rows",
        Rule::c_letters_from_left => "letters A from south's left",
        Rule::c_letters_follow => "letters follow the sowing",
        Rule::c_one_seed_a_pit => "one seed a pit",
        Rule::c_no_condition => "no condition",
        Rule::c_with_the_opposite => "with the pit opposite",
        Rule::c_close_unfilled => "close what cannot be filled",
        Rule::c_constructed => "constructed",
        Rule::c_start => "start",
        Rule::c_wins_nothing => "wins nothing",
        Rule::c_nothing => "nothing",
        _ => return None,
    })
}

/// A phrase that is a value.
const fn value(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::v_south => "south",
        Rule::v_north => "north",
        Rule::v_primary => "primary",
        Rule::v_secondary => "secondary",
        Rule::v_implementation => "implementation",
        Rule::v_reconstruction => "reconstruction",
        Rule::v_allowed => "is allowed",
        Rule::v_not_allowed => "is not allowed",
        Rule::v_free => "is not asked",
        Rule::v_due => "is due where it can be done",
        Rule::v_anticlockwise => "anticlockwise",
        Rule::v_clockwise => "clockwise",
        Rule::v_sown => "sown",
        Rule::v_skipped_every_lap => "skipped every lap",
        Rule::v_skipped_whole_move => "skipped the whole move",
        Rule::v_either_row => "either row",
        Rule::v_opponents_row => "the opponent's row only",
        Rule::v_own_row => "the mover's own row only",
        Rule::v_are_made => "are made",
        Rule::v_are_not_made => "are not made",
        Rule::v_mover_loses => "the mover loses the round",
        Rule::v_may_not_be_made => "it may not be made",
        Rule::v_round_drawn => "the round is drawn",
        Rule::v_owner_captures => "its owner captures it",
        Rule::v_mover_captures => "the mover captures it",
        Rule::v_last_seed_too => "the last seed of a lap too",
        Rule::v_not_last_seed => "but not the last seed of a lap",
        Rule::v_opposite_of_last => "opposite of last",
        Rule::v_opposite_of_next => "opposite of next",
        Rule::v_last => "last",
        Rule::v_next => "next",
        Rule::v_beyond => "beyond",
        Rule::v_is_occupied => "is occupied",
        Rule::v_is_empty => "is empty",
        Rule::v_was_empty => "was empty",
        Rule::v_was_occupied => "was occupied",
        Rule::v_is_own => "is own",
        Rule::v_is_opponents => "is opponent's",
        Rule::v_end_the_turn => "end the turn",
        Rule::v_once => "once",
        Rule::v_chained_sparing => "chained, sparing the pit sown last",
        Rule::v_chained_through => "chained, even the pit sown last",
        Rule::v_on_turn => "when the mover has no seeds in his row",
        Rule::v_at_once => "when any row is empty",
        Rule::v_mover_emptied => "when the mover has emptied his own row",
        Rule::v_ends_the_round => "ends the round",
        Rule::v_passes => "passes",
        Rule::v_to_opponent => "to the opponent of the player without seeds",
        Rule::v_to_row_owners => "to the owners of the rows",
        Rule::v_to_nobody => "to nobody",
        Rule::v_draws_the_round => "draws the round",
        Rule::v_changes_nothing => "changes nothing",
        Rule::v_in_sowing_order => "in sowing order",
        Rule::v_against_sowing_order => "against sowing order",
        Rule::v_from_both_ends => "from both ends inward",
        Rule::v_as_owner_chooses => "as their owner chooses",
        Rule::v_is_kept => "is kept",
        Rule::v_is_lost => "is lost",
        Rule::v_fills_short_pit => "fills one short pit",
        Rule::v_goes_to_opponent => "goes to the opponent",
        Rule::v_at_a_refill => "at a refill",
        Rule::v_never => "never",
        Rule::v_during_a_round => "at a refill and during a round",
        Rule::v_leave_the_ring => "leave the ring",
        Rule::v_count_as_empty => "count as empty",
        Rule::v_the_loser => "the loser",
        Rule::v_alternates => "alternates",
        Rule::v_the_winner => "the winner",
        Rule::v_who_moved_last => "who moved last",
        Rule::v_during_a_round_too => "during a round too",
        Rule::v_another_round => "leads to another round",
        Rule::v_draws_the_match => "draws the match",
        _ => return None,
    })
}

/// The words that a rule stands for, where it is a fixed phrase or a sign.
pub(super) fn phrase(rule: Rule) -> Option<&'static str> {
    joiner(rule).or_else(|| whole(rule)).or_else(|| value(rule))
}

/// The fixed phrases that could have stood where one of `rules` was looked for.
pub(super) fn phrases(rules: &[Rule]) -> Vec<&'static str> {
    let mut found = Vec::new();
    for &rule in rules {
        let listed: &[Rule] = match rule {
            Rule::seat => &[Rule::v_south, Rule::v_north],
            Rule::evidence => &[Rule::v_primary, Rule::v_secondary, Rule::v_implementation, Rule::v_reconstruction],
            Rule::pit_word => {
                &[Rule::v_last, Rule::v_next, Rule::v_beyond, Rule::v_opposite_of_last, Rule::v_opposite_of_next]
            }
            _ => &[],
        };
        found.extend(listed.iter().chain(listed.is_empty().then_some(&rule)).filter_map(|&r| phrase(r)));
    }
    found
}

/// What a rule is called after "expected".
pub(super) fn expected(rule: Rule) -> String {
    match rule {
        Rule::number => "a whole number".into(),
        Rule::name | Rule::arm_head => "a name".into(),
        Rule::text | Rule::string => "a text in quotation marks".into(),
        Rule::pit => "a pit letter".into(),
        Rule::source | Rule::citation => "a source, such as `@marin1931`".into(),
        Rule::severity => "the severity: `A`, `B` or `C`".into(),
        Rule::end_of_file | Rule::EOI => "the end of the file".into(),
        Rule::by_head | Rule::k_by => "`by QUESTION { … }`".into(),
        _ => listed(phrases(&[rule])),
    }
}

/// `a`, `b` or `c`, each in backquotes.
fn listed(words: Vec<&'static str>) -> String {
    or(&words.into_iter().map(|w| format!("`{w}`")).collect::<Vec<_>>())
}

/// `a, b or c`.
pub(super) fn or(items: &[String]) -> String {
    joined(items, "or")
}

/// `a, b and c`.
pub(super) fn and(items: &[String]) -> String {
    joined(items, "and")
}

fn joined(items: &[String], with: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {with} {last}", first.join(", ")),
    }
}
