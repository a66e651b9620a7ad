//! Decoding the moments of a block, one after the other; `log/format` describes the layout.

use ttd_core::value::Value;

use crate::log::format::{ALLOCATIONS, Moments, RARE, RareState, SINGLE_EVENT, UNCOUNTED};
use crate::log::frame_table::FrameTemplate;
use crate::log::gaps::Gap;
use crate::log::transitions::{PushedFrame, Transition};
use crate::log::varint::{LAST_REGISTER, NIBBLE_ESCAPE, REFERENCE};
use crate::log::write::transition_plan::Plan;
use crate::vm::State;

/// A position in a block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    pub(crate) byte: usize,
    value: usize,
    state: usize,
    rare: usize,
    gap: usize,
    /// How many moments are before it.
    pub(crate) moments: u32,
}

/// One moment, decoded.
pub(crate) struct Moment<'a> {
    pub(crate) state: Option<&'a State>,
    pub(crate) pc: u32,
    pub(crate) frames: Frames<'a>,
    pub(crate) allocations: u64,
    pub(crate) rare: Option<&'a RareState>,
    /// The gap before it.
    pub(crate) gap: Option<&'a Gap>,
    /// The plan of its transition; `None` for a full moment.
    pub(crate) plan: Option<&'a Plan>,
    /// The number of registers, their position in the bytes, and the words of those that refer to objects.
    changed: usize,
    at: usize,
    bytes: &'a [u64],
    values: &'a [u64],
}

/// A register that changed.
#[derive(Clone, Copy)]
pub(crate) enum Change {
    /// It refers to this object.
    Object(Value),
    /// Its word differs in these bits from what it held.
    Bits(u64),
}

/// Frames popped and pushed.
pub(crate) struct Frames<'a> {
    pub(crate) popped: usize,
    /// How many were pushed.
    pub(crate) pushed: usize,
    how: &'a PushedFrame,
    bytes: &'a [u64],
    templates: &'a [FrameTemplate],
    at: usize,
}

/// A frame that was pushed.
pub(crate) struct Pushed {
    pub(crate) template: FrameTemplate,
    pub(crate) born: u64,
}

impl Frames<'_> {
    /// The pushed frames, the lowest first. `time`: of the moment's first event.
    pub(crate) fn each(&self, time: u64) -> impl Iterator<Item = Pushed> {
        let mut at = self.at;
        (0..self.pushed).map(move |_| {
            let (call, born) = match self.how {
                PushedFrame::SameAge(call, age) => (*call, time.wrapping_sub(*age)),
                PushedFrame::SameBirth(call, born) => (*call, *born),
                PushedFrame::Explicit | PushedFrame::Nothing => {
                    let call = self.templates[get(self.bytes, &mut at) as usize];
                    (call, time.wrapping_sub(get(self.bytes, &mut at)))
                }
            };
            Pushed { template: call, born }
        })
    }
}

impl Moment<'_> {
    /// Calls `f` with each written register: its distance from the base of the lowest frame that may have changed, and
    /// its new value.
    pub(crate) fn each_register(&self, mut f: impl FnMut(usize, Change)) {
        let mut values = self.values.iter().map(|raw| Value::from_raw(*raw));
        let mut change = |form: u8, at: &mut usize| match form {
            REFERENCE => Change::Object(values.next().unwrap_or(Value::NONE)),
            bytes => Change::Bits(bits(self.bytes, at, usize::from(bytes))),
        };
        let mut at = self.at;
        if let Some(plan) = self.plan {
            for register in &plan.logged {
                let form = byte(self.bytes, &mut at);
                if form > 0 {
                    f(usize::from(*register), change(form, &mut at));
                }
            }
            return;
        }
        for _ in 0..self.changed {
            let (up, form) = register(self.bytes, &mut at);
            f(up, change(form, &mut at));
        }
    }

    /// Calls `f` with the registers whose values were predicted.
    pub(crate) fn each_predicted(&self, mut f: impl FnMut(usize)) {
        if let Some(plan) = self.plan {
            plan.copies.iter().for_each(|[register, _]| f(usize::from(*register)));
            plan.constants.iter().for_each(|(register, _)| f(usize::from(*register)));
        }
    }

    /// The objects that registers refer to which did not before, as far as they are written or constants.
    pub(crate) fn objects(&self) -> impl Iterator<Item = Value> {
        let constants = self.plan.into_iter().flat_map(|plan| plan.constants.iter().map(|(_, value)| *value));
        self.values.iter().map(|raw| Value::from_raw(*raw)).chain(constants)
    }

    /// Whether a register holds what another one held.
    pub(crate) fn copies(&self) -> bool {
        self.plan.is_some_and(|plan| !plan.copies.is_empty())
    }

    /// Whether no register can have changed.
    pub(crate) fn is_without_registers(&self) -> bool {
        self.changed == 0 && self.plan.is_none_or(|plan| plan.copies.is_empty() && plan.constants.is_empty())
    }
}

/// The next items, which are then behind the place.
fn take<'a, T>(all: &'a [T], at: &mut usize, count: usize) -> &'a [T] {
    let from = *at;
    *at += count;
    &all[from..*at]
}

/// The byte at this place of words.
#[inline(always)]
fn byte(words: &[u64], at: &mut usize) -> u8 {
    let byte = words[*at / 8] >> (*at % 8 * 8);
    *at += 1;
    byte as u8
}

