//! The interpreter's loop.
//!
//! The loop keeps four things in locals: next instruction, window, inline caches and budget. It handles an
//! instruction's common case in place; everything else is a method `op_…` in a theme file, called with the locals
//! written back (`slow!`), which may push frames and raise.
//!
//! **Time.** The instruction word says how many events come before it. The budget is the number of events that may be
//! delivered before the loop must stop, minus one. So counting costs one subtraction, and the one stop site
//! (`Vm::stop_site`) is reached only when the budget is spent: for a target, a checkpoint, a collection or a signal.
//!
//! # Why the unsafe code is sound
//!
//! 1. `pc` points into the instructions of the top frame's code. The verifier of `ttd-code` checks that jumps land on
//!    instructions and that every path ends in a return, a raise or a jump.
//! 2. `base` points to a window of `nregs` values inside the stack reservation; `push_frame` checks the room, the
//!    verifier the register numbers.
//! 3. Cells are addressed by index relative to the heap's base. A value of type `t` refers to a live cell of `t`'s
//!    storage: the collector's roots include all windows, and windows are cleared when a frame is entered.
//! 4. `codes` never shrinks and loaded code is never freed, so `CodeRt` references and their caches stay valid. A
//!    predicted call target is one of them: its id is compared with the function's.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::object::{List, Slots, Tuple};
use ttd_core::value::{T_INT, Value};

use super::attrs::cache_kind as kind;
use super::attrs::cache_kind::type_key;
use super::fetched::Fetched;
use super::small_int::{as_floats, half_shifted, shifted, small_div, small_mod, small_quotient};
use super::{clear_window, dispatch};
use crate::native::{Res, Trap};
use crate::vm::call::call_cache::CallCacheEntry;
use crate::vm::call::function;
use crate::vm::code::{Cache, CodeRt, IMMEDIATES};
use crate::vm::stack::frame::{Cont, Frame, PLAIN_CALL};
use crate::{Vm, ids};

impl Vm {
    /// Runs until the frame above `bottom` frames has returned.
    pub(crate) fn run_nested(&mut self, bottom: usize) -> Res {
        if self.is_logging() {
            self.run_loop::<true, true>(bottom)
        } else if self.counting() {
            self.run_loop::<true, false>(bottom)
        } else {
            self.run_loop::<false, false>(bottom)
        }
    }

    /// Runs the loop. `COUNT`: count events. `LOG`: log them as well.
    fn run_loop<const COUNT: bool, const LOG: bool>(&mut self, bottom: usize) -> Res {
        let vm = self;
        let stood = vm.state.unwinding.is_some() || vm.state.phase > 0;
        if stood && let Err(trap) = vm.resume_after_stop(bottom) {
            vm.handle_trap(trap, bottom)?;
        }
        loop {
            // SAFETY: see the module's argument.
            let ended = unsafe { vm.run_frames::<COUNT, LOG>() };
            vm.counting.side_effects_pending = true;
            let trap = match ended {
                Ok(value) => return Ok(value),
                Err(trap) => trap,
            };
            if let Some(ended) = vm.after_trap(trap, bottom, COUNT) {
                return ended;
            }
        }
    }

