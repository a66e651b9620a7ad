//! Reading values.

use ttd_core::value::Value;

use super::DEEPEST;
use crate::{Vm, ids, native::*};

/// Bytes that are being read, and the values that later ones may refer to.
struct Reader {
    data: Vec<u8>,
    at: usize,
    known: Vec<Value>,
}

/// Why reading stops: `None` where Python has to do it.
type Stop = Option<Trap>;

pub(super) fn loads(vm: &mut Vm, args: Args) -> Res {
    let given = args.get(0);
    if !given.is(ids::BYTES) {
        return Ok(Value::NONE);
    }
    let mut reader = Reader { data: vm.heap.bytes(given).to_vec(), at: 0, known: Vec::new() };
    match reader.value(vm, 0) {
        Ok(Some(value)) => Ok(vm.new_tuple(&[value])),
        Ok(None) | Err(None) => Ok(Value::NONE),
        Err(Some(trap)) => Err(trap),
    }
}

impl Reader {
    fn take(&mut self, n: usize) -> Result<&[u8], Stop> {
        let part = self.data.get(self.at..self.at.saturating_add(n)).ok_or(None)?;
        self.at += n;
        Ok(part)
    }

    fn byte(&mut self) -> Result<u8, Stop> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self) -> Result<i32, Stop> {
        self.take(4)?.try_into().map(i32::from_le_bytes).map_err(|_| None)
    }

    fn length(&mut self, short: bool) -> Result<usize, Stop> {
        if short { self.byte().map(usize::from) } else { usize::try_from(self.number()?).map_err(|_| None) }
    }

    /// The next value; `None` for the mark at the end of a dict.
    fn value(&mut self, vm: &mut Vm, depth: usize) -> Result<Option<Value>, Stop> {
        if depth >= DEEPEST {
            return Err(Some(vm.value_error("recursion limit exceeded")));
        }
        let kind = self.byte()?;
        let (noted, kind) = (kind & 0x80 != 0, kind & 0x7f);
        let made = match kind {
            b'0' => return if noted { Err(None) } else { Ok(None) },
            b'N' => Value::NONE,
            b'T' => Value::TRUE,
            b'F' => Value::FALSE,
            b'i' => Value::int(i64::from(self.number()?)),
            b'I' => vm.int128(i64::from_le_bytes(self.take(8)?.try_into().map_err(|_| None)?).into()),
            b'l' => self.long(vm)?,
            b'g' => Value::float_any(f64::from_le_bytes(self.take(8)?.try_into().map_err(|_| None)?)),
            b's' => {
                let length = self.length(false)?;
                vm.new_bytes(self.take(length)?)
            }
            b'u' | b'a' | b'A' | b't' | b'z' | b'Z' => {
                let text = self.text(vm, matches!(kind, b'z' | b'Z'))?;
                if matches!(kind, b'A' | b't' | b'Z') { vm.intern_value(text) } else { text }
            }
            b'r' => {
                let at = self.length(false)?;
                return self.known.get(at).copied().filter(|v| !v.is_unbound()).map(Some).ok_or(None);
            }
            b'(' | b')' | b'[' | b'<' | b'>' | b'{' => return self.container(vm, kind, noted, depth).map(Some),
            _ => return Err(None),
        };
        if noted {
            self.known.push(made);
        }
        Ok(Some(made))
    }

    fn text(&mut self, vm: &mut Vm, short: bool) -> Result<Value, Stop> {
        let length = self.length(short)?;
        let text = std::str::from_utf8(self.take(length)?).map_err(|_| None)?;
        Ok(vm.new_str(text))
    }

    /// A long number, as far as it fits into 128 bits.
    fn long(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        let count = self.number()?;
        if count.unsigned_abs() > 8 {
            return Err(None);
        }
        let mut n = 0_i128;
        for (i, digit) in self.take(count.unsigned_abs() as usize * 2)?.chunks_exact(2).enumerate() {
            n |= i128::from(u16::from_le_bytes([digit[0], digit[1]])) << (15 * i);
        }
        if count != 0 && n >> (15 * (count.unsigned_abs() - 1)) == 0 {
            // The last digit is 0, which is an error.
            return Err(None);
        }
        Ok(vm.int128(if count < 0 { -n } else { n }))
    }

    fn container(&mut self, vm: &mut Vm, kind: u8, noted: bool, depth: usize) -> Result<Value, Stop> {
        // A container that can contain itself is known before its items are.
        let early = match kind {
            b'[' => vm.new_list(&[]),
            b'{' => vm.new_dict(),
            _ => Value::UNBOUND,
        };
        let place = self.known.len();
        if noted {
            self.known.push(early);
        }
        let made = if kind == b'{' {
            while let Some(key) = self.value(vm, depth + 1)? {
                let value = self.value(vm, depth + 1)?.ok_or(None)?;
                vm.dict_set(early, key, value).map_err(Some)?;
            }
            early
        } else {
            let length = self.length(kind == b')')?;
            let mut items = Vec::with_capacity(length.min(self.data.len()));
            for _ in 0..length {
                items.push(self.value(vm, depth + 1)?.ok_or(None)?);
            }
            self.filled(vm, kind, early, &items)?
        };
        if noted {
            self.known[place] = made;
        }
        Ok(made)
    }

    fn filled(&mut self, vm: &mut Vm, kind: u8, list: Value, items: &[Value]) -> Result<Value, Stop> {
        match kind {
            b'[' => {
                vm.heap.list_extend(list, items);
                Ok(list)
            }
            b'<' | b'>' => {
                let set = vm.new_set();
                for item in items {
                    vm.set_add(set, *item).map_err(Some)?;
                }
                Ok(if kind == b'<' { set } else { vm.heap.set_copy(ids::FROZENSET, set) })
            }
            _ => Ok(vm.new_tuple(items)),
        }
    }
}
