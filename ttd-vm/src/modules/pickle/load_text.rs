//! The opcodes of protocol 0, which have their arguments in text.

use ttd_core::value::Value;

use super::load::Loader;
use super::{Stop, op};
use crate::Vm;

impl Loader {
    /// The value of an opcode with a line of text.
    pub(super) fn in_text(&mut self, vm: &mut Vm, code: u8) -> Result<Value, Stop> {
        match code {
            op::INT => match self.line()? {
                b"00" => Ok(Value::FALSE),
                b"01" => Ok(Value::TRUE),
                digits => number(digits).map(|n| vm.int(n)),
            },
            op::LONG => {
                let line = self.line()?;
                let n = number(line.strip_suffix(b"L").unwrap_or(line))?;
                Ok(vm.int(n))
            }
            op::FLOAT => {
                let text = std::str::from_utf8(self.line()?).map_err(|_| Stop::GiveUp)?;
                let plain = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e'));
                let x = text.parse().ok().filter(|_| plain);
                x.map(Value::float_any).ok_or(Stop::GiveUp)
            }
            op::UNICODE => {
                let text = unescaped(self.line()?).ok_or(Stop::GiveUp)?;
                Ok(vm.new_str(&text))
            }
            op::GLOBAL if self.protocol >= 3 => {
                let module = self.line()?.to_vec();
                let name = self.line()?.to_vec();
                let [module, name] = [module, name].map(|part| vm.intern_bytes(&part));
                super::global(vm, module, name).ok_or(Stop::GiveUp)
            }
            op::LIST => {
                let items = self.pop_mark()?;
                Ok(vm.new_list(&items))
            }
            op::DICT => {
                let made = vm.new_dict();
                let items = self.pop_mark()?;
                self.add_pairs(vm, made, &items)?;
                Ok(made)
            }
            _ => Err(Stop::GiveUp),
        }
    }

    /// The number in the memo that a line says.
    pub(super) fn place(&mut self) -> Result<usize, Stop> {
        let n = number(self.line()?)?;
        usize::try_from(n).map_err(|_| Stop::GiveUp)
    }
}

/// A decimal number as it is written mostly.
fn number(digits: &[u8]) -> Result<i64, Stop> {
    std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok()).ok_or(Stop::GiveUp)
}

/// Text in Latin-1 in which characters are written by their numbers.
fn unescaped(line: &[u8]) -> Option<String> {
    let (mut out, mut rest) = (String::with_capacity(line.len()), line);
    while let Some((first, behind)) = rest.split_first() {
        rest = behind;
        if *first != b'\\' {
            out.push(char::from(*first));
            continue;
        }
        let length = match behind.first()? {
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        let digits = std::str::from_utf8(behind.get(1..=length)?).ok()?;
        out.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
        rest = &behind[length + 1..];
    }
    Some(out)
}
