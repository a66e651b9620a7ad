//! Writing the log.
//!
//! # Why the unsafe code is sound
//!
//! `fp` and `dirty_frames_from` point to pushed frames or to slot 0, and `dirty_frames_from` is not above `fp`. A
//! pushed frame's window lies in the stack's reservation, and the shadow's reservation has the same size, so that the
//! same offset is inside both.

use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use ttd_code::analysis::dataflow::MAX_REGS;
use ttd_code::bytecode::op::Ins;
use ttd_core::NodeId;
use ttd_core::value::Value;

use crate::Vm;
use crate::log::block::Unpacked;
use crate::log::format::{OpenBlock, SINGLE_EVENT};
use crate::log::packer::Packer;
use crate::log::varint::{SMALL_MOMENT, max_bytes};
use crate::log::{Block, RareState};
use crate::vm::stack::frame::{Frame, Reserve};

/// Takes what something refers to.
type Roots<'a> = &'a mut dyn FnMut(&[Value]);

/// The log of a run.
pub(crate) struct Log {
    /// The closed blocks; block number i begins at checkpoint number i.
    pub(crate) blocks: VecDeque<Block>,
    /// The one that is being written.
    pub(crate) open: OpenBlock,
    /// The time of the last event that is in the log.
    pub(crate) last_time: i64,
    /// The machine stands inside the log, not at a frontier from where the run can simply continue.
    pub(crate) detached: bool,
    /// The block that was read last, at the machine's moment.
    pub(crate) replay: Option<Box<crate::log::Replay>>,
    /// What is recorded, if not everything is.
    pub(crate) record_filter: Option<Box<crate::log::RecordFilter>>,
    /// Bytes of the closed blocks.
    pub(crate) bytes: u64,
    /// Blocks closed since the last collection.
    uncollected: usize,
    /// How many of the oldest blocks are packed, or not worth packing.
    pub(crate) packed: usize,
    /// Packs blocks while the program runs on.
    pub(crate) packer: Packer,
    /// When it is full, unreachable objects are pruned first.
    pub(crate) prunes_dead: bool,
    /// The block that was unpacked last.
    pub(crate) unpacked: Option<Unpacked>,
    /// The last logged value of every register; 0 for none. It begins at `SHADOW_OFFSET`.
    shadow: Reserve<Value>,
    /// Its distance from the stack in bytes, modulo 2^64.
    shadow_delta: usize,
    /// From here on the shadow is void, except in windows that transitions pushed,
    pub(crate) high: *mut Value,
    /// of which this is the highest base. Such a window has at most `MOST` registers: see
    /// `LiveRegisters::have_bits_for`.
    pub(crate) highest: *const Value,
    /// The top frame at the last moment.
    pub(crate) fp: *mut Frame,
    /// The instruction of the last moment; null where no transition begins.
    pub(crate) prev: *const Ins,
    /// The allocation count and rare state at the last moment.
    pub(crate) allocation_count: u64,
    pub(crate) rare: RareState,
    /// The bytes of objects when the machine began to stand inside the log, or when garbage was collected there; 0 at
    /// the frontier.
    pub(crate) object_bytes: u64,
}

/// Values left out before the shadow: 145 pages and 16 cache lines. Stack and shadow begin at addresses with equal low
/// bits; caches that index lines by a hash of those (AMD's) could not hold a register and its shadow at the same time.
const SHADOW_OFFSET: usize = (145 * 4096 + 16 * 64) / size_of::<Value>();

impl Log {
    /// A log that has not begun: `Vm::begin_block` begins it.
    pub(in crate::log) fn new(stack: *const Value, registers: usize, rare: RareState) -> Log {
        let reserve: Reserve<Value> = Reserve::new(SHADOW_OFFSET + registers);
        let shadow = reserve.start().wrapping_add(SHADOW_OFFSET);
        Log {
            blocks: VecDeque::new(),
            open: OpenBlock::new(),
            last_time: -1,
            detached: false,
            replay: None,
            record_filter: None,
            bytes: 0,
            uncollected: 0,
            packed: 0,
            packer: Packer::default(),
            prunes_dead: false,
            unpacked: None,
            high: shadow,
            shadow_delta: (shadow as usize).wrapping_sub(stack as usize),
            shadow: reserve,
            fp: std::ptr::null_mut(),
            highest: stack,
            prev: std::ptr::null(),
            allocation_count: 0,
            rare,
            object_bytes: 0,
        }
    }

    /// How many events are in it, counted where not all are recorded.
    pub(crate) fn recorded(&self) -> u64 {
        self.blocks.iter().map(|block| block.events).sum::<u64>() + self.open.events
    }

    /// Whether a moment that counts up to `SMALL` has room. There is room for as many values as bytes, and every value
    /// comes with a byte.
    #[inline(always)]
    pub(crate) fn has_room(&self) -> bool {
        self.open.bytes.has_slack()
    }

    /// Makes room for a moment of `size` items; see `SMALL_MOMENT`.
    #[inline(always)]
    pub(crate) fn make_room(&mut self, size: usize) {
        if size > SMALL_MOMENT || !self.has_room() {
            self.grow(size);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, size: usize) {
        self.open.bytes.reserve(max_bytes(size).max(1 << 16));
        self.open.values.reserve_all(self.open.bytes.capacity());
    }

    /// The shadow of the register at this address; those above follow.
    #[inline(always)]
    pub(crate) fn shadow_of(&self, register: *const Value) -> *mut Value {
        register.wrapping_byte_add(self.shadow_delta).cast_mut()
    }

    /// What it refers to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.each_root_from(0, f);
    }

