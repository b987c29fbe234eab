//! A small host: it runs predicates on memory, calls the synthesised functions at
//! every first read, and compares what they say with runs of the predicate.
#![expect(unsafe_code, reason = "native predicates are loaded and run")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::process::Command;

use pikse_llvm::Program;
use pikse_llvm::inkwell::AddressSpace;
use pikse_llvm::inkwell::values::{
    BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, Operand,
};
use pikse_native::multi_value::{Decision, Site};

type Hook = unsafe extern "C" fn(u64, *const c_void, *const u8, u64);
type Decide = unsafe extern "C" fn(u64, *const u8) -> u8;

/// A function to run.
#[derive(Clone, Copy)]
pub(crate) struct Predicate<'a> {
    pub(crate) name: &'a str,
    /// Whether it returns an `int`, not a `bool`.
    pub(crate) wide: bool,
}

/// A place in memory, and what may be there.
pub(crate) struct Field {
    pub(crate) offset: usize,
    pub(crate) size: usize,
    pub(crate) values: Vec<u64>,
}

/// What a synthesised function said at the first read of a field.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) field: usize,
    /// The number of the decision; `None` if the load has none.
    pub(crate) decision: Option<usize>,
    /// For each value of the field.
    pub(crate) verdicts: Vec<u8>,
}

struct Run {
    start: u64,
    /// For each field its first address, its size, and the values that are asked about.
    fields: Vec<(u64, u64, Vec<u64>)>,
    seen: Vec<bool>,
    said: Vec<Said>,
}

