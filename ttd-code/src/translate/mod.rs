//! Translates stack code to register code by executing the stack abstractly.
//!
//! `decode` reads the front end's code object, `control_flow` finds blocks, depths and events, `abstract_stack` is the
//! stack, `emit` collects instructions and `assemble` resolves them. `blocks` drives, block by block in the order of
//! the code, so that a listing reads like the source. Single steps are in `values` (loads, stores, arithmetic,
//! building), `calls` (calls, attributes, functions), `jumps` (branches, loops, comparisons) and `exceptions`
//! (exceptions, generators, patterns); `idioms` has sequences.
//!
//! The order of the stack code changes in two ways. A loop's header (a `FOR_ITER` or a short condition) is repeated at
//! each jump back to it, so that an iteration costs one jump. And a store to a local directly behind the instruction
//! that made the value becomes that instruction's output. Neither crosses an event, so a program sees at every event
//! what CPython shows.

mod abstract_stack;
mod assemble;
mod blocks;
mod calls;
mod consts;
mod control_flow;
mod decode;
mod emit;
mod exceptions;
mod idioms;
mod jumps;
mod materialize;
mod temporaries;
mod values;
#[cfg(test)]
mod walk_test;

use std::collections::HashMap;
use std::sync::Arc;

use rustpython_compiler_core::bytecode::CodeObject;

use crate::bytecode::code::{Code, Event, Local, Site};
use crate::bytecode::op::Op;
use abstract_stack::Entry;
use assemble::Tables;
use control_flow::ControlFlow;
use decode::{StackCode, Step};
use emit::Emitter;

/// A limit of the instruction format that a code object exceeds, in words for the user.
pub(crate) type Problem = &'static str;

/// Operands number registers with 16 bits; this leaves room for scratch registers.
const MAX_REGISTERS: usize = 65_000;

/// Translates a code object and all inside it. [`Code`] says what `counted` and `program` mean.
pub(crate) fn translate(object: &CodeObject, counted: bool, program: bool) -> Result<Arc<Code>, Problem> {
    let stack = decode::decode(object)?;
    let flow = control_flow::analyse(&stack, counted)?;
    let (tables, sites, nregs) = match run(object, &stack, &flow, counted, false) {
        // Normally every use has a site of its own; a module with too many uses shares them.
        Err(TOO_MANY_SITES) => run(object, &stack, &flow, counted, true)?,
        result => result?,
    };
    let names = |list: &[String]| list.iter().map(|n| Arc::from(n.as_str())).collect::<Vec<Arc<str>>>();
    let mut code = Code {
        name: object.obj_name.as_str().into(),
        qualname: object.qualname.as_str().into(),
        path: object.source_path.as_str().into(),
        first_line: first_line(object),
        flags: object.flags.bits(),
        posonly: object.posonlyarg_count,
        args: object.arg_count,
        kwonly: object.kwonlyarg_count,
        locals: locals(object),
        nvarnames: object.varnames.len() as u32,
        nregs,
        counted,
        program,
        ins: tables.ins,
        positions: tables.positions,
        events: tables.events,
        handlers: tables.handlers,
        consts: object.constants.iter().map(|c| consts::constant(c, counted, program)).collect::<Result<_, _>>()?,
        names: names(&object.names),
        sites,
    };
    temporaries::mark(&mut code);
    Ok(Arc::new(code))
}

const TOO_MANY_SITES: Problem = "too many attribute and name accesses in one code object";

fn first_line(object: &CodeObject) -> u32 {
    object.first_line_number.map_or(1, |l| l.get() as u32)
}

/// The event of an instruction that returns or yields. The implicit return behind `except*` has no line of its own, and
/// CPython's trace then shows the first line of the code.
fn return_event(object: &CodeObject, step: Step) -> Event {
    Event::Return(u32::try_from(step.line).unwrap_or_else(|_| first_line(object)))
}

