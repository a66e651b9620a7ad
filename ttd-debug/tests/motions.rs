//! Every motion from every event of every test program leads where CPython's trace says it must.

#![allow(dead_code, reason = "the fake is shared between tests, and each uses a part of it")]

mod fake;

use fake::Fake;
use serde_json::Value;
use ttd_debug::target::{EventKind, EventQuery, How, Inspect, SourceLocation, Time, Timeline};
use ttd_debug::travel::breakpoints::Breakpoints;
use ttd_debug::travel::explored::Explored;
use ttd_debug::travel::motion::{Direction, Motion};
use ttd_debug::travel::{MotionResult, Navigator, StopReason};

const MOTIONS: &[(&str, Motion)] = &[
    ("step", Motion::Step(Direction::Forward)),
    ("rstep", Motion::Step(Direction::Backward)),
    ("next", Motion::Next(Direction::Forward)),
    ("rnext", Motion::Next(Direction::Backward)),
    ("return", Motion::Return),
    ("rreturn", Motion::CallSite),
    ("until", Motion::Until(Direction::Forward, None)),
    ("runtil", Motion::Until(Direction::Backward, None)),
    ("nextf", Motion::FrameStart(Direction::Forward)),
    ("prevf", Motion::FrameStart(Direction::Backward)),
];

fn follow(
    fake: &mut Fake,
    explored: &mut Explored,
    breakpoints: &mut Breakpoints,
    motion: Motion,
    i: u64,
) -> MotionResult {
    Navigator { target: fake, explored, breakpoints, watched: Vec::new() }.run_motion(motion, Time(i))
}

fn check(name: &str, data: &Value) {
    let mut fake = Fake::new(data);
    let mut explored = Explored::new();
    let count = fake.count();
    if count > 0 {
        explored.reached(Time(count - 1));
    }
    for (motion_name, motion) in MOTIONS {
        let targets = data["motions"][motion_name].as_array().expect("targets");
        for i in 0..count {
            let expected = targets[i as usize].as_u64().expect("a time");
            let travel = follow(&mut fake, &mut explored, &mut Breakpoints::default(), *motion, i);
            assert_eq!(travel.to, Time(expected), "{name}: {motion_name} from {i}");
        }
    }
}

#[test]
fn every_motion_from_every_event() {
    let programs = fake::expected();
    assert!(programs.len() > 20, "the expected data are missing");
    for (name, data) in &programs {
        check(name, data);
    }
}

