//! Databases of SQLite, live: what requests of the module `_sqlite3` do.
//!
//! A database, also one in memory, belongs to the outside world like an open file: statements, cursors and what is
//! stored are known here alone, by numbers, and the program learns of them by replies, which are recorded.
//!
//! A function of the program that SQLite calls (a user function, a collation, an authorizer) is part of the reply: the
//! request runs in a coroutine, which is suspended at the call; the reply names the function and its arguments, the
//! program runs it, and its result is the next request ([`Kind::Resume`]).

use std::collections::BTreeMap;

pub mod database;
pub mod ffi;
pub mod functions;
mod requests;

use super::wire::{Wire, kinds};
use database::Database;
pub use ffi::{is_complete, version};

kinds! {
    /// What is asked of a database.
    pub enum Kind;

    /// Path, flags, milliseconds to wait for locks: gives the database's number.
    Open "open";
    /// Closes the database.
    Close "close";
    /// SQL: gives statement, names of parameters, whether more follows; NULL if there is no statement.
    Prepare "prepare";
    /// A statement.
    Finalize "finalize";
    /// A statement.
    Reset "reset";
    /// Statement, parameters, SQL to run before outside of a transaction, the version whose columns are known: gives
    /// the first row or the number of changes, the last row's number, the columns if they are those of another
    /// version, and the version: how often the statement was compiled anew.
    Execute "execute";
    /// Statement, the parameters of each execution: gives how many they were and the number of changes. Rows are
    /// dropped.
    ExecuteRows "execute_rows";
    /// A statement: gives the next rows, as many as are given at once; behind the last one is the number of changes.
    Rows "rows";
    /// A statement: gives the next row, or the number of changes.
    Step "step";
    /// A statement: gives name and declared type of each column.
    Columns "columns";
    /// SQL, and whether it is run only outside (1) or inside (2) of a transaction: gives whether it was run.
    Simple "run";
    /// Gives changes, all changes, the last row's number, whether a transaction is open.
    Status "status";
    /// Category, new value.
    Limit "limit";
    /// Interrupts what is running.
    Interrupt "interrupt";
    /// Option, new value or -1.
    Config "config";
    /// Name, number of arguments, whether deterministic, function, whether it is given up.
    Function "create_function";
    /// Name, number of arguments, class, whether it is given up, whether a window function.
    Aggregate "create_aggregate";
    /// Name, function, whether it is given up.
    Collation "create_collation";
    /// Which (0 authorizer, 1 progress, 2 trace), function or -1, instructions between two calls.
    Hook "hook";
    /// Whether the function succeeded, and its result.
    Resume "resume";
    /// The other database, the schema's name: gives a backup's number.
    BackupStart "backup";
    /// Backup, pages: gives code, pages left, all pages.
    BackupStep "backup_step";
    /// A backup.
    BackupEnd "backup_end";
    /// The schema's name.
    Serialize "serialize";
    /// Bytes, the schema's name.
    Deserialize "deserialize";
    /// Schema, table, column, row, whether read only: gives number and length.
    BlobOpen "blobopen";
    /// Blob, offset, length.
    BlobRead "blob_read";
    /// Blob, offset, bytes.
    BlobWrite "blob_write";
    /// A blob.
    BlobClose "blob_close";
}

/// How many rows pass in one request, either way.
pub const ROWS_AT_ONCE: usize = 1000;

/// All open databases.
#[derive(Default)]
pub struct Databases(BTreeMap<i64, Database>);

impl Databases {
    /// Carries a request out; the thread that asks may have others beside it. `first` is the lowest number for a new
    /// database; `resolve` makes a path absolute.
    pub fn carry_out(
        &mut self,
        number: i64,
        kind: Kind,
        (args, is_beside_others): (&Wire, bool),
        first: i64,
        resolve: impl Fn(&[u8]) -> Vec<u8>,
    ) -> Wire {
        match kind {
            Kind::Open => match Database::open(args, &resolve) {
                Ok(database) => {
                    let number = (first..).find(|n| !self.0.contains_key(n)).unwrap_or(first);
                    self.0.insert(number, database);
                    Wire::Int(number)
                }
                Err(notice) => notice,
            },
            Kind::Close => {
                self.0.remove(&number);
                Wire::Null
            }
            Kind::BackupStart => {
                let source = self.0.get(&args.item(0).int()).map(Database::handle);
                match (source, self.0.get_mut(&number)) {
                    (Some(source), Some(target)) => target.backup_start(&source, args.item(1).bytes()),
                    _ => database::misuse(),
                }
            }
            _ => match self.0.get_mut(&number) {
                Some(database) if is_beside_others => database.request_beside_others(kind, args),
                Some(database) => database.request(kind, args),
                None => database::misuse(),
            },
        }
    }

    /// Closes the databases with this number or a higher one.
    pub fn close_from(&mut self, first: i64) {
        self.0.split_off(&first);
    }
}
