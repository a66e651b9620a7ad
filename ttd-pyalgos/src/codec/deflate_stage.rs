//! Streams that compress, as values: a step gives the next stage, and every stage can be stepped again.
//!
//! The encoder has tables of 300 KB, which are not copied at every step: it goes along to the newest stage. A stage
//! that has lost it makes it again, from the last copy and what was compressed since. In a run that never goes back,
//! only the newest stage is stepped, and nothing is kept.

use std::cell::RefCell;

use super::chain::Chain;
use super::deflate::{Encoder, MZFlush, Recipe};

/// Bytes that are compressed between two copies of the encoder: about the size of a copy.
const COPY_AFTER: usize = 300 << 10;

/// A stream at some point.
pub struct Stage {
    recipe: Recipe,
    keeps: bool,
    live: RefCell<Option<Encoder>>,
    past: Chain<Past>,
}

/// How a stage came about that is not the first.
enum Past {
    /// By this step from an earlier stage.
    Step(Step),
    /// The encoder was copied here. Nothing before it is needed.
    Copy(Box<Encoder>),
}

struct Step {
    data: Vec<u8>,
    flush: MZFlush,
    /// Bytes that were compressed since the last copy.
    since: usize,
}

impl Stage {
    /// The beginning of a stream. `keeps` says that any stage may be stepped, for which they keep what was compressed.
    pub fn new(encoder: Encoder, keeps: bool) -> Stage {
        Stage { recipe: encoder.recipe(), keeps, live: RefCell::new(Some(encoder)), past: Chain::NEW }
    }

    /// Compresses more bytes. Gives the next stage and what came out; `None` if this is not the newest one and nothing
    /// was kept.
    pub fn step(&self, data: &[u8], flush: MZFlush) -> Option<(Stage, Vec<u8>)> {
        let mut out = Vec::new();
        let encoder = self.written(data, flush, &mut out)?;
        let past = if self.keeps { self.next(&encoder, data, flush) } else { Chain::NEW };
        let live = RefCell::new(Some(encoder));
        Some((Stage { recipe: self.recipe, keeps: self.keeps, live, past }, out))
    }

    /// Compresses the last bytes. Gives the encoder, for another stream, and what came out.
    pub fn finish(&self, data: &[u8]) -> Option<(Encoder, Vec<u8>)> {
        let mut out = Vec::new();
        let encoder = self.written(data, MZFlush::Finish, &mut out)?;
        Some((encoder, out))
    }

    /// A second stream that goes on from here.
    pub fn duplicate(&self) -> Option<Stage> {
        let encoder = self.live.borrow().clone();
        let encoder = encoder.or_else(|| self.rebuilt())?;
        Some(Stage {
            recipe: self.recipe,
            keeps: self.keeps,
            live: RefCell::new(Some(encoder)),
            past: self.past.clone(),
        })
    }

    fn written(&self, data: &[u8], flush: MZFlush, out: &mut Vec<u8>) -> Option<Encoder> {
        let live = self.live.take();
        let mut encoder = live.or_else(|| self.rebuilt())?;
        encoder.feed(data, flush, out);
        Some(encoder)
    }

    fn next(&self, encoder: &Encoder, data: &[u8], flush: MZFlush) -> Chain<Past> {
        let since = match self.past.steps().next() {
            Some(Past::Step(step)) => step.since + data.len(),
            _ => data.len(),
        };
        if since > COPY_AFTER {
            return Chain::NEW.and(Past::Copy(Box::new(encoder.clone())));
        }
        self.past.and(Past::Step(Step { data: data.to_vec(), flush, since }))
    }

    /// The encoder of this stage, made again.
    fn rebuilt(&self) -> Option<Encoder> {
        if !self.keeps {
            return None;
        }
        let (mut steps, mut copy) = (Vec::new(), None);
        for past in self.past.steps() {
            match past {
                Past::Step(step) => steps.push(step),
                Past::Copy(encoder) => copy = Some(Encoder::clone(encoder)),
            }
        }
        let mut encoder = copy.unwrap_or_else(|| Encoder::new(self.recipe));
        let mut out = Vec::new();
        for step in steps.into_iter().rev() {
            encoder.feed(&step.data, step.flush, &mut out);
            out.clear();
        }
        Some(encoder)
    }
}

#[cfg(test)]
mod tests {
    use super::super::inflate::Decoder;
    use super::super::zlib::Format;
    use super::*;

    fn start(keeps: bool) -> Stage {
        Stage::new(Encoder::new(Recipe::new(6, 15, None).unwrap()), keeps)
    }

    #[test]
    fn every_stage_goes_on_alike() {
        let data: Vec<u8> = (0..900_000_u32).map(|i| (i.wrapping_mul(i) >> 9) as u8).collect();
        let (mut stage, mut out, mut stages) = (start(true), Vec::new(), Vec::new());
        for piece in data.chunks(70_000) {
            let (next, made) = stage.step(piece, MZFlush::None).unwrap();
            out.extend(made);
            stages.push((std::mem::replace(&mut stage, next), piece, out.len()));
        }
        let (_, end) = stage.finish(b"").unwrap();
        out.extend(end);
        // All but the newest have lost the encoder.
        for (stage, piece, length) in &stages {
            let (_, again) = stage.step(piece, MZFlush::None).unwrap();
            assert_eq!(again, out[length - again.len()..*length]);
        }
        let mut decoder = Decoder::new(Format::Zlib, 15, None);
        let (mut back, mut used) = (Vec::new(), 0);
        while !decoder.ended() {
            used += decoder.step(&out[used..], 1 << 16, &mut back).unwrap();
        }
        assert_eq!(back, data);
    }

    #[test]
    fn without_keeping_only_the_newest_goes_on() {
        let first = start(false);
        let second = first.step(b"hello", MZFlush::None).unwrap().0;
        assert!(first.step(b"hello", MZFlush::None).is_none());
        let copy = second.duplicate().unwrap();
        assert_eq!(copy.finish(b"!").unwrap().1, second.finish(b"!").unwrap().1);
    }
}
