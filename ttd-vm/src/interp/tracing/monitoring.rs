//! `sys.monitoring`: calls the callbacks of tools.
//!
//! The bookkeeping is Python, in `lib/native/runtime/_ttd_monitoring.py`. It keeps one list, which lies in
//! `Vm::globals`: the events of each tool, the callbacks of each tool, the tools' events by code object, and what
//! callbacks disabled, by code object.

use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::code::trace_sites::wants;
use crate::vm::slots;
use crate::{Vm, ids};

/// The numbers of the events: the positions of their bits.
pub(crate) mod event {
    pub(crate) const PY_START: usize = 0;
    pub(crate) const PY_RESUME: usize = 1;
    pub(crate) const PY_RETURN: usize = 2;
    pub(crate) const PY_YIELD: usize = 3;
    pub(crate) const CALL: usize = 4;
    pub(crate) const LINE: usize = 5;
    pub(crate) const INSTRUCTION: usize = 6;
    pub(crate) const JUMP: usize = 7;
    pub(crate) const BRANCH_LEFT: usize = 8;
    pub(crate) const BRANCH_RIGHT: usize = 9;
    pub(crate) const STOP_ITERATION: usize = 10;
    pub(crate) const RAISE: usize = 11;
    pub(crate) const EXCEPTION_HANDLED: usize = 12;
    pub(crate) const PY_UNWIND: usize = 13;
    pub(crate) const PY_THROW: usize = 14;
    pub(crate) const RERAISE: usize = 15;
    pub(crate) const C_RETURN: usize = 16;
    pub(crate) const C_RAISE: usize = 17;
    pub(crate) const BRANCH: usize = 18;
}

/// Events below this one can be asked for in single code objects, and disabled at single instructions.
const LOCAL_EVENTS: usize = 11;

/// The parts of the list in `slots::MONITORING`.
mod part {
    /// A list: the events of each tool, a bit set.
    pub(super) const EVENTS: usize = 0;
    /// A list of lists: the callbacks of each tool by event.
    pub(super) const CALLBACKS: usize = 1;
    /// A dict: for a code object a list as `EVENTS`.
    pub(super) const LOCAL: usize = 2;
    /// A dict: for a code object a dict from instruction, line (for `LINE`) and event to a bit set of tools.
    pub(super) const DISABLED: usize = 3;
    /// `sys.monitoring.DISABLE` and `sys.monitoring.MISSING`.
    pub(super) const DISABLE: usize = 4;
    pub(super) const MISSING: usize = 5;
    /// All events that any tool asks for, a bit set.
    pub(super) const WANTED: usize = 6;
    /// The Python function that notes that a callback returned `DISABLE`.
    pub(super) const HOOK: usize = 7;
}

impl Vm {
    /// What monitoring needs patched.
    pub(super) fn monitoring_wants(&self) -> u8 {
        let Some(wanted) = self.monitoring_part(part::WANTED).filter(|w| w.is_int()) else { return 0 };
        let events = wanted.as_int();
        if events == 0 {
            return 0;
        }
        let has = |bits: &[usize]| bits.iter().any(|bit| events >> bit & 1 != 0);
        let mut wanted = wants::EVENTS;
        if has(&[event::CALL, event::C_RETURN, event::C_RAISE]) {
            wanted |= wants::CALLS;
        }
        if has(&[event::JUMP, event::BRANCH, event::BRANCH_LEFT, event::BRANCH_RIGHT]) {
            wanted |= wants::JUMPS;
        }
        if has(&[event::INSTRUCTION]) {
            wanted |= wants::EVERY;
        }
        wanted
    }

    fn monitoring_part(&self, at: usize) -> Option<Value> {
        let list = self.global(slots::MONITORING);
        if !list.is(ids::LIST) {
            return None;
        }
        self.heap.list(list).get(at).copied()
    }

    /// The tools that a bit set per tool asks for an event with, as a bit set.
    fn tools_in(&self, list: Value, bit: usize) -> u32 {
        if !list.is(ids::LIST) {
            return 0;
        }
        let asks = |events: &Value| events.is_int() && events.as_int() >> bit & 1 != 0;
        self.heap.list(list).iter().enumerate().filter(|(_, e)| asks(e)).fold(0, |tools, (tool, _)| tools | 1 << tool)
    }

