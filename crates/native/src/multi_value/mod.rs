//! Multi-value comparisons (document 000, section III): finds loads that alone decide
//! the result of the predicate.
//!
//! The host tries the values of a field one by one, with one run of the predicate for
//! each. But if the value just read is used in comparisons that make the predicate
//! return false, all values that fail them can be marked at once. For each load that
//! decides something this way, [`analyse`] adds a small function to the program, which
//! the host calls for every value of the field.
//!
//! | module | its job |
//! | --- | --- |
//! | `body` | a function as plain data; `intrinsics`: LLVM's intrinsics |
//! | `fold` | arithmetic on constants |
//! | `flow` | the constants that the rest of a function can return |
//! | `returns` | whether a returned constant makes the predicate reject |
//! | `region` | all paths from a load, and the verdicts that they lead to: a `tree` |
//! | `loops` | read-only loops, which paths may iterate |
//! | `emit` | synthesises the function that gives the verdict for a value |
//! | `site` | the comparison in the source, for messages |
//!
//! The document looks for four chains of uses (Table I). They are special cases here:
//! any number of comparisons, combined in any way, in the predicate or in a function
//! whose result the predicate returns.
//!
//! Assumption: functions that the predicate calls on the way to `return false` return. They
//! do not throw and do not panic, as dropping a container could. If one does, a candidate
//! that is marked as rejected would have failed in another way. The structures that are
//! found stay the same, but that failure is not reported. A value whose own path leads to a
//! panic or an abort is always run.

mod body;
mod emit;
mod flow;
mod fold;
mod intrinsics;
mod loops;
mod region;
mod returns;
mod site;
mod tree;

use pikse_llvm::inkwell::values::{BasicValueEnum, FunctionValue, InstructionValue};
use pikse_llvm::{Error, Program};

use body::{Body, Kind, Names};
use loops::Loops;
use returns::Returns;
use serde::{Deserialize, Serialize};
use tree::Verdict;

/// The passes that a program needs before it is analysed: stack slots become
/// registers, small functions are inlined, and redundant reads are removed. None of them
/// moves a read, or adds one that the source does not have.
pub const CANONICAL: &str = "function(sroa,early-cse<memssa>),cgscc(inline),\
                             function(sroa,early-cse<memssa>,\
                             gvn<no-pre;no-load-pre;no-split-backedge-load-pre>)";

/// A verdict of a synthesised function: nothing is known, so run the predicate.
pub const UNKNOWN: u8 = 0;
/// A verdict of a synthesised function: the predicate rejects.
pub const REJECTS: u8 = 1;
/// A verdict of a synthesised function: the predicate accepts, and reads nothing more
/// of the candidate.
pub const ACCEPTS: u8 = 2;

/// The name of a function that synthesised ones call, `i1 (ptr address, i64 bytes)`:
/// whether memory is the candidate's, and has been read before.
pub const IS_KNOWN: &str = "pikse_is_known";

/// A load that decides something.
#[derive(Debug)]
pub struct Decision<'ctx> {
    /// The load.
    pub load: InstructionValue<'ctx>,
    /// `i8 decide(i64 value, ptr environment)`: what the predicate does if the load
    /// gives the value, whose bits are extended with zeros. It has no effects.
    pub decide: FunctionValue<'ctx>,
    /// The values in the environment: value `i` is at byte `16 * i`. All are available when
    /// the load is reached.
    pub live_ins: Vec<BasicValueEnum<'ctx>>,
    /// The place in the source.
    pub site: Site,
}

/// The place in a source that decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// The file, as it was passed to the compiler; empty if it is not known.
    pub file: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
    /// The function.
    pub function: String,
    /// The comparison in the source, as far as it can be found.
    pub comparison: String,
    /// Whether some values may be rejected.
    pub rejects: bool,
    /// Whether some values may be accepted.
    pub accepts: bool,
}

/// Finds the loads that decide something for the predicate `entry`, and adds their
/// functions to the program. It should have been through [`CANONICAL`].
pub fn analyse<'ctx>(program: &Program<'ctx>, entry: &str) -> Result<Vec<Decision<'ctx>>, Error> {
    let names = Names::of(program);
    let bodies: Vec<Body<'ctx>> = program.defined().map(|f| Body::of(f, &names)).collect();
    let is_entry = |body: &Body<'ctx>| body.function.get_name().to_bytes() == entry.as_bytes();
    let Some(predicate) = bodies.iter().position(is_entry) else {
        return Err(Error::Machine(format!("there is no function `{entry}` to analyse")));
    };
    let mut returns = Returns::of(&bodies, predicate);
    let mut found = Vec::new();
    let mut sources = site::Sources::default();
    for (function, body) in bodies.iter().enumerate() {
        if !returns.may_decide(function) {
            continue;
        }
        let loops = Loops::of(body);
        for (load, instruction) in body.all() {
            // Other reads (volatile, atomic) decide only if their result is unused: the checks of
            // inputs read arguments that way.
            let unused = body.users[load].is_empty();
            let candidates = matches!(instruction.kind, Kind::Load { plain } if plain || unused)
                && instruction.width > 0
                && body.is_entered(instruction.block)
                && !region::is_own(body, &names, instruction.operands[0]);
            if !candidates {
                continue;
            }
            let region = region::follow(body, function, load, (&names, &loops), &mut returns);
            let rejects = region.tree.reaches(Verdict::Rejects);
            let accepts = region.tree.reaches(Verdict::Accepts);
            if !rejects && !accepts {
                continue;
            }
            let name = format!("pikse.decide.{}", found.len());
            let emitted = emit::emit(program.module(), body, load, &region, &name);
            let emitted = emitted.map_err(|error| Error::Machine(format!("{name}: {error}")))?;
            let live_ins = emitted.live_ins.iter().filter_map(|&id| body.value(id)).collect();
            let mut site = sources.site(program.module(), body, load, &region);
            (site.rejects, site.accepts) = (rejects, accepts);
            found.push(Decision {
                load: instruction.value,
                decide: emitted.decide,
                live_ins,
                site,
            });
        }
    }
    program.module().verify().map_err(|message| Error::Machine(message.to_string()))?;
    Ok(found)
}
