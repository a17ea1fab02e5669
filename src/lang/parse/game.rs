//! The game as a whole, its questions, their evidence, and the worked examples.

use super::super::ast::{
    Citation, ConditionPart, Evidence, Example, ExampleItem, Game, GameItem, Grade, Note, Question, Reading, Seat,
    Spanned,
};
use super::super::grammar::Rule;
use super::fault::Place;
use super::{Node, Reader, parts};

impl Reader<'_> {
    pub(super) fn game(&mut self, node: Node<'_>) -> Game {
        let mut id = self.spanned(&node, String::new());
        let mut items = Vec::new();
        for part in parts(node) {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::name => id = self.name(&part),
                Rule::bad_game => self.bad(&part, Place::GAME),
                _ => items.extend(self.game_item(part).map(|value| Spanned { value, span })),
            }
        }
        Game { id, items }
    }

    fn game_item(&mut self, node: Node<'_>) -> Option<GameItem> {
        let rule = node.as_rule();
        Some(match rule {
            Rule::name_clause => GameItem::Name(self.text(parts(node).next()?)),
            Rule::people_clause => GameItem::People(self.text(parts(node).next()?)),
            Rule::recorded_clause => GameItem::Recorded(self.number(&parts(node).next()?)),
            Rule::described_clause => GameItem::DescribedBy(parts(node).filter_map(|p| self.citation(p)).collect()),
            Rule::note => GameItem::Note(self.note(node)?),
            Rule::board => GameItem::Board(self.board(node)),
            Rule::question => GameItem::Question(self.question(node)?),
            Rule::turn => GameItem::Turn(self.turn(node)),
            Rule::round => GameItem::Round(self.round(node)),
            Rule::match_play => GameItem::Match(self.match_play(node)),
            Rule::example => GameItem::Example(self.example(node)?),
            _ => return None,
        })
    }

    fn citation(&mut self, node: Node<'_>) -> Option<Citation> {
        let mut parts = parts(node);
        let source = parts.next()?;
        let mut key = self.name(&source);
        key.value.remove(0);
        let mut citation = Citation { key, locator: None, quotation: None };
        for part in parts {
            match part.as_rule() {
                Rule::text => citation.locator = Some(self.text(part)),
                _ => citation.quotation = super::parts(part).next().map(|t| self.text(t)),
            }
        }
        Some(citation)
    }

    fn note(&mut self, node: Node<'_>) -> Option<Note> {
        let mut parts = parts(node);
        let text = self.text(parts.next()?);
        Some(Note { text, citations: parts.filter_map(|p| self.citation(p)).collect() })
    }

    fn question(&mut self, node: Node<'_>) -> Option<Question> {
        let mut parts = parts(node);
        let id = parts.next().map(|n| self.name(&n))?;
        let sentence = self.text(parts.next()?);
        let severity = parts.next().map(|n| self.name(&n))?;
        let (readings, notes) = (Vec::new(), Vec::new());
        let mut question =
            Question { id, sentence, severity, only_if: None, presentation_only: false, readings, notes };
        for part in parts {
            match part.as_rule() {
                Rule::condition => question.only_if = Some(self.condition(part)),
                Rule::c_presentation_only => question.presentation_only = true,
                Rule::reading => question.readings.extend(self.reading(part)),
                Rule::note => question.notes.extend(self.note(part)),
                _ => self.bad(&part, Place::QUESTION),
            }
        }
        Some(question)
    }

    fn condition(&mut self, node: Node<'_>) -> Vec<Vec<ConditionPart>> {
        let mut any = Vec::new();
        for all in parts(node) {
            let mut conjunction = Vec::new();
            for part in parts(all) {
                let mut names: Vec<_> = parts(part).map(|n| self.name(&n)).collect();
                let question = names.remove(0);
                conjunction.push(ConditionPart { question, readings: names });
            }
            any.push(conjunction);
        }
        any
    }

    fn reading(&mut self, node: Node<'_>) -> Option<Reading> {
        let mut parts = parts(node);
        let name = parts.next().map(|n| self.name(&n))?;
        let mut reading = Reading { name, gloss: None, evidence: Vec::new(), rejected: Vec::new(), notes: Vec::new() };
        for part in parts {
            match part.as_rule() {
                Rule::text => reading.gloss = Some(self.text(part)),
                Rule::evidence => reading.evidence.extend(self.evidence(part)),
                Rule::rejected => reading.rejected.extend(super::parts(part).next().map(|t| self.text(t))),
                _ => reading.notes.extend(self.note(part)),
            }
        }
        Some(reading)
    }

    fn evidence(&mut self, node: Node<'_>) -> Option<Spanned<Evidence>> {
        let span = self.span(&node);
        let mut parts = parts(node);
        let grade = match parts.next()?.as_rule() {
            Rule::v_primary => Grade::Primary,
            Rule::v_secondary => Grade::Secondary,
            Rule::v_implementation => Grade::Implementation,
            _ => Grade::Reconstruction,
        };
        let mut evidence = Evidence { grade, remark: None, citations: Vec::new() };
        for part in parts {
            match part.as_rule() {
                Rule::text => evidence.remark = Some(self.text(part)),
                _ => evidence.citations.extend(self.citation(part)),
            }
        }
        Some(Spanned { value: evidence, span })
    }

    /// A `seat` node, or the phrase inside it.
    pub(super) fn seat(node: &Node<'_>) -> Seat {
        if node.as_str().trim_end() == "south" { Seat::South } else { Seat::North }
    }

    fn example(&mut self, node: Node<'_>) -> Option<Example> {
        let mut parts = parts(node);
        let title = self.text(parts.next()?);
        let mut example = Example { title, constructed: false, citation: None, items: Vec::new() };
        for part in parts {
            let span = self.span(&part);
            match part.as_rule() {
                Rule::c_constructed => example.constructed = true,
                Rule::citation => example.citation = self.citation(part),
                Rule::bad_example => self.bad(&part, Place::EXAMPLE),
                _ => example.items.extend(self.example_item(part).map(|value| Spanned { value, span })),
            }
        }
        Some(example)
    }

    fn example_item(&mut self, node: Node<'_>) -> Option<ExampleItem> {
        let rule = node.as_rule();
        let mut parts = parts(node);
        Some(match rule {
            Rule::c_start => ExampleItem::Start,
            Rule::c_wins_nothing => ExampleItem::WinsNothing,
            Rule::lifts => ExampleItem::Lifts(Self::seat(&parts.next()?), self.name(&parts.next()?)),
            Rule::lap => {
                ExampleItem::Lap { from: self.name(&parts.next()?), sown: parts.map(|n| self.name(&n)).collect() }
            }
            Rule::captures => {
                let mut captures = Vec::new();
                while let (Some(pit), Some(seeds)) = (parts.next(), parts.next()) {
                    captures.push((self.name(&pit), self.number(&seeds)));
                }
                ExampleItem::Captures(captures)
            }
            Rule::example_board => ExampleItem::Board(self.diagram(parts.next()?)),
            Rule::won => {
                let mut numbers = parts.filter(|p| p.as_rule() == Rule::number);
                ExampleItem::Won { south: self.number(&numbers.next()?), north: self.number(&numbers.next()?) }
            }
            Rule::refutes => {
                let mut refutes = Vec::new();
                while let (Some(question), Some(reading)) = (parts.next(), parts.next()) {
                    refutes.push((self.name(&question), self.name(&reading)));
                }
                ExampleItem::Refutes(refutes)
            }
            _ => return None,
        })
    }
}
