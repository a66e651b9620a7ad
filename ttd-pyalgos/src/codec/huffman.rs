//! Huffman codes of deflate, built as zlib builds them: from the same counts come the same codes.

/// Codes of literals and lengths, of distances, and of the lengths of codes.
pub(super) const LITERALS: usize = 286;
pub(super) const DISTANCES: usize = 30;
pub(super) const LENGTHS: usize = 19;
/// The longest code, and the longest one of lengths of codes.
const LONGEST: usize = 15;
const LONGEST_OF_LENGTHS: usize = 7;
/// Nodes of the largest tree, and one more.
const NODES: usize = 2 * LITERALS + 1;

/// A code with its bits reversed, as they are written, and their number.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Code {
    pub(super) bits: u16,
    pub(super) len: u8,
}

/// The codes of one alphabet, and the last symbol that has one.
pub(super) struct Codes<const N: usize> {
    pub(super) codes: [Code; N],
    pub(super) last: usize,
}

/// A tree that is being built. Symbols come first, the inner nodes behind them.
struct Builder {
    counts: [u32; NODES],
    depths: [u8; NODES],
    parents: [u16; NODES],
    /// A heap with the rarest at place 1; nodes that were taken out lie at the end, the last one first.
    heap: [u16; NODES],
    size: usize,
    taken: usize,
}

impl Builder {
    /// Whether a node is to be taken before another one.
    fn before(&self, a: u16, b: u16) -> bool {
        let (x, y) = (usize::from(a), usize::from(b));
        (self.counts[x], self.depths[x]) <= (self.counts[y], self.depths[y])
    }

    fn sink(&mut self, mut at: usize) {
        let node = self.heap[at];
        let mut below = 2 * at;
        while below <= self.size {
            if below < self.size && self.before(self.heap[below + 1], self.heap[below]) {
                below += 1;
            }
            if self.before(node, self.heap[below]) {
                break;
            }
            self.heap[at] = self.heap[below];
            (at, below) = (below, 2 * below);
        }
        self.heap[at] = node;
    }

    fn take_out(&mut self, node: u16) {
        self.taken -= 1;
        self.heap[self.taken] = node;
    }

    /// Joins the two rarest nodes until one is left.
    fn join_all(&mut self, symbols: usize) {
        for at in (1..=self.size / 2).rev() {
            self.sink(at);
        }
        let mut next = symbols;
        while self.size >= 2 {
            let a = self.heap[1];
            self.heap[1] = self.heap[self.size];
            self.size -= 1;
            self.sink(1);
            let b = self.heap[1];
            self.take_out(a);
            self.take_out(b);
            let (x, y) = (usize::from(a), usize::from(b));
            self.counts[next] = self.counts[x] + self.counts[y];
            self.depths[next] = self.depths[x].max(self.depths[y]) + 1;
            (self.parents[x], self.parents[y]) = (next as u16, next as u16);
            self.heap[1] = next as u16;
            next += 1;
            self.sink(1);
        }
        self.take_out(self.heap[1]);
    }

    /// Gives each symbol the length of its code; returns how many there are of each length.
    fn lengths(&self, symbols: usize, longest: usize, lens: &mut [u8; NODES]) -> [u16; LONGEST + 1] {
        let (mut of_length, mut over) = ([0; LONGEST + 1], 0_i32);
        lens[usize::from(self.heap[self.taken])] = 0;
        for node in self.heap[self.taken + 1..].iter().map(|node| usize::from(*node)) {
            let wanted = usize::from(lens[usize::from(self.parents[node])]) + 1;
            let len = wanted.min(longest);
            over += i32::from(wanted > longest);
            lens[node] = len as u8;
            if node < symbols {
                of_length[len] += 1;
            }
        }
        if over > 0 {
            self.shorten(symbols, longest, over, lens, &mut of_length);
        }
        of_length
    }

    /// Makes room for codes that would be too long, by lengthening others.
    fn shorten(
        &self,
        symbols: usize,
        longest: usize,
        mut over: i32,
        lens: &mut [u8; NODES],
        of_length: &mut [u16; LONGEST + 1],
    ) {
        while over > 0 {
            let mut len = longest - 1;
            while of_length[len] == 0 {
                len -= 1;
            }
            of_length[len] -= 1;
            of_length[len + 1] += 2;
            of_length[longest] -= 1;
            over -= 2;
        }
        // From the rarest on.
        let mut nodes = self.heap[self.taken..].iter().rev().map(|node| usize::from(*node)).filter(|n| *n < symbols);
        for len in (1..=longest).rev() {
            for node in nodes.by_ref().take(usize::from(of_length[len])) {
                lens[node] = len as u8;
            }
        }
    }
}

