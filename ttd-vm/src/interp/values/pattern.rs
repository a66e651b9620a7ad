//! The instructions of `match`.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::{TypeId, Value};

use crate::native::{Pattern, Res};
use crate::vm::objects::class::fields;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// `Op::MatchSequence`.
    pub(crate) fn op_match_sequence(&mut self, ins: Ins) -> Res<()> {
        let is = self.pattern_kind(self.reg(ins.b))? == Pattern::Sequence;
        self.set_reg(ins.a, Value::bool(is));
        Ok(())
    }

    /// `Op::MatchMapping`.
    pub(crate) fn op_match_mapping(&mut self, ins: Ins) -> Res<()> {
        let is = self.pattern_kind(self.reg(ins.b))? == Pattern::Mapping;
        self.set_reg(ins.a, Value::bool(is));
        Ok(())
    }

    /// The kind of an object for patterns: that of its first class which is builtin or registered (see
    /// `lib/native/types/_abc.py`).
    fn pattern_kind(&mut self, v: Value) -> Res<Pattern> {
        if !v.is_obj() {
            return Ok(Pattern::None);
        }
        if !v.is(ids::INST) {
            return Ok(self.slots_of(v).pattern);
        }
        let class = self.type_of(v);
        self.pattern_of_class(class)
    }

    /// As above, for the instances of a Python class.
    pub(crate) fn pattern_of_class(&mut self, class: Value) -> Res<Pattern> {
        let (sequences, mappings) = (self.lib("pattern_sequences"), self.lib("pattern_mappings"));
        for class in self.mro(class).to_vec() {
            if self.heap.slot(class, fields::HEAP) == Value::FALSE {
                let tid = TypeId(self.heap.slot(class, fields::TID).as_int() as u8);
                let pattern = self.loaded.types.of(tid).slots.pattern;
                if pattern != Pattern::None {
                    return Ok(pattern);
                }
            } else if self.dict_get(sequences, class)?.is_some() {
                return Ok(Pattern::Sequence);
            } else if self.dict_get(mappings, class)?.is_some() {
                return Ok(Pattern::Mapping);
            }
        }
        Ok(Pattern::None)
    }

    /// `Op::MatchKeys`.
    pub(crate) fn op_match_keys(&mut self, ins: Ins) -> Res<()> {
        let (subject, keys) = (self.reg(ins.b), self.reg(ins.c));
        let keys = self.heap.tuple(keys).to_vec();
        let mut values = Vec::with_capacity(keys.len());
        for (i, key) in keys.iter().enumerate() {
            for earlier in &keys[..i] {
                if self.eq(*earlier, *key)? {
                    let text = self.repr(*key)?;
                    let text = self.text_lossy(text).into_owned();
                    return Err(self.value_error(format!("mapping pattern checks duplicate key ({text})")));
                }
            }
            let found = match self.payload(subject, ids::DICT) {
                Some(dict) => self.dict_get(dict, *key)?,
                None => {
                    let absent = self.lib("ABSENT");
                    let got = self.call_method(subject, "get", &[*key, absent])?;
                    (got != absent).then_some(got)
                }
            };
            match found {
                Some(v) => values.push(v),
                None => {
                    self.set_reg(ins.a, Value::NONE);
                    return Ok(());
                }
            }
        }
        let tuple = self.new_tuple(&values);
        self.set_reg(ins.a, tuple);
        Ok(())
    }

    /// `Op::MatchClass`.
    pub(crate) fn op_match_class(&mut self, ins: Ins) -> Res<()> {
        let (subject, class, names) = (self.reg(ins.b), self.reg(ins.b + 1), self.reg(ins.b + 2));
        if !class.is(ids::CLASS) {
            return Err(self.type_error("called match pattern must be a class"));
        }
        if self.type_of(class) != self.types.type_ && self.type_of(subject) != class {
            // The metaclass determines what its instances are.
            let (f, positional) = (self.lib("match_class"), Value::int(i64::from(ins.c)));
            return self.invoke(f, &[subject, class, names, positional], &[], Cont::Store, ins.a);
        }
        let found = match self.is_instance(subject, class) {
            true => self.match_attributes(subject, class, names, ins.c as usize)?,
            false => None,
        };
        let result = match found {
            Some(values) => self.new_tuple(&values),
            None => Value::NONE,
        };
        self.set_reg(ins.a, result);
        Ok(())
    }

    /// Reads the attributes for the sub-patterns of a class pattern; `None` if one is missing.
    pub(crate) fn match_attributes(
        &mut self,
        subject: Value,
        class: Value,
        names: Value,
        positional: usize,
    ) -> Res<Option<Vec<Value>>> {
        let keywords = self.heap.tuple(names).to_vec();
        let mut wanted: Vec<Value> = Vec::new();
        let mut values = Vec::new();
        if positional > 0 {
            match self.positional_names(class, positional)? {
                Some(names) => wanted.extend(names),
                None => values.push(subject),
            }
        }
        let positional = std::mem::take(&mut wanted);
        for name in positional.into_iter().chain(keywords) {
            if wanted.contains(&name) {
                let (class, text) = (self.class_name(class), self.text_lossy(name).into_owned());
                return Err(self.type_error(format!("{class}() got multiple sub-patterns for attribute '{text}'")));
            }
            wanted.push(name);
        }
        for name in wanted {
            match self.getattr_opt(subject, name)? {
                Some(v) => values.push(v),
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// The attributes for positional sub-patterns; `None`: the subject itself (`int(x)`).
    fn positional_names(&mut self, class: Value, positional: usize) -> Res<Option<Vec<Value>>> {
        let found = self.getattr_opt(class, self.names.match_args)?;
        let name = self.class_name(class);
        let allowed = match found {
            Some(args) if args.is(ids::TUPLE) => {
                let args = self.heap.tuple(args).to_vec();
                if positional <= args.len() {
                    let mut names = Vec::with_capacity(positional);
                    for arg in &args[..positional] {
                        if !arg.is(ids::STR) {
                            let given = self.type_name(*arg);
                            return Err(
                                self.type_error(format!("__match_args__ elements must be strings (got {given})"))
                            );
                        }
                        names.push(self.intern_value(*arg));
                    }
                    return Ok(Some(names));
                }
                args.len()
            }
            Some(args) => {
                let given = self.type_name(args);
                return Err(self.type_error(format!("{name}.__match_args__ must be a tuple (got {given})")));
            }
            None if self.matches_itself(class) => {
                if positional == 1 {
                    return Ok(None);
                }
                1
            }
            None => 0,
        };
        let plural = if allowed == 1 { "" } else { "s" };
        Err(self.type_error(format!("{name}() accepts {allowed} positional sub-pattern{plural} ({positional} given)")))
    }

    fn matches_itself(&self, class: Value) -> bool {
        let t = &self.types;
        let own = [t.bool_, t.bytearray, t.bytes, t.dict, t.float, t.frozenset, t.int, t.list, t.set, t.str_, t.tuple];
        own.iter().any(|c| self.is_subclass(class, *c))
    }
}
