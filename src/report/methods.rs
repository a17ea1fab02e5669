//! The paragraphs on method, for the page, for a manuscript in Markdown and for one in LaTeX.
//!
//! They are made from the plan, the layouts and the results, and speak only of what was done: a sentence on a method stands
//! where the method was used, and a work is listed where a sentence cites it.

use super::analysis;
use super::manifest::Inputs;
use super::plates::{players, scope_words};
use super::words::{self, NBSP, count, fixed, grouped, list};
use super::{Found, Material, measured, strength};
use crate::agents::{Agent, Contender};
use crate::diagnostics::{Diagnostics, FileId};
use crate::engine::Scope;
use crate::rules::bib::{Bibliography, Reference};
use crate::rules::latex::latex_escaped;
use crate::stats::real;
use crate::study::Design;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Works that a method may rest on.
static WORKS: LazyLock<Bibliography> = LazyLock::new(|| {
    let mut diagnostics = Diagnostics::new();
    // The file is part of the program, and a test reads it.
    Bibliography::parse(FileId(0), include_str!("methods.bib"), &mut diagnostics).unwrap_or_default()
});

/// The works that the paragraphs cite.
pub(super) fn literature(paragraphs: &[String]) -> Vec<&'static Reference> {
    let cited = |work: &&Reference| paragraphs.iter().any(|p| p.contains(&work.short()));
    WORKS.iter().filter(cited).collect()
}

/// The entries of these works in the format of BibTeX.
pub(super) fn bibtex(paragraphs: &[String]) -> String {
    literature(paragraphs).into_iter().flat_map(|work| [work.bibtex.as_str(), "\n"]).collect()
}

/// A paragraph in LaTeX in which the works cited have become commands of natbib.
pub(super) fn cited_in_latex(paragraph: &str) -> String {
    WORKS.iter().fold(latex_escaped(paragraph), |text, work| {
        text.replace(&latex_escaped(&work.short()), &format!("\\citealp{{{}}}", work.key))
    })
}

/// The paragraphs on method.
pub(super) fn paragraphs(material: &Material<'_>, inputs: &Inputs) -> Vec<String> {
    let mut paragraphs = vec![play(material) + &looks(material) + &registration(inputs), measures(material)];
    paragraphs.extend(comparisons(material));
    paragraphs.extend(other_measures(material));
    paragraphs.extend(factorials(material));
    paragraphs.extend(agreement(material));
    paragraphs.extend(strength::method(material));
    paragraphs
}

fn level(material: &Material<'_>) -> String {
    format!("{}{NBSP}%", words::hundredths(material.study.plan.confidence.level()))
}

