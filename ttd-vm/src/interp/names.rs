//! Globals and names.
//!
//! # Why the unsafe code is sound
//!
//! A filled cache has the version of its dict's keys, so its entry exists; sites exist, by the verifier of `ttd-code`.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::object::{Slots, Table};
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::call::function;
use crate::vm::code::Cache;
use crate::vm::slots;
use crate::{Vm, ids};

/// `Cache::extra` of a global found in the module itself; otherwise it is the version of the builtins' keys.
const IN_GLOBALS: u32 = 0;

/// The value of an entry of a dict.
///
/// # Safety
/// The dict must have the entry.
#[inline(always)]
unsafe fn entry_value(dict: *const Table, at: u32) -> Value {
    // SAFETY: an entry is a hash, a key and a value.
    unsafe { *(*dict).list.ptr.add(at as usize * 3 + 2) }
}

impl Vm {
    /// A global variable, if the cache holds.
    ///
    /// # Safety
    /// `cache` must point to a cache of the running code.
    #[inline(always)]
    pub(crate) unsafe fn cached_global(&self, cache: *mut Cache) -> Option<Value> {
        // SAFETY: the caller's promise. A cache that was filled for this dict has the version of its keys, so the entry
        // exists; a dict whose version was never requested has 0, which no filled cache has.
        unsafe {
            let c = &*cache;
            let base = self.heap.base();
            let cell = |index: u32| base.add((index as usize) << 4);
            let globals = self.top_ref().globals;
            if c.shape != globals.index() {
                return None;
            }
            let mut dict = cell(c.shape).cast::<Table>();
            let mut version = c.version;
            if c.extra != IN_GLOBALS && (*dict).extra == version {
                let words = cell(self.globals.index()).cast::<Slots>();
                let builtins: Value = *(*words).slots.as_ptr().add(slots::BUILTINS);
                dict = cell(builtins.index()).cast::<Table>();
                version = c.extra;
            }
            ((*dict).extra == version).then(|| entry_value(dict, c.slot))
        }
    }

    /// `Op::LoadGlobal` and `Op::LoadGlobalCall` on a cache miss.
    #[inline(never)]
    pub(crate) fn op_load_global(&mut self, ins: Ins) -> Res<()> {
        let name = self.site_name(ins.c);
        let globals = self.top_ref().globals;
        let builtins = self.global(slots::BUILTINS);
        let version = self.heap.dict_keys_version(globals);
        let (dict, at, extra) = match self.dict_find_name(globals, name) {
            Some(at) => (globals, at, IN_GLOBALS),
            None if self.special_namespace().is_some() || self.own_builtins(globals).is_some() => {
                return self.load_from_special_namespace(ins, name);
            }
            None => match self.dict_find_name(builtins, name) {
                Some(at) => (builtins, at, self.heap.dict_keys_version(builtins)),
                None => return Err(self.undefined(name)),
            },
        };
        let value = self.heap.dict_entry(dict, at).map_or(Value::UNBOUND, |e| e.2);
        let cache = Cache { shape: globals.index(), slot: at as u32, version, extra, value: Value::UNBOUND };
        *self.cache(ins.c) = cache;
        self.set_reg(ins.a, value);
        if ins.op == Op::LoadGlobalCall {
            self.set_reg(ins.a + 1, Value::UNBOUND);
        }
        Ok(())
    }

    /// The instance of a subclass of dict that serves as the running function's globals.
    fn special_namespace(&self) -> Option<Value> {
        let func = self.top_ref().func;
        let namespace = if func.is(ids::FUNCTION) { self.heap.slot(func, function::NAMESPACE) } else { Value::UNBOUND };
        (!namespace.is_unbound()).then_some(namespace)
    }

    /// The namespace that `__builtins__` of these globals names, if it is not the usual one.
    pub(crate) fn own_builtins(&self, globals: Value) -> Option<Value> {
        let named = self.dict_get_name(globals, self.names.builtins)?;
        let usual = self.global(slots::BUILTINS);
        let found = if named.is(ids::MODULE) { self.heap.slot(named, 0) } else { named };
        (found != usual).then_some(found)
    }

    /// `Op::LoadBuildClass`.
    #[cold]
    pub(crate) fn op_load_build_class(&mut self, ins: Ins) -> Res<()> {
        let (globals, name) = (self.top_ref().globals, self.intern("__build_class__"));
        let namespace = self.own_builtins(globals).unwrap_or_else(|| self.global(slots::BUILTINS));
        let f = match self.namespace_get(namespace, name)? {
            Some(f) => f,
            // The hidden library defines classes before it exports its functions there.
            None if self.top_ref().code().code.path.starts_with(crate::vm::errors::traceback::HIDDEN) => {
                self.lib("build_class")
            }
            None => return Err(self.name_error("__build_class__ not found")),
        };
        self.set_reg(ins.a, f);
        Ok(())
    }

    #[cold]
    fn load_from_special_namespace(&mut self, ins: Ins, name: Value) -> Res<()> {
        self.load_global_plain(ins.a, name)?;
        if ins.op == Op::LoadGlobalCall {
            self.set_reg(ins.a + 1, Value::UNBOUND);
        }
        Ok(())
    }

    #[cold]
    fn undefined(&mut self, name: Value) -> Trap {
        let text = self.text_lossy(name).into_owned();
        self.error_of_name(name, format!("name '{text}' is not defined"))
    }

    /// A NameError that records the name, for suggestions.
    pub(super) fn error_of_name(&mut self, name: Value, message: String) -> Trap {
        let trap = self.name_error(message);
        if let Trap::Raise(e) = trap {
            self.set_exc_members(e, &[(self.names.exc_name, name)]);
        }
        trap
    }

