//! Reading pickles.

use ttd_core::value::Value;

use super::{Stop, op};
use crate::types::bytes::value::bytes_arg;
use crate::{Vm, ids, native::*};

/// A pickle that is being read.
pub(super) struct Loader {
    pub(super) data: Vec<u8>,
    pub(super) at: usize,
    pub(super) stack: Vec<Value>,
    /// Where the marks lie in the stack.
    pub(super) marks: Vec<usize>,
    pub(super) memo: Vec<Value>,
    pub(super) protocol: u8,
    /// Whether all opcodes are known to be understood here.
    pub(super) scanned: bool,
}

pub(super) fn loads(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let memo =
        args.opt(1).filter(|list| list.is(ids::LIST)).map(|list| vm.heap.list(list).to_vec()).unwrap_or_default();
    let mut loader = Loader { data, at: 0, stack: Vec::new(), marks: Vec::new(), memo, protocol: 0, scanned: false };
    match loader.run(vm) {
        Ok(value) => {
            let memo = vm.new_list(&loader.memo);
            Ok(vm.new_tuple(&[value, Value::int(loader.at as i64), memo]))
        }
        Err(Stop::GiveUp) => Ok(Value::NONE),
        Err(Stop::Trap(trap)) => Err(trap),
    }
}

impl Loader {
    pub(super) fn take(&mut self, n: usize) -> Result<&[u8], Stop> {
        let part = self.data.get(self.at..self.at.saturating_add(n)).ok_or(Stop::GiveUp)?;
        self.at += n;
        Ok(part)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Stop> {
        Ok(self.take(1)?[0])
    }

    /// An unsigned number in little-endian bytes.
    pub(super) fn number(&mut self, bytes: usize) -> Result<usize, Stop> {
        let number = self.take(bytes)?.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
        usize::try_from(number).map_err(|_| Stop::GiveUp)
    }

    /// The bytes up to the end of the line.
    pub(super) fn line(&mut self) -> Result<&[u8], Stop> {
        let rest = self.data.get(self.at..).ok_or(Stop::GiveUp)?;
        let length = rest.iter().position(|b| *b == b'\n').ok_or(Stop::GiveUp)?;
        self.at += length + 1;
        Ok(&self.data[self.at - length - 1..self.at - 1])
    }

    pub(super) fn pop(&mut self) -> Result<Value, Stop> {
        let floor = self.marks.last().copied().unwrap_or(0);
        if self.stack.len() <= floor { Err(Stop::GiveUp) } else { self.stack.pop().ok_or(Stop::GiveUp) }
    }

    pub(super) fn top(&self) -> Result<Value, Stop> {
        let floor = self.marks.last().copied().unwrap_or(0);
        self.stack[floor..].last().copied().ok_or(Stop::GiveUp)
    }

    /// Takes off what lies above the last mark.
    pub(super) fn pop_mark(&mut self) -> Result<Vec<Value>, Stop> {
        let mark = self.marks.pop().ok_or(Stop::GiveUp)?;
        Ok(self.stack.split_off(mark))
    }

    pub(super) fn put(&mut self, at: usize, v: Value) -> Result<(), Stop> {
        // Numbers are given in order; a pickle that leaves gaps is rare.
        match at.cmp(&self.memo.len()) {
            std::cmp::Ordering::Less => self.memo[at] = v,
            std::cmp::Ordering::Equal => self.memo.push(v),
            std::cmp::Ordering::Greater => return Err(Stop::GiveUp),
        }
        Ok(())
    }

    pub(super) fn get(&mut self, at: usize) -> Result<(), Stop> {
        let v = self.memo.get(at).copied().ok_or(Stop::GiveUp)?;
        self.stack.push(v);
        Ok(())
    }

    fn run(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        if self.data.first() == Some(&op::PROTO) {
            self.protocol = self.data.get(1).copied().filter(|n| matches!(n, 2..=5)).ok_or(Stop::GiveUp)?;
            self.at = 2;
        }
        let mut steps = 0_usize;
        loop {
            steps += 1;
            if steps.is_multiple_of(4096) {
                vm.check_interrupt()?;
            }
            let code = self.byte()?;
            if code == op::STOP {
                return self.pop();
            }
            self.step(vm, code)?;
        }
    }
}
