//! Hash algorithms whose states are bytes.

use md5::Md5;
use sha1::Sha1;
use sha2::digest::common::hazmat::{SerializableState, SerializedState};
use sha2::digest::{ExtendableOutput, FixedOutput, Update, XofReader};
use sha2::{Sha224, Sha256, Sha384, Sha512};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256};

fn start<D: Default + SerializableState>() -> Vec<u8> {
    D::default().serialize().to_vec()
}

/// Restores a hasher from its state. A malformed state, which no program can produce, gives a fresh hasher.
fn revive<D: Default + SerializableState>(state: &[u8]) -> D {
    let mut serialized = SerializedState::<D>::default();
    if serialized.len() == state.len() {
        serialized.copy_from_slice(state);
    }
    D::deserialize(&serialized).unwrap_or_default()
}

fn update<D: Default + SerializableState + Update>(state: &[u8], data: &[u8]) -> Vec<u8> {
    let mut hasher: D = revive(state);
    hasher.update(data);
    hasher.serialize().to_vec()
}

fn fixed<D: Default + SerializableState + FixedOutput>(state: &[u8], _length: usize) -> Vec<u8> {
    revive::<D>(state).finalize_fixed().to_vec()
}

fn extended<D: Default + SerializableState + ExtendableOutput>(state: &[u8], length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    revive::<D>(state).finalize_xof().read(&mut out);
    out
}

macro_rules! algorithms {
    ($($name:ident $python:literal $digest:literal $block:literal $finish:ident;)*) => {
        /// A hash algorithm.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum Algorithm { $($name),* }

        impl Algorithm {
            /// The algorithm with this number.
            pub fn from_number(number: i64) -> Algorithm {
                const ALL: &[Algorithm] = &[$(Algorithm::$name),*];
                usize::try_from(number).ok().and_then(|i| ALL.get(i)).copied().unwrap_or(ALL[0])
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Algorithm::$name => $python),* }
            }

            /// The digest size in bytes; 0 for algorithms with digests of any size.
            pub fn digest_size(self) -> usize {
                match self { $(Algorithm::$name => $digest),* }
            }

            /// The block size in bytes.
            pub fn block_size(self) -> usize {
                match self { $(Algorithm::$name => $block),* }
            }

            /// The initial state.
            pub fn start(self) -> Vec<u8> {
                match self { $(Algorithm::$name => start::<$name>()),* }
            }

            /// The state after hashing more bytes.
            pub fn update(self, state: &[u8], data: &[u8]) -> Vec<u8> {
                match self { $(Algorithm::$name => update::<$name>(state, data)),* }
            }

            /// The digest; `length` counts for algorithms with digests of any size.
            pub fn finish(self, state: &[u8], length: usize) -> Vec<u8> {
                match self { $(Algorithm::$name => $finish::<$name>(state, length)),* }
            }
        }
    };
}

algorithms! {
    Md5 "md5" 16 64 fixed;
    Sha1 "sha1" 20 64 fixed;
    Sha224 "sha224" 28 64 fixed;
    Sha256 "sha256" 32 64 fixed;
    Sha384 "sha384" 48 128 fixed;
    Sha512 "sha512" 64 128 fixed;
    Sha3_224 "sha3_224" 28 144 fixed;
    Sha3_256 "sha3_256" 32 136 fixed;
    Sha3_384 "sha3_384" 48 104 fixed;
    Sha3_512 "sha3_512" 64 72 fixed;
    Shake128 "shake_128" 0 168 extended;
    Shake256 "shake_256" 0 136 extended;
}
