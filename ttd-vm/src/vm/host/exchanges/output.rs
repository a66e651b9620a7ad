//! When the program wrote what to its standard streams, for the debugger.
//!
//! A piece is noted when its bytes are written for the first time on a branch. Pieces that are written between two
//! events, to the same stream, are one.
//!
//! Limits: of very many pieces the first ones are kept.

use super::super::Stream;
use super::Moment;

/// Pieces at most.
const MOST: usize = 1 << 20;

/// Output that was written between two events, to one stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputPiece {
    /// The event after which it was written.
    pub time: u64,
    /// The thread that wrote it, which another one's event may have let go on.
    pub thread: u64,
    /// The bytes of output up to its end.
    pub end: u64,
    /// Where it went.
    pub stream: Stream,
}

/// All pieces so far.
#[derive(Clone, Debug, Default)]
pub(in crate::vm::host) struct OutputTimes {
    pieces: Vec<OutputPiece>,
    /// The bytes of output that are known.
    known: u64,
}

impl OutputTimes {
    pub(in crate::vm::host) fn pieces(&self) -> &[OutputPiece] {
        &self.pieces
    }

    /// Bytes of memory that it uses.
    pub(in crate::vm::host) fn memory(&self) -> usize {
        self.pieces.capacity() * size_of::<OutputPiece>()
    }

    /// Notes what was written; `end` is the number of bytes of output then.
    pub(in crate::vm::host) fn note(&mut self, at: Moment, stream: Stream, end: u64) {
        if end <= self.known {
            return;
        }
        self.known = end;
        let (time, thread) = (at.event(), at.thread);
        let has_room = self.pieces.len() < MOST;
        match self.pieces.last_mut() {
            Some(last) if (last.time, last.thread, last.stream) == (time, thread, stream) => last.end = end,
            _ if has_room => self.pieces.push(OutputPiece { time, thread, end, stream }),
            _ => {}
        }
    }

    /// Takes out the pieces behind a position of the output.
    pub(in crate::vm::host) fn split_off(&mut self, position: u64) -> OutputTimes {
        let at = self.pieces.partition_point(|piece| piece.end <= position);
        let known = self.known;
        self.known = known.min(position);
        OutputTimes { pieces: self.pieces.split_off(at), known }
    }

    /// Puts back what `split_off` has taken out.
    pub(in crate::vm::host) fn append(&mut self, mut behind: OutputTimes) {
        self.pieces.append(&mut behind.pieces);
        self.known = behind.known;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_noted_once_and_go_with_their_branch() {
        let at = |now| Moment { now, thread: 1 };
        let mut times = OutputTimes::default();
        times.note(at(3), Stream::Out, 5);
        times.note(at(3), Stream::Out, 6);
        times.note(at(3), Stream::Err, 9);
        // What runs again is known.
        times.note(at(3), Stream::Out, 6);
        times.note(at(7), Stream::Out, 12);
        let ends = |times: &OutputTimes| times.pieces().iter().map(|p| (p.time, p.end)).collect::<Vec<_>>();
        assert_eq!(ends(&times), [(3, 6), (3, 9), (7, 12)]);
        let away = times.split_off(9);
        times.note(at(8), Stream::Out, 10);
        assert_eq!(ends(&times), [(3, 6), (3, 9), (8, 10)]);
        drop(times.split_off(9));
        times.append(away);
        assert_eq!(ends(&times), [(3, 6), (3, 9), (7, 12)]);
    }
}
