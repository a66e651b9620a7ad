//! A hash of code by content: equal code has the same.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::code::{Code, Const};

impl Code {
    /// The hash of names, place, instructions and constants.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash_into(&mut hasher);
        hasher.finish()
    }

    fn hash_into(&self, hasher: &mut FxHasher) {
        (&self.qualname, &self.path, self.first_line, self.flags, self.counted).hash(hasher);
        for ins in &self.ins {
            let words = [u64::from(ins.a), u64::from(ins.b), u64::from(ins.c)];
            let op = ins.op as u64;
            hasher.write_u64(op << 56 | u64::from(ins.events) << 48 | words[0] << 32 | words[1] << 16 | words[2]);
        }
        self.names.hash(hasher);
        self.consts.iter().for_each(|c| hash_const(c, hasher));
    }
}

fn hash_const(c: &Const, hasher: &mut FxHasher) {
    std::mem::discriminant(c).hash(hasher);
    match c {
        Const::None | Const::Ellipsis => {}
        Const::Bool(b) => b.hash(hasher),
        Const::Int(i) => i.hash(hasher),
        Const::Big { negative, magnitude } => (negative, magnitude).hash(hasher),
        // Zeros of either sign are equal.
        Const::Float(x) => hasher.write_u64((x + 0.0).to_bits()),
        Const::Complex(re, im) => hasher.write_u64((re + 0.0).to_bits() ^ (im + 0.0).to_bits()),
        Const::Str(bytes) | Const::Bytes(bytes) => bytes.hash(hasher),
        Const::Tuple(items) | Const::FrozenSet(items) => items.iter().for_each(|c| hash_const(c, hasher)),
        Const::Slice(parts) => parts.iter().for_each(|c| hash_const(c, hasher)),
        Const::Code(code) => code.hash_into(hasher),
    }
}
