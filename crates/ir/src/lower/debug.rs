//! Source locations, each stored once.

use std::collections::HashMap;

use pikse_llvm::raw::{Context, Node, Value};

use super::maps::PointerMap;
use crate::ids::{FileId, LocId};
use crate::program::{Location, Program, Scope};

/// The debug information found so far.
pub(super) struct Debug {
    context: Context,
    places: PointerMap<LocId>,
    locations: HashMap<Location, LocId>,
    /// Files by their nodes, and by their paths: several modules may name the same file.
    files: PointerMap<FileId>,
    paths: HashMap<String, FileId>,
    /// Inlined functions, by the function and the location of the call.
    scopes: PointerMap<u32, (usize, usize)>,
}

/// No location, the first of all locations.
pub(super) const NOWHERE: LocId = LocId(0);

impl Debug {
    pub(super) fn new(context: Context, program: &mut Program) -> Self {
        let mut debug = Self {
            context,
            places: PointerMap::default(),
            locations: HashMap::new(),
            files: PointerMap::default(),
            paths: HashMap::new(),
            scopes: PointerMap::default(),
        };
        let file = debug.path(program, String::new());
        debug.location(program, Location { file, line: 0, column: 0, scope: None });
        debug
    }

    /// The source location of an instruction.
    pub(super) fn place(&mut self, program: &mut Program, instruction: Value<'_>) -> LocId {
        match instruction.location() {
            Some(node) => self.place_of(program, node),
            None => NOWHERE,
        }
    }

    fn place_of(&mut self, program: &mut Program, node: Node<'_>) -> LocId {
        if let Some(&known) = self.places.get(&node.key()) {
            return known;
        }
        // From the outermost call to the location itself: chains may be long.
        let chain: Vec<Node<'_>> =
            std::iter::successors(Some(node), |node| node.inlined_at()).collect();
        let mut id = NOWHERE;
        for node in chain.into_iter().rev() {
            id = match self.places.get(&node.key()) {
                Some(&known) => known,
                None => self.make(program, node, id),
            };
        }
        id
    }

    /// A location whose call location is known.
    fn make(&mut self, program: &mut Program, node: Node<'_>, called_at: LocId) -> LocId {
        let (line, column) = node.position();
        let around = node.scope();
        let file = around.and_then(Node::file);
        let file = file.map_or(FileId(0), |file| self.file(program, file));
        let scope = node.inlined_at().and_then(|call| {
            let function = around?.function(self.context)?;
            let key = (function.key(), call.key());
            if let Some(&known) = self.scopes.get(&key) {
                return Some(known);
            }
            let name = function.function_name(self.context)?;
            let scope = program.scopes.len() as u32;
            program.scopes.push(Scope { function: name, called_at });
            self.scopes.insert(key, scope);
            Some(scope)
        });
        let id = self.location(program, Location { file, line, column, scope });
        self.places.insert(node.key(), id);
        id
    }

    fn location(&mut self, program: &mut Program, location: Location) -> LocId {
        *self.locations.entry(location).or_insert_with(|| {
            program.locations.push(location);
            LocId::at(program.locations.len() - 1)
        })
    }

    fn file(&mut self, program: &mut Program, node: Node<'_>) -> FileId {
        if let Some(&known) = self.files.get(&node.key()) {
            return known;
        }
        let (folder, name) = node.path();
        let path = match name.starts_with('/') || folder.is_empty() {
            true => name,
            false => format!("{}/{name}", folder.trim_end_matches('/')),
        };
        let id = self.path(program, path);
        self.files.insert(node.key(), id);
        id
    }

    fn path(&mut self, program: &mut Program, path: String) -> FileId {
        *self.paths.entry(path).or_insert_with_key(|path| {
            program.files.push(path.clone());
            FileId::at(program.files.len() - 1)
        })
    }

    /// The name of a function in the source, and its location.
    pub(super) fn function(
        &mut self,
        program: &mut Program,
        function: Value<'_>,
    ) -> (Option<String>, LocId) {
        let Some(node) = function.subprogram() else { return (None, NOWHERE) };
        let file = node.file().map_or(FileId(0), |file| self.file(program, file));
        let location = Location { file, line: node.line(), column: 0, scope: None };
        (node.function_name(self.context), self.location(program, location))
    }
}
