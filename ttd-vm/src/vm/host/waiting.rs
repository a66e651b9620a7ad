//! Waiting: what a request waits for, and the one place where the program waits for the outside.
//!
//! A request that cannot be carried out at once fails with `EAGAIN`. If the program wants to wait, [`Vm::wait_ready`]
//! waits for the descriptors, and the request is carried out again. Only its last outcome is written down.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::input_log::Reply;
use super::os::{Answer, World};
use super::pieces;
use super::request::{HostRequest, Op};
use crate::Vm;
use crate::native::Res;

/// How long a wait lasts at most before an interrupt is looked for.
const STEP: Duration = Duration::from_millis(50);

/// Why a wait is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// One of the descriptors is ready.
    Ready,
    /// The time is over.
    Expired,
    /// A signal has arrived that the program handles.
    Signal,
}

/// What a request waits for.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    /// The program's descriptors, and for what.
    pub files: Vec<(i64, PollFlags)>,
    /// The program's child processes.
    pub children: Vec<i32>,
    /// For how long; `None`: forever.
    pub timeout: Option<Duration>,
    /// How often to look whether it can be carried out, where nothing tells.
    pub step: Option<Duration>,
}

/// A wait with an end. In a debugger an interrupt leaves it, and it is begun again: then it ends when it would have
/// ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastWait {
    /// The position in the input log, the event, the operation and its first number.
    of: (usize, i64, Op, i64),
    end: Instant,
}

/// How many bytes can be written to a file that is ready, without waiting.
pub(super) fn room_for(_file: BorrowedFd<'_>) -> usize {
    // POSIX promises this much of a pipe. Sockets have more room.
    4096
}

/// Nanoseconds as a duration; negative: forever.
fn duration(nanos: i64) -> Option<Duration> {
    u64::try_from(nanos).ok().map(Duration::from_nanos)
}

impl World {
    /// What a line of standard input waits for, if none is there.
    pub(super) fn waits_for_input(&self) -> Option<Waiting> {
        self.may_block(0).map(|_| Waiting { files: vec![(0, PollFlags::IN)], ..Waiting::default() })
    }

    /// Tells that the program waits for standard input, if it does.
    fn tell_of_waiting(&mut self, waiting: &Waiting) {
        let for_input = self.is_stream(0) && waiting.files.iter().any(|(fd, _)| *fd == 0);
        if let Some(observer) = self.observer.as_mut().filter(|_| for_input) {
            observer.waits_for_input();
        }
    }

    /// What this request waits for when it cannot be carried out at once; `None` if it does not wait.
    pub(super) fn waits_for(&self, request: &HostRequest) -> Option<Waiting> {
        let fd = request.first();
        let one = |events, timeout: i64| {
            let waiting = Waiting { files: vec![(fd, events)], timeout: duration(timeout), ..Waiting::default() };
            (timeout != 0).then_some(waiting)
        };
        match request.op {
            Op::Line if request.paths().is_empty() => self.waits_for_input(),
            Op::Read => self.may_block(fd).and_then(|_| one(PollFlags::IN, -1)),
            Op::Write => self.may_block(fd).and_then(|_| one(PollFlags::OUT, -1)),
            Op::Accept => one(PollFlags::IN, request.at(1)),
            Op::Connect => one(PollFlags::OUT, request.at(1)),
            Op::Receive | Op::ReceiveFrom => one(PollFlags::IN, request.at(3)),
            Op::ReceiveMessage => one(PollFlags::IN, request.at(4)),
            Op::Send | Op::SendTo | Op::SendMessage => one(PollFlags::OUT, request.at(2)),
            Op::EpollWait => one(PollFlags::IN, request.at(2)),
            Op::Poll if fd != 0 => {
                let files = polled(request).map(|(fd, events)| (i64::from(fd), events)).collect();
                Some(Waiting { files, timeout: duration(fd), ..Waiting::default() })
            }
            Op::Wait => self.waits_for_children(request),
            Op::WaitAny if fd != 0 => Some(Waiting { timeout: duration(fd), ..wanted(request.bytes()) }),
            _ => None,
        }
    }

    /// Looks which are ready, and waits for at most this long until one is.
    fn look(&self, waiting: &Waiting, step: Duration) -> bool {
        let files: Vec<_> = waiting.files.iter().filter_map(|(fd, e)| Some((self.any_file(*fd).ok()?, *e))).collect();
        let mut files: Vec<_> = files.iter().map(|(file, events)| PollFd::new(file, *events)).collect();
        let is_gone = |pid: &i32| !self.children.contains_key(pid);
        if files.len() < waiting.files.len() || waiting.children.iter().any(is_gone) {
            // One that is not open, or that another thread has waited for, is ready: the request fails.
            return true;
        }
        let children = waiting.children.iter().filter_map(|pid| self.children.get(pid));
        files.extend(children.map(|child| PollFd::new(child, PollFlags::IN)));
        let step = Timespec { tv_sec: step.as_secs() as i64, tv_nsec: i64::from(step.subsec_nanos()) };
        // A signal ends the step.
        !matches!(poll(&mut files, Some(&step)), Ok(0) | Err(Errno::INTR))
    }

