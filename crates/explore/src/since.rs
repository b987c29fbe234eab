//! Only what changed: of an earlier exploration, the paths that run through no changed function stay, and the
//! rest is explored again.
//!
//! **Why that is enough.** A path that enters no changed function runs the same code in both programs, from the
//! same beginning. So it has the same conditions, the same decisions, and the same neighbours: at each of its
//! branches the same ways are possible. A path of the new program that does enter a changed function has a
//! beginning before that which the old program has, too, and which an old path followed; that old path entered
//! the function as well. So the new program has the old paths that enter no changed function, and what is below
//! the places where old paths entered one.
//!
//! An old path is followed in the new program by its script, without a query, until it ends or enters a changed
//! function. In the second case the script up to there is a part that is explored again.
//!
//! **What counts as a change.** The code of a function, its calling convention, and the contents of the globals
//! that it names. Places in the source do not count. If the objects of the program have other numbers than
//! before, a script that names an object or an address is cut there. If a path does not end as it did, which
//! code that computes with addresses may do, nothing is kept.

use std::collections::{BTreeMap, BTreeSet};

use pikse_base::Fnv;
use pikse_ir::{FuncId, Global, Program as Ir, Target};
use pikse_solver::Solver;
use pikse_vm::{Cut, Options, Script, Step, Stop, Verdict, Way};
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::outcome::Part;
use crate::path::Path;

/// The number of instructions after which it is looked whether a path has entered a changed function.
const SLICE: u64 = 1 << 20;
/// How deep the contents of globals are followed from one to another.
const DEPTH: u32 = 8;

/// What an earlier exploration ran, for a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprints {
    /// A number for each function, by its name.
    functions: BTreeMap<String, u64>,
    /// A number for the objects of the program: which ones there are, and their order.
    objects: u64,
    /// A number for what runs before the entry and after it, and for its arguments.
    around: u64,
}

impl Fingerprints {
    /// The fingerprints of a program.
    #[must_use]
    pub fn of(code: &Code<'_>) -> Self {
        let ir = code.ir;
        let globals = global_numbers(ir);
        let number = |at: usize| {
            let function = &ir.functions[at];
            let text = format!("{:?} {:?} ", function.passing, function.returning);
            Fnv::of(resolved(&(text + &ir.show(FuncId::at(at)).to_string()), &globals).as_bytes())
        };
        let functions = ir.functions.iter().enumerate();
        let functions = functions.map(|(at, function)| (function.name.clone(), number(at)));
        let mut objects = Fnv::default();
        for global in &ir.globals {
            objects.feed(format!("{} {}\n", global.name, global.size).as_bytes());
        }
        for function in &ir.functions {
            objects.feed(function.name.as_bytes());
            objects.feed(b"\n");
        }
        let names = |list: &[FuncId]| {
            let names = list.iter().map(|id| ir.functions[id.index()].name.as_str());
            names.collect::<Vec<_>>().join(" ")
        };
        let (before, after) = (names(&ir.constructors), names(&ir.destructors));
        let around = format!("{before} | {after} | {:?}", code.entry);
        Self {
            functions: functions.collect(),
            objects: objects.finish(),
            around: Fnv::of(around.as_bytes()),
        }
    }

    /// For each function of the new program whether it has changed.
    fn changed(&self, new: &Self, ir: &Ir) -> Vec<bool> {
        if self.around != new.around {
            return vec![true; ir.functions.len()];
        }
        let differs = |name: &str| self.functions.get(name) != new.functions.get(name);
        let mut changed: Vec<bool> =
            ir.functions.iter().map(|function| differs(&function.name)).collect();
        // Nobody enters a function without a body: a call of it is what has changed.
        let gone: BTreeSet<&str> = ir
            .functions
            .iter()
            .filter(|function| function.body.is_none() && differs(&function.name))
            .map(|function| function.name.as_str())
            .collect();
        for (at, function) in ir.functions.iter().enumerate() {
            if function.body.is_some() && !gone.is_empty() && !changed[at] {
                let text = ir.show(FuncId::at(at)).to_string();
                changed[at] = names_in(&text).any(|name| gone.contains(name));
            }
        }
        changed
    }
}

