//! Java class hierarchies (document 001, section 4.3.3): every solution is a Java
//! program.

use std::fmt::Write;

use pikse::{Builder, Length, Object, Problem, Structure, Value, predicate};

use crate::problem;

/// Programs of `classes` classes and `interfaces` interfaces, at least one of each.
///
/// A class extends no class or an earlier one, and implements interfaces; an
/// interface extends earlier interfaces. Lists of interfaces are in order, none
/// twice. Reads the lists of classes and interfaces, then for each class `extends`
/// and `implements`, then for each interface `extends`.
pub fn hierarchies(classes: usize, interfaces: usize) -> Problem {
    let mut bounds = Builder::new();
    let program = bounds.class("JavaProgram", 1);
    let class = bounds.class("JavaClass", classes);
    let interface = bounds.class("JavaInterface", interfaces);
    let class_list =
        bounds.non_null_array(program, "classes", class, Length::Fixed(classes as u32));
    let interface_list =
        bounds.non_null_array(program, "interfaces", interface, Length::Fixed(interfaces as u32));
    let any = Length::Between(0, interfaces as u32);
    let extends = bounds.reference(class, "extends", class);
    let implements = bounds.reference_array(class, "implements", interface, any);
    let extends_all = bounds.reference_array(interface, "extends", interface, any);
    let rep_ok = predicate("rep_ok", move |p| {
        let program = p.root();
        for at in 0..classes {
            p.get(program, class_list.at(at));
        }
        for at in 0..interfaces {
            p.get(program, interface_list.at(at));
        }
        let classes_fit = (0..classes).all(|at| {
            let class = p.get(program, class_list.at(at));
            let mut after = None;
            p.require(class, extends, |base| base.is_none_or(|base| base < class))
                && (0..p.len(class, implements)).all(|at| {
                    let fits = p.require(class, implements.at(at), |interface| interface > after);
                    after = p.get(class, implements.at(at));
                    fits
                })
        });
        classes_fit
            && (0..interfaces).all(|at| {
                let interface = p.get(program, interface_list.at(at));
                let mut after = None;
                (0..p.len(interface, extends_all)).all(|at| {
                    let fits = p.require(interface, extends_all.at(at), |base| {
                        base > after && base.is_some_and(|base| base < interface)
                    });
                    after = p.get(interface, extends_all.at(at));
                    fits
                })
            })
    });
    // The lists are the first fields of all, and are given.
    let lists = (0..classes).chain(0..interfaces).zip(0..);
    lists.fold(problem(bounds, rep_ok), |problem, (at, cell)| {
        problem.fix_cell(cell, at as u32).expect("the lists have their places")
    })
}

/// A solution as one Java compilation unit.
pub fn source(program: &Structure) -> String {
    let mut text = String::new();
    for (keyword, list) in [("interface", "interfaces"), ("class", "classes")] {
        for declared in list_of(program, program.root(), list) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{keyword} {}", name(program, declared));
            let bases = match program.value(declared, "extends") {
                Some(Value::Array(_)) => list_of(program, declared, "extends"),
                _ => program.follow(declared, "extends").into_iter().collect(),
            };
            let implemented = match keyword {
                "class" => list_of(program, declared, "implements"),
                _ => Vec::new(),
            };
            for (keyword, types) in [("extends", bases), ("implements", implemented)] {
                if !types.is_empty() {
                    let names: Vec<String> =
                        types.iter().map(|object| name(program, object)).collect();
                    let _ = write!(text, " {keyword} {}", names.join(", "));
                }
            }
            text.push_str(" {}\n");
        }
    }
    text
}

fn list_of<'a>(program: &'a Structure, object: &'a Object, field: &str) -> Vec<&'a Object> {
    match program.value(object, field) {
        Some(Value::Array(elements)) => elements
            .iter()
            .filter_map(|element| match element {
                Value::Ref(id) => program.object(*id),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// `C1`, `I2`.
fn name(program: &Structure, object: &Object) -> String {
    let space = program.space();
    let letter = if space.class(object.class).name == "JavaClass" { 'C' } else { 'I' };
    format!("{letter}{}", space.ordinal(space.object(object.id)) + 1)
}