    /// Calls the callbacks for an event at an instruction of the top frame.
    pub(super) fn monitor_event(&mut self, bit: usize, line: u32, at: u32, arg: Value) -> Res<()> {
        if !self.global(slots::MONITORING).is(ids::LIST) || !self.is_tracing() {
            return Ok(());
        }
        let offset = Value::int(2 * i64::from(at));
        match bit {
            event::LINE => self.call_tools(bit, at, &[Value::int(i64::from(line))]),
            event::PY_START | event::PY_RESUME | event::INSTRUCTION => self.call_tools(bit, at, &[offset]),
            _ => self.call_tools(bit, at, &[offset, arg]),
        }
    }

    /// Calls the callbacks for a jump.
    pub(super) fn monitor_jump(&mut self, bit: usize, at: u32, to: u32) -> Res<()> {
        let offsets = [Value::int(2 * i64::from(at)), Value::int(2 * i64::from(to))];
        self.call_tools(bit, at, &offsets)
    }

    /// Calls the callbacks for `BRANCH`, which stands for both ways: `asked` is the one that was gone.
    pub(super) fn monitor_branch(&mut self, asked: usize, at: u32, to: u32) -> Res<()> {
        let offsets = [Value::int(2 * i64::from(at)), Value::int(2 * i64::from(to))];
        self.call_tools_for(event::BRANCH, asked, at, &offsets)
    }

    /// Calls the callbacks for a call, its return or its failure.
    pub(super) fn monitor_call(&mut self, bit: usize, at: u32, callable: Value, first: Value) -> Res<()> {
        let missing = self.monitoring_part(part::MISSING).unwrap_or(Value::NONE);
        let first = if first.is_unbound() { missing } else { first };
        self.call_tools(bit, at, &[Value::int(2 * i64::from(at)), callable, first])
    }

    fn call_tools(&mut self, bit: usize, at: u32, args: &[Value]) -> Res<()> {
        // The end of a native call is an event for those who ask for calls.
        let asked = if matches!(bit, event::C_RETURN | event::C_RAISE) { event::CALL } else { bit };
        self.call_tools_for(bit, asked, at, args)
    }

    /// Calls the callbacks for an event of those tools that ask for another one.
    fn call_tools_for(&mut self, bit: usize, asked: usize, at: u32, args: &[Value]) -> Res<()> {
        if !self.is_tracing() {
            return Ok(());
        }
        let Some(events) = self.monitoring_part(part::EVENTS) else { return Ok(()) };
        let code = self.top_ref().code().value;
        let mut tools = self.tools_in(events, asked) | if asked == bit { 0 } else { self.tools_in(events, bit) };
        if let Some(local) = self.monitoring_part(part::LOCAL)
            && let Some(list) = self.dict_get(local, code)?
        {
            tools |= self.tools_in(list, asked);
        }
        if tools == 0 {
            return Ok(());
        }
        // One instruction may begin several lines.
        let line = if bit == event::LINE { args[0].as_int() } else { 0 };
        let key = self.int((i64::from(at) << 32 | line << 5) + bit as i64);
        let mut disabled = 0;
        if (bit < LOCAL_EVENTS || bit == event::BRANCH)
            && let Some(dict) = self.monitoring_part(part::DISABLED)
            && let Some(sites) = self.dict_get(dict, code)?
        {
            disabled = self.dict_get(sites, key)?.map_or(0, |tools| tools.as_int() as u32);
        }
        for tool in (0..8).rev().filter(|tool| (tools & !disabled) >> tool & 1 != 0) {
            self.call_tool(tool, bit, key, args)?;
        }
        Ok(())
    }

    fn call_tool(&mut self, tool: usize, bit: usize, key: Value, args: &[Value]) -> Res<()> {
        let Some(callbacks) = self.monitoring_part(part::CALLBACKS) else { return Ok(()) };
        let Some(own) = self.heap.list(callbacks).get(tool).copied().filter(|v| v.is(ids::LIST)) else { return Ok(()) };
        let Some(callback) = self.heap.list(own).get(bit).copied().filter(|v| v.is_obj()) else { return Ok(()) };
        let code = self.top_ref().code().value;
        let mut all = vec![code];
        all.extend_from_slice(args);
        let result = self.run_untraced(callback, &all)?;
        if self.monitoring_part(part::DISABLE) != Some(result) {
            return Ok(());
        }
        let hook = self.monitoring_part(part::HOOK).unwrap_or(Value::NONE);
        let numbers = [code, key, Value::int(tool as i64), Value::int(bit as i64)];
        self.run_untraced(hook, &numbers).map(|_| ())
    }
}
