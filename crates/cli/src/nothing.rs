//! The likely reason why nothing satisfies a predicate or a pre-condition.

use std::sync::Arc;
use std::time::Duration;

use pikse_front::Bounds;
use pikse_native::{Compiled, Predicate};
use pikse_report::Likely;
use pikse_search::{Rejections, Settings};
use pikse_structure::Space;
use pikse_structure::domain::References;
use pikse_structure::space::Shape;

/// How long to look for the reason.
const TIME: Duration = Duration::from_secs(1);
/// A field that at least this part of the candidates was rejected after is named.
const MOST: f64 = 0.5;

/// Why no candidate is accepted, as far as a second, shorter search shows. It runs in a process of
/// its own, because predicates may crash.
pub(crate) fn likely(compiled: &Compiled, bounds: &Bounds, settings: &Settings) -> Vec<Likely> {
    let space = &bounds.space;
    let mut likely = null_pointers(space);
    let search = || {
        let predicate = Predicate::load(compiled, bounds).ok()?;
        let mut settings = settings.clone();
        // A skipped value is rejected without a run, which would not be noted.
        settings.multi_value = false;
        Rejections::of(space, predicate, settings, TIME).ok()
    };
    let Ok(Ok(Some(found))) = pikse_cluster::alone(search) else { return likely };
    if let Some(&(field, count)) = found.after.first()
        && count as f64 >= MOST * found.rejected as f64
    {
        likely.push(match field {
            None => Likely::RejectsAtOnce,
            Some(field) => Likely::RejectsAfter {
                field: space.field_name(field),
                values: values(space, field),
                count,
                of: found.rejected,
            },
        });
    }
    likely
}

/// Pointers that can only be null.
fn null_pointers(space: &Arc<Space>) -> Vec<Likely> {
    let is_null = |&field: &pikse_structure::FieldId| {
        let domain = match space.field(field).shape {
            Shape::Scalar(domain) => space.domain(domain),
            Shape::Array { element, .. } => space.domain(element),
        };
        domain.references() != References::No && (0..domain.len()).all(|at| domain.is_null(at))
    };
    let has_objects =
        |&field: &pikse_structure::FieldId| space.class(space.field(field).class).count > 0;
    let fields = space.field_ids().filter(is_null).filter(has_objects);
    fields.map(|field| Likely::AlwaysNull { field: space.field_name(field) }).collect()
}

fn values(space: &Arc<Space>, field: pikse_structure::FieldId) -> String {
    match space.field(field).shape {
        Shape::Scalar(domain) => space.domain_text(space.domain(domain)),
        Shape::Array { element, .. } => space.domain_text(space.domain(element)),
    }
}