thread_local! {
    static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// The predicate reads an address.
unsafe extern "C" fn hook(address: u64, decide: *const c_void, environment: *const u8, id: u64) {
    // The run is not borrowed while values are decided: that asks what is known.
    let found = RUN.with_borrow(|run| {
        let run = run.as_ref()?;
        let offset = address.wrapping_sub(run.start);
        let field = run.fields.iter().position(|&(at, ..)| at == offset)?;
        (!run.seen[field]).then(|| (field, run.fields[field].2.clone()))
    });
    let Some((field, values)) = found else { return };
    let verdicts = match decide.is_null() {
        true => vec![0; values.len()],
        false => {
            // SAFETY: the instrumentation passes synthesised functions.
            let decide: Decide = unsafe { std::mem::transmute(decide) };
            // SAFETY: the environment holds what the function needs.
            values.iter().map(|&value| unsafe { decide(value, environment) }).collect()
        }
    };
    let decision = (!decide.is_null()).then_some(id as usize);
    RUN.with_borrow_mut(|run| {
        if let Some(run) = run {
            run.seen[field] = true;
            run.said.push(Said { field, decision, verdicts });
        }
    });
}

/// Whether memory is a field that was read before.
unsafe extern "C" fn is_known(address: u64, bytes: u64) -> bool {
    RUN.with_borrow(|run| {
        let Some(run) = run else { return false };
        let offset = address.wrapping_sub(run.start);
        let field = run.fields.iter().position(|&(at, ..)| at == offset);
        field.is_some_and(|field| run.seen[field] && run.fields[field].1 == bytes)
    })
}

/// What synthesised functions ask, as C: the host answers.
const IS_KNOWN_SOURCE: &str = "_Bool (*pikse_test_known)(unsigned long, unsigned long);\n\
    _Bool pikse_is_known(void *at, unsigned long n) {\n\
    return pikse_test_known((unsigned long)at, n); }\n";

/// A program whose reads call the hook.
pub(crate) struct Host {
    library: libloading::Library,
    pub(crate) sites: Vec<Site>,
}

impl Host {
    /// Instruments, optimises, links and loads a program.
    pub(crate) fn new<'ctx>(
        program: &Program<'ctx>,
        decisions: &[Decision<'ctx>],
        passes: &str,
    ) -> Host {
        instrument(program, decisions);
        program.run_passes(passes).expect("passes run");
        let folder = tempfile::tempdir().expect("there is a folder");
        let (object, shared) = (folder.path().join("p.o"), folder.path().join("p.so"));
        program.write_object(&object).expect("it is compiled");
        let mut cc = Command::new("cc");
        let known = folder.path().join("known.c");
        std::fs::write(&known, IS_KNOWN_SOURCE).expect("the file can be written");
        cc.args(["-shared", "-fPIC", "-o"]).arg(&shared).arg(&object).arg(&known);
        cc.args(["-Wl,--as-needed", "-lc++", "-lc++abi"]);
        let output = cc.output().expect("there is a linker");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        // SAFETY: the program is the test's own.
        let library = unsafe { libloading::Library::new(&shared) }.expect("it loads");
        // SAFETY: the instrumentation made this variable.
        unsafe {
            let place: *mut Option<Hook> =
                *library.get::<*mut Option<Hook>>("pikse_test_hook").expect("there is a hook");
            *place = Some(hook);
            type Known = unsafe extern "C" fn(u64, u64) -> bool;
            let known = library.get::<*mut Option<Known>>("pikse_test_known");
            **known.expect("it was linked in") = Some(is_known);
        }
        Host { library, sites: decisions.iter().map(|found| found.site.clone()).collect() }
    }

    /// Runs a predicate; what the synthesised functions said goes with the verdict.
    pub(crate) fn run(
        &self,
        predicate: Predicate<'_>,
        memory: &mut [u64],
        fields: &[Field],
    ) -> (bool, Vec<Said>) {
        let start = memory.as_mut_ptr();
        let places = fields
            .iter()
            .map(|field| (field.offset as u64, field.size as u64, field.values.clone()));
        let seen = vec![false; fields.len()];
        let run = Run { start: start as u64, fields: places.collect(), seen, said: Vec::new() };
        RUN.set(Some(run));
        type Wide = unsafe extern "C" fn(*mut u64) -> u32;
        type Narrow = unsafe extern "C" fn(*mut u64) -> u8;
        // SAFETY: the test says that there is such a function, of one pointer.
        let verdict = unsafe {
            match predicate.wide {
                true => self.library.get::<Wide>(predicate.name).expect("it is there")(start) != 0,
                false => {
                    self.library.get::<Narrow>(predicate.name).expect("it is there")(start) != 0
                }
            }
        };
        let run = RUN.take().expect("it was set");
        (verdict, run.said)
    }

    /// Runs a predicate, and with every value that is said to be decided.
    pub(crate) fn check(
        &self,
        predicate: Predicate<'_>,
        memory: &mut [u64],
        fields: &[Field],
    ) -> Vec<Said> {
        let name = predicate.name;
        // A predicate may write what it reads.
        let start = memory.to_vec();
        let (_, said) = self.run(predicate, memory, fields);
        memory.copy_from_slice(&start);
        for said in &said {
            let field = &fields[said.field];
            for (&value, &verdict) in field.values.iter().zip(&said.verdicts) {
                if verdict == 0 {
                    continue;
                }
                put(memory, field, value);
                let candidate = format!("{memory:?}");
                let (accepted, again) = self.run(predicate, memory, fields);
                let place = said.decision.map(|at| &self.sites[at]);
                assert_eq!(
                    accepted,
                    verdict == 2,
                    "`{name}`: {verdict} for {value} in field {} of {candidate}; {place:?}",
                    said.field,
                );
                if verdict == 2 {
                    // Nothing more is read.
                    assert_eq!(again.last().map(|last| last.field), Some(said.field));
                }
                memory.copy_from_slice(&start);
            }
        }
        said
    }
}

/// Writes a field.
pub(crate) fn put(memory: &mut [u64], field: &Field, value: u64) {
    // SAFETY: a slice of words is a slice of bytes.
    let bytes = unsafe {
        std::slice::from_raw_parts_mut(memory.as_mut_ptr().cast::<u8>(), memory.len() * 8)
    };
    let value = &value.to_le_bytes()[..field.size];
    bytes[field.offset..field.offset + field.size].copy_from_slice(value);
}

/// Every load tells its address, and the function that decides for it.
fn instrument<'ctx>(program: &Program<'ctx>, decisions: &[Decision<'ctx>]) {
    let module = program.module();
    module.strip_debug_info();
    let context = module.get_context();
    let (ptr, int) = (context.ptr_type(AddressSpace::default()), context.i64_type());
    let slot = context.i128_type();
    let signature = [int.into(), ptr.into(), ptr.into(), int.into()];
    let signature = context.void_type().fn_type(&signature, false);
    let hook = module.add_global(ptr, None, "pikse_test_hook");
    hook.set_initializer(&ptr.const_null());
    let found: HashMap<InstructionValue<'_>, usize> =
        decisions.iter().enumerate().map(|(at, found)| (found.load, at)).collect();
    let builder = context.create_builder();
    let own = |f: &FunctionValue<'_>| !f.get_name().to_bytes().starts_with(b"pikse.decide");
    let functions: Vec<FunctionValue<'_>> = program.defined().filter(own).collect();
    for function in functions {
        let blocks = function.get_basic_blocks();
        let loads: Vec<InstructionValue<'_>> = blocks
            .iter()
            .flat_map(|block| block.get_instructions())
            .filter(|instruction| instruction.get_opcode() == InstructionOpcode::Load)
            .collect();
        let room =
            loads.iter().filter_map(|load| Some(decisions[*found.get(load)?].live_ins.len()));
        let room = room.max().unwrap_or(0).max(1) as u32;
        let first = blocks[0].get_first_instruction().expect("blocks have an end");
        builder.position_before(&first);
        let environment = builder.build_alloca(slot.array_type(room), "").expect("it is built");
        for load in loads {
            builder.position_before(&load);
            let decision = found.get(&load).map(|&at| &decisions[at]);
            let live_ins = decision.map_or(&[][..], |decision| &decision.live_ins);
            for (at, value) in live_ins.iter().enumerate() {
                let at = [int.const_int(at as u64, false)];
                // SAFETY: the room is large enough.
                let place = unsafe { builder.build_gep(slot, environment, &at, "") };
                builder.build_store(place.expect("it is built"), *value).expect("it is built");
            }
            let address = load.get_operand(0).and_then(Operand::value).expect("it has one");
            let BasicValueEnum::PointerValue(address) = address else { unreachable!() };
            let address = builder.build_ptr_to_int(address, int, "").expect("it is built");
            let decide = decision.map_or(ptr.const_null(), |decision| {
                decision.decide.as_global_value().as_pointer_value()
            });
            let id = int.const_int(found.get(&load).copied().unwrap_or(0) as u64, false);
            let called = builder.build_load(ptr, hook.as_pointer_value(), "").expect("it is built");
            let arguments = [address.into(), decide.into(), environment.into(), id.into()];
            let called = called.into_pointer_value();
            builder.build_indirect_call(signature, called, &arguments, "").expect("it is built");
        }
    }
    module.verify().unwrap_or_else(|message| panic!("{message}"));
}
