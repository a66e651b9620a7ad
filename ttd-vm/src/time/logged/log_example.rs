//! The worked example of `docs/architecture/log.md`: what it shows is what the log holds.

use std::fmt::Write;

use crate::log::read::decode::{Change, Cursor};
use crate::time::{Config, Event, Machine, Program};
use crate::vm::host::console::Console;

const PROGRAM: &str = "total = 0\nfor i in range(5):\n    total += i\n";

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

/// Each moment in a line: times, events, bytes, what they mean.
fn dump() -> String {
    let program = Program::Code { text: PROGRAM.into(), args: Vec::new() };
    let mut machine = Machine::launch(&program, Config { log: true, ..Config::default() }).expect("it compiles");
    machine.vm_mut().host.world.console = Console::memory(Vec::new());
    machine.seek(1 << 60);
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

#[test]
fn the_paper_shows_what_the_log_holds() {
    let paper = include_str!("../../../../docs/architecture/log.md");
    let dump = dump();
    let missing: Vec<&str> = dump.lines().filter(|line| !paper.contains(line.trim_end())).collect();
    assert!(missing.is_empty(), "docs/architecture/log.md does not have these lines:\n{dump}");
}
