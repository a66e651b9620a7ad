//! SQLite's interface in C, as far as it is used, with types of Rust.
//!
//! # Why the unsafe code is sound
//!
//! A [`Db`] is open until `close`, which only its owner ([`super::database::Database`]) calls, at its end and after all
//! statements, blobs and backups are gone. Statements, blobs and backups are kept in the owner's tables and are given
//! up once, when they leave them. One thread uses a database at a time. What SQLite returns by pointer is copied at
//! once, with the length that SQLite says or up to the zero byte that it guarantees; what is passed by pointer is
//! copied by SQLite during the call (`SQLITE_TRANSIENT`) or is only used during the call.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

use libsqlite3_sys as sql;

use super::super::wire::{ERROR, Wire};

/// A database.
#[derive(Clone, Copy)]
pub struct Db(pub(super) *mut sql::sqlite3);

/// A compiled statement.
#[derive(Clone, Copy, PartialEq)]
pub struct Stmt(*mut sql::sqlite3_stmt);

/// An open blob.
#[derive(Clone, Copy)]
pub struct Blob(*mut sql::sqlite3_blob);

/// A backup in progress.
#[derive(Clone, Copy)]
pub struct Backup(*mut sql::sqlite3_backup);

/// Text for C; what follows a zero byte is cut off.
pub fn c_text(bytes: &[u8]) -> CString {
    let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
    CString::new(&bytes[..end]).unwrap_or_default()
}

fn copied(text: *const c_char) -> Vec<u8> {
    // SAFETY: texts that SQLite returns end with a zero byte.
    if text.is_null() { Vec::new() } else { unsafe { CStr::from_ptr(text) }.to_bytes().to_vec() }
}

/// The message for a code.
pub fn error_text(code: c_int) -> Vec<u8> {
    // SAFETY: any code is allowed.
    copied(unsafe { sql::sqlite3_errstr(code) })
}

/// Whether the text ends a statement.
pub fn is_complete(text: &[u8]) -> bool {
    // SAFETY: the text ends with a zero byte.
    unsafe { sql::sqlite3_complete(c_text(text).as_ptr()) != 0 }
}

/// The library's version.
pub fn version() -> String {
    String::from_utf8_lossy(sql::SQLITE_VERSION.to_bytes()).into_owned()
}

/// The error that a code alone tells of.
pub fn error_of(code: c_int) -> Wire {
    Wire::Notice(vec![Wire::Int(ERROR), Wire::Int(i64::from(code)), Wire::Text(error_text(code))])
}

impl Db {
    /// Opens a database.
    pub fn open(path: &[u8], flags: c_int, timeout: c_int) -> Result<Db, Wire> {
        let mut db = null_mut();
        // SAFETY: see the module.
        let code = unsafe { sql::sqlite3_open_v2(c_text(path).as_ptr(), &raw mut db, flags, null()) };
        if db.is_null() {
            return Err(error_of(code));
        }
        let db = Db(db);
        if code != sql::SQLITE_OK {
            let error = db.error();
            db.close();
            return Err(error);
        }
        // SAFETY: see the module.
        unsafe {
            sql::sqlite3_busy_timeout(db.0, timeout);
        }
        Ok(db)
    }

    /// Closes it.
    pub fn close(self) {
        // SAFETY: see the module.
        unsafe {
            sql::sqlite3_close(self.0);
        }
    }

    /// The last error.
    pub fn error(self) -> Wire {
        // SAFETY: see the module.
        let (code, text) = unsafe { (sql::sqlite3_extended_errcode(self.0), copied(sql::sqlite3_errmsg(self.0))) };
        Wire::Notice(vec![Wire::Int(ERROR), Wire::Int(i64::from(code)), Wire::Text(text)])
    }

    /// The result of a call that returned a code.
    pub fn checked(self, code: c_int) -> Result<(), Wire> {
        if code == sql::SQLITE_OK { Ok(()) } else { Err(self.error()) }
    }