/// A character of a symbol's name.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// The symbols that a text names.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('@').skip(1).map(|rest| rest.split(|c| !is_of_name(c)).next().unwrap_or_default())
}

/// A text with the contents of globals beside their names. Constants are what they hold, whatever their names.
fn resolved(text: &str, globals: &BTreeMap<&str, (bool, u64)>) -> String {
    let mut pieces = text.split('@');
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|c| !is_of_name(c)).unwrap_or(piece.len());
        let (name, rest) = piece.split_at(end);
        whole += &match globals.get(name) {
            Some((true, number)) => format!("@={number:x}{rest}"),
            Some((false, number)) => format!("@{name}={number:x}{rest}"),
            None => format!("@{name}{rest}"),
        };
    }
    whole
}

/// For each global whether it is a constant, and a number for its contents.
fn global_numbers(ir: &Ir) -> BTreeMap<&str, (bool, u64)> {
    let number = |global: &Global| contents(ir, global, DEPTH);
    ir.globals
        .iter()
        .map(|global| (global.name.as_str(), (global.constant, number(global))))
        .collect()
}

fn contents(ir: &Ir, global: &Global, depth: u32) -> u64 {
    let mut hash = Fnv::default();
    let Global { size, align, constant, thread_local, weak, bytes, relocations, .. } = global;
    let head = format!("{size} {align} {constant} {thread_local} {weak} {}", bytes.is_some());
    hash.feed(head.as_bytes());
    hash.feed(bytes.as_deref().unwrap_or_default());
    for relocation in relocations {
        hash.feed(format!("{} {}", relocation.offset, relocation.addend).as_bytes());
        match relocation.target {
            Target::Function(function) => hash.feed(ir.functions[function.index()].name.as_bytes()),
            Target::Global(target) if depth == 0 => {
                hash.feed(ir.globals[target.index()].name.as_bytes());
            }
            Target::Global(target) => {
                let target = &ir.globals[target.index()];
                if !target.constant {
                    hash.feed(target.name.as_bytes());
                }
                hash.feed(&contents(ir, target, depth - 1).to_le_bytes());
            }
        }
    }
    hash.finish()
}

/// What is left of an earlier exploration.
#[derive(Clone, Debug, Default)]
pub struct Since {
    /// What is to be explored, in the order of paths: a part for each path that stays, and one for each place
    /// where paths enter changed code.
    pub parts: Vec<Part>,
    /// The paths that stay.
    pub kept: Vec<Path>,
    /// The number of paths that do not.
    pub dropped: u64,
    /// The number of changed functions, and of all with a body.
    pub functions: (u64, u64),
}

