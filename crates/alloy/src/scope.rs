//! How many atoms each signature may have in a command, and which.
//!
//! Scopes that the command does not give are derived: `one` and `lone` signatures have theirs; an
//! abstract signature has the sum of its children, and the last child what the others leave; a
//! signature at the top has the overall scope; and others have the scope of their parent.
//!
//! Atoms: an exact signature has atoms of its own besides those of its children, and so has one at the
//! top. Atoms of the parent that belong to no child for certain may be in any child that has room.

use crate::ast::Mult;
use crate::ir::{BUILTINS, Cmd, INT, NONE, SEQ_INT, STRING, SigId, SigShape, UNIV, World};
use crate::source::{Diagnostic, Result, fail};

/// The scopes of a command.
#[derive(Clone, Debug)]
pub(crate) struct Scopes {
    pub(crate) bits: u32,
    pub(crate) max_seq: i64,
    /// The scope of a signature; negative if unknown.
    size: Vec<i64>,
    exact: Vec<bool>,
    /// The number of atoms that `String` has besides the literals.
    pub(crate) strings: i64,
}

/// The atoms that a signature has for certain, and those it may have, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Atoms {
    pub(crate) lower: Vec<u32>,
    pub(crate) upper: Vec<u32>,
}

/// The largest scope.
const MAX_SCOPE: i64 = 20_000;

impl Scopes {
    pub(crate) fn size(&self, sig: SigId) -> i64 {
        self.size[sig.0 as usize]
    }

    pub(crate) fn is_exact(&self, sig: SigId) -> bool {
        self.exact[sig.0 as usize]
    }

    /// The scopes of a command; signatures with growing scopes have grown this often.
    pub(crate) fn of(world: &World, command: &Cmd, growth: i64) -> Result<Scopes> {
        Scopes::with(world, command, growth, &[])
    }

    /// The same, where some signatures have these scopes whatever the command says.
    pub(crate) fn with(
        world: &World,
        command: &Cmd,
        growth: i64,
        forced: &[(SigId, i64)],
    ) -> Result<Scopes> {
        let mut scopes = Scopes {
            bits: 4,
            max_seq: 4,
            size: vec![-1; world.sigs.len()],
            exact: vec![false; world.sigs.len()],
            strings: 0,
        };
        scopes.given(world, command, growth)?;
        for id in declared(world) {
            let sig = world.sig(id);
            if let SigShape::Subset(..) = sig.shape {
                continue;
            }
            match sig.mult {
                Some(Mult::One) => {
                    scopes.size[id.0 as usize] = 1;
                    scopes.exact[id.0 as usize] = true;
                }
                Some(Mult::Lone) if scopes.size(id) != 0 => scopes.size[id.0 as usize] = 1,
                _ => {}
            }
        }
        for &(sig, size) in forced {
            scopes.size[sig.0 as usize] = size;
            scopes.exact[sig.0 as usize] = false;
        }
        scopes.derive(world, command)?;
        scopes.integers(command)?;
        Ok(scopes)
    }

    fn given(&mut self, world: &World, command: &Cmd, growth: i64) -> Result<()> {
        for scope in &command.scopes {
            let sig = world.sig(scope.sig);
            let grown = scope.start.saturating_add(growth.saturating_mul(scope.step));
            let size = scope.end.map_or(grown, |end| grown.min(end));
            if size > MAX_SCOPE {
                return fail(scope.span, format!("a scope is at most {MAX_SCOPE}"));
            }
            if scope.sig == STRING {
                self.strings = size;
                continue;
            }
            if [UNIV, INT, SEQ_INT, NONE].contains(&scope.sig) {
                let mut diagnostic =
                    Diagnostic::new(scope.span, format!("`{}` has no scope", sig.name));
                if scope.sig == SEQ_INT {
                    diagnostic = diagnostic
                        .help("the longest sequence is given by `seq`, as in `for 4 seq`");
                }
                return Err(Box::new(diagnostic));
            }
            if sig.is_enum {
                return fail(
                    scope.span,
                    format!("the scope of the enum `{}` cannot be set", sig.name),
                );
            }
            let allowed = match sig.mult {
                Some(Mult::One) => size == 1,
                Some(Mult::Lone) => size <= 1,
                Some(Mult::Some) => size >= 1,
                _ => true,
            };
            if !allowed {
                let word = match sig.mult {
                    Some(Mult::One) => "one",
                    Some(Mult::Lone) => "lone",
                    _ => "some",
                };
                return fail(
                    scope.span,
                    format!("`{}` is a `{word} sig`: its scope cannot be {size}", sig.name),
                );
            }
            if let SigShape::Subset(..) = sig.shape {
                return fail(
                    scope.span,
                    format!("`{}` is a subset signature: only its parents have a scope", sig.name),
                );
            }
            let old = self.size(scope.sig);
            if old >= 0 && old != size {
                return fail(
                    scope.span,
                    format!("`{}` has two scopes: {old} and {size}", sig.name),
                );
            }
            self.size[scope.sig.0 as usize] = size;
            self.exact[scope.sig.0 as usize] |= scope.exact;
        }
        Ok(())
    }

    fn derive(&mut self, world: &World, command: &Cmd) -> Result<()> {
        loop {
            if self.derive_abstract(world)
                || self.derive_overall(world, command)?
                || self.derive_from_parent(world)
            {
                continue;
            }
            return Ok(());
        }
    }