    /// `Op::StoreGlobal`.
    pub(crate) fn op_store_global(&mut self, ins: Ins) -> Res<()> {
        let (name, v, globals) = (self.site_name(ins.c), self.reg(ins.b), self.top_ref().globals);
        self.dict_set_name(globals, name, v);
        Ok(())
    }

    /// `Op::DeleteGlobal`.
    pub(crate) fn op_delete_global(&mut self, ins: Ins) -> Res<()> {
        let name = self.top_ref().code().names[ins.c as usize];
        let globals = self.top_ref().globals;
        self.delete_name(globals, name)
    }

    fn delete_name(&mut self, dict: Value, name: Value) -> Res<()> {
        match self.dict_find_name(dict, name) {
            Some(at) => {
                self.heap.dict_remove_at(dict, at);
                Ok(())
            }
            None => Err(self.undefined(name)),
        }
    }

    /// `Op::LoadName`.
    pub(crate) fn op_load_name(&mut self, ins: Ins) -> Res<()> {
        let locals = self.top_ref().locals;
        let globals = self.top_ref().globals;
        if locals == globals || locals.is_unbound() {
            // SAFETY: the verifier has checked the site.
            let cache = unsafe { self.top_ref().code().caches().add(ins.c as usize) };
            // SAFETY: as above.
            if let Some(v) = unsafe { self.cached_global(cache) } {
                self.set_reg(ins.a, v);
                return Ok(());
            }
            return self.op_load_global(ins);
        }
        let name = self.site_name(ins.c);
        match self.namespace_get(locals, name)? {
            Some(v) => {
                self.set_reg(ins.a, v);
                Ok(())
            }
            None => self.load_global_plain(ins.a, name),
        }
    }

    /// Looks up a name in a namespace, which may be any mapping.
    pub(crate) fn namespace_get(&mut self, namespace: Value, name: Value) -> Res<Option<Value>> {
        if namespace.is(ids::DICT) {
            return Ok(self.dict_get_name(namespace, name));
        }
        let found = self.get_item(namespace, name);
        self.catch(found, self.types.key_error)
    }

    fn load_global_plain(&mut self, dst: u16, name: Value) -> Res<()> {
        let globals = self.top_ref().globals;
        let builtins = self.global(slots::BUILTINS);
        if let Some(namespace) = self.special_namespace() {
            let found = self.get_item(namespace, name);
            if let Some(v) = self.catch(found, self.types.key_error)? {
                self.set_reg(dst, v);
                return Ok(());
            }
        }
        let found = match (self.dict_get_name(globals, name), self.own_builtins(globals)) {
            (Some(v), _) => Some(v),
            (None, Some(own)) => self.namespace_get(own, name)?,
            (None, None) => self.dict_get_name(builtins, name),
        };
        match found {
            Some(v) => {
                self.set_reg(dst, v);
                Ok(())
            }
            None => Err(self.undefined(name)),
        }
    }

    /// The namespace that names are stored in: for a function made of module code, its globals.
    fn names_namespace(&self) -> Value {
        let frame = self.top_ref();
        if frame.locals.is_unbound() { frame.globals } else { frame.locals }
    }

    /// `Op::StoreName`.
    pub(crate) fn op_store_name(&mut self, ins: Ins) -> Res<()> {
        let (name, v, locals) = (self.site_name(ins.c), self.reg(ins.b), self.names_namespace());
        if locals.is(ids::DICT) {
            self.dict_set_name(locals, name, v);
            return Ok(());
        }
        self.set_item(locals, name, v)
    }

    /// `Op::DeleteName`.
    pub(crate) fn op_delete_name(&mut self, ins: Ins) -> Res<()> {
        let name = self.top_ref().code().names[ins.c as usize];
        let locals = self.names_namespace();
        if locals.is(ids::DICT) { self.delete_name(locals, name) } else { self.del_item(locals, name) }
    }

    /// `Op::LoadLocals`.
    pub(crate) fn op_load_locals(&mut self, ins: Ins) -> Res<()> {
        let locals = self.names_namespace();
        self.set_reg(ins.a, locals);
        Ok(())
    }

    /// `Op::LoadFromDictOrGlobals`.
    pub(crate) fn op_load_from_dict(&mut self, ins: Ins) -> Res<()> {
        let name = self.top_ref().code().names[ins.c as usize];
        let namespace = self.reg(ins.b);
        match self.namespace_get(namespace, name)? {
            Some(v) => {
                self.set_reg(ins.a, v);
                Ok(())
            }
            None => self.load_global_plain(ins.a, name),
        }
    }

    /// `Op::LoadFromDictOrDeref`.
    pub(crate) fn op_load_from_dict_or_deref(&mut self, ins: Ins) -> Res<()> {
        let name = self.top_ref().code().local_names[ins.c as usize];
        let namespace = self.reg(ins.b);
        if let Some(v) = self.namespace_get(namespace, name)? {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let v = self.heap.slot(self.reg(ins.c), 0);
        if v.is_unbound() {
            return self.op_empty_cell(ins.c);
        }
        self.set_reg(ins.a, v);
        Ok(())
    }

    /// `Op::SetupAnnotations`.
    pub(crate) fn op_setup_annotations(&mut self) -> Res<()> {
        let locals = self.top_ref().locals;
        if self.namespace_get(locals, self.names.annotations)?.is_none() {
            let dict = self.new_dict();
            if locals.is(ids::DICT) {
                self.dict_set_name(locals, self.names.annotations, dict);
            } else {
                self.set_item(locals, self.names.annotations, dict)?;
            }
        }
        Ok(())
    }
}