    /// Compiles the first statement of a text; `None` if there is none. Also gives the length of its text.
    pub fn prepare(self, text: &[u8]) -> Result<(Option<Stmt>, usize), Wire> {
        let (mut stmt, mut tail) = (null_mut(), null());
        let text = c_text(text);
        let length = c_int::try_from(text.as_bytes_with_nul().len()).unwrap_or(c_int::MAX);
        // SAFETY: see the module; the tail points into the text.
        let (code, used) = unsafe {
            let code = sql::sqlite3_prepare_v2(self.0, text.as_ptr(), length, &raw mut stmt, &raw mut tail);
            let used = if tail.is_null() { 0 } else { tail.offset_from(text.as_ptr()) };
            (code, used)
        };
        self.checked(code)?;
        Ok(((!stmt.is_null()).then_some(Stmt(stmt)), usize::try_from(used).unwrap_or(0)))
    }

    /// Changes of the last statement, changes in all, the last row's number, whether no transaction is open.
    pub fn status(self) -> [i64; 4] {
        // SAFETY: see the module.
        unsafe {
            [
                i64::from(sql::sqlite3_changes(self.0)),
                i64::from(sql::sqlite3_total_changes(self.0)),
                sql::sqlite3_last_insert_rowid(self.0),
                i64::from(sql::sqlite3_get_autocommit(self.0)),
            ]
        }
    }

    /// Sets a limit, or with -1 asks for it.
    pub fn limit(self, category: c_int, value: c_int) -> c_int {
        // SAFETY: see the module.
        unsafe { sql::sqlite3_limit(self.0, category, value) }
    }

    /// Interrupts what is running.
    pub fn interrupt(self) {
        // SAFETY: see the module.
        unsafe { sql::sqlite3_interrupt(self.0) }
    }

    /// Sets one of the options that are on or off, or with -1 asks for it.
    pub fn config(self, option: c_int, value: c_int) -> Result<c_int, Wire> {
        let mut now: c_int = 0;
        if !(1002..=1019).contains(&option) {
            return Err(error_of(sql::SQLITE_ERROR));
        }
        // SAFETY: these options take a number and a place for one.
        let code = unsafe { sql::sqlite3_db_config(self.0, option, value, &raw mut now) };
        if code == sql::SQLITE_OK { Ok(now) } else { Err(error_of(code)) }
    }

    /// The database as bytes.
    pub fn serialize(self, name: &[u8]) -> Result<Vec<u8>, Wire> {
        let mut size = 0;
        // SAFETY: the memory that is returned has this size and is ours to free.
        unsafe {
            let data = sql::sqlite3_serialize(self.0, c_text(name).as_ptr(), &raw mut size, 0);
            if data.is_null() {
                return Err(self.error());
            }
            let bytes = std::slice::from_raw_parts(data, usize::try_from(size).unwrap_or(0)).to_vec();
            sql::sqlite3_free(data.cast());
            Ok(bytes)
        }
    }

    /// Replaces the database by one from bytes.
    pub fn deserialize(self, name: &[u8], data: &[u8]) -> Result<(), Wire> {
        let flags = sql::SQLITE_DESERIALIZE_FREEONCLOSE | sql::SQLITE_DESERIALIZE_RESIZEABLE;
        let n = data.len();
        // SAFETY: the buffer is SQLite's from here on, also when it fails.
        let code = unsafe {
            let buffer = sql::sqlite3_malloc64(n as u64).cast::<u8>();
            if buffer.is_null() && n > 0 {
                return Err(error_of(sql::SQLITE_NOMEM));
            }
            std::ptr::copy_nonoverlapping(data.as_ptr(), buffer, n);
            sql::sqlite3_deserialize(self.0, c_text(name).as_ptr(), buffer, n as i64, n as i64, flags)
        };
        self.checked(code)
    }