/// Builds codes for symbols by how often they occur. There are two codes at least, as every decoder wants it.
pub(super) fn codes<const N: usize>(counts: &[u32; N]) -> Codes<N> {
    let mut tree = Builder {
        counts: [0; NODES],
        depths: [0; NODES],
        parents: [0; NODES],
        heap: [0; NODES],
        size: 0,
        taken: NODES,
    };
    tree.counts[..N].copy_from_slice(counts);
    let mut last = None;
    for symbol in (0..N).filter(|symbol| counts[*symbol] != 0) {
        tree.size += 1;
        tree.heap[tree.size] = symbol as u16;
        last = Some(symbol);
    }
    while tree.size < 2 {
        let symbol = match last {
            None => 0,
            Some(last) if last < 2 => last + 1,
            Some(_) => 0,
        };
        last = last.max(Some(symbol));
        tree.size += 1;
        tree.heap[tree.size] = symbol as u16;
        tree.counts[symbol] = 1;
    }
    tree.join_all(N);
    let mut lens = [0; NODES];
    let of_length = tree.lengths(N, if N == LENGTHS { LONGEST_OF_LENGTHS } else { LONGEST }, &mut lens);
    let mut made = [Code::default(); N];
    let (mut next, mut code) = ([0_u16; LONGEST + 2], 0);
    for len in 1..=LONGEST {
        code = (code + of_length[len - 1]) << 1;
        next[len] = code;
    }
    for (code, len) in made.iter_mut().zip(lens).filter(|(_, len)| *len > 0) {
        let number = &mut next[usize::from(len)];
        *code = Code { bits: number.reverse_bits() >> (16 - len), len };
        *number += 1;
    }
    Codes { codes: made, last: last.unwrap_or(0) }
}

/// The lengths of the codes of an alphabet, as a stream says them: a symbol, and the further bits with their number.
pub(super) fn described<const N: usize>(of: &Codes<N>, to: &mut Vec<(u8, u8, u8)>) {
    let len = |symbol: usize| if symbol <= of.last { Some(of.codes[symbol].len) } else { None };
    let (mut at, mut before) = (0, None);
    while let Some(this) = len(at) {
        let (most, least) = match this {
            0 => (138, 3),
            _ if before == Some(this) => (6, 3),
            _ => (7, 4),
        };
        let mut count = 1;
        while count < most && len(at + count) == Some(this) {
            count += 1;
        }
        at += count;
        if count < least {
            to.extend(std::iter::repeat_n((this, 0, 0), count));
        } else if this != 0 {
            if before != Some(this) {
                to.push((this, 0, 0));
                count -= 1;
            }
            to.push((16, count as u8 - 3, 2));
        } else if count <= 10 {
            to.push((17, count as u8 - 3, 3));
        } else {
            to.push((18, count as u8 - 11, 7));
        }
        before = Some(this);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_symbols_get_long_codes() {
        let mut counts = [0; LENGTHS];
        (counts[0], counts[1], counts[5], counts[7]) = (8, 4, 2, 1);
        let made = codes(&counts);
        let lens = made.codes.map(|code| code.len);
        assert_eq!((lens[0], lens[1], lens[5], lens[7], made.last), (1, 2, 3, 3, 7));
        assert_eq!(made.codes[1].bits, 0b01);
        // One symbol alone gets company.
        assert_eq!(codes(&[0, 0, 3, 0]).codes.map(|code| code.len), [1, 0, 1, 0]);
    }

    #[test]
    fn no_code_is_too_long() {
        let mut counts = [0; LENGTHS];
        let (mut a, mut b) = (1, 1);
        for count in &mut counts {
            *count = a;
            (a, b) = (b, a + b);
        }
        let lens = codes(&counts).codes.map(|code| code.len);
        assert!(lens.iter().all(|len| (1..=7).contains(len)));
        assert_eq!(lens.iter().map(|len| 128 >> len).sum::<i32>(), 128);
    }
}
