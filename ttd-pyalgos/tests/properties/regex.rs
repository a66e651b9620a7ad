//! The regex engine against a matcher that tries everything, on random patterns and texts.

use std::sync::atomic::AtomicBool;

use crate::random::Random;
use ttd_pyalgos::regex::engine::{Bytes, Matcher, Stop, UNSET, Wide};
use ttd_pyalgos::regex::program::{MAXREPEAT, compile};

/// A pattern.
#[derive(Debug)]
enum Node {
    Char(char),
    NotChar(char),
    Group(usize, Vec<Node>),
    Either(Vec<Vec<Node>>),
    /// A character, repeated; greedily or lazily.
    Repeat(Box<Node>, u32, u32, bool),
    /// A sequence that is not empty, repeated.
    Loop(Vec<Node>, u32, u32, bool),
    Ahead(Vec<Node>, bool),
}

/// Makes random patterns over the letters `a`, `b` and `é`.
struct Maker {
    random: Random,
    groups: usize,
}

const LETTERS: [char; 3] = ['a', 'b', 'é'];

impl Maker {
    fn letter(&mut self) -> Node {
        let c = LETTERS[self.random.below(3)];
        if self.random.below(4) == 0 { Node::NotChar(c) } else { Node::Char(c) }
    }

    fn bounds(&mut self) -> (u32, u32) {
        let min = self.random.below(3) as u32;
        let max = if self.random.below(2) == 0 { MAXREPEAT } else { min + self.random.below(3) as u32 };
        (min, max)
    }

    fn sequence(&mut self, depth: usize) -> Vec<Node> {
        (0..self.random.below(4)).map(|_| self.node(depth)).collect()
    }

    fn node(&mut self, depth: usize) -> Node {
        if depth == 0 {
            return self.letter();
        }
        match self.random.below(9) {
            0 | 1 => {
                self.groups += 1;
                let group = self.groups - 1;
                Node::Group(group, self.sequence(depth - 1))
            }
            2 => Node::Either((0..2 + self.random.below(2)).map(|_| self.sequence(depth - 1)).collect()),
            3 | 4 => {
                let (min, max) = self.bounds();
                Node::Repeat(Box::new(self.letter()), min, max, self.random.below(2) == 0)
            }
            5 => {
                let (min, max) = self.bounds();
                let mut body = vec![self.letter()];
                body.extend(self.sequence(depth - 1));
                Node::Loop(body, min, max, self.random.below(2) == 0)
            }
            6 => Node::Ahead(self.sequence(depth - 1), self.random.below(2) == 0),
            _ => self.letter(),
        }
    }
}

/// The words that `re._compiler` would make.
fn emit(nodes: &[Node], out: &mut Vec<u32>) {
    let skip_here = |out: &mut Vec<u32>, at: usize| out[at] = (out.len() - at) as u32;
    for node in nodes {
        match node {
            Node::Char(c) => out.extend([16, u32::from(*c)]),
            Node::NotChar(c) => out.extend([20, u32::from(*c)]),
            Node::Group(group, body) => {
                out.extend([17, *group as u32 * 2]);
                emit(body, out);
                out.extend([17, *group as u32 * 2 + 1]);
            }
            Node::Either(ways) => {
                out.push(7);
                let mut ends = Vec::new();
                for way in ways {
                    let skip = out.len();
                    out.push(0);
                    emit(way, out);
                    out.push(15);
                    ends.push(out.len());
                    out.push(0);
                    skip_here(out, skip);
                }
                out.push(0);
                ends.into_iter().for_each(|end| skip_here(out, end));
            }
            Node::Repeat(body, min, max, greedy) => {
                out.push(if *greedy { 24 } else { 26 });
                let skip = out.len();
                out.extend([0, *min, *max]);
                emit(std::slice::from_ref(body), out);
                out.push(1);
                skip_here(out, skip);
            }
            Node::Loop(body, min, max, greedy) => {
                out.push(23);
                let skip = out.len();
                out.extend([0, *min, *max]);
                emit(body, out);
                skip_here(out, skip);
                out.push(if *greedy { 18 } else { 19 });
            }
            Node::Ahead(body, wanted) => {
                out.push(if *wanted { 4 } else { 5 });
                let skip = out.len();
                out.extend([0, 0]);
                emit(body, out);
                out.push(1);
                skip_here(out, skip);
            }
        }
    }
}

type Marks = Vec<usize>;