/// Compares a program with an earlier exploration of another version, whose paths have scripts.
#[must_use]
pub fn since(
    code: Code<'_>,
    options: &Options,
    solver: Box<dyn Solver>,
    old: &Fingerprints,
    paths: Vec<Path>,
) -> Option<Since> {
    let new = Fingerprints::of(&code);
    let changed = old.changed(&new, code.ir);
    let bodies = code.ir.functions.iter().map(|function| function.body.is_some());
    let count =
        |list: &[bool]| bodies.clone().zip(list).filter(|(body, is)| *body && **is).count() as u64;
    let functions = (count(&changed), bodies.clone().filter(|body| *body).count() as u64);
    let (mut machine, first) = code.machine(options.clone(), solver).ok()?;
    machine.stop_at(changed.clone());
    // The beginnings that are explored again, step by step; then the scripts of the others.
    let mut again: BTreeSet<Key> = BTreeSet::new();
    let mut stays: Vec<(Key, Path)> = Vec::new();
    let total = paths.len() as u64;
    for path in paths {
        let whole = Script { steps: path.script.clone()? };
        let script = match old.objects == new.objects {
            true => whole,
            false => before_objects(&whole),
        };
        let is_cut = script.steps.len() < path.script.as_ref().map_or(0, Vec::len);
        let key = key(&script);
        if (0..=key.0.len()).any(|length| again.contains(&Key(key.0[..length].to_vec()))) {
            continue;
        }
        let mut state = first.clone();
        machine.follow(&mut state, &script);
        let ended = loop {
            match machine.run(&mut state, SLICE) {
                Stop::Budget if machine.is_stopped_at(&state) => break None,
                Stop::Budget => {}
                // The script is used up, and the path goes on: it was cut.
                Stop::Split(_) if is_cut => break None,
                Stop::Split(_) => return None,
                Stop::Ended(verdict, _) => break Some(verdict),
            }
        };
        match ended {
            // Nothing says how it goes on from where its script was cut.
            _ if is_cut && !machine.is_stopped_at(&state) => drop(again.insert(key)),
            None => drop(again.insert(self::key(&state.script()))),
            Some(Verdict::Cut(Cut::Misfit(_), _)) => return None,
            Some(verdict) if is_alike(&verdict, &path.verdict) => stays.push((key, path)),
            Some(_) => return None,
        }
    }
    // What is below a beginning is explored with it.
    let is_below = |key: &Key, least: usize| {
        (0..key.0.len() + least).any(|length| again.contains(&Key(key.0[..length].to_vec())))
    };
    stays.retain(|(key, _)| !is_below(key, 1));
    let mut all: Vec<&Key> = again.iter().filter(|key| !is_below(key, 0)).collect();
    all.extend(stays.iter().map(|(key, _)| key));
    let mut parts: Vec<Part> = all
        .into_iter()
        .map(|key| Part { script: Script { steps: steps(key) }, ..Part::default() })
        .collect();
    parts.sort_by(|one, other| one.script.compare(&other.script));
    let kept: Vec<Path> = stays.into_iter().map(|(_, path)| path).collect();
    let dropped = total - kept.len() as u64;
    Some(Since { parts, kept, dropped, functions })
}

/// The steps of a script, each side one step, in a form that can be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(Vec<Vec<u8>>);

fn key(script: &Script) -> Key {
    let mut all = Vec::with_capacity(script.steps.len());
    for step in &script.steps {
        match *step {
            Step::Sides { bits, count } => all.extend((0..count).map(|at| {
                pikse_work::token::bytes(&Step::Sides { bits: bits >> at & 1, count: 1 })
            })),
            step => all.push(pikse_work::token::bytes(&step)),
        }
    }
    Key(all)
}

fn steps(key: &Key) -> Vec<Step> {
    key.0.iter().filter_map(|bytes| pikse_work::token::of_bytes(bytes).ok()).collect()
}

/// A script up to the first step that names an object or an address.
fn before_objects(script: &Script) -> Script {
    let names = |step: &Step| match step {
        Step::Decided(way) | Step::Only(way) => {
            matches!(way, Way::Object(_) | Way::Value(_) | Way::Concrete(_))
        }
        Step::Shown(_) | Step::From { .. } => true,
        Step::Sides { .. } => false,
    };
    let end = script.steps.iter().position(names).unwrap_or(script.steps.len());
    Script { steps: script.steps[..end].to_vec() }
}

/// Whether two paths end in the same way. Places may be others.
fn is_alike(one: &Verdict, other: &Verdict) -> bool {
    match (one, other) {
        (Verdict::Error(one), Verdict::Error(other)) => one.kind == other.kind,
        (Verdict::Killed(one, _), Verdict::Killed(other, _)) => one == other,
        _ => std::mem::discriminant(one) == std::mem::discriminant(other),
    }
}
