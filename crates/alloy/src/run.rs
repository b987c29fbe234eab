//! Runs a command: scopes, bounds, formula, solver.
//!
//! [`Run`] is a command that was translated. It gives instances one by one, evaluates expressions on
//! them, and says why there is none.

use std::time::{Duration, Instant};

use pikse_base::Halt;
use pikse_relation::{
    Ast, Core, Evaluator, FormulaId, Halted, Instance, Next, Options, Size, Solver, Stop,
};

use crate::bounds::Layout;
use crate::check::Context;
use crate::ir::{Cmd, Kind, ModId, SigShape, UNIV, node};
use crate::module::{Command, Failure, Module, on_large_stack};
use crate::modules::Resolver;
use crate::parser::parse_expression;
use crate::scope::{Scopes, declared};
use crate::show::Shown;
use crate::source::{Diagnostic, SourceFile, Span};
use crate::translate::{Translator, Value, names};
use crate::types::Type;

/// How commands are run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Gives each instance once up to renaming of atoms.
    pub no_isomorphs: bool,
    /// Integers wrap around. Otherwise an instance in which an overflow decides is not given.
    pub wrap: bool,
    /// The largest number of variables in a symmetry-breaking predicate; 0 leaves all symmetries in.
    pub symmetry: usize,
    /// The time for one step: the translation, or one instance.
    pub time: Duration,
    /// A request to stop.
    pub halt: Halt,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            no_isomorphs: false,
            wrap: false,
            symmetry: 40,
            time: Duration::MAX,
            halt: Halt::NEVER,
        }
    }
}

/// The answer of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is an instance (for `check`: a counterexample).
    Sat,
    /// There is none within the scope.
    Unsat,
    /// The time or another limit was reached.
    Unknown,
}

/// One formula of an unsatisfiable core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorePart {
    /// What it is: a fact, a field, the predicate.
    pub what: String,
    /// `file:line:column`.
    pub place: String,
    /// The place in the sources.
    pub span: Span,
    /// Its text, on one line.
    pub text: String,
}

/// Why a command has no instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// There is an instance.
    HasInstance,
    /// These formulas together with the scope have none. The flag says that all of them are needed.
    Core(Vec<CorePart>, bool),
    /// A limit was reached.
    Unknown,
}

/// A command that was translated.
pub struct Run<'m> {
    module: &'m Module,
    ast: Ast,
    layout: Layout,
    formula: FormulaId,
    labels: Vec<(Span, String)>,
    options: Options,
    solver: Solver,
    /// The time that the translation took.
    pub translation: Duration,
}

struct Translated {
    ast: Ast,
    layout: Layout,
    formula: FormulaId,
    labels: Vec<(Span, String)>,
}

impl Module {
    /// Translates a command. If scopes grow, this is the first of them that has an instance, or the
    /// last one.
    ///
    /// # Errors
    ///
    /// If the scopes cannot be met, or a formula cannot be solved, such as a quantifier over sets that
    /// is not existential.
    pub fn run(&self, command: &Command, settings: &Settings) -> Result<Run<'_>, Failure> {
        let Some(cmd) = self.world.commands.get(command.index) else {
            let diagnostic = Diagnostic::new(Span::default(), "the model has no such command");
            return Err(Failure::new(diagnostic, &self.sources));
        };
        let steps = cmd
            .scopes
            .iter()
            .map(|s| {
                s.end.map_or(8, |end| {
                    (end - s.start) / s.step.max(1)
                        + i64::from((end - s.start) % s.step.max(1) != 0)
                })
            })
            .max()
            .unwrap_or(0);
        for growth in 0..=steps {
            let mut run = self.translated(cmd, settings, growth)?;
            if growth == steps {
                return Ok(run);
            }
            if !matches!(run.solver.next_instance(), Ok(Next::Exhausted)) {
                return self.translated(cmd, settings, growth);
            }
        }
        self.translated(cmd, settings, steps)
    }

    fn translated(&self, cmd: &Cmd, settings: &Settings, growth: i64) -> Result<Run<'_>, Failure> {
        let begin = Instant::now();
        let failed = |d: Box<Diagnostic>| Failure::new(*d, &self.sources);
        let done = on_large_stack(|| self.translate(cmd, growth)).map_err(failed)?;
        let options = Options {
            symmetry: settings.symmetry,
            no_isomorphs: settings.no_isomorphs,
            overflow: if settings.wrap {
                pikse_relation::Overflow::Wrap
            } else {
                pikse_relation::Overflow::Forbid
            },
            time: settings.time,
            halt: settings.halt.clone(),
            ..Options::default()
        };
        let solver = Solver::new(&done.layout.bounds, &done.ast, done.formula, options.clone())
            .map_err(|e| failed(self.explain(&e, &done.labels, cmd)))?;
        Ok(Run {
            module: self,
            ast: done.ast,
            layout: done.layout,
            formula: done.formula,
            labels: done.labels,
            options,
            solver,
            translation: begin.elapsed(),
        })
    }

    fn translate(&self, cmd: &Cmd, growth: i64) -> crate::source::Result<Translated> {
        let scopes = Scopes::of(&self.world, cmd, growth)?;
        let ast = Ast::new();
        let mut layout = Layout::new(&self.world, scopes, &ast, cmd.span)?;
        let (formula, labels) = {
            let mut translator = Translator::new(&self.world, &ast, &mut layout);
            (translator.command(cmd)?, translator.labels)
        };
        if let Some(fault) = ast.fault() {
            return Err(crate::bounds::wrong(cmd.span, &fault));
        }
        Ok(Translated { ast, layout, formula, labels })
    }

    /// A fault of the solver as a diagnostic at the formula that is to blame.
    fn explain(
        &self,
        error: &pikse_relation::Error,
        labels: &[(Span, String)],
        cmd: &Cmd,
    ) -> Box<Diagnostic> {
        match error {
            pikse_relation::Error::HigherOrder { variable, label } => {
                let span = label.and_then(|l| labels.get(l as usize)).map_or(cmd.span, |l| l.0);
                Box::new(
                    Diagnostic::new(span, format!("`{variable}` ranges over sets or relations here, and cannot be skolemized"))
                        .help("only an existential quantifier (or a universal one below a negation) may range over sets"),
                )
            }
            other => crate::bounds::wrong(cmd.span, other),
        }
    }
}

