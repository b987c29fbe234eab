//! Modules: files are parsed once, and instantiated once for each list of arguments.
//!
//! An instance declares its own signatures, functions and macros. Names of other modules are seen
//! through what is opened: with the alias before a slash, or without, if the module that opens it is
//! not behind a private `open`.

use std::collections::HashMap;
use std::sync::Arc;

use crate::ast::{File, FunDecl, MacroDecl, Name, SigDecl};
use crate::ir::{
    BUILTINS, FunId, INT, ModId, NONE, SEQ_INT, STRING, Sig, SigId, SigShape, UNIV, World,
};
use crate::parser::parse;
use crate::source::{Diagnostic, Result, SourceFile, Sources, Span, fail, nearest};
use crate::types::Type;

/// Gives the name and the text of a module's file, if there is one.
pub(crate) type Reader<'a> = dyn Fn(&str) -> Option<(String, String)> + 'a;

pub(crate) struct Opened {
    pub(crate) alias: String,
    pub(crate) target: ModId,
    pub(crate) private: bool,
}

/// An instance of a module.
#[derive(Default)]
pub(crate) struct Module {
    pub(crate) file: Arc<File>,
    /// The name before a slash in labels: `this`, or an alias.
    pub(crate) label: String,
    pub(crate) params: HashMap<String, SigId>,
    pub(crate) opens: Vec<Opened>,
    pub(crate) sigs: HashMap<String, SigId>,
    /// The signatures with their declarations, in order.
    pub(crate) sig_decls: Vec<(SigId, Arc<SigDecl>)>,
    pub(crate) funs: HashMap<String, Vec<FunId>>,
    pub(crate) fun_decls: Vec<(FunId, Arc<FunDecl>)>,
    pub(crate) macros: HashMap<String, usize>,
}

