//! The clauses of board, turn, round and match.

use super::super::ast::{
    Action, Also, Alt, Block, BoardClause, Capture, CaptureRows, Captured, Case, Chain, Closed, Diagram, Direction,
    EnPassant, EqualSplit, Feeding, Goal, GrandSlam, Landing, LastSeed, LossFound, Made, MatchClause, MatchEnd,
    NeverEnding, NoMove, Opened, Order, Origin, Passing, PitWord, Quality, Remainder, Reopen, Repetition, RoundClause,
    RoundEnd, RowsFilled, Sowers, Spanned, Start, Starter, Surplus, Taker, Test, Then, TurnClause, WithoutCapture,
};
use super::super::grammar::Rule;
use super::fault::Place;
use super::{Node, Reader, parts};

impl Reader<'_> {
    fn block<C>(&mut self, node: Node<'_>, place: Place, clause: fn(&mut Self, Node<'_>) -> Option<C>) -> Block<C> {
        let leaf = |reader: &mut Self, node: Node<'_>| {
            let span = reader.span(&node);
            if is_bad(node.as_rule()) {
                reader.bad(&node, place);
                return None;
            }
            clause(reader, node).map(|value| Spanned { value, span })
        };
        parts(node).filter_map(|part| self.alt(part, &leaf)).collect()
    }

    pub(super) fn board(&mut self, node: Node<'_>) -> Block<BoardClause> {
        self.block(node, Place::BOARD, Self::board_clause)
    }

    pub(super) fn turn(&mut self, node: Node<'_>) -> Block<TurnClause> {
        self.block(node, Place::TURN, Self::turn_clause)
    }

    pub(super) fn round(&mut self, node: Node<'_>) -> Block<RoundClause> {
        self.block(node, Place::ROUND, Self::round_clause)
    }

    pub(super) fn match_play(&mut self, node: Node<'_>) -> Block<MatchClause> {
        self.block(node, Place::MATCH, Self::match_clause)
    }

    pub(super) fn diagram(&mut self, node: Node<'_>) -> Spanned<Diagram> {
        let span = self.span(&node);
        let mut rows = Vec::new();
        for row in parts(node) {
            let span = self.span(&row);
            rows.push(Spanned { value: parts(row).map(|n| self.number(&n)).collect(), span });
        }
        Spanned { value: Diagram { rows }, span }
    }

    fn board_clause(&mut self, node: Node<'_>) -> Option<BoardClause> {
        let rule = node.as_rule();
        let mut parts = parts(node);
        Some(match rule {
            Rule::rows_clause => BoardClause::Rows(self.number(&parts.next()?)),
            Rule::pits_clause => BoardClause::Pits(self.number_alt(parts.next())?),
            Rule::ring_clause => BoardClause::Ring(self.number_alt(parts.next())?),
            Rule::c_owned_by_nobody => BoardClause::OwnedByNobody,
            Rule::owns_clause => {
                BoardClause::Owns(Self::seat(&parts.next()?), parts.map(|n| self.number(&n)).collect())
            }
            Rule::columns_clause => BoardClause::OwnsColumns(
                Self::seat(&parts.next()?),
                self.number(&parts.next()?),
                self.number(&parts.next()?),
            ),
            Rule::c_one_ring => BoardClause::OneRing,
            Rule::c_ring_each => BoardClause::RingEach,
            Rule::store_clause => BoardClause::Stores {
                sowers: self.phrase(parts.next(), sowers)?,
                holding: parts.next().and_then(|n| self.number_alt(Some(n))),
            },
            Rule::seeds_clause => BoardClause::SeedsEach(self.number_alt(parts.next())?),
            Rule::diagram_clause => BoardClause::Diagram(self.diagram(parts.next()?)),
            Rule::c_letters_from_left => BoardClause::LettersFromSouthsLeft,
            Rule::c_letters_follow => BoardClause::LettersFollowSowing,
            Rule::total_clause => BoardClause::Total(self.number(&parts.next()?)),
            _ => return None,
        })
    }

    fn turn_clause(&mut self, node: Node<'_>) -> Option<TurnClause> {
        let rule = node.as_rule();
        if rule == Rule::choose_clause {
            let any = node.clone().into_inner().next()?.as_rule() == Rule::k_choose_any;
            let mut parts = parts(node);
            let least = self.number_alt(parts.next())?;
            return Some(TurnClause::Choose { any, least, else_into_empty: parts.next().is_some() });
        }
        if rule == Rule::after_lap_clause {
            return Some(TurnClause::AfterLap(self.block(node, Place::AFTER_LAP, Self::case)));
        }
        if rule == Rule::forbid_clause {
            return Some(TurnClause::Forbid(parts(node).filter_map(|part| self.test_alt(part)).collect()));
        }
        let mut parts = parts(node);
        Some(match rule {
            Rule::first_moves_clause => TurnClause::FirstMoves(parts.map(|n| self.number(&n)).collect()),
            Rule::keeps_clause => TurnClause::Keeps(self.number_alt(parts.next())?),
            Rule::relay_rows_clause => TurnClause::RelayRows(self.phrase(parts.next(), capture_rows)?),
            Rule::landing_clause => TurnClause::Landing(self.phrase(parts.next(), landing)?),
            Rule::starts_clause => TurnClause::Starts(self.start(parts.next())?),
            Rule::first_move_clause => TurnClause::FirstMove(self.number_alt(parts.next())?),
            Rule::singles_clause => TurnClause::SinglesCapture(self.phrase(parts.next(), made)?),
            Rule::slam_clause => TurnClause::GrandSlam(self.phrase(parts.next(), grand_slam)?),
            Rule::captured_clause => TurnClause::Captured(self.phrase(parts.next(), captured)?),
            Rule::passing_clause => TurnClause::Passing(self.phrase(parts.next(), passing)?),
            Rule::feeding_clause => TurnClause::Feeding(self.phrase(parts.next(), feeding)?),
            Rule::sow_clause => TurnClause::Sow(self.phrase(parts.next(), direction)?),
            Rule::seat_sows_clause => {
                TurnClause::SeatSows(Self::seat(&parts.next()?), self.phrase(parts.next(), direction)?)
            }
            Rule::c_one_seed_a_pit => TurnClause::OneSeedAPit,
            Rule::origin_clause => TurnClause::Origin(self.phrase(parts.next(), origin)?),
            Rule::capture_rows_clause => TurnClause::CaptureRows(self.phrase(parts.next(), capture_rows)?),
            Rule::corner_clause => TurnClause::Corner(self.phrase(parts.next(), made)?),
            Rule::origin_capture_clause => TurnClause::OriginCapture(self.phrase(parts.next(), made)?),
            Rule::while_clause => TurnClause::WhileSowing(self.en_passant(parts.next()?)?),
            Rule::never_clause => TurnClause::NeverEnding(self.phrase(parts.next(), never_ending)?),
            _ => return None,
        })
    }

    fn start(&mut self, node: Option<Node<'_>>) -> Option<Alt<Spanned<Start>>> {
        self.alt(node?, &|reader, node| {
            let span = reader.span(&node);
            let value = match node.as_rule() {
                Rule::v_anywhere => Start::Anywhere,
                Rule::v_after_start => Start::AfterStart,
                Rule::v_after_last_lifted => Start::AfterLastLifted,
                Rule::after_captured => Start::AfterCaptured(reader.phrase(parts(node).next(), without_capture)?),
                _ => return None,
            };
            Some(Spanned { value, span })
        })
    }

    fn en_passant(&mut self, node: Node<'_>) -> Option<EnPassant> {
        let mut parts = parts(node);
        Some(EnPassant {
            count: self.number_alt(parts.next())?,
            taker: self.phrase(parts.next(), taker)?,
            last_seed: self.phrase(parts.next(), last_seed)?,
        })
    }

    fn case(&mut self, node: Node<'_>) -> Option<Case> {
        let rule = node.as_rule();
        let mut parts: Vec<_> = parts(node).collect();
        let then = self.alt(parts.pop()?, &|reader, node| {
            let span = reader.span(&node);
            reader.action(node).map(|value| Spanned { value, span })
        })?;
        if rule == Rule::otherwise {
            return Some(Case { when: None, then });
        }
        let mut when = Vec::new();
        for part in parts {
            when.extend(self.test_alt(part));
        }
        Some(Case { when: Some(when), then })
    }

    fn test_alt(&mut self, node: Node<'_>) -> Option<Alt<Spanned<Test>>> {
        self.alt(node, &|reader, node| {
            let span = reader.span(&node);
            reader.test(node).map(|value| Spanned { value, span })
        })
    }

    fn test(&mut self, node: Node<'_>) -> Option<Test> {
        if node.as_rule() == Rule::c_no_condition {
            return Some(Test::Always);
        }
        let mut parts = parts(node);
        let pit = parts.next()?;
        let quality = parts.next()?;
        Some(Test::Pit(self.pit_word(pit)?, self.quality(quality)?))
    }

    fn quality(&mut self, node: Node<'_>) -> Option<Quality> {
        Some(match node.as_rule() {
            Rule::v_is_occupied => Quality::Occupied,
            Rule::v_is_empty => Quality::Empty,
            Rule::v_was_empty => Quality::WasEmpty,
            Rule::v_was_occupied => Quality::WasOccupied,
            Rule::v_is_own => Quality::Own,
            Rule::v_is_opponents => Quality::Opponents,
            Rule::v_is_front => Quality::Front,
            Rule::v_is_back => Quality::Back,
            Rule::v_is_own_store => Quality::OwnStore,
            Rule::v_is_no_store => Quality::NoStore,
            Rule::v_is_ur => Quality::Ur,
            Rule::v_is_no_ur => Quality::NoUr,
            Rule::v_is_neutral => Quality::Neutral,
            Rule::v_is_not_neutral => Quality::NotNeutral,
            Rule::v_is_closed => Quality::Closed,
            Rule::v_is_not_closed => Quality::NotClosed,
            Rule::v_is_the_origin => Quality::Origin,
            Rule::v_is_not_the_origin => Quality::NotOrigin,
            Rule::holds => Quality::Holds(parts(node).map(|n| self.number(&n)).collect()),
            _ => return None,
        })
    }

    fn pit_word(&mut self, node: Node<'_>) -> Option<Spanned<PitWord>> {
        let span = self.span(&node);
        let value = match node.into_inner().next()?.as_rule() {
            Rule::v_last => PitWord::Last,
            Rule::v_next => PitWord::Next,
            Rule::v_beyond => PitWord::Beyond,
            Rule::v_opposite_of_last => PitWord::OppositeLast,
            Rule::v_opposite_of_next => PitWord::OppositeNext,
            Rule::v_behind_opposite => PitWord::BehindOpposite,
            Rule::v_first_occupied => PitWord::FirstOccupied,
            Rule::v_first_occupied_or_last => PitWord::FirstOccupiedOrLast,
            _ => return None,
        };
        Some(Spanned { value, span })
    }

    fn action(&mut self, node: Node<'_>) -> Option<Action> {
        let rule = node.as_rule();
        let mut parts = parts(node).peekable();
        Some(match rule {
            Rule::v_end_the_turn => Action::EndTurn,
            Rule::relay => {
                let pit = self.pit_word(parts.next()?)?;
                if parts.next().is_some() { Action::RelayBack(pit) } else { Action::Relay(pit) }
            }
            Rule::capture => {
                let pit = self.pit_word(parts.next()?)?;
                let with_opposite = parts.next_if(|p| p.as_rule() == Rule::c_with_the_opposite).is_some();
                let also = match parts.next_if(|p| p.as_rule() == Rule::also) {
                    Some(node) => Some(self.also(node)?),
                    None => None,
                };
                let (chain, then) = (self.chain(parts.next())?, self.then(parts.next())?);
                Action::Capture(Box::new(Capture { pit, with_opposite, also, chain, then }))
            }
            Rule::v_move_again => Action::MoveAgain,
            Rule::v_make_ur => Action::MakeUr,
            Rule::v_claim_last => Action::ClaimLast,
            _ => return None,
        })
    }

    fn also(&mut self, node: Node<'_>) -> Option<Also> {
        let mut parts = parts(node);
        let pit = self.pit_word(parts.next()?)?;
        Some(Also { pit, optional: parts.next().is_some() })
    }

    fn chain(&mut self, node: Option<Node<'_>>) -> Option<Alt<Spanned<Chain>>> {
        self.alt(node?, &|reader, node| {
            let span = reader.span(&node);
            let value = match node.as_rule() {
                Rule::v_once => Chain::Once,
                Rule::v_chained_sparing => Chain::BeforeLast,
                Rule::v_chained_through => Chain::ThroughLast,
                Rule::backwards => Chain::Backwards(parts(node).map(|n| reader.number(&n)).collect()),
                _ => return None,
            };
            Some(Spanned { value, span })
        })
    }

    fn then(&mut self, node: Option<Node<'_>>) -> Option<Alt<Spanned<Then>>> {
        self.alt(node?, &|reader, node| {
            let span = reader.span(&node);
            let value = match node.as_rule() {
                Rule::v_end_the_turn => Then::EndTurn,
                Rule::v_move_again => Then::MoveAgain,
                Rule::v_sow_captured => Then::SowCaptured,
                Rule::relay => {
                    let mut parts = parts(node);
                    let pit = reader.pit_word(parts.next()?)?;
                    if parts.next().is_some() { Then::RelayBack(pit) } else { Then::Relay(pit) }
                }
                _ => return None,
            };
            Some(Spanned { value, span })
        })
    }

    fn round_ends(&mut self, node: Option<Node<'_>>) -> Option<Alt<Spanned<Vec<RoundEnd>>>> {
        self.alt(node?, &|reader, node| {
            let span = reader.span(&node);
            let value = parts(node).map(|end| reader.round_end(end)).collect::<Option<Vec<_>>>()?;
            Some(Spanned { value, span })
        })
    }

    fn round_end(&mut self, node: Node<'_>) -> Option<RoundEnd> {
        Some(match node.as_rule() {
            Rule::v_on_turn => RoundEnd::OnTurn,
            Rule::v_at_once => RoundEnd::AtOnce,
            Rule::v_mover_emptied => RoundEnd::MoverEmptied,
            Rule::v_board_empty => RoundEnd::BoardEmpty,
            Rule::v_no_capture => RoundEnd::NoCapture,
            Rule::v_by_agreement => RoundEnd::Agreement(self.spanned(&node, ())),
            Rule::seeds_left => RoundEnd::SeedsLeft(self.number_alt(parts(node).next())?),
            Rule::pits_left => RoundEnd::PitsLeft(self.number_alt(parts(node).next())?),
            Rule::quiet_turns => RoundEnd::QuietTurns(self.number_alt(parts(node).next())?),
            _ => return None,
        })
    }

    fn repetition(&mut self, node: Option<Node<'_>>) -> Option<Alt<Spanned<Repetition>>> {
        self.alt(node?, &|reader, node| {
            let span = reader.span(&node);
            let value = match node.as_rule() {
                Rule::v_draws_the_round => Repetition::Drawn,
                Rule::v_ends_the_round => Repetition::EndsRound,
                Rule::v_changes_nothing => Repetition::Ignored,
                Rule::at_return => Repetition::DrawnAt(reader.number_alt(parts(node).next())?),
                _ => return None,
            };
            Some(Spanned { value, span })
        })
    }

    fn round_clause(&mut self, node: Node<'_>) -> Option<RoundClause> {
        let rule = node.as_rule();
        let part = parts(node).next();
        Some(match rule {
            Rule::round_ends_clause => RoundClause::Ends(self.round_ends(part)?),
            Rule::no_move_clause => RoundClause::NoMove(self.phrase(part, no_move)?),
            Rule::remainder_clause => RoundClause::Remainder(self.phrase(part, remainder)?),
            Rule::repetition_clause => RoundClause::Repetition(self.repetition(part)?),
            Rule::goal_clause => RoundClause::Goal(self.phrase(part, goal)?),
            Rule::cap_clause => RoundClause::TurnCap(self.number_alt(part)?),
            Rule::opened_clause => RoundClause::Opened(self.phrase(part, opened)?),
            _ => return None,
        })
    }

    fn match_clause(&mut self, node: Node<'_>) -> Option<MatchClause> {
        let rule = node.as_rule();
        let part = parts(node).next();
        Some(match rule {
            Rule::refill_clause => MatchClause::Refill(self.number_alt(part)?),
            Rule::rows_filled_clause => MatchClause::RowsFilled(self.phrase(part, rows_filled)?),
            Rule::order_clause => MatchClause::Order(self.phrase(part, order)?),
            Rule::c_close_unfilled => MatchClause::CloseUnfilled,
            Rule::surplus_clause => MatchClause::Surplus(self.phrase(part, surplus)?),
            Rule::reopen_clause => MatchClause::Reopen(self.phrase(part, reopen)?),
            Rule::closed_clause => MatchClause::Closed(self.phrase(part, closed)?),
            Rule::starter_clause => MatchClause::Starter(self.phrase(part, starter)?),
            Rule::match_ends_clause => MatchClause::Ends(self.match_end(part)?),
            Rule::loss_clause => MatchClause::LossFound(self.phrase(part, loss_found)?),
            Rule::split_clause => MatchClause::EqualSplit(self.phrase(part, equal_split)?),
            _ => return None,
        })
    }

    fn match_end(&mut self, node: Option<Node<'_>>) -> Option<Alt<Spanned<MatchEnd>>> {
        self.alt(node?, &|reader, node| {
            let span = reader.span(&node);
            let rule = node.as_rule();
            let number = parts(node).next().map(|n| reader.number(&n))?;
            let value = match rule {
                Rule::fewer_seeds => MatchEnd::FewerSeeds(number),
                Rule::fills_at_most => MatchEnd::FillsAtMost(number),
                Rule::after_rounds => MatchEnd::Rounds(number),
                _ => return None,
            };
            Some(Spanned { value, span })
        })
    }
}

