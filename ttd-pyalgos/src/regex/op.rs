//! The instructions of the matcher.

use super::charset::Fold;

/// An instruction. Targets are instruction indexes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// The pattern has matched.
    Success,
    /// This alternative fails.
    Fail,
    /// Matches a character.
    Literal(u32),
    /// Matches a character of a set.
    Set(u32),
    /// Matches at an anchor or boundary.
    At(u32),
    /// Stores the position as the start or end of a group.
    Mark(u32),
    /// Continues at a target.
    Jump(u32),
    /// Continues with the next instruction, and at `other` when that fails. The first set says for which characters it
    /// can match.
    Branch {
        /// The other alternative.
        other: u32,
        /// The first set, or `NO_SET`.
        first: u32,
    },
    /// Matches the text of a group.
    GroupRef {
        /// The group, from 0.
        group: u32,
        /// How case is folded.
        fold: Fold,
    },
    /// Continues at a target unless a group has matched.
    UnlessGroup {
        /// The group, from 0.
        group: u32,
        /// The target.
        target: u32,
    },
    /// Takes as many characters of a set as possible, then fewer.
    Greedy {
        /// The set.
        set: u32,
        /// Minimum count.
        min: u32,
        /// Maximum count.
        max: u32,
    },
    /// Takes as few characters of a set as possible, then more.
    Lazy {
        /// The set.
        set: u32,
        /// Minimum count.
        min: u32,
        /// Maximum count.
        max: u32,
    },
    /// Takes as many characters of a set as possible and gives none back.
    Possessive {
        /// The set.
        set: u32,
        /// Minimum count.
        min: u32,
        /// Maximum count.
        max: u32,
    },
    /// Starts a loop and continues at its end.
    Loop {
        /// The loop's number.
        id: u32,
        /// Its `Until` instruction.
        until: u32,
    },
    /// Ends a loop's body.
    Until {
        /// The loop's number.
        id: u32,
        /// The first instruction of the body.
        body: u32,
        /// Minimum number of turns.
        min: u32,
        /// Maximum number of turns.
        max: u32,
    },
    /// As `Until`, but prefers to leave. `LazyMore` comes next, then the code after the loop.
    LazyUntil {
        /// The loop's number.
        id: u32,
        /// The first instruction of the body.
        body: u32,
        /// Minimum number of turns.
        min: u32,
        /// Maximum number of turns.
        max: u32,
    },
    /// Another turn of a lazy loop, unless the maximum is reached.
    LazyMore {
        /// The loop's number.
        id: u32,
        /// The first instruction of the body.
        body: u32,
        /// Maximum number of turns.
        max: u32,
    },
    /// Starts a lookaround that must match, this number of characters back.
    Assert(u32),
    /// Ends an `Assert`.
    AssertEnd,
    /// Starts a lookaround that must not match.
    AssertNot {
        /// Number of characters back.
        back: u32,
        /// Where to continue when it does not match.
        target: u32,
    },
    /// Ends an `AssertNot`.
    AssertNotEnd,
    /// Starts an atomic group.
    Atomic,
    /// Ends an `Atomic`.
    AtomicEnd,
    /// Another turn of a possessive loop, or the code after it.
    PossessiveLoop {
        /// The loop's number.
        id: u32,
        /// Minimum number of turns.
        min: u32,
        /// Maximum number of turns.
        max: u32,
        /// The code after the loop.
        target: u32,
    },
    /// Ends a turn of a possessive loop.
    PossessiveEnd {
        /// The loop's number.
        id: u32,
        /// Its `PossessiveLoop` instruction.
        start: u32,
    },
}

/// No first set is known.
pub const NO_SET: u32 = u32::MAX;
