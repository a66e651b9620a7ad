//! The values that requests to a database or a connection of TLS and their replies are made of, and their encoding in
//! the input log.

/// Declares the kinds of such requests, which have numbers and names.
macro_rules! kinds {
    (
        $(#[doc = $what:literal])* pub enum $Kind:ident;
        $($(#[doc = $doc:literal])* $kind:ident $name:literal;)*
    ) => {
        $(#[doc = $what])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum $Kind { $($(#[doc = $doc])* $kind),* }

        impl $Kind {
            /// All kinds, by number.
            pub const ALL: &[$Kind] = &[$($Kind::$kind),*];

            /// The kind with a number.
            pub fn of(number: i64) -> Option<$Kind> {
                usize::try_from(number).ok().and_then(|i| $Kind::ALL.get(i)).copied()
            }

            /// The name, for messages and for the module's Python half.
            pub fn name(self) -> &'static str {
                match self { $($Kind::$kind => $name),* }
            }
        }
    };
}
pub(super) use kinds;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Wire {
    /// NULL, or nothing.
    Null,
    /// A number.
    Int(i64),
    /// A floating-point number.
    Real(f64),
    /// Text in the database's bytes: meant as UTF-8, and not checked.
    Text(Vec<u8>),
    /// Bytes.
    Blob(Vec<u8>),
    /// Several values: a row.
    Row(Vec<Wire>),
    /// Several values that are no row: an error, or a call of a function of the program.
    Notice(Vec<Wire>),
}

/// The first item of a notice that is an error; extended code, message and offset follow.
pub const ERROR: i64 = 0;
/// The first item of a notice that calls a function of the program; its number, the kind of call and arguments follow.
pub const CALL: i64 = 1;
/// The first item of an error that a lock is to blame for, which is worth asking again.
pub const LOCKED: i64 = 3;

impl Wire {
    /// Text from a string.
    pub fn text(text: &str) -> Wire {
        Wire::Text(text.as_bytes().to_vec())
    }

    /// The number, or 0.
    pub fn int(&self) -> i64 {
        if let Wire::Int(n) = self { *n } else { 0 }
    }

    /// The bytes of text or blob, or none.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Wire::Text(bytes) | Wire::Blob(bytes) => bytes,
            _ => &[],
        }
    }

    /// The values inside, or none.
    pub fn items(&self) -> &[Wire] {
        match self {
            Wire::Row(items) | Wire::Notice(items) => items,
            _ => &[],
        }
    }

    /// An item, or NULL.
    pub fn item(&self, i: usize) -> &Wire {
        self.items().get(i).unwrap_or(&Wire::Null)
    }

    /// Appends the encoding.
    pub fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Wire::Null => out.push(0),
            Wire::Int(n) => {
                out.push(1);
                out.extend_from_slice(&n.to_le_bytes());
            }
            Wire::Real(x) => {
                out.push(2);
                out.extend_from_slice(&x.to_bits().to_le_bytes());
            }
            Wire::Text(bytes) => put_bytes(out, 3, bytes),
            Wire::Blob(bytes) => put_bytes(out, 4, bytes),
            Wire::Row(items) => put_items(out, 5, items),
            Wire::Notice(items) => put_items(out, 6, items),
        }
    }

    /// Decodes a value from the front of the bytes, which it moves on; NULL where there is none.
    pub fn decode(bytes: &mut &[u8]) -> Wire {
        let tag = take(bytes, 1).first().copied().unwrap_or(0);
        match tag {
            1 => Wire::Int(word(bytes) as i64),
            2 => Wire::Real(f64::from_bits(word(bytes))),
            3 | 4 => {
                let n = word(bytes) as usize;
                let data = take(bytes, n).to_vec();
                if tag == 3 { Wire::Text(data) } else { Wire::Blob(data) }
            }
            5 | 6 => {
                let n = word(bytes);
                let items = (0..n).map(|_| Wire::decode(bytes)).collect();
                if tag == 5 { Wire::Row(items) } else { Wire::Notice(items) }
            }
            _ => Wire::Null,
        }
    }
}

fn put_bytes(out: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    out.push(tag);
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(bytes);
}

fn put_items(out: &mut Vec<u8>, tag: u8, items: &[Wire]) {
    out.push(tag);
    out.extend_from_slice(&(items.len() as u64).to_le_bytes());
    items.iter().for_each(|item| item.encode(out));
}

fn take<'a>(bytes: &mut &'a [u8], n: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(n.min(bytes.len()));
    *bytes = rest;
    taken
}

fn word(bytes: &mut &[u8]) -> u64 {
    take(bytes, 8).try_into().map_or(0, u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::Wire;

    #[test]
    fn values_survive_encoding() {
        let row =
            Wire::Row(vec![Wire::Null, Wire::Int(-3), Wire::Real(0.5), Wire::text("ä"), Wire::Blob(vec![0, 255])]);
        let value = Wire::Notice(vec![row, Wire::Row(Vec::new())]);
        let mut bytes = Vec::new();
        value.encode(&mut bytes);
        assert_eq!(Wire::decode(&mut bytes.as_slice()), value);
        assert_eq!(Wire::decode(&mut [].as_slice()), Wire::Null);
    }
}