#[inline(always)]
pub(in crate::log) fn get(words: &[u64], at: &mut usize) -> u64 {
    let first = byte(words, at);
    if first < 0x80 { u64::from(first) } else { get_long(words, at, first) }
}

#[cold]
fn get_long(words: &[u64], at: &mut usize, first: u8) -> u64 {
    let (mut n, mut shift) = (u64::from(first & 0x7F), 7);
    loop {
        let byte = byte(words, at);
        n |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return n;
        }
        shift += 7;
    }
}

/// The beginning of a register: how far up it is, and its form.
pub(in crate::log) fn register(words: &[u64], at: &mut usize) -> (usize, u8) {
    let both = byte(words, at);
    let up = match both & 0xF {
        NIBBLE_ESCAPE => get(words, at) as usize,
        up => usize::from(up),
    };
    (up, both >> 4)
}

/// Reads a number of `bytes` bytes.
pub(in crate::log) fn bits(words: &[u64], at: &mut usize, bytes: usize) -> u64 {
    let (i, shift) = (*at / 8, *at % 8 * 8);
    *at += bytes;
    if bytes == 0 {
        return 0;
    }
    let low = words[i] >> shift;
    let rest = words.get(i + 1).copied().unwrap_or(0);
    let all = if shift == 0 { low } else { low | rest << (64 - shift) };
    all & (u64::MAX >> (64 - bytes * 8))
}

/// Skips `count` listed registers; returns their number, and how many refer to objects.
fn skip_all(words: &[u64], at: &mut usize, count: usize) -> (usize, usize) {
    let mut objects = 0;
    for _ in 0..count {
        match byte(words, at) {
            REFERENCE => objects += 1,
            bytes => *at += usize::from(bytes),
        }
    }
    (count, objects)
}

/// Skips the registers of a full moment: `known` of them or, if uncounted, all up to LAST_REGISTER.
fn skip_changed(words: &[u64], at: &mut usize, known: u8) -> (usize, usize) {
    let (mut changed, mut objects) = (0, 0);
    while known == UNCOUNTED || changed < usize::from(known) {
        match register(words, at).1 {
            LAST_REGISTER => break,
            REFERENCE => objects += 1,
            bytes => *at += usize::from(bytes),
        }
        changed += 1;
    }
    (changed, objects)
}

impl<'a> Moments<'a> {
    /// Reads the moment at a place, which becomes the next one's.
    #[inline]
    pub(crate) fn read(self, place: &mut Cursor) -> Option<Moment<'a>> {
        if place.moments == self.moments {
            return None;
        }
        let gap = self.gaps.get(place.gap).filter(|gap| gap.moment == place.moments);
        place.gap += usize::from(gap.is_some());
        place.moments += 1;
        let mut at = place.byte;
        let moment = match get(self.bytes, &mut at) {
            0 => self.read_in_full(place, at),
            transition => {
                self.read_transition(place, at, self.transitions.get((transition >> 1) as usize), transition & 1 != 0)
            }
        };
        Some(Moment { gap, ..moment })
    }

    fn read_transition(self, place: &mut Cursor, mut at: usize, transition: &'a Transition, born: bool) -> Moment<'a> {
        let Moments { bytes, templates: calls, .. } = self;
        let (plan, first) = (&*transition.plan, at);
        let (changed, objects) = skip_all(bytes, &mut at, plan.logged.len());
        let values = take(self.values, &mut place.value, objects);
        let pushed = usize::from(!matches!(transition.pushed, PushedFrame::Nothing));
        let frames =
            Frames { popped: transition.popped as usize, pushed, how: &transition.pushed, bytes, templates: calls, at };
        if matches!(transition.pushed, PushedFrame::Explicit) {
            get(bytes, &mut at);
            get(bytes, &mut at);
        }
        let allocations = if born { get(bytes, &mut at) } else { 0 };
        place.byte = at;
        let plan_of = Some(plan);
        Moment {
            state: None,
            pc: plan.pc,
            frames,
            allocations,
            rare: None,
            gap: None,
            plan: plan_of,
            changed,
            at: first,
            bytes,
            values,
        }
    }

    fn read_in_full(self, place: &mut Cursor, mut at: usize) -> Moment<'a> {
        let Moments { bytes, templates: calls, .. } = self;
        let flags = byte(bytes, &mut at);
        let pc = get(bytes, &mut at) as u32;
        let both = usize::from(byte(bytes, &mut at));
        let [popped, pushed] = [both & 0xF, both >> 4].map(|n| match n == usize::from(NIBBLE_ESCAPE) {
            true => get(bytes, &mut at) as usize,
            false => n,
        });
        let frames = Frames { popped, pushed, how: &PushedFrame::Explicit, bytes, templates: calls, at };
        (0..pushed * 2).for_each(|_| {
            get(bytes, &mut at);
        });
        let allocations = if flags & ALLOCATIONS != 0 { get(bytes, &mut at) } else { 0 };
        let rare = (flags & RARE != 0).then(|| &take(self.rare, &mut place.rare, 1)[0]);
        let state = (flags & SINGLE_EVENT != 0).then(|| &take(self.states, &mut place.state, 1)[0]);
        let first = at;
        let (changed, objects) = skip_changed(bytes, &mut at, flags >> 4);
        let values = take(self.values, &mut place.value, objects);
        place.byte = at;
        Moment { state, pc, frames, allocations, rare, gap: None, plan: None, changed, at: first, bytes, values }
    }
}
