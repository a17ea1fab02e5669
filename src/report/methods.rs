//! The paragraphs on method, for the page, for a manuscript in Markdown and for one in LaTeX.
//!
//! They are made from the plan, the layouts and the results, and speak only of what was done: a sentence on a method stands
//! where the method was used, and a work is listed where a sentence cites it.

use super::analysis;
use super::manifest::Inputs;
use super::plates::{players, scope_words};
use super::words::{self, NBSP, count, fixed, grouped, list};
use super::{Found, Material};
use crate::agents::{Agent, Contender};
use crate::engine::Scope;
use crate::stats::real;
use crate::study::Design;
use std::collections::BTreeSet;

/// Works that a method may rest on: how they are cited, and in full.
const WORKS: [(&str, &str); 24] = [
    (
        "Auer, Cesa-Bianchi and Fischer 2002",
        "P. Auer, N. Cesa-Bianchi and P. Fischer, “Finite-time analysis of the multiarmed bandit problem”, Machine Learning 47 (2002): 235–256",
    ),
    (
        "Berger 1982",
        "R. L. Berger, “Multiparameter hypothesis testing and acceptance sampling”, Technometrics 24 (1982): 295–300",
    ),
    (
        "Blackman and Vigna 2021",
        "D. Blackman and S. Vigna, “Scrambled linear pseudorandom number generators”, ACM Transactions on Mathematical Software 47(4) (2021)",
    ),
    (
        "Chow and Robbins 1965",
        "Y. S. Chow and H. Robbins, “On the asymptotic theory of fixed-width sequential confidence intervals for the mean”, The Annals of Mathematical Statistics 36 (1965): 457–462",
    ),
    ("Cochran 1977", "W. G. Cochran, Sampling Techniques, 3rd ed. (New York: Wiley, 1977), ch. 6"),
    (
        "Cramér 1946",
        "H. Cramér, Mathematical Methods of Statistics (Princeton: Princeton University Press, 1946), p. 282",
    ),
    (
        "David and Nagaraja 2003",
        "H. A. David and H. N. Nagaraja, Order Statistics, 3rd ed. (Hoboken: Wiley, 2003), section 7.1",
    ),
    (
        "Efron 1979",
        "B. Efron, “Bootstrap methods: another look at the jackknife”, The Annals of Statistics 7 (1979): 1–26",
    ),
    (
        "Efron 1987",
        "B. Efron, “Better bootstrap confidence intervals”, Journal of the American Statistical Association 82 (1987): 171–185",
    ),
    (
        "Efron and Stein 1981",
        "B. Efron and C. Stein, “The jackknife estimate of variance”, The Annals of Statistics 9 (1981): 586–596",
    ),
    (
        "Holm 1979",
        "S. Holm, “A simple sequentially rejective multiple test procedure”, Scandinavian Journal of Statistics 6 (1979): 65–70",
    ),
    (
        "Homma and Saltelli 1996",
        "T. Homma and A. Saltelli, “Importance measures in global sensitivity analysis of nonlinear models”, Reliability Engineering and System Safety 52 (1996): 1–17",
    ),
    (
        "Hyndman and Fan 1996",
        "R. J. Hyndman and Y. Fan, “Sample quantiles in statistical packages”, The American Statistician 50 (1996): 361–365",
    ),
    ("Kendall 1945", "M. G. Kendall, “The treatment of ties in ranking problems”, Biometrika 33 (1945): 239–251"),
    (
        "Knuth and Moore 1975",
        "D. E. Knuth and R. W. Moore, “An analysis of alpha-beta pruning”, Artificial Intelligence 6 (1975): 293–326",
    ),
    (
        "Kocsis and Szepesvári 2006",
        "L. Kocsis and C. Szepesvári, “Bandit based Monte-Carlo planning”, in Machine Learning: ECML 2006, LNAI 4212 (Berlin: Springer, 2006), 282–293",
    ),
    (
        "Korn and Graubard 1998",
        "E. L. Korn and B. I. Graubard, “Confidence intervals for proportions with small expected number of positive counts estimated from survey data”, Survey Methodology 24 (1998): 193–201",
    ),
    (
        "McKay, Beckman and Conover 1979",
        "M. D. McKay, R. J. Beckman and W. J. Conover, “A comparison of three methods for selecting values of input variables in the analysis of output from a computer code”, Technometrics 21 (1979): 239–245",
    ),
    (
        "Newcombe 1998",
        "R. G. Newcombe, “Improved confidence intervals for the difference between binomial proportions based on paired data”, Statistics in Medicine 17 (1998): 2635–2650",
    ),
    (
        "Schuirmann 1987",
        "D. J. Schuirmann, “A comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average bioavailability”, Journal of Pharmacokinetics and Biopharmaceutics 15 (1987): 657–680",
    ),
    (
        "Sobol' 1993",
        "I. M. Sobol', “Sensitivity estimates for nonlinear mathematical models”, Mathematical Modelling and Computational Experiments 1 (1993): 407–414",
    ),
    ("Student 1908", "Student, “The probable error of a mean”, Biometrika 6 (1908): 1–25"),
    (
        "Wilson 1927",
        "E. B. Wilson, “Probable inference, the law of succession, and statistical inference”, Journal of the American Statistical Association 22 (1927): 209–212",
    ),
    (
        "Zou and Donner 2008",
        "G. Y. Zou and A. Donner, “Construction of confidence limits about effect measures: a general approach”, Statistics in Medicine 27 (2008): 1693–1702",
    ),
];

