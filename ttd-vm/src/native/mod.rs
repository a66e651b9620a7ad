//! How functions written in Rust are declared and called: one table row per function.
//!
//! ```ignore
//! const METHODS: &[Method] = methods! {
//!     /// Append object to the end of the list.
//!     Mutates "append" "(self, object, /)" => append;
//! };
//! ```
//!
//! The signature is Python's own syntax; from it come argument binding and the messages of its errors, `help()` and
//! COMPATIBILITY.md. The effect says what the function may do; the recorder and the debugger's questions read it.
//! A native function holds plain `Value`s: nothing is collected while it runs.

pub mod slots;

use ttd_core::value::{TypeId, Value};

use crate::Vm;

pub use slots::{Memory, Pattern, Slots};

/// Why a native function did not return a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trap {
    /// A Python exception is raised.
    Raise(Value),
    /// The result is what `Vm::pending.tail` requests. Only the interpreter's loop sees this.
    Tail,
    /// Another thread's turn, or the loop has to begin anew. Only the interpreter's loop sees this.
    Switch,
    /// The run is being left for another time. Every native hands it on at once and writes nothing more.
    Unwind,
}

/// The result of a native function.
pub type Res<T = Value> = Result<T, Trap>;

/// What a native function may do: the recorder and diversions go by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Reads only (allocating its result is allowed).
    Pure,
    /// Writes the versioned heap.
    Mutates,
    /// May run Python code.
    CallsBack,
    /// Touches the outside world through `Host`.
    External,
}

/// The bound arguments of a call.
///
/// `pos` holds one value per named parameter of the signature, in its order; trailing optional ones that were not
/// given may be missing, others that were not given are `UNBOUND`. `rest` is what `*args` took, `kw` what `**kw` took.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    /// Named parameters.
    pub pos: &'a [Value],
    /// `*args`.
    pub rest: &'a [Value],
    /// `**kwargs`: names and values.
    pub kw: &'a [(Value, Value)],
}

impl Args<'_> {
    /// Returns the parameter `i`, `UNBOUND` when it was not given.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Value {
        if i < self.pos.len() { self.pos[i] } else { Value::UNBOUND }
    }

    /// Returns the parameter `i`, when it was given.
    #[inline(always)]
    pub fn opt(&self, i: usize) -> Option<Value> {
        let v = self.get(i);
        if v.is_unbound() { None } else { Some(v) }
    }
}

/// `__new__` of types of which programs cannot make instances.
pub(crate) fn cannot_create(vm: &mut Vm, args: Args) -> Res {
    let name = vm.class_name(args.get(0));
    Err(vm.type_error(format!("cannot create '{name}' instances")))
}

/// The body of a native function.
pub type NativeFn = fn(&mut Vm, Args) -> Res;

/// A row of a table of native functions.
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Its signature, in Python's syntax.
    pub sig: &'static str,
    /// What it may do.
    pub effect: Effect,
    /// Its documentation.
    pub doc: &'static str,
    /// Its code.
    pub run: NativeFn,
}

impl Method {
    /// Its documentation as programs see it: doc comments have a space before each line.
    pub(crate) fn doc_text(&self) -> String {
        self.doc.trim().replace("\n ", "\n")
    }
}

/// Sets a computed attribute of an object.
pub type SetFn = fn(&mut Vm, Value, Value) -> Res<()>;

/// A row of a table of computed attributes.
pub struct Getter {
    /// The attribute's name.
    pub name: &'static str,
    /// Gives the attribute of an object.
    pub get: fn(&mut Vm, Value) -> Res,
    /// Sets it (`UNBOUND` deletes it); `None` for a read-only attribute.
    pub set: Option<SetFn>,
}

/// A builtin type, declared by `types/<type>/mod.rs`.
pub struct TypeDef {
    /// Its Python name, with its module unless that is `builtins`.
    pub name: &'static str,
    /// The number of its instances, `ids::INST` for types whose instances are plain objects.
    pub tid: TypeId,
    /// The name of its base class.
    pub base: &'static str,
    /// Its docstring.
    pub doc: &'static str,
    /// Its methods. `__new__` is called with the class first and is what calling the class does.
    pub methods: &'static [Method],
    /// Further methods, in tables that it has in common with other types.
    pub shared: &'static [&'static [Method]],
    /// Its class methods.
    pub class_methods: &'static [Method],
    /// Its static methods.
    pub static_methods: &'static [Method],
    /// Its computed attributes.
    pub getters: &'static [Getter],
    /// How many native fields its instances have, where they are plain objects. Not 1: that is a builtin value inside.
    pub fields: u32,
    /// Whether Python classes may derive from it.
    pub subclassable: bool,
    /// Whether it has `__hash__ = None`.
    pub unhashable: bool,
    /// Its part in the protocols.
    pub slots: Slots,
}

impl TypeDef {
    /// A type with nothing in it, for `..TypeDef::EMPTY`.
    pub const EMPTY: TypeDef = TypeDef {
        name: "",
        tid: crate::ids::INST,
        base: "object",
        doc: "",
        methods: &[],
        shared: &[],
        class_methods: &[],
        static_methods: &[],
        getters: &[],
        fields: 0,
        subclassable: true,
        unhashable: false,
        slots: Slots::EMPTY,
    };
}

/// A module written in Rust.
pub struct ModuleDef {
    /// Its name.
    pub name: &'static str,
    /// Its docstring.
    pub doc: &'static str,
    /// Its functions.
    pub functions: &'static [Method],
    /// The types in its folder, public or not, bases first. `init` names those that programs see.
    pub types: &'static [TypeDef],
    /// Fills in constants and classes at the first import.
    pub init: fn(&mut Vm, Value) -> Res<()>,
}

/// A table of native functions: `/// doc`, effect, name, signature `=>` function; one row each.
#[macro_export]
macro_rules! methods {
    ($( $(#[doc = $d:literal])* $e:ident $n:literal $s:literal => $f:path; )*) => {
        &[ $( $crate::native::Method {
            name: $n, sig: $s, effect: $crate::native::Effect::$e,
            doc: concat!($($d, "\n"),*), run: $f,
        } ),* ]
    };
}

/// A table of computed attributes: `"name" => getter;` or `"name" => getter, setter;`.
#[macro_export]
macro_rules! getters {
    ($( $n:literal => $g:path $(, $s:path)? ; )*) => {
        &[ $( $crate::native::Getter { name: $n, get: $g, set: $crate::getters!(@set $($s)?) } ),* ]
    };
    (@set) => { None };
    (@set $s:path) => { Some($s) };
}
