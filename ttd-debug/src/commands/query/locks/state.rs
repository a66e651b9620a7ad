//! What a lock is like at one time, and in words what changed from one time to the next.

/// How the kinds of locks begin that tasks of asyncio wait for each other with.
const OF_TASKS: &str = "asyncio.";

/// A lock at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// `Lock`, `Condition` and so on.
    pub(super) kind: String,
    /// The number of the thread that has it; 0 for none, negative if it was passed on to a thread that has not run
    /// since.
    held: i64,
    holder: String,
    /// How often an RLock is held.
    depth: u64,
    taken: u64,
    /// What it is like apart from that: `value 2`, `set`.
    value: String,
    waiting: Vec<Waiting>,
}

/// A thread or a task that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Waiting {
    /// The thread's number, or the task's id.
    number: u64,
    name: String,
    /// The time since when a thread waits.
    since: Option<u64>,
    /// ` for a notification`, or nothing.
    purpose: String,
}

impl State {
    /// Reads a line of the script.
    pub(super) fn read(line: &str) -> Option<State> {
        let parts: Vec<&str> = line.split('\t').collect();
        let [kind, held, holder, depth, taken, value, waiting @ ..] = &parts[..] else { return None };
        let waiting = waiting.chunks(4).filter_map(|part| {
            let [number, name, since, purpose] = part else { return None };
            let (name, purpose) = (name.to_string(), purpose.to_string());
            Some(Waiting { number: number.parse().ok()?, name, since: since.parse().ok(), purpose })
        });
        Some(State {
            kind: kind.to_string(),
            held: held.parse().ok()?,
            holder: holder.to_string(),
            depth: depth.parse().ok()?,
            taken: taken.parse().ok()?,
            value: value.to_string(),
            waiting: waiting.collect(),
        })
    }

    /// The number of a semaphore.
    fn number(&self) -> i64 {
        self.value.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default()
    }

    /// Whether tasks of asyncio wait for each other with it.
    pub(super) fn is_of_tasks(&self) -> bool {
        self.kind.starts_with(OF_TASKS)
    }

    /// The thread that has it.
    pub(super) fn holder(&self) -> Option<u64> {
        u64::try_from(self.held).ok().filter(|held| *held != 0)
    }

    /// The state in words; `used` says whether it has changed since the lock was made.
    pub(super) fn described(&self, used: bool) -> String {
        let times = if self.depth > 1 { format!(" {} times", self.depth) } else { String::new() };
        let mut words = match self.held {
            _ if !self.value.is_empty() => self.value.clone(),
            0 if !used && self.taken == 0 => "never taken".into(),
            0 => "free".into(),
            held if held < 0 => format!("passed on to {}", self.holder),
            _ => format!("held{times} by {}", self.holder),
        };
        for Waiting { name, since, purpose, .. } in &self.waiting {
            words += &format!("; {name} waits{purpose}");
            words += &since.map(|since| format!(" since {since}")).unwrap_or_default();
        }
        words
    }

    /// What happened to it up to `after`, in words; `actor` ran meanwhile. Also the thread that did it, if that was
    /// another one: it has taken what it waited for.
    pub(super) fn changes(&self, after: &State, actor: &str) -> (String, Option<u64>) {
        let mut words = Vec::new();
        let taken = after.taken.saturating_sub(self.taken);
        let mut taker = None;
        if self.held > 0 && (self.held != after.held || taken > 0) {
            words.push(format!("let go by {}", self.holder));
        }
        match (taken, after.held) {
            (0, held) if held < 0 && held != self.held => words.push(format!("passed on to {}", after.holder)),
            (0, _) => {}
            (_, held) if held > 0 => {
                taker = after.holder().filter(|_| words.is_empty());
                words.push(format!("taken by {}", after.holder));
            }
            (1, _) => words.push(format!("taken and let go by {actor}")),
            (n, _) => words.push(format!("taken and let go {n} times, last by {actor}")),
        }
        if taken == 0 && self.held == after.held && self.depth != after.depth {
            let how = if after.depth > self.depth { "taken again by" } else { "let go once by" };
            let times = if after.depth == 1 { "once".into() } else { format!("{} times", after.depth) };
            words.push(format!("{how} {} (held {times})", after.holder));
        }
        if self.value != after.value {
            words.push(match after.kind.strip_prefix(OF_TASKS).unwrap_or(&after.kind) {
                "Event" => format!("{} by {actor}", after.value.replace("not set", "cleared")),
                "Semaphore" if self.number() > after.number() => format!("taken by {actor} ({})", after.value),
                "Semaphore" => format!("released by {actor} ({})", after.value),
                "Lock" | "Condition" => format!("{} by {actor}", after.value),
                _ => after.value.clone(),
            });
        }
        self.note_waiting(after, &mut words);
        (words.join(", "), taker)
    }

    fn note_waiting(&self, after: &State, words: &mut Vec<String>) {
        let is_in = |waiting: &Waiting, state: &State| {
            state.waiting.iter().any(|other| other.number == waiting.number && other.purpose == waiting.purpose)
        };
        for waiting in after.waiting.iter().filter(|waiting| !is_in(waiting, self)) {
            words.push(format!("{} waits{}", waiting.name, waiting.purpose));
        }
        let ended = |waiting: &&Waiting| !is_in(waiting, after) && after.holder() != Some(waiting.number);
        for waiting in self.waiting.iter().filter(ended) {
            words.push(format!("{} waits no more{}", waiting.name, waiting.purpose));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(line: &str) -> State {
        State::read(&line.replace(' ', "\t")).expect("a state")
    }

    #[test]
    fn changes_in_words() {
        let (free, first, second) = (state("Lock 0 - 0 3 "), state("Lock 2 first 0 4 "), state("Lock 3 second 0 5 "));
        let says = |before: &State, after: &State| before.changes(after, "main");
        assert_eq!(says(&free, &first), ("taken by first".into(), Some(2)));
        assert_eq!(says(&first, &second), ("let go by first, taken by second".into(), None));
        assert_eq!(says(&first, &State { held: 0, ..first.clone() }).0, "let go by first");
        assert_eq!(says(&free, &State { taken: 4, ..free.clone() }).0, "taken and let go by main");
        let waits = State {
            waiting: vec![Waiting { number: 3, name: "second".into(), since: Some(7), purpose: String::new() }],
            ..first.clone()
        };
        assert_eq!(says(&first, &waits).0, "second waits");
        assert_eq!(says(&waits, &second).0, "let go by first, taken by second");
        assert_eq!(says(&waits, &first).0, "second waits no more");
        assert_eq!(waits.described(true), "held by first; second waits since 7");
    }
}