/// The works that the paragraphs cite, in full.
pub(super) fn literature(paragraphs: &[String]) -> Vec<String> {
    let cited = |key: &str| paragraphs.iter().any(|p| p.contains(key));
    WORKS.iter().filter(|(key, _)| cited(key)).map(|(_, work)| (*work).to_owned()).collect()
}

/// The paragraphs on method.
pub(super) fn paragraphs(material: &Material<'_>, inputs: &Inputs) -> Vec<String> {
    let mut paragraphs = vec![play(material) + &looks(material) + &registration(inputs), measures(material)];
    paragraphs.extend(comparisons(material));
    paragraphs.extend(factorials(material));
    paragraphs.extend(agreement(material));
    paragraphs
}

fn level(material: &Material<'_>) -> String {
    format!("{}{NBSP}%", words::hundredths(material.study.plan.confidence.level()))
}

/// A sentence on what a kind of player does.
fn does(contender: Contender) -> String {
    let Contender::Unaided(agent) = contender else {
        return " An exact player knows the value of every position, the round having been solved by retrograde analysis, \
                and makes one of the best moves, chosen by chance among those that bring the advantage in soonest."
            .to_owned();
    };
    match agent {
        Agent::Random => " A random player makes each legal move with equal chance.".to_owned(),
        Agent::Greedy => {
            " A greedy player makes the move that wins him most seeds at once, and chooses among equals by chance."
                .to_owned()
        }
        Agent::AlphaBeta(depth) => format!(
            " An {agent} player looks {} ahead and makes the move that wins him most seeds less his opponent's against best \
             replies (alpha-beta search, Knuth and Moore 1975), and chooses among equals by chance.",
            count(depth.into(), "turn", "turns")
        ),
        Agent::Mcts(sims) => format!(
            " An {agent} player plays {} out from each position and makes the move tried most (UCT, Kocsis and Szepesvári \
             2006, with the bounds of Auer, Cesa-Bianchi and Fischer 2002).",
            count(sims.into(), "game", "games")
        ),
    }
}

fn play(material: &Material<'_>) -> String {
    let study = material.study;
    let plan = &study.plan;
    let kinds: Vec<String> = (0..plan.agents.len()).map(|a| players(study, a)).collect();
    let agents: BTreeSet<Contender> = plan.agents.iter().flat_map(|pair| pair.0).collect();
    let who: String = agents.into_iter().map(does).collect();
    let first = if study.layouts.iter().any(|l| l.scope == Scope::Match) {
        "The player called first moves first, in a match in its first round."
    } else {
        "The player called first moves first."
    };
    let games: u64 = material.results.iter().map(|r| r.tally.games()).sum();
    let shares = material.results.iter().map(|r| real(r.distinct) / real(r.tally.games().max(1)));
    let least = shares.fold(1.0, f64::min);
    format!(
        "The readings of {} were compiled each to its own rules with {} {} and played by {}: {} a reading, scope and kind of \
         player, {} in all, over {} of rules, scope and players.{who} {first} Games were numbered, and the random \
         numbers of a game were drawn from {} (Blackman and Vigna 2021) by the seed {}, the number of the game and the \
         player, never by the reading, so that all readings were played over the same games (common random numbers). \
         Counted by the hashes of their moves, at least {}{NBSP}% of the games of each cell were distinct.",
        study.game.name,
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        list(&kinds),
        count(material.games(), "game", "games"),
        grouped(games),
        count(material.results.len() as u64, "cell", "cells"),
        crate::rng::NAME,
        plan.seed,
        fixed((least * 1000.0).floor() / 10.0, 1),
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
        format!("{} in a {}", count(questions, "question", "questions"), scope_words(found.layout.scope).0)
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
    let compared = material.one_at_a_time().next().is_some() && material.study.plan.agents.len() > 1;
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
    let works: Vec<String> = literature(paragraphs).iter().map(|w| format!("- {w}.")).collect();
    format!("## Methods\n\n{}\n\n### Works cited\n\n{}\n", paragraphs.join("\n\n"), works.join("\n"))
}

/// The same for one in LaTeX: a section without a preamble.
pub(super) fn latex(paragraphs: &[String]) -> String {
    let works: Vec<String> = literature(paragraphs).iter().map(|w| format!("\\item {}.", tex(w))).collect();
    let paragraphs: Vec<String> = paragraphs.iter().map(|p| tex(p)).collect();
    format!(
        "\\section*{{Methods}}\n\n{}\n\n\\subsection*{{Works cited}}\n\\begin{{itemize}}\n{}\n\\end{{itemize}}\n",
        paragraphs.join("\n\n"),
        works.join("\n")
    )
}

/// Text with what has a meaning in LaTeX escaped.
fn tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '%' | '&' | '#' | '_' | '$' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            NBSP => out.push('~'),
            '–' => out.push_str("--"),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            '’' => out.push('\''),
            '\u{2212}' => out.push_str("$-$"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_listed_once_and_only_where_they_are_cited() {
        let said = ["Shares (Wilson 1927).".to_owned(), "Again Wilson 1927; Holm 1979.".to_owned()];
        let listed = literature(&said);
        assert_eq!(listed.len(), 2);
        assert!(listed[0].starts_with("S. Holm") && listed[1].starts_with("E. B. Wilson"));
    }

    #[test]
    fn what_has_a_meaning_in_latex_is_escaped() {
        assert_eq!(tex("95\u{a0}% of {x_1} & “y” \u{2212}1–2"), "95~\\% of \\{x\\_1\\} \\& ``y'' $-$1--2");
    }

    #[test]
    fn works_stand_in_the_order_of_their_authors() {
        let keys: Vec<&str> = WORKS.iter().map(|w| w.0).collect();
        assert!(keys.is_sorted(), "{keys:?}");
    }
}
