//! Making a machine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ttd_core::value::Value;
use ttd_core::{Heap, HeapConfig};

use crate::vm::event::Event;
use crate::vm::host::Host;
use crate::vm::lifecycle::finalize::urgency;
use crate::vm::objects::well_known::{Names, Types};
use crate::vm::parts::{Caches, Counting, Diversion, Limits, Loaded, Pending};
use crate::vm::stack::frame::{Frame, Reserve};
use crate::vm::{MAX_FRAMES, State, slots};
use crate::{Vm, ids};

/// Size of the address range reserved for registers, in values.
const STACK_VALUES: usize = 1 << 26;
impl Vm {
    /// A machine with all builtins that has run nothing.
    ///
    /// # Panics
    /// When the system refuses address space.
    pub fn new(config: HeapConfig) -> Box<Vm> {
        let mut heap = Heap::new(HeapConfig { string_type: ids::STR, ..config });
        let globals = heap.new_slots(ids::INST, 0, slots::COUNT);
        let frame_stack: Reserve<Frame> = Reserve::new(MAX_FRAMES + 8);
        let mut vm = Box::new(Vm {
            heap,
            types: Types::default(),
            host: Host::default(),
            state: State {
                exc: Value::NONE,
                phase: 0,
                unwinding: None,
                time: -1,
                finalizer_urgency: urgency::NONE,
                last: Event::NONE,
            },
            globals,
            finalizer_state: Value::NONE,
            names: Names::default(),
            operator_names: Default::default(),
            class_of_tid: [Value::UNBOUND; 256],
            digest_memo: Default::default(),
            pruned_before: None,
            stack: Reserve::new(STACK_VALUES),
            fp: frame_stack.start(),
            frame_stack,
            pc: std::ptr::null(),
            has_debugger: false,
            interrupt: Arc::new(AtomicBool::new(false)),
            log: None,
            control: crate::RunMode::Plain,
            caches: Caches::new(),
            loaded: Loaded::new(),
            pending: Pending::new(),
            limits: Limits::new(),
            counting: Counting::new(),
            diversion: Diversion::new(),
        });
        super::boot(&mut vm);
        vm
    }
}
