//! Two versions of a file's code: which function has become which, and whether it is the same but for its place.

use std::collections::HashMap;
use std::sync::Arc;

use crate::bytecode::code::{Code, Const, Event};
use crate::bytecode::op::{Ins, Op};

/// A code object of the old version, and what it has become.
#[derive(Clone, Debug)]
pub struct Version {
    /// The old code.
    pub old: Arc<Code>,
    /// The code of the same name, if there is any; of several the one at the same place in their order.
    pub new: Option<Arc<Code>>,
    /// They do the same: at most the lines differ, and what the functions in them do.
    pub same: bool,
}

/// Pairs the code of two versions of a file, outer code first.
pub fn versions(old: &Arc<Code>, new: &Arc<Code>) -> Vec<Version> {
    let mut by_name: HashMap<&str, Vec<&Arc<Code>>> = HashMap::new();
    let (old, new) = (all_in(old), all_in(new));
    for code in &new {
        by_name.entry(&code.qualname).or_default().push(code);
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut all = Vec::with_capacity(old.len());
    for code in &old {
        let count = seen.entry(&code.qualname).or_default();
        let new = by_name.get(&*code.qualname).and_then(|all| all.get(*count)).map(|new| Arc::clone(new));
        *count += 1;
        let same = new.as_ref().is_some_and(|new| without_places(code) == without_places(new));
        all.push(Version { old: code.clone(), new, same });
    }
    all
}

/// A code object and all inside it, outer ones first.
pub fn all_in(code: &Arc<Code>) -> Vec<Arc<Code>> {
    let mut all = vec![code.clone()];
    let mut next = 0;
    while let Some(code) = all.get(next).cloned() {
        let inner = code.consts.iter().filter_map(|constant| match constant {
            Const::Code(inner) => Some(inner.clone()),
            _ => None,
        });
        all.extend(inner);
        next += 1;
    }
    all
}

/// The code without lines, and with names instead of the functions in it.
fn without_places(code: &Code) -> Code {
    let mut plain = code.clone();
    plain.positions.clear();
    for (_, event) in &mut plain.events {
        *event = match event {
            Event::Call(_) => Event::Call(0),
            Event::Line(_) => Event::Line(0),
            Event::Return(_) => Event::Return(0),
        };
    }
    for handler in &mut plain.handlers {
        handler.line = handler.line.min(1);
    }
    for constant in &mut plain.consts {
        match constant {
            Const::Code(inner) => *constant = Const::Str(inner.qualname.as_bytes().into()),
            // `__firstlineno__` of a class.
            Const::Int(n) if *n == i64::from(code.first_line) => *constant = Const::Ellipsis,
            _ => {}
        }
    }
    for at in 1..plain.ins.len() {
        let store = plain.ins[at];
        let name = |ins: Ins| code.names.get(code.sites.get(usize::from(ins.c))?.name as usize);
        let of_line = store.op == Op::StoreName && name(store).is_some_and(|name| &**name == "__firstlineno__");
        if of_line && plain.ins[at - 1].op == Op::LoadInt {
            (plain.ins[at - 1].b, plain.ins[at - 1].c) = (0, 0);
        }
    }
    plain.first_line = 0;
    plain
}