    fn derive_abstract(&mut self, world: &World) -> bool {
        let mut changed = false;
        for id in declared(world) {
            let sig = world.sig(id);
            if !sig.is_abstract
                || sig.children.is_empty()
                || matches!(sig.shape, SigShape::Subset(..))
            {
                continue;
            }
            let unknown: Vec<SigId> =
                sig.children.iter().copied().filter(|&c| self.size(c) < 0).collect();
            let sum: i64 = sig.children.iter().map(|&c| self.size(c).max(0)).sum();
            match (self.size(id) < 0, unknown.as_slice()) {
                (true, []) => {
                    self.size[id.0 as usize] = sum;
                    changed = true;
                }
                (false, [one]) => {
                    self.size[one.0 as usize] = (self.size(id) - sum).max(0);
                    changed = true;
                }
                _ => {}
            }
        }
        changed
    }

    fn derive_overall(&mut self, world: &World, command: &Cmd) -> Result<bool> {
        let overall = command.overall.or(command.scopes.is_empty().then_some(3));
        let mut changed = false;
        for id in declared(world) {
            let sig = world.sig(id);
            if self.size(id) >= 0 || !matches!(sig.shape, SigShape::Prim(UNIV)) {
                continue;
            }
            if sig.is_enum {
                self.size[id.0 as usize] = 0;
                changed = true;
                continue;
            }
            let Some(overall) = overall else {
                return Err(Box::new(
                    Diagnostic::new(
                        command.span,
                        format!("the command gives no scope for `{}`", sig.label),
                    )
                    .help(format!("write `for 3 but …`, or add `3 {}`", sig.name)),
                ));
            };
            if overall > MAX_SCOPE {
                return fail(command.span, format!("a scope is at most {MAX_SCOPE}"));
            }
            self.size[id.0 as usize] = overall;
            changed = true;
        }
        Ok(changed)
    }

    fn derive_from_parent(&mut self, world: &World) -> bool {
        let mut changed = false;
        for id in declared(world) {
            if let SigShape::Prim(parent) = world.sig(id).shape
                && parent != UNIV
                && self.size(id) < 0
                && self.size(parent) >= 0
            {
                self.size[id.0 as usize] = self.size(parent);
                changed = true;
            }
        }
        changed
    }

    fn integers(&mut self, command: &Cmd) -> Result<()> {
        let bits = command.bits.unwrap_or(4);
        if !(1..=16).contains(&bits) {
            return fail(command.span, format!("integers have 1 to 16 bits, not {bits}"));
        }
        self.bits = bits as u32;
        let most = (1i64 << (bits - 1)) - 1;
        self.max_seq = match command.seq {
            Some(given) if given > most => {
                return fail(
                    command.span,
                    format!("sequences of {given} elements need more than {bits} bits of integers"),
                );
            }
            Some(given) => given,
            None => command.overall.unwrap_or(4).min(most),
        };
        Ok(())
    }

    /// Allots atoms. The second result has the name and number of every atom, in order.
    pub(crate) fn allot(&mut self, world: &World) -> (Vec<Atoms>, Vec<String>) {
        let mut atoms = vec![Atoms::default(); world.sigs.len()];
        let mut names = Vec::new();
        let tops: Vec<SigId> = declared(world)
            .filter(|&s| matches!(world.sig(s).shape, SigShape::Prim(UNIV)))
            .collect();
        for &top in &tops {
            self.lower(world, top, &mut atoms, &mut names);
        }
        for &top in &tops {
            self.upper(world, top, &mut atoms);
        }
        (atoms, names)
    }

    fn lower(&mut self, world: &World, sig: SigId, atoms: &mut [Atoms], names: &mut Vec<String>) {
        let mut own = Vec::new();
        for &child in &world.sig(sig).children {
            self.lower(world, child, atoms, names);
            own.extend(atoms[child.0 as usize].lower.clone());
        }
        let children = own.len() as i64;
        if self.size(sig) < children {
            self.size[sig.0 as usize] = children;
        }
        if world.exact.contains(&sig) {
            self.exact[sig.0 as usize] = true;
        }
        let (mut lower, mut upper) = (own.clone(), own);
        let is_top = matches!(world.sig(sig).shape, SigShape::Prim(UNIV));
        if self.is_exact(sig) || is_top {
            for number in 0..self.size(sig) - children {
                let atom = names.len() as u32;
                let label = &world.sig(sig).label;
                let name = label.strip_prefix("this/").unwrap_or(label);
                names.push(format!("{name}${number}"));
                if self.is_exact(sig) {
                    lower.push(atom);
                }
                upper.push(atom);
            }
        }
        atoms[sig.0 as usize] = Atoms { lower, upper };
    }

    fn upper(&self, world: &World, sig: SigId, atoms: &mut [Atoms]) {
        let mut free = atoms[sig.0 as usize].upper.clone();
        for child in &world.sig(sig).children {
            let taken = &atoms[child.0 as usize].lower;
            free.retain(|a| !taken.contains(a));
        }
        for &child in &world.sig(sig).children {
            let room = self.size(child) > atoms[child.0 as usize].lower.len() as i64;
            if room {
                atoms[child.0 as usize].upper.extend(&free);
            }
            self.upper(world, child, atoms);
        }
    }
}

/// The signatures that the model declares.
pub(crate) fn declared(world: &World) -> impl Iterator<Item = SigId> + '_ {
    (BUILTINS..world.sigs.len()).map(|s| SigId(s as u32))
}
