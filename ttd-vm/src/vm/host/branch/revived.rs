//! Pipes, pairs of sockets and lists of descriptors to wait for that the program made before the branch: an event loop
//! wakes itself by them. The branch gets others in their place, in the state that the input log tells of.

use std::collections::BTreeMap;

use super::Host;
use crate::vm::host::input_log::{InputLog, Reply};
use crate::vm::host::request::{HostRequest, Op};

/// What a descriptor was at a position of the input log.
enum Past {
    /// One of two ends: the request that made them, both, and how many bytes wait at each.
    Ends { made_by: (Op, Vec<i64>), ends: [i64; 2], waiting: [u64; 2], blocking: [Option<i64>; 2] },
    /// The descriptors that are waited for, with their events.
    List(BTreeMap<i64, i64>),
}

impl Past {
    fn find(log: &InputLog, until: usize, fd: i64) -> Option<Past> {
        let mut found: Option<Past> = None;
        for entry in log.calls().take_while(|entry| entry.end <= until) {
            let number = |at: usize| entry.numbers.get(at).copied().unwrap_or(0);
            match (entry.op, &entry.reply) {
                (Op::Epoll, Reply::Int(made)) if *made == fd => found = Some(Past::List(BTreeMap::new())),
                (Op::SocketPair | Op::Pipe, Reply::Ints(made)) if made.contains(&fd) => {
                    let ends = [made[0], *made.get(1)?];
                    let made_by = (entry.op, entry.numbers.to_vec());
                    found = Some(Past::Ends { made_by, ends, waiting: [0; 2], blocking: [None; 2] });
                }
                (Op::Open | Op::Socket | Op::Dup | Op::Accept, Reply::Int(made)) if *made == fd => found = None,
                (Op::Dup2, _) if number(1) == fd => found = None,
                (Op::Close, _) if number(0) == fd => found = None,
                _ => {}
            }
            match &mut found {
                Some(Past::List(list)) if entry.op == Op::EpollControl && number(0) == fd => match number(1) {
                    2 => drop(list.remove(&number(2))),
                    _ => drop(list.insert(number(2), number(3))),
                },
                Some(Past::Ends { ends, waiting, blocking, .. }) => {
                    let Some(at) = ends.iter().position(|end| *end == number(0)) else { continue };
                    match (entry.op, &entry.reply) {
                        (Op::Send | Op::Write, Reply::Int(n)) => waiting[1 - at] += *n as u64,
                        (Op::Receive | Op::Read, Reply::Bytes(bytes)) => {
                            waiting[at] = waiting[at].saturating_sub(bytes.len() as u64);
                        }
                        (Op::SetBlocking, Reply::Done) => blocking[at] = Some(number(1)),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        found
    }
}

impl Host {
    /// The world's number of a descriptor that is the branch's own, or that it gets in the place of one of before.
    pub(super) fn own_descriptor(&mut self, fd: i64) -> Option<i64> {
        if let Some(number) = self.outside.files.get(&fd) {
            return Some(*number);
        }
        match Past::find(&self.input_log, self.state.inputs, fd)? {
            Past::Ends { made_by: (op, numbers), ends, waiting, blocking } => {
                let made = numbers.iter().fold(HostRequest::of(op), |request, number| request.number(*number));
                let Reply::Ints(new) = self.carry_out_closed(&made) else { return None };
                for at in 0..2 {
                    self.outside.files.insert(ends[at], new[at]);
                    if let Some(blocks) = blocking[at] {
                        self.carry_out_closed(&HostRequest::of(Op::SetBlocking).number(new[at]).number(blocks));
                    }
                }
                for at in 0..2 {
                    // What a program wakes itself with are zeros.
                    let bytes = vec![0; waiting[at].min(1 << 16) as usize];
                    if !bytes.is_empty() {
                        self.carry_out_closed(&HostRequest::of(Op::Write).number(new[1 - at]).data(&bytes));
                    }
                }
            }
            Past::List(list) => {
                let Reply::Int(new) = self.carry_out_closed(&HostRequest::of(Op::Epoll)) else { return None };
                self.outside.files.insert(fd, new);
                for (target, events) in list {
                    // Nothing from outside reaches the branch.
                    let Some(own) = self.own_descriptor(target) else { continue };
                    let numbers = [new, 1, own, events];
                    let add = numbers.into_iter().fold(HostRequest::of(Op::EpollControl), HostRequest::number);
                    self.carry_out_closed(&add);
                }
            }
        }
        self.outside.files.get(&fd).copied()
    }

    /// Whether a request is about a descriptor of the branch's own, now or at some time: the answer must be the same
    /// when the request is served again.
    pub(in crate::vm::host) fn is_about_own(&mut self, request: &HostRequest) -> bool {
        let is_list = matches!(request.op, Op::EpollWait | Op::EpollControl);
        let Some(fd) = request.descriptor().or_else(|| is_list.then(|| request.first())).filter(|fd| *fd > 2) else {
            return false;
        };
        let own = self.outside.ever_own.contains(&fd) || self.own_descriptor(fd).is_some();
        if own {
            self.outside.ever_own.insert(fd);
        }
        own
    }
}
