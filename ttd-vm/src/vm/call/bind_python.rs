//! Argument binding for Python functions, the general way, with CPython's messages.

use super::function;
use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::code::CodeRt;
use ttd_code::bytecode::code::flags;
use ttd_core::value::Value;

impl Vm {
    /// Binds arguments to a Python function's parameters, which are the first registers of its window.
    pub(crate) fn bind_python(
        &mut self,
        code: &'static CodeRt,
        func: Value,
        args: &[Value],
        kw: &[(Value, Value)],
    ) -> Res<Vec<Value>> {
        let c = &code.code;
        let (npos, nkw) = (c.args as usize, c.kwonly as usize);
        let (has_rest, has_kw) = (code.has(flags::VARARGS), code.has(flags::VARKEYWORDS));
        let total = npos + nkw + usize::from(has_rest) + usize::from(has_kw);
        let mut regs = vec![Value::UNBOUND; total];
        let direct = args.len().min(npos);
        regs[..direct].copy_from_slice(&args[..direct]);
        if has_rest {
            regs[npos + nkw] = self.new_tuple(&args[direct..]);
        }
        let extra = has_kw.then(|| self.new_dict());
        self.bind_keywords(code, func, &mut regs, kw, extra)?;
        if args.len() > npos && !has_rest {
            return Err(self.too_many(code, func, args.len(), &regs));
        }
        self.fill_defaults(code, func, &mut regs)?;
        if let Some(extra) = extra {
            regs[total - 1] = extra;
        }
        Ok(regs)
    }

    fn bind_keywords(
        &mut self,
        code: &'static CodeRt,
        func: Value,
        regs: &mut [Value],
        kw: &[(Value, Value)],
        extra: Option<Value>,
    ) -> Res<()> {
        let c = &code.code;
        let named = (c.args + c.kwonly) as usize;
        for &(key, value) in kw {
            let interned = self.intern_value(key);
            let at = (c.posonly as usize..named).find(|i| code.local_names[*i] == interned);
            match at {
                Some(at) if regs[at].is_unbound() => regs[at] = value,
                Some(_) => {
                    let (f, key) = (self.function_name(func), self.text_lossy(key).into_owned());
                    return Err(self.type_error(format!("{f}() got multiple values for argument '{key}'")));
                }
                None => match extra {
                    Some(dict) => self.dict_set_name(dict, interned, value),
                    None => return Err(self.unexpected_keyword(code, func, interned, kw)),
                },
            }
        }
        Ok(())
    }

    fn unexpected_keyword(&mut self, code: &'static CodeRt, func: Value, key: Value, kw: &[(Value, Value)]) -> Trap {
        let f = self.function_name(func);
        let posonly = &code.local_names[..code.code.posonly as usize];
        let given: Vec<Value> = kw.iter().map(|(k, _)| self.intern_value(*k)).collect();
        let named: Vec<String> =
            given.iter().filter(|k| posonly.contains(k)).map(|k| self.text_lossy(*k).into_owned()).collect();
        if !named.is_empty() {
            return self.type_error(format!(
                "{f}() got some positional-only arguments passed as keyword arguments: '{}'",
                named.join(", ")
            ));
        }
        let text = self.text_lossy(key).into_owned();
        let first = code.code.posonly as usize;
        let last = (code.code.args + code.code.kwonly) as usize;
        let names: Vec<String> =
            code.local_names[first..last].iter().map(|name| self.text_lossy(*name).into_owned()).collect();
        let hint = match crate::vm::errors::suggest::closest(&text, names.iter().map(String::as_str)) {
            Some(name) => format!(". Did you mean '{name}'?"),
            None => String::new(),
        };
        let message = self.message(format!("{f}() got an unexpected keyword argument '"), key, format!("'{hint}"));
        self.type_error(message)
    }

    fn fill_defaults(&mut self, code: &'static CodeRt, func: Value, regs: &mut [Value]) -> Res<()> {
        let (npos, nkw) = (code.code.args as usize, code.code.kwonly as usize);
        let defaults = self.heap.slot(func, function::DEFAULTS);
        let ndefaults = if defaults.is_none() { 0 } else { self.heap.tuple(defaults).len() };
        let first = npos.saturating_sub(ndefaults);
        let missing: Vec<usize> = (0..first).filter(|i| regs[*i].is_unbound()).collect();
        if !missing.is_empty() {
            return Err(self.missing(code, func, &missing, "positional"));
        }
        for (i, reg) in regs.iter_mut().enumerate().take(npos).skip(first) {
            if reg.is_unbound() {
                *reg = self.heap.tuple(defaults)[i + ndefaults - npos];
            }
        }
        let kwdefaults = self.heap.slot(func, function::KWDEFAULTS);
        let mut missing = Vec::new();
        for (i, reg) in regs.iter_mut().enumerate().skip(npos).take(nkw).filter(|(_, r)| r.is_unbound()) {
            let name = code.local_names[i];
            match if kwdefaults.is_none() { None } else { self.dict_get_name(kwdefaults, name) } {
                Some(v) => *reg = v,
                None => missing.push(i),
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(self.missing(code, func, &missing, "keyword-only")) }
    }

    #[cold]
    fn missing(&mut self, code: &'static CodeRt, func: Value, missing: &[usize], kind: &str) -> Trap {
        let f = self.function_name(func);
        let names: Vec<String> = missing.iter().map(|i| format!("'{}'", code.code.locals[*i].name)).collect();
        let list = match names.as_slice() {
            [one] => one.clone(),
            [a, b] => format!("{a} and {b}"),
            [rest @ .., last] => format!("{}, and {last}", rest.join(", ")),
            [] => String::new(),
        };
        let n = names.len();
        let plural = if n == 1 { "" } else { "s" };
        self.type_error(format!("{f}() missing {n} required {kind} argument{plural}: {list}"))
    }

    #[cold]
    fn too_many(&mut self, code: &'static CodeRt, func: Value, given: usize, regs: &[Value]) -> Trap {
        let f = self.function_name(func);
        let npos = code.code.args as usize;
        let defaults = self.heap.slot(func, function::DEFAULTS);
        let optional = if defaults.is_none() { 0 } else { self.heap.tuple(defaults).len() };
        let least = npos as i64 - optional as i64;
        let takes = if optional == 0 { format!("{npos}") } else { format!("from {least} to {npos}") };
        let plural = if npos == 1 && optional == 0 { "" } else { "s" };
        let kwonly = regs[npos..npos + code.code.kwonly as usize].iter().filter(|r| !r.is_unbound()).count();
        let were = if given == 1 && kwonly == 0 { "was" } else { "were" };
        let given_text = if kwonly > 0 {
            let (p, k) = (if given == 1 { "" } else { "s" }, if kwonly == 1 { "" } else { "s" });
            format!("{given} positional argument{p} (and {kwonly} keyword-only argument{k}) were given")
        } else {
            format!("{given} {were} given")
        };
        self.type_error(format!("{f}() takes {takes} positional argument{plural} but {given_text}"))
    }
}