    pub(super) fn readiness_request(&mut self, request: &HostRequest, in_diversion: bool) -> Answer {
        match request.op {
            Op::Poll => self.poll(request),
            Op::Epoll => Ok(self.add(epoll::create(epoll::CreateFlags::CLOEXEC)?, in_diversion)),
            Op::EpollControl => {
                let (epoll, fd) = (self.file(request.first())?, request.at(2));
                let file = self.any_file(fd)?;
                let (data, events) =
                    (EventData::new_u64(fd as u64), EventFlags::from_bits_retain(request.at(3) as u32));
                match request.at(1) {
                    1 => epoll::add(epoll, file, data, events)?,
                    2 => epoll::delete(epoll, file)?,
                    _ => epoll::modify(epoll, file, data, events)?,
                }
                Ok(Reply::Done)
            }
            _ => {
                let mut events = Vec::with_capacity(request.at(1).clamp(1, 65_536) as usize);
                let now = Timespec { tv_sec: 0, tv_nsec: 0 };
                epoll::wait(self.file(request.first())?, rustix::buffer::spare_capacity(&mut events), Some(&now))?;
                if events.is_empty() && request.at(2) != 0 {
                    return Err(Errno::AGAIN);
                }
                let pairs = events.iter().flat_map(|e| [e.data.u64() as i64, i64::from({ e.flags }.bits())]);
                Ok(Reply::Ints(pairs.collect()))
            }
        }
    }

    /// The indices of those that are ready, each with how.
    fn poll(&self, request: &HostRequest) -> Answer {
        let asked: Vec<_> = polled(request).map(|(fd, events)| (self.any_file(i64::from(fd)), events)).collect();
        let open = asked.iter().filter_map(|(file, events)| Some((file.as_ref().ok()?, *events)));
        let mut files: Vec<_> = open.map(|(file, events)| PollFd::new(file, events)).collect();
        poll(&mut files, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))?;
        let mut results = files.iter().map(PollFd::revents);
        let mut ready = Vec::new();
        for (i, (file, _)) in asked.iter().enumerate() {
            let how = if file.is_ok() { results.next().unwrap_or(PollFlags::empty()) } else { PollFlags::NVAL };
            if !how.is_empty() {
                ready.extend([i as i64, i64::from(how.bits())]);
            }
        }
        if ready.is_empty() && request.first() != 0 { Err(Errno::AGAIN) } else { Ok(Reply::Ints(ready)) }
    }
}

/// Stands for what nothing tells of, so that one looks again after a while.
const LOOK_AGAIN: i64 = i64::MIN;

/// What the numbers of a `WaitAny` mean: a descriptor and events as in `Poll`, the negative number of a child process,
/// or `LOOK_AGAIN`.
fn wanted(numbers: &[u8]) -> Waiting {
    let mut waiting = Waiting::default();
    for number in pieces::numbers(numbers) {
        match number {
            LOOK_AGAIN => waiting.step = Some(Duration::from_millis(5)),
            0.. => waiting.files.push((number >> 32, PollFlags::from_bits_retain(number as u16))),
            _ => waiting.children.push(number.wrapping_neg() as i32),
        }
    }
    waiting
}

impl World {
    /// Answers a `WouldWait`.
    pub(super) fn would_wait(&self, request: &HostRequest) -> Reply {
        let of = u8::try_from(request.first()).ok().and_then(Op::from_number).unwrap_or(Op::WouldWait);
        let mut asked = HostRequest::of(of).data(request.bytes());
        for number in request.numbers().iter().skip(1) {
            asked = asked.number(*number);
        }
        let waiting = self.waits_for(&asked).filter(|waiting| !self.look(waiting, Duration::ZERO));
        let Some(waiting) = waiting else { return Reply::Ints(Vec::new()) };
        let nanos = waiting.timeout.map_or(-1, |timeout| i64::try_from(timeout.as_nanos()).unwrap_or(i64::MAX));
        let mut numbers = vec![nanos];
        numbers.extend(waiting.files.iter().map(|(fd, events)| fd << 32 | i64::from(events.bits())));
        numbers.extend(waiting.children.iter().map(|pid| -i64::from(*pid)));
        numbers.extend(waiting.step.map(|_| LOOK_AGAIN));
        Reply::Ints(numbers)
    }

