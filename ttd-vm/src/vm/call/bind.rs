//! Binding arguments to parameters: of natives (by their signature string) and of Python functions.

use std::rc::Rc;

use smallvec::SmallVec;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::Native;
use crate::vm::objects::class::fields;
use crate::{Vm, ids};

/// A parameter of a native function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether it may be given by position.
    pub positional: bool,
    /// Whether it may be given by name.
    pub keyword: bool,
}

/// A parsed signature.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    /// The named parameters.
    pub params: Rc<[Param]>,
    /// Whether there is a `*args`.
    pub rest: bool,
    /// Whether there is a `**kwargs`.
    pub kw: bool,
    /// Minimum number of positional arguments, when none is given by name.
    pub min: usize,
    /// Maximum number of positional arguments.
    pub max: usize,
}

impl Signature {
    /// Parses `(self, x, /, y=None, *args, key=None, **kw)`.
    pub fn parse(text: &str) -> Signature {
        let (mut sig, mut params) = (Signature::default(), Vec::<Param>::new());
        let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
        let mut keyword_only = false;
        for part in split_top(inner) {
            let part = part.trim();
            match part {
                "" => {}
                "/" => params.iter_mut().for_each(|p| p.keyword = false),
                "*" => keyword_only = true,
                _ if part.starts_with("**") => sig.kw = true,
                _ if part.starts_with('*') => {
                    sig.rest = true;
                    keyword_only = true;
                }
                _ => {
                    let (name, default) = part.split_once('=').map_or((part, false), |(n, _)| (n, true));
                    params.push(Param {
                        name: name.trim().to_string(),
                        optional: default,
                        positional: !keyword_only,
                        keyword: true,
                    });
                }
            }
        }
        sig.max = params.iter().filter(|p| p.positional).count();
        sig.min = params.iter().filter(|p| p.positional && !p.optional).count();
        sig.params = params.into();
        sig
    }

    /// Whether some arguments can be given by name, and there is neither `*args` nor `**kwargs`.
    pub fn takes_names(&self) -> bool {
        !self.rest && !self.kw && self.params.iter().any(|p| p.keyword)
    }

    /// Number of the `n` positional arguments that go to named parameters, if they can be passed unchanged.
    #[inline]
    pub fn split(&self, n: usize) -> Option<usize> {
        let named = n.min(self.max);
        (n >= self.min && (self.rest || n == named)).then_some(named)
    }
}

