//! A log in words, for the worked example of `docs/architecture/log.md`.
//!
//! The test that compares them is `ttd-debug`'s: a test in here that runs a program would have the whole interpreter
//! built again for the tests of this crate.

use std::fmt::Write;

use crate::log::read::decode::{Change, Cursor};
use crate::time::{Event, Machine};

fn show(event: &Event) -> String {
    let kind = format!("{:?}", event.kind).to_lowercase();
    format!("{kind} {}", event.line)
}

fn kind_of(change: Change) -> String {
    match change {
        Change::Object(_) => "object".into(),
        Change::Bits(bits) => format!("^ {bits:#x}"),
    }
}

/// Shows the first block of the log of a program that has ended: each moment in a line (times, events, bytes, what they
/// mean), then the transitions. The log is gone afterwards.
///
/// # Panics
///
/// If the run is not logged.
pub fn show_log(mut machine: Machine) -> String {
    machine.seek(0);
    let vm = machine.vm_mut();
    let bottom = vm.stack.start();
    let mut replay = vm.replay(0, true);
    let log = vm.log.take().expect("a log");
    let mut unpacked = None;
    let moments = log.blocks[0].moments(&mut unpacked);
    let bytes: Vec<u8> = moments.bytes.iter().flat_map(|word| word.to_le_bytes()).collect();
    let (mut cursor, mut out) = (Cursor::default(), String::new());
    loop {
        let start = cursor.byte;
        let Some(moment) = moments.read(&mut cursor) else { break };
        assert!(replay.step(moments, bottom));
        let hex: Vec<String> = bytes[start..cursor.byte].iter().map(|byte| format!("{byte:02x}")).collect();
        let mut registers = Vec::new();
        moment.each_register(|i, change| registers.push(format!("r{i} {}", kind_of(change))));
        let events: Vec<String> = (replay.first()..=replay.time).map(|t| show(&replay.event(t))).collect();
        let how = match moment.plan {
            None => "full".to_string(),
            Some(_) => format!("transition {}", bytes[start] >> 1),
        };
        let _ = writeln!(
            out,
            "{:<4} {:<16} {:<36} {how:<13} pc {:<3} {}",
            replay.time,
            events.join(", "),
            hex.join(" "),
            moment.pc,
            registers.join(", ")
        );
    }
    for number in 1..=moments.transitions.count() {
        let plan = &moments.transitions.get(number).plan;
        let _ = writeln!(
            out,
            "transition {number}: pc {}, copies {:?}, constants {:?}, logged {:?}",
            plan.pc, plan.copies, plan.constants, plan.logged
        );
    }
    out
}