/// Sentences on what the kinds of player do.
fn do_what(contenders: &BTreeSet<Contender>) -> String {
    let has = |wanted: Contender| contenders.contains(&wanted);
    let mut said = String::new();
    if has(Contender::Unaided(Agent::Random)) {
        said += " A random player makes each legal move with equal chance.";
    }
    if has(Contender::Unaided(Agent::Greedy)) {
        said += " A greedy player makes the move that wins him most seeds at once, and chooses among equals by chance.";
    }
    let budgets = |of: fn(Agent) -> Option<u64>| -> Vec<u64> {
        let unaided =
            contenders.iter().filter_map(|c| if let Contender::Unaided(agent) = c { of(*agent) } else { None });
        unaided.collect()
    };
    let depths = budgets(|agent| if let Agent::AlphaBeta(depth) = agent { Some(depth.into()) } else { None });
    let sims = budgets(|agent| if let Agent::Mcts(sims) = agent { Some(sims.into()) } else { None });
    // "An alphabeta:2 player", or "Players alphabeta:2 and alphabeta:4", and their budgets in the same order.
    let who = |kind: &str, budgets: &[u64]| {
        let names: Vec<String> = budgets.iter().map(|n| format!("{kind}:{n}")).collect();
        if let [one] = &names[..] { format!("An {one} player") } else { format!("Players {}", list(&names)) }
    };
    let amounts = |budgets: &[u64], one: &str, many: &str| {
        if let [only] = budgets {
            return count(*only, one, many);
        }
        format!("{} {many}", list(&budgets.iter().map(|&n| grouped(n)).collect::<Vec<_>>()))
    };
    let s = |budgets: &[u64]| if budgets.len() == 1 { "s" } else { "" };
    let respectively = |budgets: &[u64]| if budgets.len() == 1 { "" } else { " respectively" };
    if !depths.is_empty() {
        let text = format!(
            " {} look{} {} ahead{} and make{} the move that wins most seeds less the opponent's against best replies (alpha-beta \
             search, Knuth and Moore 1975), and choose{} among equals by chance.",
            who("alphabeta", &depths),
            s(&depths),
            amounts(&depths, "turn", "turns"),
            respectively(&depths),
            s(&depths),
            s(&depths),
        );
        said.push_str(&text);
    }
    if !sims.is_empty() {
        let text = format!(
            " {} play{} {} out from each position{} and make{} the move tried most (UCT, Kocsis and Szepesvári 2006, with the \
             bounds of Auer, Cesa-Bianchi and Fischer 2002).",
            who("mcts", &sims),
            s(&sims),
            amounts(&sims, "game", "games"),
            respectively(&sims),
            s(&sims),
        );
        said.push_str(&text);
    }
    if has(Contender::Exact) {
        said += " An exact player knows the value of every position, the round having been solved by retrograde analysis, and \
                 makes one of the best moves, chosen by chance among those that bring the advantage in soonest.";
    }
    said
}

