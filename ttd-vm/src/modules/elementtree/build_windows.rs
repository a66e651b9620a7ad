//! Goes through the bytes of a document by windows.

use ttd_core::value::Value;
use ttd_pyalgos::text::xml::{Place, Scanner};

use crate::modules::xml::{number, valid};
use crate::{Vm, ids, native::*};

/// How many bytes are looked at together.
const WINDOW: usize = 1 << 17;
/// After how many bytes the parser gets a chance to be interrupted.
const MOST: usize = 1 << 21;

/// Why work on a window ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// More text is needed.
    More,
    /// Something rare comes.
    Rare,
    /// There is enough for now.
    Full,
}

/// Where in a document the parser is.
pub(super) struct Windows {
    data: Value,
    at: usize,
    place: Place,
    depth: usize,
    is_final: bool,
    goes_on: bool,
}

impl Windows {
    /// From arguments: bytes, position, place, depth, whether nothing follows.
    pub(super) fn new(args: &Args, first: usize) -> Windows {
        let [data, at, place, depth, is_final] = [0, 1, 2, 3, 4].map(|i| args.get(first + i));
        let (at, place, depth) = (number(at), Place::from_number(number(place) as i64), number(depth));
        Windows { data, at, place, depth, is_final: is_final == Value::TRUE, goes_on: false }
    }

    /// Position, place, depth, and whether to go on.
    pub(super) fn result(&self) -> [Value; 4] {
        let [at, place, depth] = [self.at as i64, self.place as i64, self.depth as i64].map(Value::int);
        [at, place, depth, Value::bool(self.goes_on)]
    }

    /// Calls `work` for windows until it stops or the bytes end.
    pub(super) fn each(
        &mut self,
        vm: &mut Vm,
        mut work: impl for<'a> FnMut(&mut Vm, &mut Scanner<'a>, &'a str) -> Res<Stop>,
    ) -> Res<()> {
        if !self.data.is(ids::BYTES) {
            return Ok(());
        }
        let (mut window, begin) = (WINDOW, self.at);
        loop {
            let rest = vm.heap.bytes(self.data).get(self.at..).unwrap_or_default();
            let is_whole = rest.len() <= window;
            let part = rest[..rest.len().min(window)].to_vec();
            let (text, _) = valid(&part);
            let mut scanner = Scanner::new(text, 0, self.place, self.depth, self.is_final && is_whole);
            let stopped = work(vm, &mut scanner, text)?;
            self.at += scanner.at;
            (self.place, self.depth) = (scanner.place, scanner.depth);
            let is_broken = part.len() - text.len() > 3;
            if stopped == Stop::Full || stopped == Stop::More && !is_whole && self.at - begin > MOST {
                self.goes_on = true;
                return Ok(());
            }
            if stopped == Stop::Rare || is_whole || is_broken {
                return Ok(());
            }
            window = if scanner.at == 0 { window * 4 } else { WINDOW };
        }
    }
}
