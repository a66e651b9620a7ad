//! Measures motions: runs a program to its end, then travels from random times and prints what each cost.
//!
//! ```text
//! cargo run --release --locked --ignore-rust-version -p ttd-debug --example travel -- pybench/travel.py 80
//! ```
//!
//! `TTD_INTERVAL` is the number of events between two checkpoints (a million when it is not set), `TTD_TIMES` the
//! number of random times (100).

#![allow(clippy::print_stdout, reason = "that is what it is for")]

use std::path::PathBuf;
use std::time::Instant;

use ttd_debug::target::{NEVER, SourceLocation, Time};
use ttd_debug::travel::Navigator;
use ttd_debug::travel::breakpoints::Breakpoints;
use ttd_debug::travel::explored::Explored;
use ttd_debug::travel::motion::{Direction, Motion};
use ttd_vm::time::{Config, Machine, Program};

fn main() {
    let mut args = std::env::args().skip(1);
    let path = PathBuf::from(args.next().expect("a script"));
    let program = Program::Script { path: path.clone(), args: args.collect() };
    let interval = number("TTD_INTERVAL", 1_000_000);
    let config = Config { interval, ..Config::default() };
    let machine = Machine::launch(&program, config);
    let mut bench = Bench {
        machine: machine.map_err(|e| e.message).expect("a program that starts"),
        explored: Explored::new(),
        last: 0,
        random: 0x9E37_79B9_7F4A_7C15,
    };
    bench.run();
    let times = number("TTD_TIMES", 100);
    bench.gotos(times);
    for (name, motion) in [
        ("rstep", Motion::Step(Direction::Backward)),
        ("rnext", Motion::Next(Direction::Backward)),
        ("rreturn", Motion::CallSite),
        ("next", Motion::Next(Direction::Forward)),
        ("return", Motion::Return),
        ("runtil", Motion::Until(Direction::Backward, None)),
    ] {
        bench.motions(name, motion, times);
    }
    let file = std::path::absolute(&path).expect("a path");
    bench.searches(&file.display().to_string());
}

fn number(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_default();
    text.parse().unwrap_or(otherwise)
}

struct Bench {
    machine: Machine,
    explored: Explored,
    last: u64,
    random: u64,
}

impl Bench {
    fn run(&mut self) {
        let start = Instant::now();
        self.machine.seek(NEVER);
        self.last = self.machine.time().unwrap_or(0);
        self.explored.reached(Time(self.last));
        rate("the run", self.last, start);
    }

    /// A random time of the run.
    fn somewhere(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % self.last
    }

    fn gotos(&mut self, times: u64) {
        let mut all = Vec::new();
        for _ in 0..times {
            let t = self.somewhere();
            let start = Instant::now();
            self.machine.seek(t);
            all.push(start.elapsed().as_secs_f64() * 1e3);
        }
        quantiles("goto", all);
    }

    fn follow(&mut self, motion: Motion, from: u64, breakpoints: &mut Breakpoints) -> u64 {
        let mut navigator =
            Navigator { target: &mut self.machine, explored: &mut self.explored, breakpoints, watched: Vec::new() };
        let travel = navigator.run_motion(motion, Time(from));
        self.machine.seek(travel.to.0);
        travel.to.0
    }

    /// Measures one motion from random times.
    fn motions(&mut self, name: &str, motion: Motion, times: u64) {
        let mut all = Vec::new();
        for _ in 0..times {
            let t = self.somewhere();
            self.machine.seek(t);
            let start = Instant::now();
            self.follow(motion, t, &mut Breakpoints::default());
            all.push(start.elapsed().as_secs_f64() * 1e3);
        }
        quantiles(name, all);
    }

    /// Measures searches for a line that never runs, and for one whose condition is false.
    fn searches(&mut self, path: &str) {
        let last = self.last;
        let (forward, backward) = (Motion::Continue(Direction::Forward), Motion::Continue(Direction::Backward));
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let line = |what: &str| text.lines().position(|l| l.contains(what)).map(|at| at + 1);
        let breakpoints = |what: &str, condition: Option<&str>| {
            let line = line(what)? as u32;
            let mut breakpoints = Breakpoints::default();
            let place = SourceLocation { path: path.into(), line, function: None };
            breakpoints.add(place, false, condition.map(Into::into));
            Some(breakpoints)
        };
        if let Some(mut never) = breakpoints("never", None) {
            self.machine.seek(0);
            let start = Instant::now();
            self.follow(forward, 0, &mut never);
            rate("continue to the end", last, start);
            let start = Instant::now();
            self.follow(backward, last, &mut never);
            rate("rcontinue to the start", last, start);
            let start = Instant::now();
            self.follow(backward, last, &mut never);
            rate("rcontinue once more", last, start);
        }
        if let Some(mut busy) = breakpoints("total ^= 3", Some("i < 0")) {
            let start = Instant::now();
            let from = last.min(100_000);
            self.follow(backward, from, &mut busy);
            rate("rcontinue with a false condition", from, start);
        }
    }
}

fn rate(what: &str, events: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let rate = events as f64 / seconds / 1e6;
    println!("{what}: {events} events in {seconds:.3} s, {rate:.1} million a second");
}

fn quantiles(what: &str, mut all: Vec<f64>) {
    all.sort_by(f64::total_cmp);
    let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
    println!("{what}: p50 {:.2} ms, p99 {:.2} ms, most {:.2} ms", at(0.5), at(0.99), at(1.0));
}