fn play(material: &Material<'_>) -> String {
    let study = material.study;
    let plan = &study.plan;
    let mut kinds: Vec<String> = Vec::new();
    for layout in study.layouts.iter().filter(|l| study.part(l).design != Design::Ladder) {
        for kind in (0..layout.players.len()).map(|a| players(layout, a)).collect::<Vec<_>>() {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    let agents: BTreeSet<Contender> = study.cells.iter().flat_map(|cell| cell.players.pair.0).collect();
    let who = do_what(&agents);
    let first = if study.layouts.iter().any(|l| l.scope == Scope::Match) {
        "The player called first moves first, in a match in its first round."
    } else {
        "The player called first moves first."
    };
    let games: u64 = material.results.iter().map(|r| r.tally.games()).sum();
    let shares = material.results.iter().map(|r| real(r.distinct) / real(r.tally.games().max(1)));
    let least = shares.fold(1.0, f64::min);
    format!(
        "The readings of {} were compiled each to its own rules with {} {} and played by {}: {} games a reading, scope and kind of \
         player, {} in all, over {} of rules, scope and players.{who} {first} Games were numbered, and the random \
         numbers of a game were drawn from {} (Blackman and Vigna 2021) by the seed {}, the number of the game and the \
         player, never by the reading, so that all readings were played over the same games (common random numbers). \
         Counted by the hashes of their moves, at least {}{NBSP}% of the games of each cell were distinct.{}",
        study.game.name,
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        list(&kinds),
        material.games_of(study.layouts.iter().filter(|l| study.part(l).design != Design::Ladder)),
        grouped(games),
        count(material.results.len() as u64, "cell", "cells"),
        crate::rng::NAME,
        plan.seed,
        fixed((least * 1000.0).floor() / 10.0, 1),
        random_turns(material),
    )
}

/// When it was looked whether to go on; nothing where the number of games was fixed.
fn looks(material: &Material<'_>) -> String {
    let plan = &material.study.plan;
    plan.until.map_or_else(String::new, |until| {
        let looks: Vec<String> = until.looks().into_iter().map(grouped).collect();
        format!(
            " The number of games was not fixed: it was looked at the intervals of the score after {} games of each cell, as \
             declared in the plan, and play stopped at the first look at which half the width of the widest was at most \
             {} points, or at the last (Chow and Robbins 1965).",
            list(&looks),
            words::hundredths(until.half_width)
        )
    })
}

/// That the plan was registered; nothing where it was not.
fn registration(inputs: &Inputs) -> String {
    inputs.registration_sha256.as_ref().map_or_else(String::new, |hash| {
        format!(" The plan was registered before any game was played (SHA-256 of the registration {hash}).")
    })
}

fn measures(material: &Material<'_>) -> String {
    format!(
        "Games are classed as won by the first player, won by the second, drawn by the rules, ended by a sowing that is \
         proved never to end, ended by repetition, or cut off; no class is left out or folded into another. The first \
         player's score is his wins and half the draws over all games won, lost or drawn. Shares have {level} intervals \
         (Wilson 1927); that of the score takes the variance of a share, which is never too small where games are \
         drawn. Means have intervals over games (Student 1908), ratios of sums are linearised over games (Cochran 1977), and \
         quantiles (definition 2 of Hyndman and Fan 1996) have intervals from order statistics (David and Nagaraja 2003).",
        level = level(material),
    )
}

fn comparisons(material: &Material<'_>) -> Option<String> {
    let tables: Vec<_> = material.found.iter().flat_map(|f| f.tables.iter().cloned()).collect();
    let pairing = analysis::pairing(&tables)?;
    let tested = |found: &Found<'_>| {
        let questions = found.tables.first().map_or(0, |t| t.findings.len()) as u64;
        let part = &material.study.part(found.layout).name;
        format!("{} in a {}, {part}", count(questions, "question", "questions"), scope_words(found.layout.scope).0)
    };
    let families: Vec<String> = material.one_at_a_time().map(tested).collect();
    Some(format!(
        "Each reading was compared with the best supported one. The difference of two scores over the same games joins their \
         Wilson intervals, taken at the effective number of games (Korn and Graubard 1998), with the correlation reached \
         (Newcombe 1998; Zou and Donner 2008). The correlation of results between a reading and the best supported one \
         ran from {} to {}, and the variance of the difference from {} to {} times that of separate games. The margin was {} \
         points. A question does not matter if for all of its readings two one-sided tests show the difference to be less \
         (Schuirmann 1987; Berger 1982); it matters if for one of them the difference is shown to be more, the tests of its \
         readings being corrected for their number by Bonferroni's inequality; else it is undecided. The claims of either \
         kind were corrected for the number of questions (Holm 1979) under each kind of player and in each scope ({}), so \
         that the chance of any false claim of that kind is at most {}{NBSP}%. Intervals that are shown hold one by one.",
        fixed(pairing.correlation.0, 2),
        fixed(pairing.correlation.1, 2),
        fixed(pairing.variance_ratio.0, 2),
        fixed(pairing.variance_ratio.1, 2),
        words::hundredths(material.study.plan.margin),
        list(&families),
        words::hundredths(1.0 - material.study.plan.confidence.level()),
    ))
}

/// The comparisons by other measures than the score; nothing where the plan names none.
fn other_measures(material: &Material<'_>) -> Option<String> {
    let found: Vec<&Found<'_>> = material.one_at_a_time().collect();
    let margins = measured::margins(&found);
    (!margins.is_empty()).then(|| {
        format!(
            "By the same tests, with margins stated in the plan, readings were compared by {}. Of these only sums over games were \
             kept, so that nothing is known of how two readings hang together game by game; the arms of both intervals were \
             added, which is never too narrow, whatever the correlation. The claims of each measure were corrected for the \
             number of questions (Holm 1979).",
            list(&margins)
        )
    })
}

/// Which players left their first turns to chance; nothing where none did.
fn random_turns(material: &Material<'_>) -> String {
    let mut told: Vec<String> = Vec::new();
    for players in material.study.layouts.iter().flat_map(|l| &l.players).filter(|p| p.random_turns > 0) {
        let words = format!("{} ({})", players.pair, count(players.random_turns.into(), "turn", "turns"));
        if !told.contains(&words) {
            told.push(words);
        }
    }
    if told.is_empty() {
        return String::new();
    }
    format!(
        " So that players who choose alike do not play the same few games again, the first turns of each game were left to \
         chance, by the seed, between these players: {}.",
        list(&told)
    )
}

fn factorials(material: &Material<'_>) -> Option<String> {
    let designs: Vec<Design> = material.factorials().map(|f| material.study.part(f.layout).design).collect();
    if designs.is_empty() {
        return None;
    }
    let mut text =
        "Main effects are contrasts of scores formed game by game from their linear parts (Cochran 1977), with \
                    Student's interval over games; being from the same games, the readings are not independent, and \
                    this takes account of it."
            .to_owned();
    if material.found.iter().any(|f| f.spreads.iter().any(Option::is_some)) {
        text += " The variance of the score over all combinations of a full factorial, each weighing the same, was divided \
                 exactly into first-order, two-way and total parts (Efron and Stein 1981; Sobol' 1993; Homma and Saltelli \
                 1996). The noise that finitely many games add to each part was estimated from batches of games with \
                 consecutive numbers and subtracted.";
        let intervals = format!(
            " The shares have {} percentile intervals over {} resamples of batches (Efron 1979), those of the two-way \
             effects are Student's over batches.",
            level(material),
            grouped(crate::stats::Bootstrap::seeded(0).resamples as u64)
        );
        text.push_str(&intervals);
    }
    if designs.contains(&Design::Sample) {
        text += " Samples of the combinations are balanced (McKay, Beckman and Conover 1979); how far their answers are \
                 aliased is told by Cramér's V (Cramér 1946).";
    }
    Some(text)
}

fn agreement(material: &Material<'_>) -> Option<String> {
    let compared = material.one_at_a_time().any(|f| f.layout.players.len() > 1);
    compared.then(|| {
        format!(
            "Whether two kinds of player rank the readings alike is told by Kendall's tau, ties corrected for (Kendall \
             1945), with {} bias-corrected and accelerated intervals over resampled batches of games (Efron 1987).",
            level(material)
        )
    })
}

/// The paragraphs and their works for a manuscript in Markdown.
pub(super) fn markdown(paragraphs: &[String]) -> String {
    let works: Vec<String> = literature(paragraphs).iter().map(|work| format!("- {}", work.full())).collect();
    format!("## Methods\n\n{}\n\n### Works cited\n\n{}\n", paragraphs.join("\n\n"), works.join("\n"))
}

/// The same for one in LaTeX: a section without a preamble, which takes natbib and the works in `references.bib`.
pub(super) fn latex(paragraphs: &[String]) -> String {
    let paragraphs: Vec<String> = paragraphs.iter().map(|p| cited_in_latex(p)).collect();
    format!("\\section{{Methods}}\n\n{}\n", paragraphs.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_listed_once_and_only_where_they_are_cited() {
        let said = ["Shares (Wilson 1927).".to_owned(), "Again Wilson 1927; Holm 1979.".to_owned()];
        let listed: Vec<String> = literature(&said).iter().map(|work| work.full()).collect();
        assert_eq!(listed.len(), 2);
        assert!(listed[0].starts_with("Holm, S. 1979.") && listed[1].starts_with("Wilson, E. B. 1927."), "{listed:?}");
    }

    #[test]
    fn every_work_has_its_author_its_year_and_its_place() {
        assert_eq!(WORKS.iter().count(), 26);
        for work in WORKS.iter() {
            let complete = !work.authors.is_empty() && work.year.is_some() && !work.place.is_empty();
            assert!(complete && work.bibtex.contains("year = {"), "{work:?}");
        }
    }

    #[test]
    fn a_citation_becomes_a_command_with_the_key_of_the_work() {
        assert_eq!(
            cited_in_latex("95\u{a0}% intervals (Wilson 1927; McKay, Beckman and Conover 1979)"),
            "95~\\% intervals (\\citealp{wilson1927}; \\citealp{mckay1979})"
        );
    }
}
