//! Loops over native iterators that need code of the program for an item: see `types/iter/asking`.

use smallvec::SmallVec;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::types::iter::asking::quick::{self, Quick};
use crate::types::iter::asking::{self, Asking, MOST, Reply};
use crate::types::iter::map;
use crate::vm::Resume;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// Begins the next item of the loop that waits.
    pub(crate) fn ask(&mut self, it: Value, dst: u16) -> Res<()> {
        if it.is(ids::MAP) && map::called(self, it).is_some() {
            return self.next_then(it, Cont::Next, dst);
        }
        if let Some(generator) = quick::generator_of(self, it) {
            return self.resume_generator(generator, Resume::Send(Value::NONE), Cont::Asked, dst);
        }
        let asking = asking::begin(self, it);
        self.follow(it, asking, dst)
    }

    /// Gives a reply to the iterator of the loop that waits.
    pub(crate) fn deliver_answer(&mut self, answer: Value) -> Res<()> {
        let ins = self.waiting();
        let it = self.reg(ins.a);
        if let Some(pair) = quick::pair(self, it, answer)? {
            self.enter_body_of_pair(ins, pair);
            return Ok(());
        }
        match quick::after(self, it, answer) {
            Quick::Item(v) => {
                self.enter_body(ins, v);
                return Ok(());
            }
            Quick::Resume(generator) => {
                let done = self.resume_generator(generator, Resume::Send(Value::NONE), Cont::Asked, ins.b);
                return self.unless_failed(it, done);
            }
            Quick::Call(function) => match self.call_asked(function, &[answer], ins.b) {
                Ok(Some(answer)) => {
                    let asking = asking::reply(self, it, Reply::Answer(answer));
                    return self.follow(it, asking, ins.b);
                }
                done => return self.unless_failed(it, done.map(|_| ())),
            },
            Quick::Again => return self.ask(it, ins.b),
            Quick::No => {}
        }
        let asking = asking::reply(self, it, Reply::Answer(answer));
        self.follow(it, asking, ins.b)
    }

    /// Tells the iterator of the loop that waits that a generator has ended, with its return value.
    pub(crate) fn deliver_end(&mut self, value: Value) -> Res<()> {
        let ins = self.waiting();
        let it = self.reg(ins.a);
        match asking::reply(self, it, Reply::End) {
            // It passes on the StopIteration.
            Ok(Asking::End) if !asking::swallows_stop(it) => self.exhausted(Cont::Next, ins.b, value),
            asking => self.follow(it, asking, ins.b),
        }
    }

    /// Does what the iterator of the loop that waits says.
    fn follow(&mut self, it: Value, mut asking: Res<Asking>, dst: u16) -> Res<()> {
        loop {
            let done = match asking {
                Ok(Asking::Item(v)) => {
                    self.deliver_next(v);
                    return Ok(());
                }
                Ok(Asking::End | Asking::More) => return self.exhausted(Cont::Next, dst, Value::NONE),
                Ok(Asking::Engine) => return self.next_then(it, Cont::Next, dst),
                Ok(Asking::Pass(args)) => {
                    let args: SmallVec<[Value; MOST]> = self.heap.tuple(args).into();
                    return self.invoke_next(self.pending.question.function, &args, Cont::Next, dst);
                }
                Ok(Asking::Call) => {
                    let question = self.pending.question;
                    self.call_asked(question.function, question.args(), dst)
                }
                Ok(Asking::CallMany(args)) => {
                    let args: SmallVec<[Value; MOST]> = self.heap.tuple(args).into();
                    self.call_asked(self.pending.question.function, &args, dst)
                }
                Ok(Asking::Resume(generator)) => {
                    let with = Resume::Send(Value::NONE);
                    self.resume_generator(generator, with, Cont::Asked, dst).map(|()| None)
                }
                Err(trap) => {
                    if matches!(trap, Trap::Raise(_)) {
                        asking::failed(self, it);
                    }
                    return self.end_by_raised(trap);
                }
            };
            match done {
                Ok(Some(answer)) => asking = asking::reply(self, it, Reply::Answer(answer)),
                done => return self.unless_failed(it, done.map(|_| ())),
            }
        }
    }

    /// Takes a question back if what was to answer it could not begin.
    #[inline]
    fn unless_failed(&mut self, it: Value, done: Res<()>) -> Res<()> {
        if matches!(done, Err(Trap::Raise(_))) {
            asking::failed(self, it);
        }
        done
    }

    /// Calls a function that a frame is enough for. Returns its answer if that is there already: its code may be
    /// another by now.
    fn call_asked(&mut self, callee: Value, args: &[Value], dst: u16) -> Res<Option<Value>> {
        let (f, this) = asking::unbound(self, callee);
        let entered = f.is(ids::FUNCTION)
            && match (this, args) {
                (None, []) => self.enter_with(f, [], Cont::Asked, dst),
                (None, &[x]) => self.enter_with(f, [x], Cont::Asked, dst),
                (None, &[x, y]) => self.enter_with(f, [x, y], Cont::Asked, dst),
                (Some(this), []) => self.enter_with(f, [this], Cont::Asked, dst),
                (Some(this), &[x]) => self.enter_with(f, [this, x], Cont::Asked, dst),
                _ => false,
            };
        if entered {
            return Ok(None);
        }
        if asking::is_simple(self, callee, args.len()) {
            return self.invoke(callee, args, &[], Cont::Asked, dst).map(|()| None);
        }
        self.call(callee, args).map(Some)
    }

    /// Tells the iterator of the loop that waits of an exception. True if the loop goes on without it.
    pub(crate) fn asked_in_vain(&mut self, is_stop: bool) -> Res<bool> {
        let ins = self.waiting();
        let it = self.reg(ins.a);
        let asking = if is_stop { asking::stopped(self, it) } else { None };
        match asking {
            Some(asking) => {
                self.state.unwinding = None;
                self.follow(it, asking, ins.b)?;
                Ok(true)
            }
            None => {
                asking::failed(self, it);
                Ok(false)
            }
        }
    }
}