/// A selected frame waits for a call, so its motions lead where those from its last event lead; `rnext` leads to that.
#[test]
fn motions_of_selected_frames() {
    let mut checked = 0;
    for (name, data) in fake::expected() {
        let mut fake = Fake::new(&data);
        let mut explored = Explored::new();
        explored.reached(Time(fake.count().saturating_sub(1)));
        for i in (0..fake.count()).step_by(5) {
            fake.seek(Time(i));
            for (frame, selected) in fake.stack().iter().enumerate().skip(1) {
                let site = (0..i).rev().find(|t| fake.events[*t as usize].frame == selected.frame).expect("a call");
                let how = fake.events[site as usize].how;
                if how == How::Suspend {
                    // A `throw()` has passed through it without an event: the fake does not know the lines below.
                    break;
                }
                for (motion_name, motion) in MOTIONS.iter().filter(|(_, motion)| is_of_a_frame(*motion)) {
                    let from_site = data["motions"][motion_name][site as usize].as_u64().expect("a time");
                    let to_site = *motion == Motion::Next(Direction::Backward) && how != How::Resume;
                    let expected = if to_site { site } else { from_site };
                    let breakpoints = &mut Breakpoints::default();
                    let mut navigator =
                        Navigator { target: &mut fake, explored: &mut explored, breakpoints, watched: Vec::new() };
                    let travel = navigator.run_motion_of(*motion, Time(i), frame);
                    assert_eq!(travel.to, Time(expected), "{name}: {motion_name} of frame {frame} from {i}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

/// Whether the motion is that of a frame, and not of the program.
fn is_of_a_frame(motion: Motion) -> bool {
    !matches!(motion, Motion::Step(_) | Motion::FrameStart(_) | Motion::Continue(_))
}

/// At the frontier a motion has to run the program. It must not run it further than the motion leads.
#[test]
fn nothing_runs_ahead_of_the_user() {
    for (name, data) in fake::expected() {
        let whole = Fake::new(&data);
        for (motion_name, motion) in MOTIONS {
            let targets = data["motions"][motion_name].as_array().expect("targets");
            for i in (0..whole.count()).step_by(7) {
                let expected = targets[i as usize].as_u64().expect("a time");
                let mut fake = whole.fresh();
                let mut explored = Explored::new();
                fake.seek(Time(i));
                explored.reached(Time(i));
                let travel = follow(&mut fake, &mut explored, &mut Breakpoints::default(), *motion, i);
                assert_eq!(travel.to, Time(expected), "{name}: {motion_name} from the edge at {i}");
                // The end of a frame that never ends is searched to the end of the program.
                let furthest = fake.furthest.get();
                let searched = fake.end().is_some();
                assert!(searched || furthest == expected.max(i), "{name}: {motion_name} from {i} ran to {furthest}");
            }
        }
    }
}

fn at(path: &str, line: u32) -> SourceLocation {
    SourceLocation { path: path.into(), line, function: None }
}

/// Breakpoints stop every intercepted motion at the first hit on its way, from both directions.
#[test]
fn breakpoints_intercept() {
    for name in ["fib3", "generator_basic", "closures", "algo_bank"] {
        let data = fake::expected_of(name);
        let mut fake = Fake::new(&data);
        let count = fake.count();
        let place = |fake: &Fake, t: u64| {
            let event = fake.events[t as usize];
            (fake.codes[event.code as usize].path.clone(), event.line, event.kind)
        };
        let (path, line, _) = place(&fake, count / 2);
        let mut breakpoints = Breakpoints::default();
        breakpoints.add(at(&path, line), false, None);
        let hits: Vec<u64> = (0..count)
            .filter(|t| {
                let (p, l, k) = place(&fake, *t);
                k == EventKind::Line && p == path && l == line
            })
            .collect();
        let mut explored = Explored::new();
        explored.reached(Time(count - 1));
        for (motion_name, motion) in MOTIONS {
            for i in 0..count {
                let plain = data["motions"][motion_name][i as usize].as_u64().expect("a time");
                let on_the_way = match motion.direction() {
                    Direction::Forward => hits.iter().find(|t| (i + 1..=plain).contains(*t)),
                    Direction::Backward => hits.iter().rfind(|t| (plain..i).contains(*t)),
                };
                let expected = on_the_way.copied().filter(|_| motion.is_intercepted()).unwrap_or(plain);
                let travel = follow(&mut fake, &mut explored, &mut breakpoints, *motion, i);
                let searched_on = hits.contains(&travel.to.0) && travel.to != Time(plain);
                assert!(
                    travel.to == Time(expected) || on_the_way.is_none() && searched_on,
                    "{name}: {motion_name} from {i}: {travel:?}, expected {expected}"
                );
            }
        }
    }
}

/// `rcontinue` stops where `continue` would have.
#[test]
fn continue_is_symmetrical() {
    let data = fake::expected_of("fib3");
    let mut fake = Fake::new(&data);
    let mut explored = Explored::new();
    let mut breakpoints = Breakpoints::default();
    breakpoints.add(at("fib3.py", 3), false, None);
    let mut forward = Vec::new();
    let mut at = 0;
    explored.reached(Time::START);
    loop {
        let travel = follow(&mut fake, &mut explored, &mut breakpoints, Motion::Continue(Direction::Forward), at);
        at = travel.to.0;
        if travel.why == StopReason::End {
            break;
        }
        forward.push(at);
    }
    assert_eq!(forward, [11, 16, 23]);
    let mut backward = Vec::new();
    loop {
        let travel = follow(&mut fake, &mut explored, &mut breakpoints, Motion::Continue(Direction::Backward), at);
        at = travel.to.0;
        if travel.why == StopReason::Start {
            break;
        }
        backward.push(at);
    }
    backward.reverse();
    assert_eq!(forward, backward);
}

/// What a search has learned about a stretch is right, and is not searched for again.
#[test]
fn crossings_are_searched_for_once() {
    let data = fake::expected_of("algo_queens");
    let mut fake = Fake::new(&data);
    let count = fake.count();
    let event = fake.events[count as usize / 2];
    let path = fake.codes[event.code as usize].path.clone();
    let places = [at(&path, event.line)];
    let here = |(_, e): &(u64, &ttd_debug::target::Event)| {
        e.kind == EventKind::Line && e.line == event.line && fake.codes[e.code as usize].path == path
    };
    let all: Vec<Time> = (0..).zip(fake.events.iter()).filter(here).map(|(t, _)| Time(t)).collect();
    assert!(all.len() > 10, "{all:?}");

    let places = EventQuery::of_locations(places.to_vec());
    let mut explored = Explored::new();
    let mut random = 1;
    let mut below = |n: u64| {
        random = (random * 48271_u64) % 0x7FFF_FFFF;
        random % n
    };
    for _ in 0..2000 {
        let t = Time(below(count + 1));
        let floor = Time(if below(2) == 0 { 0 } else { below(t.0 + 1) });
        let most = 1 + below(5) as usize;
        let found = explored.crossings_before(&mut fake, &places, t, floor, most);
        let expected: Vec<Time> = all.iter().copied().filter(|time| (floor..t).contains(time)).collect();
        assert!(
            !found.interrupted
                && found.times.len() <= most
                && found.times.is_empty() == expected.is_empty()
                && expected.ends_with(&found.times),
            "{found:?} instead of {expected:?} before {t} from {floor}"
        );
    }

    let readings = fake.readings.get();
    let mut before = Time(count);
    while let Some(t) = explored.crossings_before(&mut fake, &places, before, Time::START, 1).times.first() {
        before = *t;
    }
    assert_eq!(before, all[0]);
    assert_eq!(fake.readings.get(), readings);
}