    /// Runs instructions until an `Exit` frame returns or something is raised.
    ///
    /// # Safety
    /// The machine's `pc` and top frame must satisfy the module's argument.
    #[allow(clippy::cognitive_complexity, reason = "one loop over all instructions; the rare cases are elsewhere")]
    unsafe fn run_frames<const COUNT: bool, const LOG: bool>(&mut self) -> Res {
        let vm = self;
        let heap_base = vm.heap.base();
        let mut pc: *const Ins = vm.pc;
        if std::mem::take(&mut vm.pending.events_delivered) {
            // The events of this instruction were delivered before the stop.
            vm.counting.budget += i64::from(vm.original_at(pc).events);
            // SAFETY: `pc` points into the top frame's code.
            vm.pending.patch_handled = unsafe { matches!((*pc).op, Op::Break | Op::Look) };
        }
        let mut budget: i64 = vm.counting.budget;
        vm.counting.side_effects_pending = true;
        // SAFETY: everything below is covered by the module's argument; the block spans the loop.
        unsafe {
            let mut base: *mut Value = (*vm.fp).base;
            let mut caches: *mut Cache = (*(*vm.fp).code).caches();
            let mut op: Op;

            'main: loop {
                macro_rules! R {
                    ($i:expr) => {
                        *base.add($i as usize)
                    };
                }
                macro_rules! sync {
                    () => {
                        vm.pc = pc;
                        vm.counting.budget = budget;
                        if LOG {
                            vm.counting.side_effects_pending = true;
                        }
                    };
                }
                macro_rules! reload {
                    () => {
                        pc = vm.pc;
                        budget = vm.counting.budget;
                        base = (*vm.fp).base;
                        caches = (*(*vm.fp).code).caches();
                    };
                }
                macro_rules! slow {
                    ($call:expr) => {{
                        sync!();
                        if let Err(trap) = $call {
                            return vm.trap_with_tail(trap);
                        }
                        if vm.heap.wants_collection() {
                            vm.collect_if_safe();
                        }
                        if vm.pending.exit_pending {
                            return Ok(vm.take_exit());
                        }
                        reload!();
                        continue 'main;
                    }};
                }
                macro_rules! jump {
                    ($d:expr) => {
                        pc = pc.offset($d as i16 as isize)
                    };
                }
                macro_rules! slots {
                    ($v:expr) => {
                        heap_base.add(($v.index() as usize) << 4).cast::<Slots>()
                    };
                }
                macro_rules! list {
                    ($v:expr) => {
                        heap_base.add(($v.index() as usize) << 4).cast::<List>()
                    };
                }
                macro_rules! tuple {
                    ($v:expr) => {
                        heap_base.add(($v.index() as usize) << 4).cast::<Tuple>()
                    };
                }
                macro_rules! slot {
                    ($s:expr, $i:expr) => {
                        *(*$s).slots.as_mut_ptr().add($i as usize)
                    };
                }
                macro_rules! int_op {
                    ($ins:ident, $y:expr, $method:ident, $shift:expr) => {{
                        let (x, y): (Value, Value) = (R!($ins.b()), $y);
                        if Value::both_int(x, y) {
                            let (r, o) = $shift(x, y, i64::$method);
                            if !o {
                                R!($ins.a()) = Value::from_raw((r as u64 >> 16) | T_INT);
                                continue 'main;
                            }
                        }
                        (x, y)
                    }};
                }
                macro_rules! arith { ($ins:ident, $y:expr, $method:ident, $shift:expr, $f:tt) => {{
                let (x, y) = int_op!($ins, $y, $method, $shift);
                if let Some((x, y)) = as_floats(x, y) { R!($ins.a()) = Value::float(x $f y); continue 'main; }
                slow!(vm.op_binary($ins.word(op), y))
            }}; }
                macro_rules! compare { ($ins:ident, $x:expr, $y:expr, $o:tt, $r:ident => $then:expr) => {{
                let (x, y): (Value, Value) = ($x, $y);
                let $r = if Value::both_int(x, y) { (x.raw() as i64) << 16 $o (y.raw() as i64) << 16 }
                    else if let Some((x, y)) = as_floats(x, y) { x $o y }
                    else { slow!(vm.op_compare($ins.word(op), x, y)) };
                $then
            }}; }
                macro_rules! cmp_jump { ($ins:ident, $y:expr, $o:tt, $sense:expr) => {
                compare!($ins, R!($ins.a()), $y, $o, r => if r == $sense { jump!($ins.c()) })
            }; }
                macro_rules! cmp_value { ($ins:ident, $o:tt) => {
                compare!($ins, R!($ins.b()), R!($ins.c()), $o, r => R!($ins.a()) = Value::bool(r))
            }; }
                macro_rules! global {
                    ($ins:ident) => {{
                        let cache: *mut Cache = caches.add($ins.c() as usize);
                        match vm.cached_global(cache) {
                            Some(v) => v,
                            None => slow!(vm.op_load_global($ins.word(op))),
                        }
                    }};
                }
                macro_rules! get_item {
                    ($ins:ident, $i:expr) => {{
                        let (o, i): (Value, i64) = (R!($ins.b()), $i);
                        if o.is(ids::LIST) {
                            let l = list!(o);
                            let at = if i < 0 { i + i64::from((*l).len) } else { i };
                            if (at as u64) < u64::from((*l).len) {
                                R!($ins.a()) = *(*l).ptr.add(at as usize);
                                continue 'main;
                            }
                        } else if o.is(ids::TUPLE) {
                            let t = tuple!(o);
                            let at = if i < 0 { i + (*t).len as i64 } else { i };
                            if (at as u64) < (*t).len {
                                R!($ins.a()) = *(*t).items.as_ptr().add(at as usize);
                                continue 'main;
                            }
                        }
                    }};
                }
                macro_rules! set_item {
                    ($ins:ident, $i:expr) => {{
                        let (o, i): (Value, i64) = (R!($ins.a()), $i);
                        if o.is(ids::LIST) {
                            let l = list!(o);
                            let at = if i < 0 { i + i64::from((*l).len) } else { i };
                            if (at as u64) < u64::from((*l).len) {
                                vm.heap.list_set_unchecked(l, at as usize, R!($ins.c()));
                                continue 'main;
                            }
                        }
                    }};
                }
                // Pops the top frame if its result is only stored.
                macro_rules! return_value {
                    ($v:expr) => {{
                        let v: Value = $v;
                        let frame = vm.fp;
                        let cont = (*frame).cont;
                        if (*frame).owner.is_unbound() {
                            let fp = frame.sub(1);
                            if cont == Cont::Store || cont.only_stores() && v != Value::NOT_IMPLEMENTED {
                                vm.fp = fp;
                                if LOG && fp < vm.counting.dirty_frames_from {
                                    vm.counting.dirty_frames_from = fp;
                                }
                                pc = (*fp).pc;
                                base = (*fp).base;
                                caches = (*(*fp).code).caches();
                                R!((*frame).dst) = v;
                                continue 'main;
                            }
                            if cont == Cont::Init && v.is_none() && (*(*fp).pc.sub(1)).op == Op::Call {
                                let call = *(*fp).pc.sub(1);
                                vm.fp = fp;
                                if LOG && fp < vm.counting.dirty_frames_from {
                                    vm.counting.dirty_frames_from = fp;
                                }
                                pc = (*fp).pc;
                                base = (*fp).base;
                                caches = (*(*fp).code).caches();
                                R!(call.c) = R!(call.a);
                                continue 'main;
                            }
                        }
                        slow!(vm.op_return(v))
                    }};
                }
                macro_rules! imm {
                    ($x:expr) => {
                        Value::int($x as i16 as i64)
                    };
                }
                macro_rules! back_edge {
                    () => {
                        if !COUNT {
                            budget -= 1;
                            if budget < 0 {
                                sync!();
                                vm.loop_head_tick(COUNT)?;
                                reload!();
                            }
                        }
                    };
                }

                op = (*pc).op;
                if COUNT {
                    let left = budget - i64::from((*pc).events);
                    if left < 0 {
                        sync!();
                        vm.stop_site()?;
                        if vm.pc != pc {
                            // A trace function made the frame go on elsewhere.
                            reload!();
                            continue 'main;
                        }
                        budget = vm.counting.budget;
                        op = vm.original_at(pc).op;
                    } else {
                        budget = left;
                        if LOG && (*pc).events > 0 && !matches!(op, Op::Break | Op::Look) {
                            vm.log_moment(pc, vm.counting.stop_at - 1 - left);
                        }
                    }
                }
                let ins = Fetched(pc);
                pc = pc.add(1);
                'dispatch: loop {
                    match op {
                        Op::Nop => {}
                        Op::Move => R!(ins.a()) = R!(ins.b()),
                        Op::LoadConst => {
                            let code: &CodeRt = (*vm.fp).code();
                            R!(ins.a()) = *code.consts.get_unchecked(ins.wide() as usize);
                        }
                        Op::LoadInt => R!(ins.a()) = imm!(ins.b()),
                        Op::LoadImm => R!(ins.a()) = IMMEDIATES[ins.b() as usize],
                        Op::ClearLocal => R!(ins.a()) = Value::UNBOUND,
                        Op::CheckBound if !R!(ins.a()).is_unbound() => {}
                        Op::LoadDeref => {
                            let v = slot!(slots!(R!(ins.b())), 0);
                            if v.is_unbound() {
                                slow!(vm.op_empty_cell(ins.b()))
                            }
                            R!(ins.a()) = v;
                        }
                        Op::LoadGlobal => R!(ins.a()) = global!(ins),
                        Op::LoadGlobalCall => {
                            R!(ins.a()) = global!(ins);
                            R!(ins.a() as usize + 1) = Value::UNBOUND;
                        }
                        Op::LoadAttr => {
                            let obj = R!(ins.b());
                            if obj.is(ids::INST) {
                                let s = slots!(obj);
                                let cache: *mut Cache = caches.add(ins.c() as usize);
                                if (*cache).shape == (*s).shape {
                                    R!(ins.a()) = slot!(s, (*cache).slot);
                                    continue 'main;
                                }
                                let other = vm.caches.poly.find(cache, (*s).shape);
                                if other.shape == (*s).shape {
                                    R!(ins.a()) = slot!(s, other.slot);
                                    continue 'main;
                                }
                            }
                            slow!(vm.op_load_attr(ins.word(op)))
                        }
                        Op::LoadMethod => {
                            let obj = R!(ins.b());
                            let cache: *mut Cache = caches.add(ins.c() as usize);
                            let key = if obj.is(ids::INST) { (*slots!(obj)).shape } else { type_key(obj) };
                            if (*cache).shape == key
                                && (*cache).version == vm.caches.class_version
                                && (*cache).extra == kind::CLASS
                                && obj.is_obj()
                            {
                                R!(ins.a()) = (*cache).value;
                                R!(ins.a() + 1) = obj;
                                continue 'main;
                            }
                            let other = vm.caches.poly.find(cache, key);
                            if other.shape == key
                                && other.version == vm.caches.class_version
                                && other.extra == kind::CLASS
                                && obj.is_obj()
                            {
                                R!(ins.a()) = other.value;
                                R!(ins.a() + 1) = obj;
                                continue 'main;
                            }
                            slow!(vm.op_load_method(ins.word(op)))
                        }
                        Op::StoreAttr => {
                            let obj = R!(ins.a());
                            if obj.is(ids::INST) {
                                let s = slots!(obj);
                                let cache: *mut Cache = caches.add(ins.c() as usize);
                                if (*cache).shape == (*s).shape {
                                    let (to, shape) = ((*cache).slot as usize, (*cache).extra);
                                    vm.heap.set_slot_and_shape_unchecked(s, to, R!(ins.b()), shape);
                                    continue 'main;
                                }
                                let other = vm.caches.poly.find(cache, (*s).shape);
                                if other.shape == (*s).shape {
                                    let (to, shape) = (other.slot as usize, other.extra);
                                    vm.heap.set_slot_and_shape_unchecked(s, to, R!(ins.b()), shape);
                                    continue 'main;
                                }
                            }
                            slow!(vm.op_store_attr(ins.word(op)))
                        }
                        Op::Add => arith!(ins, R!(ins.c()), overflowing_add, shifted, +),
                        Op::Sub => arith!(ins, R!(ins.c()), overflowing_sub, shifted, -),
                        Op::Mul => arith!(ins, R!(ins.c()), overflowing_mul, half_shifted, *),
                        Op::IAdd => arith!(ins, R!(ins.c()), overflowing_add, shifted, +),
                        Op::ISub => arith!(ins, R!(ins.c()), overflowing_sub, shifted, -),
                        Op::IMul => arith!(ins, R!(ins.c()), overflowing_mul, half_shifted, *),
                        Op::AddI | Op::IAddI => {
                            let (_, y) = int_op!(ins, imm!(ins.c()), overflowing_add, shifted);
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::SubI | Op::ISubI => {
                            let (_, y) = int_op!(ins, imm!(ins.c()), overflowing_sub, shifted);
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::MulI | Op::IMulI => {
                            let (_, y) = int_op!(ins, imm!(ins.c()), overflowing_mul, half_shifted);
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::TrueDiv | Op::ITrueDiv => {
                            let (x, y) = (R!(ins.b()), R!(ins.c()));
                            if let Some(quotient) = small_quotient(x, y) {
                                R!(ins.a()) = quotient;
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::FloorDivI | Op::IFloorDivI => {
                            let x = R!(ins.b());
                            if x.is_int() {
                                R!(ins.a()) = Value::int(small_div(x.as_int(), i64::from(ins.c())));
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), imm!(ins.c())))
                        }
                        Op::ModI | Op::IModI => {
                            let x = R!(ins.b());
                            if x.is_int() {
                                R!(ins.a()) = Value::int(small_mod(x.as_int(), i64::from(ins.c())));
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), imm!(ins.c())))
                        }
                        Op::FloorDiv | Op::IFloorDiv | Op::Mod | Op::IMod => {
                            let (x, y) = (R!(ins.b()), R!(ins.c()));
                            if Value::both_int(x, y) && y.as_int() > 0 {
                                let (x, y) = (x.as_int(), y.as_int());
                                let modulo = matches!(op, Op::Mod | Op::IMod);
                                let r = if modulo { small_mod(x, y) } else { small_div(x, y) };
                                R!(ins.a()) = Value::int(r);
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::Pow | Op::IPow => {
                            let (x, y) = (R!(ins.b()), R!(ins.c()));
                            if x.is_float() && y.is_float() && x.as_float() > 0.0 {
                                let r = x.as_float().powf(y.as_float());
                                if r.is_finite() {
                                    R!(ins.a()) = Value::float(r);
                                    continue 'main;
                                }
                            }
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::AndI => {
                            let (x, y) = (R!(ins.b()), imm!(ins.c()));
                            if x.is_int() {
                                R!(ins.a()) = Value::from_raw(x.raw() & y.raw());
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::RShiftI => {
                            let x = R!(ins.b());
                            if x.is_int() {
                                R!(ins.a()) = Value::int(x.as_int() >> ins.c());
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), imm!(ins.c())))
                        }
                        Op::LShiftI => {
                            let x = R!(ins.b());
                            let r = x.as_int() << ins.c();
                            if x.is_int()
                                && r >> ins.c() == x.as_int()
                                && let Some(r) = Value::try_int(r)
                            {
                                R!(ins.a()) = r;
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), imm!(ins.c())))
                        }
                        Op::LShift | Op::RShift | Op::ILShift | Op::IRShift => {
                            slow!(vm.op_binary(ins.word(op), R!(ins.c())))
                        }
                        Op::And | Op::IAnd => {
                            let (x, y) = (R!(ins.b()), R!(ins.c()));
                            if Value::both_int(x, y) {
                                R!(ins.a()) = Value::from_raw(x.raw() & y.raw());
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::Or | Op::IOr => {
                            let (x, y) = (R!(ins.b()), R!(ins.c()));
                            if Value::both_int(x, y) {
                                R!(ins.a()) = Value::from_raw(x.raw() | y.raw());
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::Xor | Op::IXor => {
                            let (x, y) = (R!(ins.b()), R!(ins.c()));
                            if Value::both_int(x, y) {
                                R!(ins.a()) = Value::from_raw((x.raw() ^ y.raw()) | T_INT);
                                continue 'main;
                            }
                            slow!(vm.op_binary(ins.word(op), y))
                        }
                        Op::Neg => {
                            let x = R!(ins.b());
                            if x.is_float() {
                                R!(ins.a()) = Value::float(-x.as_float());
                                continue 'main;
                            }
                            if x.is_int() && x.as_int() != Value::INT_MIN {
                                R!(ins.a()) = Value::int(-x.as_int());
                                continue 'main;
                            }
                            slow!(vm.op_unary(ins.word(op)))
                        }
                        Op::Not if R!(ins.b()).is_bool() => R!(ins.a()) = Value::bool(R!(ins.b()) == Value::FALSE),
                        Op::Lt => cmp_value!(ins, <),
                        Op::Le => cmp_value!(ins, <=),
                        Op::Eq => cmp_value!(ins, ==),
                        Op::Ne => cmp_value!(ins, !=),
                        Op::Gt => cmp_value!(ins, >),
                        Op::Ge => cmp_value!(ins, >=),
                        Op::Is => R!(ins.a()) = Value::bool(vm.is_same(R!(ins.b()), R!(ins.c()))),
                        Op::IsNot => R!(ins.a()) = Value::bool(!vm.is_same(R!(ins.b()), R!(ins.c()))),
                        Op::Jump => pc = pc.offset(ins.wide() as i32 as isize),
                        Op::JumpBack => {
                            pc = pc.offset(ins.wide() as i32 as isize);
                            if COUNT && ins.events() == 0 {
                                // A loop without events must notice interrupts, too.
                                vm.limits.lib_budget -= 1;
                                if vm.limits.lib_budget < 0 {
                                    sync!();
                                    vm.loop_head_tick(COUNT)?;
                                    reload!();
                                }
                            }
                            back_edge!();
                        }
                        Op::JumpTrue => match R!(ins.a()) {
                            Value::TRUE => jump!(ins.c()),
                            Value::FALSE | Value::NONE => {}
                            v if v.is_int() => {
                                if v.as_int() != 0 {
                                    jump!(ins.c())
                                }
                            }
                            v => slow!(vm.op_truth_jump(ins.word(op), v)),
                        },
                        Op::JumpFalse => match R!(ins.a()) {
                            Value::TRUE => {}
                            Value::FALSE | Value::NONE => jump!(ins.c()),
                            v if v.is_int() => {
                                if v.as_int() == 0 {
                                    jump!(ins.c())
                                }
                            }
                            v => slow!(vm.op_truth_jump(ins.word(op), v)),
                        },
                        Op::JumpNone => {
                            if R!(ins.a()).is_none() {
                                jump!(ins.c())
                            }
                        }
                        Op::JumpNotNone => {
                            if !R!(ins.a()).is_none() {
                                jump!(ins.c())
                            }
                        }
                        Op::JumpIs => {
                            if vm.is_same(R!(ins.a()), R!(ins.b())) {
                                jump!(ins.c())
                            }
                        }
                        Op::JumpIsNot => {
                            if !vm.is_same(R!(ins.a()), R!(ins.b())) {
                                jump!(ins.c())
                            }
                        }
                        Op::JumpLt => cmp_jump!(ins, R!(ins.b()), <, true),
                        Op::JumpLe => cmp_jump!(ins, R!(ins.b()), <=, true),
                        Op::JumpEq => cmp_jump!(ins, R!(ins.b()), ==, true),
                        Op::JumpNe => cmp_jump!(ins, R!(ins.b()), !=, true),
                        Op::JumpGt => cmp_jump!(ins, R!(ins.b()), >, true),
                        Op::JumpGe => cmp_jump!(ins, R!(ins.b()), >=, true),
                        Op::JumpNotLt => cmp_jump!(ins, R!(ins.b()), <, false),
                        Op::JumpNotLe => cmp_jump!(ins, R!(ins.b()), <=, false),
                        Op::JumpNotEq => cmp_jump!(ins, R!(ins.b()), ==, false),
                        Op::JumpNotNe => cmp_jump!(ins, R!(ins.b()), !=, false),
                        Op::JumpNotGt => cmp_jump!(ins, R!(ins.b()), >, false),
                        Op::JumpNotGe => cmp_jump!(ins, R!(ins.b()), >=, false),
                        Op::JumpLtI => cmp_jump!(ins, imm!(ins.b()), <, true),
                        Op::JumpLeI => cmp_jump!(ins, imm!(ins.b()), <=, true),
                        Op::JumpEqI => cmp_jump!(ins, imm!(ins.b()), ==, true),
                        Op::JumpNeI => cmp_jump!(ins, imm!(ins.b()), !=, true),
                        Op::JumpGtI => cmp_jump!(ins, imm!(ins.b()), >, true),
                        Op::JumpGeI => cmp_jump!(ins, imm!(ins.b()), >=, true),
                        Op::JumpNotLtI => cmp_jump!(ins, imm!(ins.b()), <, false),
                        Op::JumpNotLeI => cmp_jump!(ins, imm!(ins.b()), <=, false),
                        Op::JumpNotEqI => cmp_jump!(ins, imm!(ins.b()), ==, false),
                        Op::JumpNotNeI => cmp_jump!(ins, imm!(ins.b()), !=, false),
                        Op::JumpNotGtI => cmp_jump!(ins, imm!(ins.b()), >, false),
                        Op::JumpNotGeI => cmp_jump!(ins, imm!(ins.b()), >=, false),
                        Op::GetItem => {
                            if R!(ins.c()).is_int() {
                                get_item!(ins, R!(ins.c()).as_int())
                            }
                            slow!(vm.op_get_item(ins.word(op)))
                        }
                        Op::GetItemI => {
                            get_item!(ins, i64::from(ins.c() as i16));
                            slow!(vm.op_get_item(ins.word(op)))
                        }
                        Op::SetItem => {
                            if R!(ins.b()).is_int() {
                                set_item!(ins, R!(ins.b()).as_int())
                            }
                            slow!(vm.op_set_item(ins.word(op)))
                        }
                        Op::SetItemI => {
                            set_item!(ins, i64::from(ins.b() as i16));
                            slow!(vm.op_set_item(ins.word(op)))
                        }
                        Op::UnpackSequence | Op::UnpackUp => {
                            let (o, n) = (R!(ins.b()), ins.c() as usize);
                            let items: *const Value = if o.is(ids::TUPLE) && (*tuple!(o)).len == n as u64 {
                                (*tuple!(o)).items.as_ptr()
                            } else if o.is(ids::LIST) && (*list!(o)).len as usize == n {
                                (*list!(o)).ptr
                            } else {
                                slow!(vm.op_unpack(ins.word(op)))
                            };
                            let to = base.add(ins.a() as usize);
                            if op == Op::UnpackUp {
                                for i in 0..n {
                                    *to.add(i) = *items.add(i);
                                }
                            } else {
                                for i in 0..n {
                                    *to.add(n - 1 - i) = *items.add(i);
                                }
                            }
                        }
                        Op::ListAppend => {
                            vm.heap.list_push(R!(ins.a()), R!(ins.b()));
                            if vm.heap.wants_collection() {
                                sync!();
                                vm.collect_if_safe();
                                reload!();
                            }
                        }
                        Op::ForIter | Op::ForNext => {
                            let it = R!(ins.a());
                            if it.is(ids::RANGE_ITER) {
                                let s = slots!(it);
                                let (next, stop, step) = (slot!(s, 0), slot!(s, 1), slot!(s, 2));
                                if next.is_int() {
                                    let (n, e, st) = (next.as_int(), stop.as_int(), step.as_int());
                                    if (st > 0 && n < e) || (st < 0 && n > e) {
                                        vm.heap.set_slot_unchecked(s, 0, Value::int(n + st));
                                        R!(ins.b()) = next;
                                        if op == Op::ForNext {
                                            jump!(ins.c());
                                            back_edge!();
                                        }
                                    } else if op == Op::ForIter {
                                        jump!(ins.c())
                                    }
                                    continue 'main;
                                }
                            } else if it.is(ids::LIST_ITER) {
                                let s = slots!(it);
                                let (seq, at) = (slot!(s, 0), slot!(s, 1).as_int());
                                if seq.is(ids::LIST) && (at as u64) < u64::from((*list!(seq)).len) {
                                    vm.heap.set_slot_unchecked(s, 1, Value::int(at + 1));
                                    R!(ins.b()) = *(*list!(seq)).ptr.add(at as usize);
                                    if op == Op::ForNext {
                                        jump!(ins.c());
                                        back_edge!();
                                    }
                                    continue 'main;
                                }
                            }
                            slow!(vm.op_for(ins.word(op)))
                        }
                        Op::Call => {
                            let a = ins.a() as usize;
                            let callee = R!(a);
                            if callee.is(ids::FUNCTION) {
                                let f = slots!(callee);
                                let (id, globals) = ((*f).shape, slot!(f, function::GLOBALS));
                                let no_self = R!(a + 1).is_unbound();
                                let cached: *const CallCacheEntry = vm.caches.call_cache.entry_before(pc);
                                if !(*cached).matches(id, globals, no_self) {
                                    vm.fill_call_cache(pc, id, globals, no_self);
                                }
                                let (code, globals) = (&*(*cached).code, (*cached).globals);
                                let own = (*cached).no_self as usize;
                                let window = base.add(a + 1 + own);
                                let n = ins.b() as usize + 1 - own;
                                let end = window.add(code.nregs as usize);
                                let fp = vm.fp;
                                if n == code.simple_args as usize
                                    && fp < vm.limits.fp_limit
                                    && end < vm.limits.stack_limit
                                {
                                    (*fp).pc = pc;
                                    let fp = fp.add(1);
                                    vm.fp = fp;
                                    fp.write(Frame {
                                        pc,
                                        base: window,
                                        code,
                                        globals,
                                        func: callee,
                                        locals: Value::UNBOUND,
                                        owner: Value::UNBOUND,
                                        outer_exc: Value::NONE,
                                        born: if COUNT { (vm.counting.stop_at - budget) as u64 } else { 0 },
                                        dst: ins.c(),
                                        cont: Cont::Store,
                                        point: PLAIN_CALL,
                                    });
                                    clear_window(window.add(n), end);
                                    base = window;
                                    caches = code.caches();
                                    pc = code.start();
                                    back_edge!();
                                    continue 'main;
                                }
                            } else if callee.is(ids::METHOD_DESC) || callee.is(ids::BUILTIN) {
                                slow!(vm.op_call_native(ins.word(op)))
                            } else if callee.is(ids::CLASS) {
                                slow!(vm.op_call_class(ins.word(op)))
                            }
                            slow!(vm.op_call(ins.word(op)))
                        }
                        Op::Contains | Op::NotContains => slow!(vm.op_contains(ins.word(op))),
                        Op::GetSlice => slow!(vm.op_get_slice(ins.word(op))),
                        Op::GetSliceStep => slow!(vm.op_get_slice_step(ins.word(op))),
                        Op::SetSlice => slow!(vm.op_set_slice(ins.word(op))),
                        Op::BuildList | Op::BuildTuple | Op::BuildMap => slow!(vm.op_build(ins.word(op))),
                        Op::StoreDeref => slow!(vm.op_store_deref(ins.word(op))),
                        Op::CallKw => slow!(vm.op_call_kw(ins.word(op))),
                        Op::GetIter => slow!(vm.op_get_iter(ins.word(op))),
                        Op::Yield => slow!(vm.op_yield(ins.word(op))),
                        Op::Send => slow!(vm.op_send(ins.word(op))),
                        Op::Return => return_value!(R!(ins.a())),
                        Op::ReturnNone => return_value!(Value::NONE),
                        Op::Tick => {
                            vm.limits.lib_budget -= 1;
                            if vm.limits.lib_budget < 0 {
                                sync!();
                                vm.tick()?;
                                reload!();
                            }
                        }
                        Op::Break | Op::Look => {
                            if vm.reaches_patch(pc.sub(1), op) {
                                pc = pc.sub(1);
                                sync!();
                                vm.break_site()?;
                                if vm.pc != pc {
                                    reload!();
                                    continue 'main;
                                }
                                budget = vm.counting.budget;
                                pc = pc.add(1);
                            } else if LOG {
                                vm.log_moment(pc.sub(1), vm.counting.stop_at - 1 - budget);
                            }
                            op = vm.original_at(pc.sub(1)).op;
                            continue 'dispatch;
                        }
                        dispatch::rare!() => slow!(vm.dispatch_rare(ins.word(op))),
                    }
                    continue 'main;
                }
            }
        }
    }
}

impl Vm {
    /// Converts a trap that leaves the loop. A tail call is only valid from instructions that handle it.
    #[cold]
    fn trap_with_tail(&mut self, trap: Trap) -> Res {
        match trap {
            Trap::Tail => {
                self.pending.tail = None;
                Err(self.system_error("a native handed over to Python where that is not possible"))
            }
            other => Err(other),
        }
    }
}
