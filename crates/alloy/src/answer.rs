//! The answer of a command, with everything that was asked for: the job of a command line.

use std::time::Instant;

use crate::module::{Command, CommandKind, Failure, Module};
use crate::run::{Limit, Outcome, Settings, Why};
use crate::show::Shown;
use pikse_relation::Size;

/// What to find out.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// How commands are run.
    pub settings: Settings,
    /// The number of instances to keep; 1 if there is no number.
    pub enumerate: Option<u64>,
    /// Counts all instances.
    pub count: bool,
    /// Expressions to evaluate on each kept instance.
    pub evaluate: Vec<String>,
    /// Finds the formulas that have no instance.
    pub core: bool,
}

/// An instance with the values of expressions on it.
#[derive(Debug, Clone)]
pub struct Found {
    /// The instance.
    pub shown: Shown,
    /// Expressions with their values.
    pub values: Vec<(String, String)>,
}

/// The answer of a command.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The command.
    pub command: Command,
    /// Whether there is an instance.
    pub outcome: Outcome,
    /// The limit that was reached, if one was.
    pub limit: Option<String>,
    /// The instances that were asked for.
    pub instances: Vec<Found>,
    /// How many instances were found, if they were enumerated or counted.
    pub count: Option<u64>,
    /// Whether these are all.
    pub is_complete: bool,
    /// The size of the problem.
    pub size: Size,
    /// The time of translation and search.
    pub seconds: f64,
    /// Why there is no instance, if asked.
    pub core: Option<Why>,
}

impl Answer {
    /// Whether the answer is what `expect` says; `None` without `expect`, or without an answer.
    #[must_use]
    pub fn is_expected(&self) -> Option<bool> {
        let has_instance = match self.outcome {
            Outcome::Sat => true,
            Outcome::Unsat => false,
            Outcome::Unknown => return None,
        };
        self.command.expect.map(|e| e == has_instance)
    }

    /// Whether this is a failure: against what is expected, or, if nothing is expected, a
    /// counterexample.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        match self.is_expected() {
            Some(expected) => !expected,
            None => {
                self.command.expect.is_none()
                    && self.command.kind == CommandKind::Check
                    && self.outcome == Outcome::Sat
            }
        }
    }
}

impl Module {
    /// Runs a command and finds out what is asked.
    ///
    /// # Errors
    ///
    /// If the command cannot be translated, or an expression to evaluate has an error.
    pub fn answer(&self, command: &Command, request: &Request) -> Result<Answer, Failure> {
        let begin = Instant::now();
        let mut answer = Answer {
            command: command.clone(),
            outcome: Outcome::Unsat,
            limit: None,
            instances: Vec::new(),
            count: None,
            is_complete: false,
            size: Size::default(),
            seconds: 0.0,
            core: None,
        };
        if self.is_symbolic() {
            self.symbolic(command, request, &mut answer)?;
        } else {
            self.concrete(command, request, &mut answer)?;
        }
        answer.seconds = begin.elapsed().as_secs_f64();
        Ok(answer)
    }

    fn concrete(
        &self,
        command: &Command,
        request: &Request,
        answer: &mut Answer,
    ) -> Result<(), Failure> {
        let mut run = self.run(command, &request.settings)?;
        answer.size = run.size();
        let wanted = request.enumerate.unwrap_or(1);
        let mut found = 0u64;
        let stopped = |why: Limit, answer: &mut Answer| answer.limit = Some(why.0);
        while found < wanted {
            match run.next_instance() {
                Ok(Some(instance)) => {
                    found += 1;
                    answer.outcome = Outcome::Sat;
                    let mut values = Vec::new();
                    for expression in &request.evaluate {
                        values.push((expression.clone(), run.evaluate(&instance, expression)?));
                    }
                    match run.show(&instance) {
                        Ok(shown) => answer.instances.push(Found { shown, values }),
                        Err(why) => stopped(why, answer),
                    }
                }
                Ok(None) => {
                    answer.is_complete = true;
                    break;
                }
                Err(why) => {
                    stopped(why, answer);
                    break;
                }
            }
        }
        if answer.limit.is_some() && found == 0 {
            answer.outcome = Outcome::Unknown;
        }
        if request.count && !answer.is_complete && answer.limit.is_none() {
            match run.count(u64::MAX) {
                Ok((more, complete)) => {
                    found += more;
                    answer.is_complete = complete;
                    if !complete {
                        answer.limit = Some("the count stopped at a limit".to_string());
                    }
                }
                Err(why) => stopped(why, answer),
            }
        }
        if request.count || request.enumerate.is_some() {
            answer.count = Some(found);
        }
        if request.core && answer.outcome == Outcome::Unsat {
            match run.core() {
                Ok(core) => answer.core = Some(core),
                Err(why) => stopped(why, answer),
            }
        }
        Ok(())
    }
}