fn split_top(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0i32, 0);
    let mut quote = None;
    for (i, c) in text.char_indices() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') if depth == 0 => {
                parts.push(&text[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// Arguments bound to a native's parameters.
pub struct BoundArgs {
    /// One per named parameter.
    pub pos: SmallVec<[Value; 8]>,
    /// `*args`.
    pub rest: SmallVec<[Value; 4]>,
    /// `**kwargs`.
    pub kw: SmallVec<[(Value, Value); 4]>,
}

fn is_sequence_name(owner: &str) -> bool {
    matches!(owner, "list" | "tuple" | "str" | "bytes" | "bytearray" | "collections.deque" | "array.array")
}

/// The message for a wrong number of arguments of a slot method: without its name.
fn slot_count_message(native: &Native, min: usize, max: usize, given: usize) -> String {
    let (bound, word) = match (min == max, given < min) {
        (true, _) => (max, ""),
        (false, true) => (min, "at least "),
        (false, false) => (max, "at most "),
    };
    // CPython unpacks a tuple here, under an empty name.
    let repeats = matches!(native.row.name, "__mul__" | "__rmul__" | "__imul__") && is_sequence_name(native.owner);
    let name = if max > 1 || repeats { " " } else { "" };
    let plural = if bound == 1 { "" } else { "s" };
    format!("{name}expected {word}{bound} argument{plural}, got {given}")
}

impl Vm {
    /// Binds arguments to a native's signature, the general way.
    pub(crate) fn bind_native(
        &mut self,
        id: u32,
        args: &[Value],
        kw: &[(Value, Value)],
        method: bool,
        bound: Value,
    ) -> Res<BoundArgs> {
        let native = &self.loaded.natives[id as usize];
        let sig = native.sig.clone();
        let given = args.len().min(sig.max);
        let mut pos: SmallVec<[Value; 8]> = SmallVec::from_elem(Value::UNBOUND, sig.params.len());
        pos[..given].copy_from_slice(&args[..given]);
        let rest = SmallVec::from_slice(&args[given..]);
        // A bound receiver does not count as an argument.
        let of_class = sig.params.first().is_some_and(|p| p.name == "cls") && !native.in_module;
        let skip = usize::from(method || of_class);
        let of_class = of_class && !native.is_constructor();
        let bound = if of_class && bound.is_unbound() { args.first().copied().unwrap_or(bound) } else { bound };
        let method = method || of_class;
        if !kw.is_empty() && !sig.kw && !sig.params.iter().any(|p| p.keyword) {
            let name = match native.is_slot() && native.special {
                true => format!("wrapper {}", native.row.name),
                false => self.name_of_bound(id, bound),
            };
            return Err(self.type_error(format!("{name}() takes no keyword arguments")));
        }
        if sig.takes_names() && !native.is_own_parser(kw.is_empty()) {
            self.check_counts(id, args.len().saturating_sub(skip), kw.len(), skip)?;
        } else if !rest.is_empty() && !sig.rest {
            return Err(self.wrong_count(id, args.len(), method, bound));
        }
        let mut extra: SmallVec<[(Value, Value); 4]> = SmallVec::new();
        let (mut unknown, mut twice) = (None, None);
        for &(key, value) in kw {
            let name = self.unwrap(key);
            let name = if name.is(ids::STR) { self.heap.bytes(name) } else { b"" };
            let named = |p: &Param| p.keyword && p.name.as_bytes() == name;
            match sig.params.iter().skip(skip).position(named).map(|at| at + skip) {
                Some(at) if pos[at].is_unbound() => pos[at] = value,
                Some(at) => twice = Some(twice.map_or(at, |earlier: usize| earlier.min(at))),
                None if sig.kw => extra.push((key, value)),
                None => unknown = unknown.or(Some(key)),
            }
        }
        if let Some(at) = sig.params.iter().enumerate().position(|(i, p)| !p.optional && pos[i].is_unbound()) {
            // A missing parameter that has a name is reported by its name.
            if kw.is_empty() && sig.params[at].positional && !sig.params[at].keyword {
                return Err(self.wrong_count(id, args.len(), method, bound));
            }
            let (short, missing) = (self.short_name(id), &sig.params[at].name);
            let at = at + 1 - skip;
            return Err(self.type_error(format!("{short}() missing required argument '{missing}' (pos {at})")));
        }
        // CPython checks these last.
        match (twice, unknown) {
            (Some(at), _) => Err(self.given_twice(id, at, skip)),
            (None, Some(key)) => Err(self.unknown_name(id, key)),
            (None, None) => Ok(BoundArgs { pos, rest, kw: extra }),
        }
    }

    /// The name of a native in messages about keyword arguments: without its class.
    fn short_name(&self, id: u32) -> String {
        let native = &self.loaded.natives[id as usize];
        if native.is_constructor() { native.called_name() } else { native.row.name.to_string() }
    }

    /// The name of a native in some messages. A bound method is named by the class of its receiver `bound`, if any.
    #[cold]
    fn name_of_bound(&self, id: u32, bound: Value) -> String {
        let native = &self.loaded.natives[id as usize];
        if bound.is_unbound() || bound.is(ids::MODULE) || native.is_constructor() || native.owner.is_empty() {
            return native.called_name();
        }
        let class = if bound.is(ids::CLASS) { bound } else { self.type_of(bound) };
        let class = self.text_lossy(self.heap.slot(class, fields::QUALNAME)).into_owned();
        format!("{class}.{}", native.row.name)
    }

    #[cold]
    fn given_twice(&mut self, id: u32, at: usize, skip: usize) -> Trap {
        let (short, name) = (self.short_name(id), &self.loaded.natives[id as usize].sig.params[at].name);
        let place = at + 1 - skip;
        self.type_error(format!("argument for {short}() given by name ('{name}') and position ({place})"))
    }

    #[cold]
    fn unknown_name(&mut self, id: u32, key: Value) -> Trap {
        let short = self.short_name(id);
        let names: Vec<String> =
            self.loaded.natives[id as usize].sig.params.iter().filter(|p| p.keyword).map(|p| p.name.clone()).collect();
        let hint = match crate::vm::errors::suggest::closest(&self.text_lossy(key), names.iter().map(String::as_str)) {
            Some(name) => format!(". Did you mean '{name}'?"),
            None => String::new(),
        };
        let before = format!("{short}() got an unexpected keyword argument '");
        let message = self.message(before, key, format!("'{hint}"));
        self.type_error(message)
    }

    /// Checks the number of arguments of a native that takes some by name.
    fn check_counts(&mut self, id: u32, given: usize, named: usize, skip: usize) -> Res<()> {
        let sig = &self.loaded.natives[id as usize].sig;
        let (all, most) = (sig.params.len() - skip, sig.max - skip);
        let least = sig.params.iter().skip(skip).filter(|p| !p.keyword && !p.optional).count();
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let message = if given + named > all {
            let (word, total) = (if given == 0 { "keyword " } else { "" }, given + named);
            format!("takes at most {all} {word}argument{} ({total} given)", plural(all))
        } else if given > most && most == 0 {
            "takes no positional arguments".to_string()
        } else if given > most {
            let bound = if sig.min - skip < most { "at most" } else { "exactly" };
            format!("takes {bound} {most} positional argument{} ({given} given)", plural(most))
        } else if given < least {
            let bound = if least < most { "at least" } else { "exactly" };
            format!("takes {bound} {least} positional argument{} ({given} given)", plural(least))
        } else {
            return Ok(());
        };
        let short = self.short_name(id);
        Err(self.type_error(format!("{short}() {message}")))
    }

    #[cold]
    fn wrong_count(&mut self, id: u32, given: usize, method: bool, bound: Value) -> Trap {
        let bound_name = self.name_of_bound(id, bound);
        let native = &self.loaded.natives[id as usize];
        let skip = usize::from(method || native.is_constructor() && given > 0);
        let (min, max, given) = (native.sig.min - skip, native.sig.max - skip, given.saturating_sub(skip));
        let by_name = native.sig.params.iter().skip(skip).any(|p| p.keyword);
        let (name, constructor) = (native.called_name(), native.is_constructor());
        let short = if constructor { name.as_str() } else { native.row.name };
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let message = if !method && constructor && given == 0 {
            format!("{}(): not enough arguments", native.full_name())
        } else if constructor && min == max {
            format!("{short} expected {max} argument{}, got {given}", plural(max))
        } else if native.is_slot() {
            slot_count_message(native, min, max, given)
        } else if by_name && given > max && !native.is_own_parser(true) {
            let bound = if min == max { "exactly" } else { "at most" };
            format!("{short}() takes {bound} {max} argument{} ({given} given)", plural(max))
        } else if by_name && !constructor && given < min {
            let bound = if min == max { "exactly" } else { "at least" };
            format!("{short}() takes {bound} {min} positional argument{} ({given} given)", plural(min))
        } else if native.sig.rest && given < min {
            format!("{short} expected at least {min} argument{}, got {given}", plural(min))
        } else if min == max && max == 0 {
            format!("{bound_name}() takes no arguments ({given} given)")
        } else if min == max && max == 1 {
            format!("{bound_name}() takes exactly one argument ({given} given)")
        } else if min == max {
            format!("{short} expected {max} argument{}, got {given}", plural(max))
        } else if given < min {
            format!("{short} expected at least {min} argument{}, got {given}", plural(min))
        } else {
            let short = if native.owner == "super" { "super()" } else { short };
            format!("{short} expected at most {max} argument{}, got {given}", plural(max))
        };
        self.type_error(message)
    }
}
