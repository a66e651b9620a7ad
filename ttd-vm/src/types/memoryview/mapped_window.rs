//! The part of a mapped file that was read last, and is believed until the program has to do with the outside again.
//!
//! What another process writes into a shared map becomes visible at no certain time, so what was read at one moment may
//! be used for a while, as a processor uses its cache. It is read anew
//!
//! * after any other request: whatever tells the program that another process has written something is one; and
//! * after [`MOST_USES`] uses, so that a loop that waits for a byte to change sees it change.
//!
//! A window is a list of the program, so it travels, and a repeated run asks the file at the same places. A window that
//! is read on at its end doubles: a program that goes through a file asks seldom, one that jumps about reads little.

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::mapped::{bytes_of_file, write};
use crate::{Vm, native::*};

/// A bytearray with the contents, or None if these are kept elsewhere.
const DATA: usize = 0;
/// Where it begins.
const START: usize = 1;
/// How many bytes it has.
const LENGTH: usize = 2;
/// `Host::contacts` after it was read.
const STAMP: usize = 3;
/// How often it may be used still.
const USES: usize = 4;

/// Bytes read where a program jumps to.
const LEAST_BYTES: usize = 64;
/// Bytes read ahead, at most.
const MOST_BYTES: usize = 1 << 16;
/// How often a window is used, at most.
const MOST_USES: i64 = 1 << 16;
/// How often it is used beyond once for each of its bytes.
const MORE_USES: i64 = 1000;

/// A place in a file that is mapped.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) fd: i64,
    /// Where in the file.
    pub(super) at: i64,
    /// How many bytes.
    pub(super) size: usize,
}

/// Whether nothing happened outside since the window was read.
fn is_fresh(vm: &Vm, window: Value) -> bool {
    let fields = vm.heap.list(window);
    fields[STAMP].as_int() == vm.host.contacts() && fields[USES].as_int() > 0
}

/// Returns where in the window a place begins, if the window has all of it, and counts the use.
pub(super) fn find(vm: &mut Vm, window: Value, place: Place) -> Option<usize> {
    let fields = vm.heap.list(window);
    let skipped = usize::try_from(place.at - fields[START].as_int()).ok()?;
    if skipped + place.size > fields[LENGTH].as_int() as usize || !is_fresh(vm, window) {
        return None;
    }
    let uses = vm.heap.list(window)[USES].as_int();
    vm.heap.list_set(window, USES, Value::int(uses - 1));
    Some(skipped)
}

/// Reads the file from a place of a map that ends at `end`, which the window has not, and notes that in the window,
/// whose data the caller has. Returns as many bytes as asked for, or more.
pub(super) fn read(vm: &mut Vm, window: Value, place: Place, end: i64) -> Res<Vec<u8>> {
    let bytes = bytes_of_file(vm, place.fd, place.at, bytes_to_read(vm, window, place, end))?;
    note(vm, window, Place { size: bytes.len(), ..place });
    Ok(bytes)
}

/// Returns how many bytes are read for a place of a map that ends at `end`.
fn bytes_to_read(vm: &Vm, window: Value, place: Place, end: i64) -> usize {
    let fields = vm.heap.list(window);
    let (start, length) = (fields[START].as_int(), fields[LENGTH].as_int());
    let goes_on = is_fresh(vm, window) && (start + 1..=start + length).contains(&place.at);
    let ahead = if goes_on { (2 * length as usize).min(MOST_BYTES) } else { LEAST_BYTES };
    let left = usize::try_from(end - place.at).unwrap_or(0);
    place.size.max(ahead.min(left))
}

/// Notes what was read just now.
fn note(vm: &mut Vm, window: Value, place: Place) {
    let stamp = vm.host.contacts();
    let uses = (place.size as i64 + MORE_USES).min(MOST_USES);
    for (field, value) in [(START, place.at), (LENGTH, place.size as i64), (STAMP, stamp), (USES, uses)] {
        vm.heap.list_set(window, field, Value::int(value));
    }
}

/// Writes to the file; a window that was fresh stays so.
pub(super) fn write_through(vm: &mut Vm, window: Value, fd: i64, at: i64, bytes: &[u8]) -> Res<()> {
    let was_fresh = is_fresh(vm, window);
    write(vm, fd, at, bytes)?;
    if was_fresh {
        vm.heap.list_set(window, STAMP, Value::int(vm.host.contacts()));
        put(vm, window, at, bytes);
    }
    Ok(())
}

/// Puts bytes into the window's own data, as far as they lie in it.
fn put(vm: &mut Vm, window: Value, at: i64, bytes: &[u8]) {
    let fields = vm.heap.list(window);
    let (data, start, length) = (fields[DATA], fields[START].as_int(), fields[LENGTH].as_int());
    let (from, to) = (at.max(start), (at + bytes.len() as i64).min(start + length));
    if from < to && !data.is_none() {
        let part = &bytes[(from - at) as usize..(to - at) as usize];
        vm.heap.buffer_splice(data, (from - start) as usize..(to - start) as usize, part);
    }
}

/// Finds a place of a map that ends at `end` in its window, which is read if need be. Returns the window's data and
/// where the place begins in it.
fn look(vm: &mut Vm, window: Value, place: Place, end: i64) -> Res<(Value, usize)> {
    if let Some(at) = find(vm, window, place) {
        return Ok((vm.heap.list(window)[DATA], at));
    }
    let bytes = read(vm, window, place, end)?;
    let data = vm.new_bytearray(&bytes);
    vm.heap.list_set(window, DATA, data);
    Ok((data, 0))
}

/// A byte of a mapped file: window, descriptor, place, end of the map.
///
/// # Errors
/// Those of reading the file.
pub fn mapped_byte(vm: &mut Vm, args: Args) -> Res {
    let [fd, at, end] = [1, 2, 3].map(|i| args.get(i).as_int());
    let (data, at) = look(vm, args.get(0), Place { fd, at, size: 1 }, end)?;
    Ok(Value::int(i64::from(vm.heap.buffer(data)[at])))
}

/// Bytes of a mapped file: window, descriptor, place, length, end of the map. What is behind the file's end are zeros.
///
/// # Errors
/// Those of reading the file.
pub fn mapped_part(vm: &mut Vm, args: Args) -> Res {
    let [fd, at, size, end] = [1, 2, 3, 4].map(|i| args.get(i).as_int());
    let place = Place { fd, at, size: usize::try_from(size).unwrap_or(0) };
    // What is longer is not kept: it would be copied once more.
    if place.size > MOST_BYTES {
        let bytes = bytes_of_file(vm, fd, at, place.size)?;
        return Ok(vm.new_bytes(&bytes));
    }
    let (data, from) = look(vm, args.get(0), place, end)?;
    let bytes = vm.heap.buffer(data)[from..from + place.size].to_vec();
    Ok(vm.new_bytes(&bytes))
}

/// Writes to a mapped file: window, descriptor, place, and a bytes object or one byte as an int.
///
/// # Errors
/// Those of writing the file.
pub fn mapped_write(vm: &mut Vm, args: Args) -> Res {
    let [fd, at] = [1, 2].map(|i| args.get(i).as_int());
    let data = args.get(3);
    let bytes: SmallVec<[u8; 32]> = match data.is_int() {
        true => [data.as_int() as u8].into_iter().collect(),
        false => vm.raw_bytes(data).into(),
    };
    write_through(vm, args.get(0), fd, at, &bytes)?;
    Ok(Value::NONE)
}
