//! What a program and others said to each other, for the debugger: over sockets, with child processes, through pipes.
//!
//! A row is noted when a request is made for the first time. One that is repeated after going back is at or before the
//! last position in the input log, so it is known already. A run that is served what was recorded notes all of it.
//!
//! Limits: of long messages the beginning is kept, and of very many rows the first ones.

pub mod output;
mod words;

use std::collections::HashMap;

use super::input_log::{InputLog, Reply};
use super::pieces;
use super::request::{HostRequest, Op};
use words::{address, ended, message, of_errno, received, sent, started_program};

/// Rows at most.
const MOST: usize = 1 << 18;

/// When, and by whom, something is asked of the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The last event before it, -1 before the first.
    pub now: i64,
    /// The thread that asks. The event can be another one's, which has let it go on.
    pub thread: u64,
}

impl Moment {
    /// The event after which it happens, the first one for what happens before all.
    fn event(self) -> u64 {
        self.now.max(0) as u64
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The event after which it happened.
    pub time: u64,
    /// The thread that asked for it.
    pub thread: u64,
    /// Whether it is about processes, and not about sockets.
    pub of_processes: bool,
    /// With whom: `socket 3`, `child 1`, `pipe 4`.
    pub with: String,
    /// What happened.
    pub text: String,
}

impl Exchange {
    fn memory_of_texts(&self) -> usize {
        self.with.capacity() + self.text.capacity()
    }
}

/// What a descriptor is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Socket,
    /// An end of a pipe; whether there was a child since it was made.
    Pipe(bool),
}

/// All rows so far.
#[derive(Default)]
pub(super) struct Exchanges {
    rows: Vec<Exchange>,
    /// Bytes of memory of their texts.
    texts: usize,
    /// The position in the input log up to which requests are known.
    known: usize,
    descriptors: HashMap<i64, Kind>,
    /// The numbers of child processes, in the order in which they were started.
    children: Vec<i64>,
}

impl Exchanges {
    /// What a branch begins with at a position of the input log and a time.
    pub(super) fn until(&self, log: &InputLog, position: usize, time: i64) -> Exchanges {
        let mut past = Exchanges::default();
        let unknown = Moment { now: 0, thread: 1 };
        for entry in log.calls().take_while(|entry| entry.end <= position) {
            let request = entry.paths.iter().fold(HostRequest::of(entry.op), |request, path| request.path(path));
            let request = entry.numbers.iter().fold(request, |request, number| request.number(*number));
            past.note(entry.end, unknown, &request, &entry.reply);
        }
        // The entries lack what was sent, and when.
        past.rows = self.rows.iter().filter(|row| (row.time as i64) < time).cloned().collect();
        past.texts = past.rows.iter().map(Exchange::memory_of_texts).sum();
        past
    }

    pub(super) fn rows(&self) -> &[Exchange] {
        &self.rows
    }

    /// Bytes of memory that it uses.
    pub(super) fn memory(&self) -> usize {
        self.rows.capacity() * size_of::<Exchange>() + self.texts
    }

    /// Notes a request, after which the input log is at `position`.
    pub(super) fn note(&mut self, position: usize, at: Moment, request: &HostRequest, reply: &Reply) {
        let of_descriptor = matches!(request.op, Op::Read | Op::Write | Op::Close | Op::Pipe);
        if position <= self.known || !(of_descriptor || is_of_sockets(request.op) || is_of_processes(request.op)) {
            return;
        }
        self.known = position;
        let row = match request.op {
            op if is_of_processes(op) => self.of_process(request, reply),
            Op::Pipe => self.open(reply, Kind::Pipe(false)),
            Op::Read | Op::Write | Op::Close => self.of_descriptor(request, reply),
            _ => self.of_socket(request, reply),
        };
        if let Some((of_processes, with, text)) = row
            && self.rows.len() < MOST
        {
            let row = Exchange { time: at.event(), thread: at.thread, of_processes, with, text };
            self.texts += row.memory_of_texts();
            self.rows.push(row);
        }
    }

    /// Notes what new descriptors are.
    fn open(&mut self, reply: &Reply, kind: Kind) -> Option<Row> {
        let ends = match reply {
            Reply::Int(number) => vec![*number],
            Reply::Ints(numbers) => numbers.clone(),
            _ => return None,
        };
        self.descriptors.extend(ends.iter().map(|number| (*number, kind)));
        None
    }