const fn is_bad(rule: Rule) -> bool {
    matches!(rule, Rule::bad_board | Rule::bad_turn | Rule::bad_case | Rule::bad_round | Rule::bad_match)
}

/// A function from the rule of a fixed phrase to what it says.
macro_rules! says {
    ($name:ident: $type:ident { $($rule:ident => $variant:ident),+ $(,)? }) => {
        const fn $name(rule: Rule) -> Option<$type> {
            match rule {
                $(Rule::$rule => Some($type::$variant),)+
                _ => None,
            }
        }
    };
}

says!(passing: Passing { v_not_allowed => NotAllowed, v_allowed => Allowed });
says!(feeding: Feeding { v_free => Free, v_due => Due, v_due_or_ends => DueOrEnds });
says!(direction: Direction {
    v_anticlockwise => Anticlockwise, v_clockwise => Clockwise, v_either_way => EitherWay,
    v_one_way_chosen => OneWayChosen,
});
says!(landing: Landing { v_in_any_pit => Any, v_in_an_empty_pit => Empty, v_in_an_occupied_pit => Occupied });
says!(opened: Opened { v_by_lot => Lot, v_by_agreement => Agreement, v_by_turns => Turns, v_by_south => South });
says!(origin: Origin {
    v_sown => Sown, v_skipped_every_lap => SkippedEveryLap, v_skipped_whole_move => SkippedWholeMove,
});
says!(capture_rows: CaptureRows { v_either_row => Either, v_opponents_row => Opponents, v_own_row => Own });
says!(made: Made { v_are_made => Made, v_are_not_made => NotMade });
says!(taker: Taker { v_owner_captures => Owner, v_mover_captures => Mover });
says!(last_seed: LastSeed { v_last_seed_too => Too, v_not_last_seed => Not });
says!(never_ending: NeverEnding {
    v_mover_loses => MoverLoses, v_may_not_be_made => NotAllowed, v_round_drawn => Drawn,
});
says!(no_move: NoMove { v_ends_the_round => EndsRound, v_passes => Passes });
says!(remainder: Remainder {
    v_to_opponent => Opponent, v_to_row_owners => RowOwners, v_to_nobody => Nobody, v_to_last_capturer => LastCapturer,
    v_in_halves => Halved,
});
says!(sowers: Sowers { v_sown_by_owner => Owner, v_sown_by_both => Both });
says!(without_capture: WithoutCapture {
    v_after_gap => AfterGap, v_at_start => AtStart, v_anywhere => Anywhere, v_after_a_pass => AfterPass,
});
says!(grand_slam: GrandSlam { v_are_made => Made, v_win_nothing => WinNothing, v_are_not_allowed => NotAllowed });
says!(captured: Captured { v_to_the_mover => ToMover, v_out_of_the_game => OutOfGame });
says!(goal: Goal {
    v_more_seeds => MoreSeeds, v_last_move => LastMove, v_last_capture => LastCapture, v_nobody => Nobody,
});
says!(rows_filled: RowsFilled {
    v_each_as_far => Each, v_both_from_south => BothFromSouth, v_both_from_poorer => BothFromPoorer,
    v_poorer_alone => PoorerAlone,
});
says!(order: Order {
    v_in_sowing_order => Sowing, v_against_sowing_order => AgainstSowing, v_from_both_ends => FromEnds,
    v_as_owner_chooses => OwnersChoice,
});
says!(surplus: Surplus {
    v_is_kept => Kept, v_is_lost => Lost, v_fills_short_pit => ShortPit, v_goes_to_opponent => ToOpponent,
});
says!(reopen: Reopen { v_at_a_refill => AtRefill, v_never => Never, v_during_a_round => DuringRound });
says!(closed: Closed { v_leave_the_ring => Absent, v_count_as_empty => CountAsEmpty });
says!(starter: Starter {
    v_the_loser => Loser, v_alternates => Alternates, v_the_winner => Winner, v_who_moved_last => LastMover,
});
says!(loss_found: LossFound { v_at_a_refill => AtRefill, v_during_a_round_too => DuringRound });
says!(equal_split: EqualSplit { v_another_round => PlayOn, v_draws_the_match => Drawn });