    /// Opens a blob.
    pub fn blob(self, names: [&[u8]; 3], row: i64, writes: bool) -> Result<Blob, Wire> {
        let mut blob = null_mut();
        let [schema, table, column] = names.map(c_text);
        // SAFETY: see the module.
        let code = unsafe {
            let names = [schema.as_ptr(), table.as_ptr(), column.as_ptr()];
            sql::sqlite3_blob_open(self.0, names[0], names[1], names[2], row, c_int::from(writes), &raw mut blob)
        };
        self.checked(code)?;
        Ok(Blob(blob))
    }

    /// Begins to copy a database into this one.
    pub fn backup_from(self, source: Db, name: &[u8]) -> Result<Backup, Wire> {
        // SAFETY: both are open, and the owner of each gives up its backups before it closes.
        let backup = unsafe { sql::sqlite3_backup_init(self.0, c"main".as_ptr(), source.0, c_text(name).as_ptr()) };
        if backup.is_null() { Err(self.error()) } else { Ok(Backup(backup)) }
    }
}

impl Stmt {
    /// Gives it up.
    pub fn finalize(self) {
        // SAFETY: see the module.
        unsafe {
            sql::sqlite3_finalize(self.0);
        }
    }

    /// Ends its execution.
    pub fn reset(self) {
        // SAFETY: see the module.
        unsafe {
            sql::sqlite3_reset(self.0);
        }
    }

    /// Forgets the parameters.
    pub fn clear(self) {
        // SAFETY: see the module.
        unsafe {
            sql::sqlite3_clear_bindings(self.0);
        }
    }

    /// Executes it to the next row; gives the code.
    pub fn step(self) -> c_int {
        // SAFETY: see the module.
        unsafe { sql::sqlite3_step(self.0) }
    }

    /// How often SQLite has compiled it anew, because a table was changed.
    pub fn times_compiled_anew(self) -> c_int {
        // SAFETY: see the module.
        unsafe { sql::sqlite3_stmt_status(self.0, sql::SQLITE_STMTSTATUS_REPREPARE, 0) }
    }

    /// Whether it writes nothing.
    pub fn reads_only(self) -> bool {
        // SAFETY: see the module.
        unsafe { sql::sqlite3_stmt_readonly(self.0) != 0 }
    }

    /// The names of its parameters, NULL for those without.
    pub fn parameters(self) -> Vec<Wire> {
        // SAFETY: see the module.
        let name = |i| copied(unsafe { sql::sqlite3_bind_parameter_name(self.0, i) });
        // SAFETY: see the module.
        let n = unsafe { sql::sqlite3_bind_parameter_count(self.0) };
        (1..=n).map(name).map(|name| if name.is_empty() { Wire::Null } else { Wire::Text(name) }).collect()
    }

    /// Sets a parameter, counted from 1.
    pub fn bind(self, i: c_int, value: &Wire) -> c_int {
        // SAFETY: see the module.
        unsafe {
            match value {
                Wire::Int(n) => sql::sqlite3_bind_int64(self.0, i, *n),
                Wire::Real(x) => sql::sqlite3_bind_double(self.0, i, *x),
                Wire::Text(text) => sql::sqlite3_bind_text64(
                    self.0,
                    i,
                    text.as_ptr().cast(),
                    text.len() as u64,
                    sql::SQLITE_TRANSIENT(),
                    sql::SQLITE_UTF8 as u8,
                ),
                Wire::Blob(blob) if blob.is_empty() => sql::sqlite3_bind_zeroblob(self.0, i, 0),
                Wire::Blob(blob) => sql::sqlite3_bind_blob64(
                    self.0,
                    i,
                    blob.as_ptr().cast(),
                    blob.len() as u64,
                    sql::SQLITE_TRANSIENT(),
                ),
                _ => sql::sqlite3_bind_null(self.0, i),
            }
        }
    }

    /// How many columns it gives.
    pub fn column_count(self) -> c_int {
        // SAFETY: see the module.
        unsafe { sql::sqlite3_column_count(self.0) }
    }