/// Names and types of a model while they are resolved.
pub(crate) struct Resolver<'a> {
    pub(crate) world: World,
    pub(crate) sources: Sources,
    pub(crate) modules: Vec<Module>,
    pub(crate) macros: Vec<(ModId, Arc<MacroDecl>)>,
    files: HashMap<String, Arc<File>>,
    instances: HashMap<(String, Vec<SigId>), ModId>,
    reader: &'a Reader<'a>,
    /// How many macros are being replaced inside each other.
    pub(crate) unrolled: usize,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(reader: &'a Reader<'a>) -> Resolver<'a> {
        let mut world = World::default();
        let builtin = |name: &str, parent: SigId, id: SigId| Sig {
            label: name.to_string(),
            name: name.to_string(),
            module: ModId(0),
            private: false,
            is_abstract: false,
            is_enum: false,
            mult: None,
            shape: SigShape::Prim(parent),
            children: Vec::new(),
            fields: Vec::new(),
            ty: Type::of(vec![id]),
            span: Span::default(),
        };
        world.sigs = vec![
            builtin("univ", UNIV, UNIV),
            builtin("Int", UNIV, INT),
            builtin("seq/Int", INT, SEQ_INT),
            builtin("String", UNIV, STRING),
            builtin("none", UNIV, NONE),
        ];
        world.hierarchy.parents = vec![UNIV, UNIV, INT, UNIV, UNIV];
        debug_assert_eq!(world.sigs.len(), BUILTINS);
        Resolver {
            world,
            sources: Sources::default(),
            modules: Vec::new(),
            macros: Vec::new(),
            files: HashMap::new(),
            instances: HashMap::new(),
            reader,
            unrolled: 0,
        }
    }

    /// Parses a file that was not parsed before.
    pub(crate) fn parse_file(&mut self, name: String, text: String) -> Result<Arc<File>> {
        let number = self.sources.files.len() as u32;
        self.sources.files.push(SourceFile { name, text });
        let file = Arc::new(parse(number, &self.sources.files[number as usize].text)?);
        Ok(file)
    }

    /// Instantiates a module and everything that it opens.
    pub(crate) fn instantiate(
        &mut self,
        file: &Arc<File>,
        label: &str,
        args: &[SigId],
        is_root: bool,
    ) -> Result<ModId> {
        let id = ModId(self.modules.len() as u32);
        self.modules.push(Module {
            file: file.clone(),
            label: label.to_string(),
            ..Module::default()
        });
        for (decl, exact) in
            file.params.iter().zip(args.iter().map(Some).chain(std::iter::repeat(None)))
        {
            let (name, is_exact) = decl;
            let sig = match exact {
                Some(&sig) => sig,
                None if is_root => {
                    // A parameter of the main module is a signature of it.
                    let sig = self.new_sig(id, name, None);
                    self.modules[id.0 as usize].sigs.insert(name.text.clone(), sig);
                    sig
                }
                None => return fail(name.span, "a parameter has no argument"),
            };
            if *is_exact {
                self.world.exact.push(sig);
            }
            self.modules[id.0 as usize].params.insert(name.text.clone(), sig);
        }
        for decl in &file.sigs {
            let module = &self.modules[id.0 as usize];
            if let Some(&old) =
                module.sigs.get(&decl.name.text).or_else(|| module.params.get(&decl.name.text))
            {
                let place = self.sources.at(self.world.sig(old).span);
                return fail(
                    decl.name.span,
                    format!("there is already a signature `{}`, at {place}", decl.name.text),
                );
            }
            let sig = self.new_sig(id, &decl.name, Some(decl));
            let module = &mut self.modules[id.0 as usize];
            module.sigs.insert(decl.name.text.clone(), sig);
            module.sig_decls.push((sig, Arc::new(decl.clone())));
        }
        for decl in &file.macros {
            let number = self.macros.len();
            self.macros.push((id, Arc::new(decl.clone())));
            if self.modules[id.0 as usize].macros.insert(decl.name.text.clone(), number).is_some() {
                return fail(
                    decl.name.span,
                    format!("there is already a macro `{}`", decl.name.text),
                );
            }
        }
        self.open_all(id, file)?;
        Ok(id)
    }

    fn new_sig(&mut self, module: ModId, name: &Name, decl: Option<&SigDecl>) -> SigId {
        let id = SigId(self.world.sigs.len() as u32);
        let label = format!("{}/{}", self.modules[module.0 as usize].label, name.text);
        self.world.sigs.push(Sig {
            label,
            name: name.text.clone(),
            module,
            private: decl.is_some_and(|d| d.private),
            is_abstract: decl.is_some_and(|d| d.is_abstract),
            is_enum: decl.is_some_and(|d| d.is_enum),
            mult: decl.and_then(|d| d.mult),
            shape: SigShape::Prim(UNIV),
            children: Vec::new(),
            fields: Vec::new(),
            ty: Type::of(vec![id]),
            span: name.span,
        });
        self.world.hierarchy.parents.push(UNIV);
        id
    }

    /// Opens what a module opens. An argument may be a signature of another opened module, so that
    /// those that cannot be resolved wait for the others.
    fn open_all(&mut self, id: ModId, file: &Arc<File>) -> Result<()> {
        let mut waiting: Vec<_> = file.opens.iter().collect();
        if file.name.as_ref().is_none_or(|n| n.text != "util/integer") {
            let target = self.module_file("util/integer", Span::default())?;
            let target = self.instance("util/integer", &target, "integer", &[])?;
            self.modules[id.0 as usize].opens.push(Opened {
                alias: "integer".to_string(),
                target,
                private: true,
            });
        }
        if file.uses_seq {
            let target = self.module_file("util/sequniv", Span::default())?;
            let target = self.instance("util/sequniv", &target, "seq", &[])?;
            self.modules[id.0 as usize].opens.push(Opened {
                alias: "seq".to_string(),
                target,
                private: true,
            });
        }
        while !waiting.is_empty() {
            let mut later = Vec::new();
            let mut trouble = None;
            let before = waiting.len();
            for open in waiting {
                let mut args = Vec::new();
                let mut unresolved = None;
                for arg in &open.args {
                    match self.find_sig(id, arg) {
                        Ok(sig) => args.push(sig),
                        Err(why) => unresolved = Some(why),
                    }
                }
                if let Some(why) = unresolved {
                    trouble.get_or_insert(why);
                    later.push(open);
                    continue;
                }
                let target_file = self.module_file(&open.path.text, open.path.span)?;
                if target_file.params.len() != args.len() {
                    let message = format!(
                        "the module `{}` has {} parameters, and {} arguments are given",
                        open.path.text,
                        target_file.params.len(),
                        args.len()
                    );
                    return fail(open.path.span, message);
                }
                let last = open.path.text.rsplit('/').next().unwrap_or_default().to_string();
                let alias = open.alias.as_ref().map_or(last, |a| a.text.clone());
                let target = self.instance(&open.path.text, &target_file, &alias, &args)?;
                let opens = &mut self.modules[id.0 as usize].opens;
                let clash = opens.iter().any(|o| o.alias == alias && o.target != target);
                if clash && open.alias.is_some() {
                    opens.retain(|o| o.alias != alias || o.alias == "integer");
                }
                // Without an alias of its own, the second module of a kind is known by its names only.
                let alias = if clash && open.alias.is_none() { String::new() } else { alias };
                opens.push(Opened { alias, target, private: open.private });
            }
            if later.len() == before {
                return Err(trouble
                    .unwrap_or_else(|| Box::new(Diagnostic::new(Span::default(), "cannot open"))));
            }
            waiting = later;
        }
        Ok(())
    }

    fn instance(
        &mut self,
        path: &str,
        file: &Arc<File>,
        alias: &str,
        args: &[SigId],
    ) -> Result<ModId> {
        let key = (path.to_string(), args.to_vec());
        if let Some(&id) = self.instances.get(&key) {
            return Ok(id);
        }
        if self.modules.len() > 2_000 {
            let span = file.name.as_ref().map_or(Span::default(), |n| n.span);
            return fail(
                span,
                "more than 2,000 modules are opened: modules open each other without end",
            );
        }
        self.instances.insert(key, ModId(self.modules.len() as u32));
        // Labels of signatures and atoms begin with that of their module, which has to differ.
        let mut label = alias.to_string();
        let mut number = 2;
        while self.modules.iter().any(|m| m.label == label) {
            label = format!("{alias}{number}");
            number += 1;
        }
        self.instantiate(file, &label, args, false)
    }

    /// The file of a module, parsed.
    fn module_file(&mut self, path: &str, span: Span) -> Result<Arc<File>> {
        if let Some(file) = self.files.get(path) {
            return Ok(file.clone());
        }
        let found = (self.reader)(path)
            .or_else(|| crate::util::text(path).map(|text| (path.to_string(), text.to_string())));
        let Some((name, text)) = found else {
            let mut diagnostic = Diagnostic::new(span, format!("there is no module `{path}`"));
            if let Some(near) = nearest(path, crate::util::NAMES.iter().copied()) {
                diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
            }
            return Err(Box::new(
                diagnostic
                    .help(format!("the file `{path}.als` is looked for beside the main module")),
            ));
        };
        let file = self.parse_file(name, text)?;
        self.files.insert(path.to_string(), file.clone());
        Ok(file)
    }

    /// The modules whose names are seen from a module: itself, and what is opened.
    pub(crate) fn visible(&self, from: ModId) -> Vec<ModId> {
        let mut all = vec![from];
        let mut at = 0;
        while at < all.len() {
            for open in &self.modules[all[at].0 as usize].opens {
                if (at == 0 || !open.private) && !all.contains(&open.target) {
                    all.push(open.target);
                }
            }
            at += 1;
        }
        all
    }

    /// The module and the plain name of a qualified name.
    pub(crate) fn qualified<'n>(&self, from: ModId, name: &'n str) -> Option<(ModId, &'n str)> {
        let mut module = from;
        let mut rest = name.strip_prefix("this/").unwrap_or(name);
        while let Some((alias, tail)) = rest.split_once('/') {
            let open = self.modules[module.0 as usize]
                .opens
                .iter()
                .find(|o| o.alias == alias && (module == from || !o.private))?;
            module = open.target;
            rest = tail;
        }
        Some((module, rest))
    }

    /// The signatures that a name may be, seen from a module.
    pub(crate) fn sigs_named(&self, from: ModId, name: &str) -> Vec<SigId> {
        match name {
            "univ" => return vec![UNIV],
            "Int" => return vec![INT],
            "seq/Int" => return vec![SEQ_INT],
            "String" => return vec![STRING],
            "none" => return vec![NONE],
            _ => {}
        }
        let mut found = Vec::new();
        if name.contains('/') {
            if let Some((module, plain)) = self.qualified(from, name) {
                let m = &self.modules[module.0 as usize];
                found.extend(m.sigs.get(plain).or_else(|| m.params.get(plain)));
                found.retain(|&s| module == from || !self.world.sig(s).private);
            }
            return found;
        }
        for module in self.visible(from) {
            if let Some(&sig) = self.modules[module.0 as usize].sigs.get(name)
                && (module == from || !self.world.sig(sig).private)
            {
                found.push(sig);
            }
        }
        if let Some(&param) = self.modules[from.0 as usize].params.get(name)
            && !found.contains(&param)
        {
            found.push(param);
        }
        found
    }

    /// The one signature that a name is.
    pub(crate) fn find_sig(&self, from: ModId, name: &Name) -> Result<SigId> {
        let found = self.sigs_named(from, &name.text);
        match found.as_slice() {
            [sig] => Ok(*sig),
            [] => {
                let mut diagnostic =
                    Diagnostic::new(name.span, format!("there is no signature `{}`", name.text));
                let modules = self.visible(from);
                let known = modules
                    .iter()
                    .flat_map(|m| self.modules[m.0 as usize].sigs.keys().map(String::as_str));
                if let Some(near) = nearest(&name.text, known) {
                    diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                }
                Err(Box::new(diagnostic))
            }
            many => match many.iter().find(|&&s| self.world.sig(s).module == from) {
                Some(&own) => Ok(own),
                None => {
                    fail(name.span, format!("`{}` is a signature of several modules", name.text))
                }
            },
        }
    }
}