    fn of_descriptor(&mut self, request: &HostRequest, reply: &Reply) -> Option<Row> {
        let number = request.first();
        let kind = *self.descriptors.get(&number)?;
        let with = match kind {
            Kind::Socket => format!("socket {number}"),
            Kind::Pipe(_) => format!("pipe {number}"),
        };
        let text = match request.op {
            Op::Close => {
                self.descriptors.remove(&number);
                "closed".into()
            }
            Op::Read => received(reply)?,
            _ => sent(request.bytes(), reply)?,
        };
        (kind != Kind::Pipe(false)).then_some((kind != Kind::Socket, with, text))
    }

    fn of_socket(&mut self, request: &HostRequest, reply: &Reply) -> Option<Row> {
        let number = request.first();
        let with = format!("socket {number}");
        let to = || request.paths().first().copied().filter(|path| !path.is_empty()).unwrap_or(request.bytes());
        let text = match (request.op, reply) {
            (Op::Socket | Op::SocketPair, _) => return self.open(reply, Kind::Socket),
            (Op::Connect, Reply::Fail(libc::EINPROGRESS)) => format!("connects to {}", address(to())),
            (_, Reply::Fail(libc::EAGAIN | libc::EINTR)) => return None,
            (_, Reply::Fail(errno)) => format!("{} failed: {}", request.op.name(), of_errno(*errno)),
            (Op::Connect, _) => format!("connected to {}", address(to())),
            (Op::Bind, _) => format!("bound to {}", address(to())),
            (Op::Listen, _) => "listens".into(),
            (Op::Shutdown, _) => "shut down".into(),
            (Op::Accept, Reply::Names(parts)) => {
                let new = i64::from(i32::from_le_bytes(parts.first()?.as_slice().try_into().ok()?));
                self.descriptors.insert(new, Kind::Socket);
                format!("accepted socket {new} from {}", address(parts.get(1)?))
            }
            (Op::Receive, _) => received(reply)?,
            (Op::ReceiveFrom | Op::ReceiveMessage, Reply::Names(parts)) => message("received", parts.first()?, None),
            (Op::Send | Op::SendTo, _) => sent(request.bytes(), reply)?,
            (Op::SendMessage, _) => sent(&pieces::split(request.bytes()).concat(), reply)?,
            (Op::SendFile, Reply::Int(n)) => format!("sent {n} bytes of a file"),
            _ => return None,
        };
        Some((false, with, text))
    }

    fn of_process(&mut self, request: &HostRequest, reply: &Reply) -> Option<Row> {
        let (op, number) = (request.op, request.first());
        let started = match (op, reply) {
            (Op::Spawn, Reply::Ints(numbers)) => numbers.first().copied().filter(|pid| *pid > 0),
            (Op::Fork, Reply::Int(pid)) => Some(*pid).filter(|pid| *pid > 0),
            _ => None,
        };
        if let Some(pid) = started {
            self.children.push(pid);
            for kind in self.descriptors.values_mut().filter(|kind| **kind == Kind::Pipe(false)) {
                *kind = Kind::Pipe(true);
            }
            return Some((
                true,
                self.child(pid),
                if op == Op::Fork { "forked".into() } else { started_program(request) },
            ));
        }
        let (pid, text) = match (op, reply) {
            (_, Reply::Fail(errno)) => (number, format!("{} failed: {}", op.name(), of_errno(*errno))),
            (Op::Spawn, _) => (0, format!("not {}", started_program(request))),
            (Op::Kill | Op::KillGroup, _) => (number, format!("sent signal {}", request.numbers().get(1)?)),
            (Op::Wait, Reply::Ints(numbers)) => (*numbers.first()?, ended(number == 0, numbers)?),
            _ => return None,
        };
        Some((true, self.child(pid), text))
    }

    /// What a process is called: numbers of processes are different in each run.
    fn child(&self, pid: i64) -> String {
        match self.children.iter().rposition(|child| *child == pid) {
            Some(at) => format!("child {}", at + 1),
            None if pid == 0 => "a child".into(),
            None => format!("process {pid}"),
        }
    }
}

/// Whether it is about processes, with whom, and what happened.
type Row = (bool, String, String);

fn is_of_sockets(op: Op) -> bool {
    op.is_of_sockets() && !matches!(op, Op::SocketOption | Op::SetSocketOption | Op::SocketName)
        || matches!(op, Op::Socket | Op::SocketPair)
}

fn is_of_processes(op: Op) -> bool {
    matches!(op, Op::Spawn | Op::Fork | Op::Wait | Op::Kill | Op::KillGroup)
}
