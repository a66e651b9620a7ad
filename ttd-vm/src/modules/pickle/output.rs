//! The bytes of a pickle in the making, in frames as protocol 4 has them.

use super::op;

/// A frame of this many bytes ends before the next object; one that is shorter than the second has no head.
const FRAME_TARGET: usize = 64 * 1024;
const FRAME_LEAST: usize = 4;

/// The output.
pub(super) struct Output {
    /// What is complete.
    done: Vec<u8>,
    /// The frame in the making; without framing the same as complete.
    frame: Vec<u8>,
    framed: bool,
}

impl Output {
    /// Begins a pickle of this protocol.
    pub(super) fn new(protocol: u8) -> Output {
        let done = if protocol >= 2 { vec![op::PROTO, protocol] } else { Vec::new() };
        Output { done, frame: Vec::new(), framed: protocol >= 4 }
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.frame.push(byte);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.frame.extend_from_slice(bytes);
    }

    /// Writes an opcode with an argument in text, as protocol 0 has it.
    pub(super) fn line(&mut self, code: u8, argument: &[u8]) {
        self.byte(code);
        self.bytes(argument);
        self.byte(b'\n');
    }

    /// Ends the frame if it is long enough: before every object.
    pub(super) fn between_objects(&mut self) {
        if self.framed && self.frame.len() >= FRAME_TARGET {
            self.end_frame();
        }
    }

    fn end_frame(&mut self) {
        if self.framed && self.frame.len() >= FRAME_LEAST {
            self.done.push(op::FRAME);
            self.done.extend_from_slice(&(self.frame.len() as u64).to_le_bytes());
        }
        self.done.append(&mut self.frame);
    }

    /// Writes head and contents of a bytes-like object; long ones lie outside of the frames.
    pub(super) fn contents(&mut self, head: &[u8], contents: &[u8]) {
        if !self.framed || contents.len() < FRAME_TARGET {
            self.bytes(head);
            self.bytes(contents);
            return;
        }
        if !self.frame.is_empty() {
            self.end_frame();
        }
        self.done.extend_from_slice(head);
        self.done.extend_from_slice(contents);
    }

    /// The whole, after its last opcode.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if !self.frame.is_empty() {
            self.end_frame();
        }
        self.done
    }
}
