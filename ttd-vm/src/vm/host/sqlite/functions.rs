//! Functions of the program that SQLite calls.
//!
//! # Why the unsafe code is sound
//!
//! Each registered function is a boxed [`Function`] that SQLite gives back at every call and to `dropped` once, at its
//! end. It shares the [`Calls`] of its database, which therefore lives as long. The yielder in it is that of the
//! coroutine that runs: it is set when the coroutine begins and whenever it goes on, and lives on its stack. Values and
//! contexts are used during the call that passes them. No call panics: what the program sends is looked at by functions
//! that have a value for everything.

use std::cell::Cell;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr::null_mut;
use std::rc::Rc;

use corosensei::Yielder;
use libsqlite3_sys as sql;

use super::super::wire::{CALL, Wire};
use super::ffi::{Db, c_text, slice, value_of};

/// What a database's functions share.
#[derive(Default)]
pub struct Calls {
    yielder: Cell<Option<*const Yielder<Wire, Wire>>>,
    /// Nothing is called any more: the database is being closed.
    pub ending: Cell<bool>,
    /// Whether SQLite can call the program.
    pub any: Cell<bool>,
    instances: Cell<i64>,
}

struct Function {
    calls: Rc<Calls>,
    number: i64,
}

/// Kinds of calls, as the module's Python half knows them.
const FUNCTION: i64 = 0;
const STEP: i64 = 1;
const INVERSE: i64 = 2;
const VALUE: i64 = 3;
const FINAL: i64 = 4;
const COLLATION: i64 = 5;
const AUTHORIZER: i64 = 6;
const PROGRESS: i64 = 7;
const TRACE: i64 = 8;

impl Calls {
    /// Notes the yielder of the coroutine that begins.
    pub fn enter(&self, yielder: &Yielder<Wire, Wire>) {
        self.yielder.set(Some(yielder));
    }
}

impl Function {
    /// Has the program called; gives its answer if it has one.
    fn call(&self, kind: i64, args: Vec<Wire>) -> Option<Wire> {
        let yielder = self.calls.yielder.get().filter(|_| !self.calls.ending.get())?;
        let mut items = vec![Wire::Int(CALL), Wire::Int(self.number), Wire::Int(kind)];
        items.extend(args);
        // SAFETY: see the module.
        let answer = unsafe { &*yielder }.suspend(Wire::Notice(items));
        self.calls.yielder.set(Some(yielder));
        match answer {
            Wire::Row(items) if items.first() == Some(&Wire::Int(1)) => items.into_iter().nth(1),
            _ => None,
        }
    }

    fn boxed(calls: &Rc<Calls>, number: i64) -> *mut c_void {
        calls.any.set(true);
        Box::into_raw(Box::new(Function { calls: calls.clone(), number })).cast()
    }

    /// # Safety
    /// The pointer must come from `boxed` and not be dropped yet.
    unsafe fn at<'a>(data: *mut c_void) -> &'a Function {
        // SAFETY: the caller's promise.
        unsafe { &*data.cast::<Function>() }
    }
}

/// Has statements that meet a lock set a flag and fail, or wait for a number of milliseconds again.
pub fn note_locks(db: Db, met: Option<&Cell<bool>>, timeout: c_int) {
    // SAFETY: the flag lives in what the database shares, which is alive while a request is carried out, and the
    // handler is taken back at its end.
    unsafe {
        match met {
            Some(met) => sql::sqlite3_busy_handler(db.0, Some(note_lock), std::ptr::from_ref(met).cast_mut().cast()),
            None => sql::sqlite3_busy_timeout(db.0, timeout),
        };
    }
}

unsafe extern "C" fn note_lock(met: *mut c_void, _: c_int) -> c_int {
    // SAFETY: it is the flag that `note_locks` has passed.
    unsafe { (*met.cast::<Cell<bool>>()).set(true) };
    0
}

unsafe extern "C" fn dropped(data: *mut c_void) {
    // SAFETY: see the module.
    drop(unsafe { Box::from_raw(data.cast::<Function>()) });
}

unsafe fn values(n: c_int, values: *mut *mut sql::sqlite3_value) -> Vec<Wire> {
    // SAFETY: SQLite passes `n` valid values.
    (0..usize::try_from(n).unwrap_or(0)).map(|i| unsafe { value_of(*values.add(i)) }).collect()
}