    /// Calls `f` with the references added since the last collection.
    pub(crate) fn each_new_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.each_root_from(self.blocks.len() - self.uncollected.min(self.blocks.len()), f);
    }

    pub(crate) fn each_root_from(&self, first: usize, f: &mut dyn FnMut(&[Value])) {
        self.open.transitions.table.each_root(f);
        self.blocks_roots(first..self.blocks.len(), Block::each_root, f);
        self.open.snapshot().moments().each_root(f);
    }

    /// Calls `f` with the references of some blocks, and of their transition tables except the open block's.
    fn blocks_roots(&self, blocks: Range<usize>, of_block: fn(&Block, Roots<'_>), f: Roots<'_>) {
        let mut table = Rc::as_ptr(&self.open.transitions.table);
        for block in self.blocks.range(blocks).rev() {
            of_block(block, f);
            // Consecutive blocks share tables.
            if std::mem::replace(&mut table, Rc::as_ptr(&block.transitions)) != Rc::as_ptr(&block.transitions) {
                block.transitions.each_root(f);
            }
        }
    }

    /// The blocks that are packed, or not worth it.
    pub(crate) fn packed_blocks(&self) -> impl Iterator<Item = &Block> {
        self.blocks.range(..self.packed)
    }

    /// Calls `f` with the references of packed blocks that pruning must not rewrite.
    pub(crate) fn each_unprunable_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.blocks_roots(0..self.packed, Block::each_unprunable_root, f);
    }

    /// A collection has kept everything that the log refers to.
    pub(crate) fn note_collection(&mut self) {
        self.uncollected = 0;
    }
}

impl Vm {
    /// Whether the present run is logged: diversions are not.
    pub(crate) fn is_logging(&mut self) -> bool {
        self.log.is_some() && self.driver().is_some_and(|d| !d.suspend_time)
    }

    #[inline(always)]
    pub(crate) fn rare_state(&self) -> RareState {
        RareState { exc: self.state.exc, host: self.host.state, finalizer_urgency: self.state.finalizer_urgency }
    }

    /// Closes the open block, at a node of the heap.
    pub(crate) fn close_block(&mut self, end: NodeId) {
        let Some(log) = self.log.as_deref_mut() else { return };
        let block = log.open.close(&mut self.heap, end);
        log.bytes += block.bytes();
        log.blocks.push_back(block);
        log.uncollected += 1;
        log.open.clear();
    }

    /// Begins to log the run.
    pub(crate) fn begin_log(&mut self) {
        self.heap.set_log_every_write(true);
        self.log = Some(Box::new(Log::new(self.stack.start(), register_capacity(self), self.rare_state())));
    }

    /// Begins a block: a checkpoint was made or restored here.
    pub(crate) fn begin_block(&mut self) {
        let (allocations, rare, start) = (self.heap.allocation_count(), self.rare_state(), self.stack.start());
        let count = self.count_registers_above(start);
        let Some(log) = self.log.as_deref_mut() else { return };
        // SAFETY: see the module.
        unsafe {
            let shadow = log.shadow_of(start);
            std::ptr::copy_nonoverlapping(start, shadow, count);
            let end = shadow.add(count);
            log.high = log.high.max(log.shadow_of(log.highest.wrapping_add(MAX_REGS)).min(log.shadow.end()));
            if log.high > end {
                std::slice::from_raw_parts_mut(end.cast::<u64>(), log.high.offset_from(end) as usize).fill(0);
            }
            (log.high, log.highest) = (end, start);
        }
        (log.allocation_count, log.rare, log.fp, log.prev) = (allocations, rare, self.fp, std::ptr::null());
        self.counting.dirty_frames_from = self.fp;
        self.counting.side_effects_pending = true;
        self.clear_points();
    }

    /// Clears the points of all frames: nothing is known of where they were.
    fn clear_points(&mut self) {
        let (mut frame, fp) = (self.frame_stack.start(), self.fp);
        while frame < fp {
            // SAFETY: the slots above the first and up to `fp` are pushed frames.
            unsafe {
                frame = frame.add(1);
                (*frame).point = 0;
            }
        }
    }

    /// Another thread's frames are on the stack: the next moment repeats no transition.
    pub(crate) fn note_switch_in_log(&mut self) {
        if let Some(log) = self.log.as_deref_mut() {
            log.prev = std::ptr::null();
        }
        self.clear_points();
    }

    /// Logs one event that was delivered alone.
    #[cold]
    pub(crate) fn log_event(&mut self) {
        if !self.is_logging() {
            return;
        }
        let (Some(mut log), time) = (self.log.take(), self.now()) else { return };
        if time > log.last_time && self.records_event(&mut log, time) {
            log.last_time = time;
            log.open.states.push(self.state);
            self.write_moment(&mut log, self.pc, time, SINGLE_EVENT);
            self.counting.side_effects_pending = true;
        }
        self.log = Some(log);
    }
}

/// How many registers the stack has room for.
fn register_capacity(vm: &Vm) -> usize {
    // SAFETY: both are ends of one reservation.
    unsafe { vm.stack.end().offset_from(vm.stack.start()) as usize }
}
