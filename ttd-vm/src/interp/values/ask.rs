//! Loops over native iterators that need code of the program for an item, and calls of `next` with them: see
//! `types/iter/asking`.

use smallvec::SmallVec;
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::types::iter::asking::quick::{self, Quick};
use crate::types::iter::asking::{self, Asking, MOST, Reply};
use crate::types::iter::map;
use crate::vm::Resume;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

/// The instruction for which a native iterator is asked: that of a loop, or a call of `next`.
#[derive(Clone, Copy)]
struct Asker(Ins);

impl Asker {
    #[inline]
    fn is_loop(self) -> bool {
        matches!(self.0.op, Op::ForNext | Op::ForIter)
    }

    /// The register of the iterator.
    #[inline]
    fn it(self) -> u16 {
        if self.is_loop() { self.0.a } else { self.0.a + 2 }
    }

    /// The register for the item.
    #[inline]
    fn dst(self) -> u16 {
        if self.is_loop() { self.0.b } else { self.0.c }
    }

    /// What becomes of an item, and of the end, that need no more questions.
    fn cont(self) -> Cont {
        match self.0.b {
            _ if self.is_loop() => Cont::Next,
            2 => Cont::NextDefault,
            _ => Cont::Store,
        }
    }
}

impl Vm {
    /// Begins the next item of the loop, or of the call of `next`, that waits.
    pub(crate) fn ask(&mut self, ins: Ins, it: Value) -> Res<()> {
        let asker = Asker(ins);
        if it.is(ids::MAP) && map::called(self, it).is_some() {
            return self.next_then(it, asker.cont(), asker.dst());
        }
        if let Some(generator) = quick::generator_of(self, it) {
            return self.resume_generator(generator, Resume::Send(Value::NONE), Cont::Asked, asker.dst());
        }
        let asking = asking::begin(self, it);
        self.follow(asker, it, asking)
    }

    /// What becomes of the next item that a waiting instruction asks for, if nothing is done about a question.
    pub(crate) fn cont_of_asker(&self) -> Cont {
        Asker(self.waiting()).cont()
    }

    /// Gives a reply to the iterator that is asked.
    pub(crate) fn deliver_answer(&mut self, answer: Value) -> Res<()> {
        let asker = Asker(self.waiting());
        let it = self.reg(asker.it());
        if let Some(pair) = quick::pair(self, it, answer)? {
            if asker.is_loop() {
                self.enter_body_of_pair(asker.0, pair);
            } else {
                let pair = self.new_tuple(&pair);
                self.set_reg(asker.dst(), pair);
            }
            return Ok(());
        }
        match quick::after(self, it, answer) {
            Quick::Item(v) => {
                self.give_item(asker, v);
                return Ok(());
            }
            Quick::Resume(generator) => {
                let done = self.resume_generator(generator, Resume::Send(Value::NONE), Cont::Asked, asker.dst());
                return self.unless_failed(it, done);
            }
            Quick::Call(function) => match self.call_asked(function, &[answer], asker.dst()) {
                Ok(Some(answer)) => {
                    let asking = asking::reply(self, it, Reply::Answer(answer));
                    return self.follow(asker, it, asking);
                }
                done => return self.unless_failed(it, done.map(|_| ())),
            },
            Quick::Again => return self.ask(asker.0, it),
            Quick::No => {}
        }
        let asking = asking::reply(self, it, Reply::Answer(answer));
        self.follow(asker, it, asking)
    }

    #[inline]
    fn give_item(&mut self, asker: Asker, v: Value) {
        if asker.is_loop() {
            self.enter_body(asker.0, v);
        } else {
            self.set_reg(asker.dst(), v);
        }
    }

    /// Tells the iterator that is asked that a generator has ended, with its return value.
    pub(crate) fn deliver_end(&mut self, value: Value) -> Res<()> {
        let asker = Asker(self.waiting());
        let it = self.reg(asker.it());
        match asking::reply(self, it, Reply::End) {
            // It passes on the StopIteration.
            Ok(Asking::End) if !asking::swallows_stop(self, it) => self.exhausted(asker.cont(), asker.dst(), value),
            asking => self.follow(asker, it, asking),
        }
    }

    /// Does what the iterator that is asked says.
    fn follow(&mut self, asker: Asker, it: Value, mut asking: Res<Asking>) -> Res<()> {
        let dst = asker.dst();
        loop {
            let done = match asking {
                Ok(Asking::Item(v)) => {
                    self.give_item(asker, v);
                    return Ok(());
                }
                Ok(Asking::End | Asking::More) => return self.exhausted(asker.cont(), dst, Value::NONE),
                Ok(Asking::Engine) => return self.next_then(it, asker.cont(), dst),
                Ok(Asking::Pass(args)) => {
                    let args: SmallVec<[Value; MOST]> = self.heap.tuple(args).into();
                    return self.invoke_next(self.pending.question.function, &args, asker.cont(), dst);
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
                    return self.end_asker_by(asker, trap);
                }
            };
            match done {
                Ok(Some(answer)) => asking = asking::reply(self, it, Reply::Answer(answer)),
                done => return self.unless_failed(it, done.map(|_| ())),
            }
        }
    }

    /// Ends the loop, or the call of `next`, by a StopIteration that native code raised.
    #[cold]
    fn end_asker_by(&mut self, asker: Asker, trap: Trap) -> Res<()> {
        match (asker.cont(), trap) {
            (Cont::Next, trap) => self.end_by_raised(trap),
            (Cont::NextDefault, Trap::Raise(exc)) if self.is_instance(exc, self.types.stop_iteration) => {
                self.exhausted(Cont::NextDefault, asker.dst(), Value::NONE)
            }
            (_, trap) => Err(trap),
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
                (None, args) => self.enter_with(f, args, Cont::Asked, dst),
                (Some(this), []) => self.enter_with(f, &[this], Cont::Asked, dst),
                (Some(this), &[x]) => self.enter_with(f, &[this, x], Cont::Asked, dst),
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

    /// Tells the iterator that is asked of an exception. True if the run goes on without it.
    pub(crate) fn asked_in_vain(&mut self, is_stop: bool) -> Res<bool> {
        let asker = Asker(self.waiting());
        let it = self.reg(asker.it());
        let asking = if is_stop { asking::stopped(self, it) } else { None };
        match asking {
            Some(asking) => {
                self.state.unwinding = None;
                self.follow(asker, it, asking)?;
                Ok(true)
            }
            None => {
                asking::failed(self, it);
                Ok(false)
            }
        }
    }
}