unsafe fn give(context: *mut sql::sqlite3_context, result: Option<Wire>, failure: &str) {
    // SAFETY: the context is that of the call; SQLite copies.
    unsafe {
        match result {
            Some(Wire::Int(n)) => sql::sqlite3_result_int64(context, n),
            Some(Wire::Real(x)) => sql::sqlite3_result_double(context, x),
            Some(Wire::Text(text)) => sql::sqlite3_result_text64(
                context,
                text.as_ptr().cast(),
                text.len() as u64,
                sql::SQLITE_TRANSIENT(),
                sql::SQLITE_UTF8 as u8,
            ),
            Some(Wire::Blob(blob)) if blob.is_empty() => sql::sqlite3_result_zeroblob(context, 0),
            Some(Wire::Blob(blob)) => {
                sql::sqlite3_result_blob64(context, blob.as_ptr().cast(), blob.len() as u64, sql::SQLITE_TRANSIENT());
            }
            Some(Wire::Notice(what)) if what.first() == Some(&Wire::Int(1)) => {
                sql::sqlite3_result_error_toobig(context)
            }
            Some(Wire::Notice(_)) => sql::sqlite3_result_error_nomem(context),
            Some(_) => sql::sqlite3_result_null(context),
            None => sql::sqlite3_result_error(context, failure.as_ptr().cast(), failure.len() as c_int),
        }
    }
}

unsafe extern "C" fn function(context: *mut sql::sqlite3_context, n: c_int, args: *mut *mut sql::sqlite3_value) {
    // SAFETY: see the module.
    unsafe {
        let result = Function::at(sql::sqlite3_user_data(context)).call(FUNCTION, values(n, args));
        give(context, result, "user-defined function raised exception");
    }
}

/// The number of an aggregate's instance, which is made at its first step.
unsafe fn instance(context: *mut sql::sqlite3_context, make: bool) -> i64 {
    // SAFETY: the memory is aligned for a word and zeroed at first.
    unsafe {
        let size = if make { 8 } else { 0 };
        let place = sql::sqlite3_aggregate_context(context, size).cast::<i64>();
        if place.is_null() {
            return 0;
        }
        if *place == 0 {
            let calls = &Function::at(sql::sqlite3_user_data(context)).calls;
            calls.instances.set(calls.instances.get() + 1);
            *place = calls.instances.get();
        }
        *place
    }
}

unsafe fn aggregate(context: *mut sql::sqlite3_context, kind: i64, mut args: Vec<Wire>) {
    let failure = match kind {
        STEP => "user-defined aggregate's 'step' method raised error",
        INVERSE => "user-defined aggregate's 'inverse' method raised error",
        VALUE => "user-defined aggregate's 'value' method raised error",
        _ => "user-defined aggregate's 'finalize' method raised error",
    };
    // SAFETY: see the module.
    unsafe {
        args.insert(0, Wire::Int(instance(context, matches!(kind, STEP | INVERSE))));
        let answer = Function::at(sql::sqlite3_user_data(context)).call(kind, args);
        // The program may say what failed.
        let (answer, failure) = match answer {
            Some(Wire::Row(items)) => {
                (None, String::from_utf8_lossy(items.first().unwrap_or(&Wire::Null).bytes()).into())
            }
            answer => (answer, failure.to_string()),
        };
        if answer.is_none() || matches!(kind, VALUE | FINAL) {
            give(context, answer, &failure);
        }
    }
}

unsafe extern "C" fn step(context: *mut sql::sqlite3_context, n: c_int, args: *mut *mut sql::sqlite3_value) {
    // SAFETY: see the module.
    unsafe { aggregate(context, STEP, values(n, args)) }
}

unsafe extern "C" fn inverse(context: *mut sql::sqlite3_context, n: c_int, args: *mut *mut sql::sqlite3_value) {
    // SAFETY: see the module.
    unsafe { aggregate(context, INVERSE, values(n, args)) }
}

unsafe extern "C" fn value(context: *mut sql::sqlite3_context) {
    // SAFETY: see the module.
    unsafe { aggregate(context, VALUE, Vec::new()) }
}

unsafe extern "C" fn finish(context: *mut sql::sqlite3_context) {
    // SAFETY: see the module.
    unsafe { aggregate(context, FINAL, Vec::new()) }
}

unsafe extern "C" fn compare(data: *mut c_void, n: c_int, a: *const c_void, m: c_int, b: *const c_void) -> c_int {
    // SAFETY: see the module.
    let answer = unsafe { Function::at(data).call(COLLATION, vec![Wire::Text(slice(a, n)), Wire::Text(slice(b, m))]) };
    answer.map_or(0, |a| a.int().signum() as c_int)
}

fn optional(text: *const c_char) -> Wire {
    // SAFETY: SQLite's texts end with a zero byte.
    if text.is_null() { Wire::Null } else { Wire::Text(unsafe { std::ffi::CStr::from_ptr(text) }.to_bytes().to_vec()) }
}

