//! Opens the sources or packages that a user names: programs with their properties.

use std::rc::Rc;

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Language, Options, Program, Types, rust};

use super::property::{Named, Property, PropertyError};
use crate::bounds::{Bounds, Parameter, Request, infer_input};
use crate::c_family::attempts;
use crate::containers;
use crate::finitize::finitization;
use crate::given::finitization_named;
use crate::package::{package_checks, package_whole};
use crate::properties::{FINITIZE, checks_in, rust_file_checks};
use crate::rust_entry::{self, RustEntry};
use crate::rust_symbols;
use crate::subject::{FINITIZATIONS, SubjectError, Wanted, language_of, types_of};
use crate::symbols;

/// A program with properties.
#[derive(Debug)]
pub struct Checked<'ctx> {
    /// The program.
    pub program: Program<'ctx>,
    /// Its types, which outlive it.
    pub types: Rc<Types>,
    /// Its language.
    pub language: Language,
    /// Its properties.
    pub properties: Vec<Property>,
}

impl Checked<'_> {
    /// The bounds of a property's inputs: those of a finitization function if there is one,
    /// and then those of the request.
    pub fn bounds(
        &self,
        property: &Property,
        mut request: Request,
        finitize: Option<&str>,
    ) -> Result<Bounds, SubjectError> {
        request.makers = containers::makers_in(&self.program);
        request.symbols = symbols::known_in(&self.program);
        request.tables = symbols::tables_in(&self.program);
        let of_check = format!("{FINITIZE}{}", property.name);
        let of_check = self.program.module().get_function(&of_check).map(|_| of_check.clone());
        let by_itself = || {
            let named = FINITIZATIONS.iter();
            of_check.or_else(|| {
                named.into_iter().find_map(|name| finitization_named(&self.types, name))
            })
        };
        if let Some(name) = finitize.map(str::to_owned).or_else(by_itself) {
            finitization(&self.program, &name, request.size, &self.types)?.apply(&mut request);
        }
        let bounds = infer_input(&self.types, &property.parameters, &request)?;
        symbols::export(&self.program, &bounds);
        Ok(bounds)
    }
}

/// Opens the checks of a program, or one check of the functions in `named`. `only` are the
/// selected checks; an empty list means all.
pub fn open<'ctx>(
    context: &'ctx Context,
    wanted: &Wanted,
    named: Option<&Named>,
    only: &[String],
) -> Result<Vec<Checked<'ctx>>, PropertyError> {
    let checked = open_plain(context, wanted, named, only)?;
    // The checks of a package come with functions that make containers.
    let ([one], None) = (&checked[..], &wanted.package) else { return Ok(checked) };
    let parameters = one.properties.iter().flat_map(|property| &property.parameters);
    let roots = parameters.filter_map(|parameter| match parameter {
        Parameter::Structure { of, .. } => Some(*of),
        Parameter::Scalar { .. } => None,
    });
    let roots: Vec<_> = roots.collect();
    // Structures may contain containers of a library: then the program also makes them.
    let open = |longer: &Wanted| open_plain(context, longer, named, only);
    let longer = wanted.open_with_containers(&one.types, &roots, open);
    Ok(longer.unwrap_or(checked))
}

fn open_plain<'ctx>(
    context: &'ctx Context,
    wanted: &Wanted,
    named: Option<&Named>,
    only: &[String],
) -> Result<Vec<Checked<'ctx>>, PropertyError> {
    if let Some(package) = &wanted.package {
        if let Some(named) = named {
            let language = Language::Rust;
            let program =
                package_whole(context, package, &wanted.options).map_err(SubjectError::from)?;
            let types = types_of(&program)?;
            let mut property = Property::of_call(&types, language, named)?;
            property.settle(&program, &types, language);
            let types = Rc::new(types);
            return Ok(vec![Checked { program, types, language, properties: vec![property] }]);
        }
        let targets = package_checks(context, package, &wanted.options, only);
        let targets = targets.map_err(SubjectError::from)?;
        let checked = targets.into_iter().map(|target| {
            let types = types_of(&target.program)?;
            with_checks(target.program, types, Language::Rust, wanted, only)
        });
        return checked.collect();
    }
    let languages: Vec<Language> =
        wanted.files.iter().map(|file| language_of(file)).collect::<Result<_, _>>()?;
    let &language = languages.first().ok_or(SubjectError::Llvm(pikse_llvm::Error::NoSource))?;
    let checked = match (&wanted.files[..], languages.contains(&Language::Rust)) {
        ([file], true) => match named {
            None => {
                let program = rust_file_checks(context, file, &wanted.options);
                let program = program.map_err(SubjectError::from)?;
                let types = types_of(&program)?;
                with_checks(program, types, language, wanted, only)?
            }
            Some(named) => {
                let program = RustEntry::all(context, file, &wanted.options);
                let program = program.map_err(SubjectError::from)?;
                let own = rust_symbols::of_crate(&program, &rust::crate_name(file));
                let own: Vec<&str> = own.iter().map(String::as_str).collect();
                let program = rust_entry::prepare_for(program, &own).map_err(SubjectError::from)?;
                let types = types_of(&program)?;
                let mut property = Property::of_call(&types, language, named)?;
                property.settle(&program, &types, language);
                Checked { program, types: Rc::new(types), language, properties: vec![property] }
            }
        },
        (_, true) => return Err(SubjectError::SeveralFiles.into()),
        (_, false) => open_c(context, language, wanted, named, only)?,
    };
    Ok(vec![checked])
}

/// C and C++.
fn open_c<'ctx>(
    context: &'ctx Context,
    language: Language,
    wanted: &Wanted,
    named: Option<&Named>,
    only: &[String],
) -> Result<Checked<'ctx>, PropertyError> {
    let attempt = |options: &Options| {
        let program = Program::compile(context, &wanted.files, options);
        let program = program.map_err(SubjectError::from)?;
        let types = types_of(&program)?;
        match named {
            None => with_checks(program, types, language, wanted, only),
            Some(named) => {
                let mut property = Property::of_call(&types, language, named)?;
                property.settle(&program, &types, language);
                Ok(Checked { program, types: Rc::new(types), language, properties: vec![property] })
            }
        }
    };
    let lacks = |first: &Result<Checked<'ctx>, PropertyError>| {
        use SubjectError::{NoSuchPredicate, NoSuchType};
        matches!(
            first,
            Err(PropertyError::NoSuchFunction { .. }
                | PropertyError::Subject(NoSuchPredicate { .. } | NoSuchType { .. }))
        )
    };
    let (first, everything) = attempts(&wanted.options, attempt, lacks);
    everything.unwrap_or(first)
}

/// The selected checks of a program.
fn with_checks<'ctx>(
    program: Program<'ctx>,
    types: Types,
    language: Language,
    wanted: &Wanted,
    only: &[String],
) -> Result<Checked<'ctx>, PropertyError> {
    let mut names = checks_in(&program);
    names.retain(|name| only.is_empty() || only.contains(name));
    let mut properties = names
        .iter()
        .map(|name| Property::of_check(&types, language, name, wanted.predicate.as_deref()))
        .collect::<Result<Vec<_>, _>>()?;
    properties.iter_mut().for_each(|property| property.settle(&program, &types, language));
    // In the order of the sources.
    properties.sort_by(|one, other| one.place.cmp(&other.place));
    Ok(Checked { program, types: Rc::new(types), language, properties })
}