/// Matches nodes from a character on, calls `then` at each end in the order of preference until that is content.
fn tries(nodes: &[Node], text: &[char], at: usize, marks: &mut Marks, then: &mut Then) -> bool {
    let Some((node, rest)) = nodes.split_first() else { return then(at, marks) };
    match node {
        Node::Char(c) => text.get(at) == Some(c) && tries(rest, text, at + 1, marks, then),
        Node::NotChar(c) => text.get(at).is_some_and(|t| t != c) && tries(rest, text, at + 1, marks, then),
        Node::Group(group, body) => {
            let old = std::mem::replace(&mut marks[group * 2], at);
            let found = tries(body, text, at, marks, &mut |end, marks| {
                let old = std::mem::replace(&mut marks[group * 2 + 1], end);
                let found = tries(rest, text, end, marks, then);
                if !found {
                    marks[group * 2 + 1] = old;
                }
                found
            });
            if !found {
                marks[group * 2] = old;
            }
            found
        }
        Node::Either(ways) => {
            ways.iter().any(|way| tries(way, text, at, marks, &mut |end, marks| tries(rest, text, end, marks, then)))
        }
        Node::Repeat(body, min, max, greedy) => {
            turns(std::slice::from_ref(body), (*min, *max, *greedy), rest, text, at, marks, then)
        }
        Node::Loop(body, min, max, greedy) => turns(body, (*min, *max, *greedy), rest, text, at, marks, then),
        Node::Ahead(body, wanted) => {
            let before = marks.clone();
            let found = tries(body, text, at, marks, &mut |_, _| true);
            if found != *wanted || !found {
                *marks = before.clone();
            }
            let goes_on = found == *wanted && tries(rest, text, at, marks, then);
            if !goes_on {
                *marks = before;
            }
            goes_on
        }
    }
}

type Then<'a> = dyn FnMut(usize, &mut Marks) -> bool + 'a;

fn turns(
    body: &[Node],
    (min, max, greedy): (u32, u32, bool),
    rest: &[Node],
    text: &[char],
    at: usize,
    marks: &mut Marks,
    then: &mut Then,
) -> bool {
    let less = |n: u32| if n == MAXREPEAT { n } else { n - 1 };
    let turn = |marks: &mut Marks, then: &mut Then| {
        max > 0
            && tries(body, text, at, marks, &mut |end, marks| {
                turns(body, (min.saturating_sub(1), less(max), greedy), rest, text, end, marks, then)
            })
    };
    if min > 0 {
        return turn(marks, then);
    }
    // Which of the two ways comes first is all that greed decides.
    match greedy {
        true => turn(marks, then) || tries(rest, text, at, marks, then),
        false => tries(rest, text, at, marks, then) || turn(marks, then),
    }
}

/// The first match by trying: where it begins and ends, and the groups, all in characters.
fn expected(nodes: &[Node], text: &[char], groups: usize) -> Option<(usize, usize, Marks)> {
    (0..=text.len()).find_map(|start| {
        let mut marks = vec![UNSET; groups * 2];
        let mut end = None;
        tries(nodes, text, start, &mut marks, &mut |at, _| {
            end = Some(at);
            true
        });
        end.map(|end| (start, end, marks))
    })
}

#[test]
fn finds_what_trying_everything_finds() {
    let mut maker = Maker { random: Random::new(7), groups: 0 };
    let flag = AtomicBool::new(false);
    let mut matches = 0;
    for _ in 0..6000 {
        maker.groups = 0;
        let nodes = maker.sequence(3);
        let groups = maker.groups;
        let mut words = Vec::new();
        emit(&nodes, &mut words);
        words.push(1);
        let program = compile(&words, groups).unwrap_or_else(|| panic!("{nodes:?} does not compile"));
        let length = maker.random.below(9);
        let text: Vec<char> = (0..length).map(|_| LETTERS[maker.random.below(3)]).collect();
        let written: String = text.iter().collect();
        let byte = |i: usize| -> usize { if i == UNSET { i } else { text[..i].iter().map(|c| c.len_utf8()).sum() } };
        let expected = expected(&nodes, &text, groups)
            .map(|(start, end, marks)| (byte(start), byte(end), marks.into_iter().map(byte).collect::<Marks>()));
        let mut matcher = Matcher::new(&program, written.as_bytes(), written.len(), &flag);
        let found = matcher.search::<Wide>(0, false).expect("nobody interrupts");
        let found = found.map(|(start, end)| (start, end, matcher.marks.clone()));
        assert_eq!(found, expected, "{nodes:?} on {written:?}");
        matches += usize::from(found.is_some());
    }
    assert!((1000..5900).contains(&matches), "{matches} of the patterns match");
}

#[test]
fn words_that_nobody_checked_make_a_safe_program_or_none() {
    let mut random = Random::new(3);
    let flag = AtomicBool::new(true);
    let mut compiled = 0;
    for _ in 0..200_000 {
        let words: Vec<u32> = (0..random.below(12))
            .map(|_| if random.below(40) == 0 { random.next() } else { random.below(44) as u32 })
            .chain([1])
            .collect();
        let Some(program) = compile(&words, 2) else { continue };
        compiled += 1;
        let mut matcher = Matcher::new(&program, b"ab\nab", 5, &flag);
        // It may run for long: then the flag stops it.
        let _ = matcher.search::<Bytes>(0, false);
    }
    assert!(compiled > 1000, "{compiled}");
}

#[test]
fn a_pattern_that_takes_for_ever_is_interrupted() {
    let inner = Node::Loop(vec![Node::Char('a')], 1, MAXREPEAT, true);
    let nodes = [Node::Loop(vec![inner], 1, MAXREPEAT, true), Node::Char('b')];
    let mut words = Vec::new();
    emit(&nodes, &mut words);
    words.push(1);
    let program = compile(&words, 0).expect("it is whole");
    let (flag, text) = (AtomicBool::new(true), [b'a'; 60]);
    let mut matcher = Matcher::new(&program, &text, text.len(), &flag);
    assert_eq!(matcher.search::<Bytes>(0, false), Err(Stop::Interrupted));
}
