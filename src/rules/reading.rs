//! Readings of a game: choosing, naming and listing them.

use thiserror::Error;

use super::game::{Answers, Game, Question, Severity};
use crate::lang::suggest;

/// Why words do not name a reading.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadingError {
    /// The id begins with the name of another game.
    #[error("`{given}` is not a reading of {game}: its readings begin with `{game}`")]
    OtherGame {
        /// The words before the colon.
        given: String,
        /// The name of the game.
        game: String,
    },
    /// A part of an id is not `QUESTION=READING`.
    #[error("`{given}` is not of the form QUESTION=READING, such as {example}")]
    Form {
        /// The part.
        given: String,
        /// A part as it should be.
        example: String,
    },
    /// The game has no such question.
    #[error("{game} has no question {given}{}", did_you_mean(.meant.as_deref()))]
    UnknownQuestion {
        /// The name of the game.
        game: String,
        /// The question as given.
        given: String,
        /// The question that is nearest to it.
        meant: Option<String>,
    },
    /// The question has no such reading.
    #[error("{question} has no reading {given}{}; its readings are {}", did_you_mean(.meant.as_deref()), .known.join(", "))]
    UnknownReading {
        /// The question.
        question: String,
        /// The reading as given.
        given: String,
        /// The reading that is nearest to it.
        meant: Option<String>,
        /// All its readings that can be played.
        known: Vec<String>,
    },
    /// The reading is recorded but not played.
    #[error("the reading {reading} of {question} is rejected: {why}")]
    Rejected {
        /// The question.
        question: String,
        /// The reading.
        reading: String,
        /// Why it is rejected.
        why: String,
    },
    /// A question is answered twice in one id.
    #[error("{question} is answered twice")]
    Twice {
        /// The question.
        question: String,
    },
}

fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or_else(String::new, |m| format!(" (did you mean {m}?)"))
}

impl Question {
    /// The letter by which a reading may be called: a, b, c, … in file order, rejected ones counted.
    #[must_use]
    pub fn letter(reading: usize) -> Option<char> {
        u8::try_from(reading).ok().filter(|&n| n < 26).map(|n| char::from(b'a' + n))
    }

    /// Indices of the readings that are played.
    pub fn playable(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        self.readings.iter().enumerate().filter(|(_, r)| r.playable()).map(|(n, _)| n)
    }

    /// Index of the reading of this name or letter. A name goes before a letter.
    fn reading(&self, given: &str) -> Result<usize, ReadingError> {
        let named = self.readings.iter().position(|r| r.name == given);
        let lettered = || {
            let mut chars = given.chars();
            let letter = chars.next().filter(|_| chars.next().is_none())?;
            (0..self.readings.len()).find(|&n| Self::letter(n) == Some(letter))
        };
        let Some(found) = named.or_else(lettered) else {
            let known: Vec<String> = self.playable().map(|n| self.readings[n].name.clone()).collect();
            let meant = suggest::nearest(given, known.iter().map(String::as_str)).map(str::to_owned);
            return Err(ReadingError::UnknownReading { question: self.id.clone(), given: given.into(), meant, known });
        };
        match &self.readings[found].rejected {
            None => Ok(found),
            Some(why) => Err(ReadingError::Rejected {
                question: self.id.clone(),
                reading: self.readings[found].name.clone(),
                why: why.clone(),
            }),
        }
    }
}

impl Game {
    /// The best supported reading: the first of every question.
    #[must_use]
    pub fn best(&self) -> Answers {
        Answers(vec![0; self.questions.len()])
    }

    /// Whether a question is asked under these answers: it has no condition, or its condition holds.
    #[must_use]
    pub fn applies(&self, question: usize, answers: &Answers) -> bool {
        let Some(question) = self.questions.get(question) else { return false };
        let Some(condition) = &question.only_if else { return true };
        condition.any.iter().any(|all| {
            all.iter().all(|part| {
                // A question that is not asked itself counts as answered with its first reading.
                let reading = if self.applies(part.question, answers) { answers.get(part.question) } else { Some(0) };
                reading.is_some_and(|r| part.readings.contains(&r))
            })
        })
    }

    /// The same reading with the answer to every question that is not asked, or that cannot touch play, set to its first
    /// reading. Readings with the same canonical answers are the same reading.
    #[must_use]
    pub fn canonical(&self, answers: &Answers) -> Answers {
        let mut canonical = answers.clone();
        // Conditions look only at earlier questions, which are canonical by the time they are looked at.
        for question in 0..self.questions.len() {
            if self.questions[question].presentation_only || !self.applies(question, &canonical) {
                canonical.0[question] = 0;
            }
        }
        canonical
    }

    /// These answers with one changed. `assignment` is `QUESTION=READING`; the question goes by its full id or by the
    /// part that tells it from the others, the reading by its name or its letter.
    ///
    /// An answer to a question that is not asked is kept, and has no effect until it is.
    ///
    /// # Errors
    ///
    /// If there is no such question or reading, or the reading is rejected.
    pub fn answer(&self, answers: &Answers, assignment: &str) -> Result<Answers, ReadingError> {
        let (question, reading) = self.assignment(assignment)?;
        Ok(self.with(answers, question, reading))
    }