    /// Answers a `WaitAny`, without waiting.
    pub(super) fn wait_any(&self, request: &HostRequest) -> Answer {
        let is_ready = |number: &i64| match *number {
            LOOK_AGAIN => true,
            one => self.look(&wanted(&one.to_le_bytes()), Duration::ZERO),
        };
        let numbers = pieces::numbers(request.bytes());
        let ready: Vec<i64> = (0_i64..).zip(&numbers).filter(|(_, n)| is_ready(n)).map(|(at, _)| at).collect();
        if ready.is_empty() && request.first() != 0 { Err(Errno::AGAIN) } else { Ok(Reply::Ints(ready)) }
    }
}

/// The descriptors and events of a `Poll`.
fn polled(request: &HostRequest) -> impl Iterator<Item = (i32, PollFlags)> {
    pieces::numbers(request.bytes()).into_iter().map(|n| ((n >> 32) as i32, PollFlags::from_bits_retain(n as u16)))
}

impl Vm {
    /// What this request waits for when it is made now; `None` if it would not wait, or is served from the input log.
    pub fn would_wait_for(&self, request: &HostRequest) -> Option<Waiting> {
        let live = !self.host.replaying() && !self.host.in_diversion();
        let waiting = self.host.world.waits_for(request).filter(|_| live)?;
        (!self.host.world.look(&waiting, Duration::ZERO)).then_some(waiting)
    }

    /// When a request stops waiting that waits for so long.
    pub(super) fn end_of_wait(&mut self, request: &HostRequest, timeout: Duration) -> Option<Instant> {
        let of = (self.host.state.inputs, self.now(), request.op, request.first());
        if let Some(last) = self.host.world.last_wait.filter(|last| last.of == of) {
            return Some(last.end);
        }
        let end = Instant::now().checked_add(timeout)?;
        self.host.world.last_wait = Some(LastWait { of, end });
        Some(end)
    }

    /// Waits until one of these is ready: all waits for descriptors and children are here. It looks for Ctrl-C and for
    /// signals at each step.
    ///
    /// # Errors
    /// KeyboardInterrupt; in a debugger the run is left.
    pub fn wait_ready(&mut self, waiting: &Waiting, deadline: Option<Instant>) -> Res<Woken> {
        loop {
            self.check_interrupt()?;
            if self.host.world.signals.have_arrived() {
                return Ok(Woken::Signal);
            }
            let left = deadline.map(|end| end.saturating_duration_since(Instant::now()));
            let step = waiting.step.unwrap_or(STEP);
            let ready = self.host.world.look(waiting, left.map_or(step, |left| left.min(step)));
            // Another thread of the process may have been interrupted by it.
            if self.host.world.signals.have_arrived() {
                return Ok(Woken::Signal);
            }
            if !ready {
                self.host.world.tell_of_waiting(waiting);
            }
            if ready || waiting.step.is_some() {
                return Ok(Woken::Ready);
            }
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(Woken::Expired);
            }
        }
    }

    /// Carries a request out, and waits where it has to. Where there are other threads a part of the data is enough:
    /// one of them may have to read it before there is room for more.
    pub(super) fn carry_out_live(&mut self, request: &HostRequest) -> Res<Reply> {
        let wants_all = request.wants_all() && !self.has_other_threads();
        let mut first = true;
        let mut done = 0_usize;
        let mut deadline = None;
        loop {
            let waiting = self.host.world.waits_for(request);
            if first {
                let timeout = waiting.as_ref().and_then(|waiting| waiting.timeout);
                deadline = timeout.and_then(|timeout| self.end_of_wait(request, timeout));
            }
            // The system would wait with these itself, so they are looked at first.
            let looks_first = matches!(request.op, Op::Read | Op::Write | Op::WaitAny);
            if let (Some(waiting), true) = (&waiting, looks_first)
                && self.wait_ready(waiting, deadline)? == Woken::Signal
            {
                return Ok(if done > 0 { Reply::Int(done as i64) } else { Reply::Fail(libc::EINTR) });
            }
            let part = if done > 0 { request.data(&request.bytes()[done..]) } else { *request };
            let reply = self.host.carry_out(&part, !first && request.op == Op::Connect);
            first = false;
            match (reply, waiting) {
                (Reply::Fail(libc::EINTR), _) => {}
                (Reply::Fail(libc::EAGAIN | libc::EINPROGRESS), Some(waiting)) => {
                    match self.wait_ready(&waiting, deadline)? {
                        Woken::Ready => {}
                        Woken::Expired => return Ok(Reply::Done),
                        Woken::Signal if done > 0 => return Ok(Reply::Int(done as i64)),
                        Woken::Signal => return Ok(Reply::Fail(libc::EINTR)),
                    }
                }
                (Reply::Int(n), Some(_)) if wants_all => {
                    done += n as usize;
                    if done >= request.bytes().len() {
                        return Ok(Reply::Int(done as i64));
                    }
                }
                (Reply::Fail(_), _) if done > 0 && request.op == Op::Write => return Ok(Reply::Int(done as i64)),
                (reply, _) => return Ok(reply),
            }
        }
    }
}