impl Run<'_> {
    /// The size of the problem for the solver.
    #[must_use]
    pub fn size(&self) -> Size {
        self.solver.size()
    }

    /// The next instance; `Err` says that a limit was reached.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub fn next_instance(&mut self) -> Result<Option<Instance>, Limit> {
        match self.solver.next_instance() {
            Ok(Next::Instance(instance)) => Ok(Some(instance)),
            Ok(Next::Exhausted) => Ok(None),
            Ok(Next::Stopped(Stop::Time)) => Err(Limit("the time is over".to_string())),
            Ok(Next::Stopped(Stop::Conflicts)) => {
                Err(Limit("the limit of conflicts is reached".to_string()))
            }
            Err(why) => Err(Limit(why.to_string())),
        }
    }

    /// Counts the instances that were not given yet, up to a number. The second result says that
    /// these are all.
    ///
    /// # Errors
    ///
    /// If the solver fails.
    pub fn count(&mut self, most: u64) -> Result<(u64, bool), Limit> {
        match self.solver.count(most) {
            Ok(total) => {
                Ok((total.found, !matches!(total.stopped, Some(Halted::Stop(_) | Halted::Enough))))
            }
            Err(why) => Err(Limit(why.to_string())),
        }
    }

    /// Signatures, fields and parameters of an instance.
    ///
    /// # Errors
    ///
    /// If the evaluation fails.
    pub fn show(&self, instance: &Instance) -> Result<Shown, Limit> {
        Run::view(self.module, &self.ast, &self.layout, instance)
    }

    pub(crate) fn view(
        module: &Module,
        ast: &Ast,
        layout: &Layout,
        instance: &Instance,
    ) -> Result<Shown, Limit> {
        let universe = layout.bounds.universe();
        let evaluator = Evaluator::new(universe, ast, instance);
        let world = &module.world;
        let failed = |e: pikse_relation::Error| Limit(e.to_string());
        let mut shown = Shown::default();
        for sig in declared(world) {
            let tuples = evaluator.expr(layout.sigs[sig.0 as usize]).map_err(failed)?;
            let s = world.sig(sig);
            shown.sigs.push((
                s.label.clone(),
                names(universe, &tuples).into_iter().map(|t| t.concat()).collect(),
            ));
            shown.hidden.push(s.private);
            shown.top.push(matches!(s.shape, SigShape::Prim(UNIV)));
        }
        for (number, field) in world.fields.iter().enumerate() {
            let tuples = evaluator.expr(layout.fields[number]).map_err(failed)?;
            let label = format!("{}<:{}", world.sig(field.sig).label, field.name);
            shown.fields.push((label, names(universe, &tuples)));
        }
        for (name, relation) in &layout.parameters {
            let tuples = instance.get(*relation).map(|t| names(universe, t)).unwrap_or_default();
            shown.witnesses.push((format!("${name}"), tuples));
        }
        for witness in &instance.witnesses {
            shown.witnesses.push((format!("${}", witness.name), names(universe, &witness.tuples)));
        }
        Ok(shown)
    }

    /// Whether the whole formula holds on an instance, by the evaluator, which shares no code with the
    /// translation.
    ///
    /// # Errors
    ///
    /// If the evaluation fails.
    pub fn holds(&self, instance: &Instance) -> Result<bool, Limit> {
        let universe = self.layout.bounds.universe();
        Evaluator::new(universe, &self.ast, instance)
            .formula(self.formula)
            .map_err(|e| Limit(e.to_string()))
    }

    /// The value of an expression or formula on an instance, as text. Atoms and witnesses may be used
    /// by name, such as `Node$0`.
    ///
    /// # Errors
    ///
    /// If the expression has an error.
    pub fn evaluate(&mut self, instance: &Instance, expression: &str) -> Result<String, Failure> {
        let reader = self.module.reader();
        let mut sources = crate::source::Sources::default();
        sources
            .files
            .push(SourceFile { name: "expression".to_string(), text: expression.to_string() });
        let failed =
            |d: Box<Diagnostic>, sources: &crate::source::Sources| Failure::new(*d, sources);
        // Names are resolved in the main module, which is resolved again: expressions are rare.
        let mut resolver = Resolver::new(&reader);
        let result = resolver
            .resolve_all(&self.module.root)
            .and_then(|()| parse_expression(0, expression))
            .and_then(|expr| {
                self.add_names(&mut resolver, instance);
                let found = resolver.check(&expr, &mut Context::new(ModId(0)))?;
                let wanted = if found.ty.form { Type::formula() } else { found.ty.clone() };
                resolver.choose(&found, &wanted)
            })
            .and_then(|n| {
                let world = &resolver.world;
                let mut translator = Translator::new(world, &self.ast, &mut self.layout);
                translator.witnesses = Some(instance);
                translator.value(&n)
            });
        let value = result.map_err(|d| failed(d, &sources))?;
        let universe = self.layout.bounds.universe();
        let evaluator = Evaluator::new(universe, &self.ast, instance);
        let text = match value {
            Value::Form(f) => evaluator.formula(f).map(|b| b.to_string()),
            Value::Int(i) => evaluator
                .int(i)
                .map(|v| v.map_or_else(|| "overflow".to_string(), |v| v.to_string())),
            Value::Rel(e) => evaluator.expr(e).map(|t| {
                let tuples: Vec<String> =
                    names(universe, &t).into_iter().map(|t| t.join("->")).collect();
                format!("{{{}}}", tuples.join(", "))
            }),
        };
        text.map_err(|e| failed(crate::bounds::wrong(Span::default(), &e), &sources))
    }

    /// Makes atoms and witnesses known by name.
    fn add_names(&self, resolver: &mut Resolver<'_>, instance: &Instance) {
        let universe = self.layout.bounds.universe();
        let world = &self.module.world;
        let mut known = Vec::new();
        for sig in declared(world).filter(|&s| matches!(world.sig(s).shape, SigShape::Prim(UNIV))) {
            for atom in self.layout.upper[sig.0 as usize].iter() {
                known.push((universe.name(atom[0]).to_string(), Type::of(vec![sig])));
            }
        }
        for witness in &instance.witnesses {
            let ty = Type::of(vec![UNIV; witness.tuples.arity()]);
            known.push((format!("${}", witness.name), ty.clone()));
        }
        for (name, ty) in known {
            let value = node(Kind::Named(name.clone()), ty, Span::default());
            resolver.world.globals.insert(name, value);
        }
    }

    /// The formulas that together have no instance.
    ///
    /// # Errors
    ///
    /// If the solver fails.
    pub fn core(&self) -> Result<Why, Limit> {
        let found =
            pikse_relation::core(&self.layout.bounds, &self.ast, self.formula, &self.options);
        match found {
            Ok(Core::Satisfiable) => Ok(Why::HasInstance),
            Ok(Core::Stopped(_)) => Ok(Why::Unknown),
            Ok(Core::Labels { labels, is_minimal }) => {
                let parts = labels
                    .into_iter()
                    .filter_map(|l| self.labels.get(l as usize))
                    .map(|(span, what)| CorePart {
                        what: what.clone(),
                        place: self.module.sources.at(*span),
                        span: *span,
                        text: self
                            .module
                            .sources
                            .text(*span)
                            .split_whitespace()
                            .collect::<Vec<_>>()
                            .join(" "),
                    })
                    .collect();
                Ok(Why::Core(parts, is_minimal))
            }
            Err(why) => Err(Limit(why.to_string())),
        }
    }
}

/// A limit that was reached, or a fault of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit(pub String);

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Limit {}