    pub(crate) fn with(&self, answers: &Answers, question: usize, reading: usize) -> Answers {
        let mut changed = answers.clone();
        changed.0.resize(self.questions.len(), 0);
        // A question has at most a few readings: the checker counts them in a u8.
        changed.0[question] = u8::try_from(reading).unwrap_or(0);
        changed
    }

    fn assignment(&self, assignment: &str) -> Result<(usize, usize), ReadingError> {
        let Some((id, reading)) = assignment.split_once('=').map(|(q, r)| (q.trim(), r.trim())) else {
            let question = self.questions.first();
            let example = question.and_then(|q| Some(format!("{}={}", q.id, q.readings.first()?.name)));
            return Err(ReadingError::Form { given: assignment.into(), example: example.unwrap_or_default() });
        };
        let Some(question) = self.question(id) else {
            let ids = self.questions.iter().flat_map(|q| [q.id.as_str(), q.short.as_str()]);
            let meant = suggest::nearest(id, ids).map(str::to_owned);
            return Err(ReadingError::UnknownQuestion { game: self.id.clone(), given: id.into(), meant });
        };
        Ok((question, self.questions[question].reading(reading)?))
    }

    /// The reading of this id: the name of the game, and after a colon what differs from the best supported reading.
    ///
    /// # Errors
    ///
    /// If the id is of another game, or a part of it does not name a reading, or answers a question twice.
    pub fn parse_reading(&self, id: &str) -> Result<Answers, ReadingError> {
        let (name, parts) = id.split_once(':').map_or((id, None), |(name, parts)| (name, Some(parts)));
        if name.trim() != self.id {
            return Err(ReadingError::OtherGame { given: name.into(), game: self.id.clone() });
        }
        let mut answers = self.best();
        let mut seen = Vec::new();
        for part in parts.into_iter().flat_map(|p| p.split(',')) {
            let (question, reading) = self.assignment(part.trim())?;
            if seen.contains(&question) {
                return Err(ReadingError::Twice { question: self.questions[question].id.clone() });
            }
            seen.push(question);
            answers = self.with(&answers, question, reading);
        }
        Ok(answers)
    }

    /// The canonical id of a reading: only what differs from the best supported one and matters, in question order.
    #[must_use]
    pub fn reading_id(&self, answers: &Answers) -> String {
        let canonical = self.canonical(answers);
        let differing: Vec<String> = canonical
            .iter()
            .zip(&self.questions)
            .filter(|&(reading, _)| reading != 0)
            .filter_map(|(reading, q)| Some(format!("{}={}", q.short, q.readings.get(reading)?.name)))
            .collect();
        if differing.is_empty() { self.id.clone() } else { format!("{}:{}", self.id, differing.join(",")) }
    }

    /// The readings that differ from the best supported one in one answer, with the question they differ in: every other
    /// reading that is played, of every question of these severities that is asked there. The best supported reading
    /// itself is not among them, nor are questions of presentation.
    #[must_use]
    pub fn one_at_a_time(&self, severities: &[Severity]) -> Vec<(usize, Answers)> {
        let best = self.best();
        let mut found = Vec::new();
        for (n, question) in self.questions.iter().enumerate() {
            if severities.contains(&question.severity) && !question.presentation_only && self.applies(n, &best) {
                found.extend(question.playable().skip(1).map(|reading| (n, self.with(&best, n, reading))));
            }
        }
        found
    }

    /// Every combination of the played readings of `questions`, the last question changing fastest; all other answers
    /// as in `around`. Answers to questions that are not asked are varied like the others, so that the design is full:
    /// some of the readings may have the same [canonical](Self::canonical) form.
    pub fn factorial(&self, questions: &[usize], around: &Answers) -> impl Iterator<Item = Answers> + use<> {
        let mut factors: Vec<(usize, Vec<u8>)> = Vec::new();
        for &q in questions {
            if let Some(question) = self.questions.get(q) {
                factors.push((q, question.playable().filter_map(|r| u8::try_from(r).ok()).collect()));
            }
        }
        let mut around = around.clone();
        around.0.resize(self.questions.len(), 0);
        let mut digits = Some(vec![0_usize; factors.len()]);
        std::iter::from_fn(move || {
            let now = digits.take()?;
            let mut answers = around.clone();
            for (&digit, (question, readings)) in now.iter().zip(&factors) {
                answers.0[*question] = readings[digit];
            }
            let mut next = now;
            for (digit, (_, readings)) in next.iter_mut().zip(&factors).rev() {
                *digit += 1;
                if *digit < readings.len() {
                    digits = Some(next);
                    break;
                }
                *digit = 0;
            }
            Some(answers)
        })
    }
}
