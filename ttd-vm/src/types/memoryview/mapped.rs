//! Views of a shared map of a file. The memory in the program is a copy: before it is read, it is brought up to date
//! from the file unless that was done just before (`mapped_window.rs`), and what is written goes to the file, too.
//! So processes that map the same file see what the others write; both are requests to the outside, and recorded.

use std::ops::Range;

use super::layout::{View, managed};
use super::mapped_window::{self, Place};
use crate::vm::host::system::table::SystemCall;
use crate::vm::host::{HostRequest, Op};
use crate::{Vm, native::*};

/// Descriptor and first byte of the file behind a view.
fn file(vm: &Vm, view: &View) -> Option<(i64, i64)> {
    let [fd, start] = [managed::FILE, managed::START].map(|slot| vm.heap.slot(view.managed, slot));
    (fd.is_int() && start.is_int()).then(|| (fd.as_int(), start.as_int()))
}

pub(super) fn is_mapped(vm: &Vm, view: &View) -> bool {
    file(vm, view).is_some()
}

fn request(name: &str, fd: i64) -> HostRequest<'static> {
    let number = SystemCall::find(name).map_or(0, |(number, _)| number);
    HostRequest::of(Op::System).number(number as i64).number(fd)
}

/// Puts what the file holds into a part of the memory. A file that has become shorter reads as zeros.
#[inline]
pub(super) fn refresh(vm: &mut Vm, view: &View, part: Range<usize>) -> Res<()> {
    match file(vm, view) {
        Some((fd, start)) if !part.is_empty() => read(vm, view, fd, start, part),
        _ => Ok(()),
    }
}

/// Bytes of an open file. What is behind its end are zeros.
pub(super) fn bytes_of_file(vm: &mut Vm, fd: i64, start: i64, size: usize) -> Res<Vec<u8>> {
    let ask = request("pread", fd).number(size as i64).number(start);
    let mut bytes = vm.ask_bytes(&ask, &[])?;
    bytes.resize(size, 0);
    Ok(bytes)
}

#[cold]
fn read(vm: &mut Vm, view: &View, fd: i64, start: i64, part: Range<usize>) -> Res<()> {
    let (base, window) = (view.base, vm.heap.slot(view.managed, managed::WINDOW));
    let place = Place { fd, at: start + part.start as i64, size: part.len() };
    if mapped_window::find(vm, window, place).is_some() {
        return Ok(());
    }
    let end = start + vm.heap.buffer(base).len() as i64;
    let bytes = mapped_window::read(vm, window, place, end)?;
    let part = part.start..part.start + bytes.len();
    if vm.heap.buffer(base).get(part.clone()).is_some_and(|held| held != bytes) {
        vm.heap.buffer_splice(base, part, &bytes);
    }
    Ok(())
}

/// Writes what was put into the memory to the file.
#[inline]
pub(super) fn write_back(vm: &mut Vm, view: &View, at: usize, bytes: &[u8]) -> Res<()> {
    match file(vm, view) {
        Some((fd, start)) => {
            let window = vm.heap.slot(view.managed, managed::WINDOW);
            mapped_window::write_through(vm, window, fd, start + at as i64, bytes)
        }
        None => Ok(()),
    }
}

/// Writes bytes to an open file.
#[cold]
pub(super) fn write(vm: &mut Vm, fd: i64, mut at: i64, mut bytes: &[u8]) -> Res<()> {
    while !bytes.is_empty() {
        let n = vm.ask_int(&request("pwrite", fd).number(at).data(bytes), &[])?;
        let n = (n as usize).clamp(1, bytes.len());
        (at, bytes) = (at + n as i64, &bytes[n..]);
    }
    Ok(())
}