    /// Name and declared type of a column.
    pub fn column(self, i: c_int) -> Wire {
        // SAFETY: see the module.
        let (name, declared) =
            unsafe { (copied(sql::sqlite3_column_name(self.0, i)), sql::sqlite3_column_decltype(self.0, i)) };
        let declared = if declared.is_null() { Wire::Null } else { Wire::Text(copied(declared)) };
        Wire::Row(vec![Wire::Text(name), declared])
    }

    /// The present row.
    pub fn row(self) -> Wire {
        // SAFETY: there is a row, and the pointers are used before the next call that could move them.
        let value = |i| unsafe { value_of(sql::sqlite3_column_value(self.0, i)) };
        // SAFETY: see the module.
        let n = unsafe { sql::sqlite3_data_count(self.0) };
        Wire::Row((0..n).map(value).collect())
    }
}

/// The value behind a pointer.
///
/// # Safety
/// SQLite's value must be valid during the call.
pub(super) unsafe fn value_of(value: *mut sql::sqlite3_value) -> Wire {
    // SAFETY: the caller's promise; the length is asked for after the conversion that may move the bytes.
    unsafe {
        match sql::sqlite3_value_type(value) {
            sql::SQLITE_INTEGER => Wire::Int(sql::sqlite3_value_int64(value)),
            sql::SQLITE_FLOAT => Wire::Real(sql::sqlite3_value_double(value)),
            sql::SQLITE_TEXT => {
                let text = sql::sqlite3_value_text(value);
                Wire::Text(slice(text.cast(), sql::sqlite3_value_bytes(value)))
            }
            sql::SQLITE_BLOB => {
                let blob = sql::sqlite3_value_blob(value);
                Wire::Blob(slice(blob, sql::sqlite3_value_bytes(value)))
            }
            _ => Wire::Null,
        }
    }
}

/// Copies bytes.
///
/// # Safety
/// There must be this many, unless the pointer is null.
pub(super) unsafe fn slice(at: *const c_void, n: c_int) -> Vec<u8> {
    let n = usize::try_from(n).unwrap_or(0);
    // SAFETY: the caller's promise.
    if at.is_null() || n == 0 { Vec::new() } else { unsafe { std::slice::from_raw_parts(at.cast(), n) }.to_vec() }
}

impl Blob {
    /// Its length.
    pub fn size(self) -> c_int {
        // SAFETY: see the module.
        unsafe { sql::sqlite3_blob_bytes(self.0) }
    }

    /// Reads a part.
    pub fn read(self, at: c_int, n: c_int) -> Result<Vec<u8>, c_int> {
        let mut bytes = vec![0; usize::try_from(n).unwrap_or(0)];
        // SAFETY: the buffer has `n` bytes; SQLite checks the range.
        match unsafe { sql::sqlite3_blob_read(self.0, bytes.as_mut_ptr().cast(), n, at) } {
            sql::SQLITE_OK => Ok(bytes),
            code => Err(code),
        }
    }

    /// Writes a part.
    pub fn write(self, at: c_int, bytes: &[u8]) -> c_int {
        let n = c_int::try_from(bytes.len()).unwrap_or(c_int::MAX);
        // SAFETY: the buffer has `n` bytes; SQLite checks the range.
        unsafe { sql::sqlite3_blob_write(self.0, bytes.as_ptr().cast(), n, at) }
    }

    /// Closes it.
    pub fn close(self) {
        // SAFETY: see the module.
        unsafe {
            sql::sqlite3_blob_close(self.0);
        }
    }
}

impl Backup {
    /// Copies some pages: gives the code, how many are left, how many there are.
    pub fn step(self, pages: c_int) -> [i64; 3] {
        // SAFETY: see the module.
        unsafe {
            let code = sql::sqlite3_backup_step(self.0, pages);
            let (left, all) = (sql::sqlite3_backup_remaining(self.0), sql::sqlite3_backup_pagecount(self.0));
            [code, left, all].map(i64::from)
        }
    }

    /// Ends it; gives the code.
    pub fn finish(self) -> c_int {
        // SAFETY: see the module.
        unsafe { sql::sqlite3_backup_finish(self.0) }
    }
}
