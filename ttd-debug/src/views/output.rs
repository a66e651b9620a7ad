//! What the program has written, with the events that wrote it.

use std::ops::Range;

use crate::session::Session;
pub use crate::target::Stream;
use crate::target::Time;

/// Output that was written between two events, to one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins: the bytes of output before it.
    pub start: u64,
    /// What was written; what is no UTF-8 is replaced.
    pub text: String,
    /// Where it went; `None` if that is not known any more.
    pub stream: Option<Stream>,
    /// The event after which it was written, if that is known.
    pub time: Option<Time>,
}

impl Session {
    /// The output of the present branch from a byte on, at most `count` bytes; the byte behind it; and how many there
    /// are.
    pub fn output_pieces(&self, from: u64, count: usize) -> (Vec<Piece>, u64, u64) {
        let kept = self.target.output();
        let total = kept.len() as u64;
        let mut to = from.saturating_add(count as u64).min(total);
        // A character stays whole.
        while to < total && kept[to as usize] & 0xC0 == 0x80 {
            to += 1;
        }
        let times = self.target.output_pieces();
        let mut at = from.min(to);
        let mut pieces = Vec::new();
        let first = times.partition_point(|piece| piece.end <= at);
        for piece in &times[first..] {
            if at >= to {
                break;
            }
            let end = piece.end.min(to);
            let text = text_of(kept, at..end);
            pieces.push(Piece { start: at, text, stream: Some(piece.stream), time: Some(Time(piece.time)) });
            at = end;
        }
        if at < to {
            pieces.push(Piece { start: at, text: text_of(kept, at..to), stream: None, time: None });
        }
        (pieces, to.max(from), total)
    }

    /// The bytes of output that were written after an event and before another one.
    pub fn output_between(&self, from: Time, to: Time) -> u64 {
        let times = self.target.output_pieces();
        let written = |t: Time| match times.partition_point(|piece| piece.time < t.0) {
            0 => 0,
            n => times[n - 1].end,
        };
        written(to) - written(from)
    }
}

fn text_of(kept: &[u8], range: Range<u64>) -> String {
    String::from_utf8_lossy(&kept[range.start as usize..range.end as usize]).into_owned()
}
