//! Carrying out a motion: the scan, the breakpoints met on the way, and where it ended.

use crate::breakpoints::{Breakpoints, Hit};
use crate::motion::{Direction, Finder, Motion, Plan};
use crate::target::{Event, NEVER, Reached, Target};
use crate::timeline::{Scan, Timeline};

/// Why a motion ended where it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// That is where it leads.
    Arrived,
    /// A breakpoint.
    Hit(Hit),
    /// It came to the start of the program without meeting what would have stopped it.
    Start,
    /// The same at the end.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Where a motion leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Travel {
    /// The new time.
    pub to: u64,
    /// The reason.
    pub why: Why,
}

/// The events and what watches over them; everything a motion reads.
pub struct Road<'a> {
    /// The program.
    pub target: &'a mut dyn Target,
    /// Its events.
    pub timeline: &'a mut Timeline,
    /// What stops a motion.
    pub breakpoints: &'a mut Breakpoints,
}

impl Road<'_> {
    /// Follows `motion` from time `i`. The target is left at an unspecified time.
    pub fn follow(&mut self, motion: Motion, i: u64) -> Travel {
        let direction = motion.direction();
        let Some(event) = self.timeline.event(self.target, i) else {
            return Travel {
                to: i,
                why: Why::Interrupted,
            };
        };
        let caller = match motion {
            Motion::CallSite => self.caller(i),
            _ => None,
        };
        match motion.plan(i, &event, caller) {
            Plan::Beside(direction) => self.beside(motion, direction, i),
            Plan::Scan(_, finder) => self.scan(motion, direction, finder, i),
        }
    }

    /// The frame that called the activation of event `i`.
    fn caller(&mut self, i: u64) -> Option<u64> {
        if self.target.time() != Some(i) && self.target.seek(i) != Reached::Target {
            return None;
        }
        self.target.stack().get(1).map(|caller| caller.frame)
    }

    fn beside(&mut self, motion: Motion, direction: Direction, i: u64) -> Travel {
        let scan = match direction {
            Direction::Backward if i == 0 => Scan::Exhausted(0),
            Direction::Backward => Scan::Found(i - 1),
            Direction::Forward => self.timeline.forward(self.target, i, &mut |_, _| true),
        };
        match (scan, direction) {
            (Scan::Found(t), _) => Travel {
                to: t,
                why: self.hit_at(motion, t).map_or(Why::Arrived, Why::Hit),
            },
            (Scan::Exhausted(t), Direction::Forward) => Travel {
                to: t,
                why: Why::End,
            },
            (Scan::Exhausted(t), Direction::Backward) => Travel {
                to: t,
                why: Why::Start,
            },
            (Scan::Interrupted(_), _) => Travel {
                to: i,
                why: Why::Interrupted,
            },
        }
    }

    fn scan(&mut self, motion: Motion, direction: Direction, mut finder: Finder, i: u64) -> Travel {
        let mut from = i;
        let watching = motion.is_intercepted() && self.breakpoints.any_enabled();
        if matches!(finder, Finder::Nothing) {
            // Without anything that could stop it, this need not look at a single event.
            match direction {
                Direction::Backward if !watching => {
                    return Travel {
                        to: 0,
                        why: Why::Start,
                    };
                }
                Direction::Backward => {}
                Direction::Forward => {
                    if let Some(travel) = self.run(i) {
                        return travel;
                    }
                }
            }
        }
        loop {
            let mut found = false;
            let breakpoints = &*self.breakpoints;
            let stop = &mut |t: u64, event: &Event| {
                found = finder.see(direction, t, event);
                found || watching && breakpoints.may_hit(event)
            };
            let scan = match direction {
                Direction::Forward => self.timeline.forward(self.target, from, stop),
                Direction::Backward => self.timeline.backward(self.target, from, stop),
            };
            match (scan, direction) {
                (Scan::Found(t), _) => {
                    if let Some(hit) = self.hit_at(motion, t) {
                        return Travel {
                            to: t,
                            why: Why::Hit(hit),
                        };
                    }
                    if found {
                        return Travel {
                            to: t,
                            why: Why::Arrived,
                        };
                    }
                    from = t;
                }
                (Scan::Exhausted(last), Direction::Forward) => {
                    return self.after_all(finder, direction, i, last);
                }
                (Scan::Exhausted(_), Direction::Backward) => {
                    return self.after_all(finder, direction, i, 0);
                }
                (Scan::Interrupted(t), Direction::Forward) => {
                    return Travel {
                        to: t,
                        why: Why::Interrupted,
                    };
                }
                (Scan::Interrupted(_), Direction::Backward) => {
                    return Travel {
                        to: i,
                        why: Why::Interrupted,
                    };
                }
            }
        }
    }

    /// `continue` by the target's own means, which are faster than looking at every event.
    fn run(&mut self, i: u64) -> Option<Travel> {
        let places = self.breakpoints.places();
        if self.target.time() != Some(i) && self.target.seek(i) == Reached::Interrupted {
            return Some(Travel {
                to: i,
                why: Why::Interrupted,
            });
        }
        loop {
            let reached = match places.is_empty() {
                true => self.target.seek(NEVER),
                false => self.target.run_to_place(&places, None)?,
            };
            let now = self.target.time().unwrap_or(i);
            self.timeline.reached(now);
            match reached {
                Reached::Target => {
                    if let Some(hit) = self.hit_at(Motion::Continue(Direction::Forward), now) {
                        return Some(Travel {
                            to: now,
                            why: Why::Hit(hit),
                        });
                    }
                    if self.target.time() != Some(now) {
                        self.target.seek(now);
                    }
                }
                Reached::End => {
                    return Some(Travel {
                        to: now,
                        why: Why::End,
                    });
                }
                Reached::Interrupted => {
                    return Some(Travel {
                        to: now,
                        why: Why::Interrupted,
                    });
                }
            }
        }
    }

    fn hit_at(&mut self, motion: Motion, t: u64) -> Option<Hit> {
        if !motion.is_intercepted() || !self.breakpoints.any_enabled() {
            return None;
        }
        let event = self.timeline.event(self.target, t)?;
        crate::hits::effective(self, t, &event)
    }

    fn after_all(&self, finder: Finder, direction: Direction, i: u64, last: u64) -> Travel {
        let to = finder.exhausted(direction, last);
        let why = match (finder, direction) {
            (
                Finder::Nothing | Finder::AnyStart | Finder::CalledFrom { .. },
                Direction::Forward,
            ) => Why::End,
            (Finder::Nothing | Finder::AnyStart | Finder::Caller { .. }, Direction::Backward) => {
                Why::Start
            }
            _ if to == i && direction == Direction::Forward => Why::End,
            _ if to == i => Why::Start,
            _ => Why::Arrived,
        };
        Travel { to, why }
    }
}