fn locals(object: &CodeObject) -> Vec<Local> {
    // An argument that is also a cell has one slot.
    let cells = object.cellvars.iter().filter(|name| !object.varnames.contains(*name));
    let names = object.varnames.iter().chain(cells).chain(&object.freevars);
    names
        .zip(&object.localspluskinds)
        .map(|(name, kind)| Local {
            name: name.as_str().into(),
            cell: kind & 0x40 != 0,
            free: kind & 0x80 != 0,
            hidden: kind & 0x10 != 0,
        })
        .collect()
}

/// Translates the instructions of one code object; returns the tables, the sites and the number of registers.
fn run(
    object: &CodeObject,
    stack: &StackCode,
    flow: &ControlFlow,
    counted: bool,
    share_sites: bool,
) -> Result<(Tables, Vec<Site>, u32), Problem> {
    let nlocals = object.localspluskinds.len();
    let scratch = nlocals + flow.max_depth as usize;
    if scratch > MAX_REGISTERS {
        return Err("too many local variables or operands in one code object");
    }
    let mut translator = Translator {
        object,
        source: stack,
        flow,
        code: Emitter::new(counted, stack.steps.len()),
        stack: Vec::new(),
        uses_of: Vec::new(),
        nlocals: nlocals as u16,
        first_scratch: scratch as u16,
        last_scratch: scratch as u16,
        last_result: None,
        next: 0,
        copy_end: None,
        stubs: Vec::new(),
        sites: Vec::new(),
        shared_sites: share_sites.then(HashMap::new),
        problem: None,
    };
    translator.blocks();
    if let Some(problem) = translator.problem {
        return Err(problem);
    }
    // A base register may be one past the last if its count is zero.
    let nregs = u32::from(translator.last_scratch) + 1;
    let tables = translator.code.finish(stack, nlocals as u32)?;
    Ok((tables, translator.sites, nregs))
}

/// The state of translating one code object.
struct Translator<'a> {
    object: &'a CodeObject,
    source: &'a StackCode,
    flow: &'a ControlFlow,
    code: Emitter,
    /// The abstract stack.
    stack: Vec<Entry>,
    /// Number of entries in each register above the locals.
    uses_of: Vec<u32>,
    nlocals: u16,
    first_scratch: u16,
    last_scratch: u16,
    /// Instruction and register of the last result.
    last_result: Option<(usize, u16)>,
    /// The step to continue with; fusing steps advances it.
    next: u32,
    /// While a loop's header is repeated, the step after the jump back to it.
    copy_end: Option<u32>,
    /// Edges of conditional jumps that have an event: label, from, to.
    stubs: Vec<(emit::Label, u32, u32)>,
    sites: Vec<Site>,
    /// Sites by opcode and name, if they are shared: different opcodes cannot share a cache.
    shared_sites: Option<HashMap<(Op, u32), u16>>,
    problem: Option<Problem>,
}

impl Translator<'_> {
    fn fail(&mut self, problem: Problem) {
        self.problem.get_or_insert(problem);
    }

    fn step(&self, at: u32) -> Step {
        self.source.steps[at as usize]
    }

    fn site(&mut self, op: Op, name: u32) -> u16 {
        if let Some(site) = self.shared_sites.as_ref().and_then(|s| s.get(&(op, name))) {
            return *site;
        }
        let Ok(site) = u16::try_from(self.sites.len()) else {
            self.fail(TOO_MANY_SITES);
            return 0;
        };
        self.sites.push(Site { name });
        if let Some(shared) = &mut self.shared_sites {
            shared.insert((op, name), site);
        }
        site
    }

    /// Converts a number to an operand, or fails if it does not fit.
    fn operand(&mut self, number: u32) -> u16 {
        u16::try_from(number).unwrap_or_else(|_| {
            self.fail("too many names, arguments or items in one code object");
            0
        })
    }

    fn first_line(&self) -> u32 {
        first_line(self.object)
    }

    /// The event of an instruction that returns or yields.
    fn return_event(&self, step: Step) -> Event {
        return_event(self.object, step)
    }
}