unsafe extern "C" fn authorize(
    data: *mut c_void,
    action: c_int,
    a: *const c_char,
    b: *const c_char,
    c: *const c_char,
    d: *const c_char,
) -> c_int {
    let mut args = vec![Wire::Int(i64::from(action))];
    args.extend([a, b, c, d].map(optional));
    // SAFETY: see the module.
    let answer = unsafe { Function::at(data).call(AUTHORIZER, args) };
    answer.map_or(sql::SQLITE_DENY, |a| c_int::try_from(a.int()).unwrap_or(sql::SQLITE_DENY))
}

unsafe extern "C" fn progress(data: *mut c_void) -> c_int {
    // SAFETY: see the module.
    let answer = unsafe { Function::at(data).call(PROGRESS, Vec::new()) };
    answer.map_or(1, |a| c_int::from(a.int() != 0))
}

unsafe extern "C" fn trace(kind: c_uint, data: *mut c_void, statement: *mut c_void, text: *mut c_void) -> c_int {
    if kind == sql::SQLITE_TRACE_STMT as c_uint {
        // SAFETY: for this kind they are a statement and its text.
        unsafe {
            let shown = sql::sqlite3_expanded_sql(statement.cast());
            let text = if shown.is_null() { optional(text.cast()) } else { optional(shown) };
            sql::sqlite3_free(shown.cast());
            Function::at(data).call(TRACE, vec![text, Wire::Int(i64::from(shown.is_null()))]);
        }
    }
    0
}

/// Registers a function, or gives one up (`number` is negative).
pub fn create_function(db: Db, calls: &Rc<Calls>, name: &[u8], n: c_int, flags: c_int, number: i64) -> c_int {
    let flags = flags | sql::SQLITE_UTF8;
    // SAFETY: see the module. If it fails, SQLite drops the function.
    unsafe {
        if number < 0 {
            sql::sqlite3_create_function_v2(db.0, c_text(name).as_ptr(), n, flags, null_mut(), None, None, None, None)
        } else {
            let data = Function::boxed(calls, number);
            let name = c_text(name);
            sql::sqlite3_create_function_v2(
                db.0,
                name.as_ptr(),
                n,
                flags,
                data,
                Some(function),
                None,
                None,
                Some(dropped),
            )
        }
    }
}

/// Registers an aggregate, or gives one up.
pub fn create_aggregate(db: Db, calls: &Rc<Calls>, name: &[u8], n: c_int, window: bool, number: i64) -> c_int {
    let name = c_text(name);
    let flags = sql::SQLITE_UTF8;
    // SAFETY: see the module. If it fails, SQLite drops the function.
    unsafe {
        if number < 0 {
            return sql::sqlite3_create_function_v2(db.0, name.as_ptr(), n, flags, null_mut(), None, None, None, None);
        }
        let data = Function::boxed(calls, number);
        let (s, f, end) = (Some(step as _), Some(finish as _), Some(dropped as _));
        if window {
            let (v, i) = (Some(value as _), Some(inverse as _));
            sql::sqlite3_create_window_function(db.0, name.as_ptr(), n, flags, data, s, f, v, i, end)
        } else {
            sql::sqlite3_create_function_v2(db.0, name.as_ptr(), n, flags, data, None, s, f, end)
        }
    }
}

/// Registers a collation, or gives one up.
pub fn create_collation(db: Db, calls: &Rc<Calls>, name: &[u8], number: i64) -> c_int {
    let name = c_text(name);
    let flags = sql::SQLITE_UTF8;
    // SAFETY: see the module. If it fails, SQLite does not drop a collation.
    unsafe {
        if number < 0 {
            return sql::sqlite3_create_collation_v2(db.0, name.as_ptr(), flags, null_mut(), None, None);
        }
        let data = Function::boxed(calls, number);
        let code = sql::sqlite3_create_collation_v2(db.0, name.as_ptr(), flags, data, Some(compare), Some(dropped));
        if code != sql::SQLITE_OK {
            dropped(data);
        }
        code
    }
}

/// Sets one of the hooks: 0 authorizer, 1 progress, 2 trace. Their data is never dropped by SQLite and stays, which is
/// a few bytes for each.
pub fn hook(db: Db, calls: &Rc<Calls>, which: i64, number: i64, every: c_int) -> c_int {
    let data = if number < 0 { null_mut() } else { Function::boxed(calls, number) };
    let on = number >= 0;
    // SAFETY: see the module.
    unsafe {
        match which {
            0 => sql::sqlite3_set_authorizer(db.0, on.then_some(authorize as _), data),
            1 => {
                sql::sqlite3_progress_handler(db.0, every, on.then_some(progress as _), data);
                sql::SQLITE_OK
            }
            _ => {
                let mask = if on { sql::SQLITE_TRACE_STMT as c_uint } else { 0 };
                sql::sqlite3_trace_v2(db.0, mask, on.then_some(trace as _), data)
            }
        }
    }
}
