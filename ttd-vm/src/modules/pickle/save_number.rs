//! Pickling numbers.

use ttd_core::value::Value;

use super::save::Saver;
use super::{Stop, op};
use crate::Vm;

impl Saver {
    pub(super) fn integer(&mut self, n: i64) {
        if self.protocol == 0 {
            self.decimal(i32::try_from(n).is_ok(), &n.to_string());
        } else if let Ok(n) = u8::try_from(n) {
            self.out.bytes(&[op::BININT1, n]);
        } else if let Ok(n) = u16::try_from(n) {
            self.out.byte(op::BININT2);
            self.out.bytes(&n.to_le_bytes());
        } else if let Ok(n) = i32::try_from(n) {
            self.out.byte(op::BININT);
            self.out.bytes(&n.to_le_bytes());
        } else if self.protocol == 1 {
            self.decimal(false, &n.to_string());
        } else {
            let bytes = n.to_le_bytes();
            self.twos_complement(&bytes);
        }
    }

    /// Writes an integer as protocol 0 does.
    fn decimal(&mut self, short: bool, text: &str) {
        if short {
            self.out.line(op::INT, text.as_bytes());
        } else {
            self.out.line(op::LONG, format!("{text}L").as_bytes());
        }
    }

    pub(super) fn truth(&mut self, v: bool) {
        match (self.protocol >= 2, v) {
            (true, _) => self.out.byte(if v { op::NEWTRUE } else { op::NEWFALSE }),
            (false, true) => self.out.line(op::INT, b"01"),
            (false, false) => self.out.line(op::INT, b"00"),
        }
    }

    pub(super) fn float(&mut self, vm: &mut Vm, v: Value) -> Result<(), Stop> {
        if self.protocol == 0 {
            let text = vm.repr(v)?;
            self.out.line(op::FLOAT, vm.heap.bytes(text));
        } else {
            self.out.byte(op::BINFLOAT);
            self.out.bytes(&v.as_float().to_be_bytes());
        }
        Ok(())
    }

    /// Writes a long integer, given its two's complement in little-endian bytes, which may be longer than needed.
    fn twos_complement(&mut self, bytes: &[u8]) {
        let negative = bytes.last().is_some_and(|b| *b >= 0x80);
        let filler = if negative { 0xff } else { 0 };
        let mut length = bytes.len();
        while length > 1 && bytes[length - 1] == filler && (bytes[length - 2] >= 0x80) == negative {
            length -= 1;
        }
        match u8::try_from(length) {
            Ok(n) => self.out.bytes(&[op::LONG1, n]),
            Err(_) => {
                self.out.byte(op::LONG4);
                self.out.bytes(&(length as u32).to_le_bytes());
            }
        }
        self.out.bytes(&bytes[..length]);
    }

    pub(super) fn long(&mut self, vm: &Vm, v: Value) -> Result<(), Stop> {
        if self.protocol < 2 {
            // Writing long numbers in decimal has a limit.
            return Err(Stop::GiveUp);
        }
        let mut bytes = vm.heap.bytes(v).to_vec();
        bytes.push(0);
        if vm.heap.aux(v) == 1 {
            let mut carry = true;
            for byte in &mut bytes {
                let (sum, over) = (!*byte).overflowing_add(u8::from(carry));
                (*byte, carry) = (sum, over);
            }
        }
        self.twos_complement(&bytes);
        Ok(())
    }
}
