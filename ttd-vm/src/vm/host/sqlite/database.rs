//! An open database with its statements, and the coroutines in which requests run that call the program.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};
use libsqlite3_sys as sql;

use super::super::wire::{ERROR, LOCKED, Wire};
use super::Kind;
use super::ffi::{Backup, Blob, Db, Stmt, error_of};
use super::functions::{self, Calls};
use super::requests;

/// The stack of a request that may call the program, in bytes.
const STACK_BYTES: usize = 1 << 20;

/// What requests share: the database and what belongs to it, by numbers.
pub struct Shared {
    pub(super) db: Db,
    pub(super) calls: Rc<Calls>,
    pub(super) statements: RefCell<BTreeMap<i64, Stmt>>,
    pub(super) blobs: RefCell<BTreeMap<i64, Blob>>,
    pub(super) backups: RefCell<BTreeMap<i64, Backup>>,
    /// The databases that are being copied to this one: they must stay open.
    sources: RefCell<Vec<Rc<Shared>>>,
    next: Cell<i64>,
    /// Milliseconds to wait for locks.
    timeout: i32,
    /// A lock was met that would have been waited for.
    met_lock: Cell<bool>,
}

impl Shared {
    /// A new number.
    pub(super) fn number(&self) -> i64 {
        self.next.set(self.next.get() + 1);
        self.next.get()
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.calls.ending.set(true);
        std::mem::take(self.backups.get_mut()).into_values().for_each(|b| {
            b.finish();
        });
        std::mem::take(self.blobs.get_mut()).into_values().for_each(Blob::close);
        std::mem::take(self.statements.get_mut()).into_values().for_each(Stmt::finalize);
        self.db.close();
    }
}

type Running = Coroutine<Wire, Wire, Wire>;

/// A database. Fields are dropped in order: what runs must end first.
pub struct Database {
    running: Vec<Running>,
    shared: Rc<Shared>,
    stack: Option<DefaultStack>,
}

/// The error for a number that names nothing.
pub fn misuse() -> Wire {
    error_of(sql::SQLITE_MISUSE)
}

impl Database {
    /// Opens a database: path, flags, milliseconds to wait for locks.
    pub fn open(args: &Wire, resolve: &impl Fn(&[u8]) -> Vec<u8>) -> Result<Database, Wire> {
        let path = requests::path_of(args.item(0).bytes(), args.item(1).int(), resolve);
        let (flags, timeout) = (args.item(1).int() as i32, args.item(2).int().clamp(0, i64::from(i32::MAX)) as i32);
        let db = Db::open(&path, flags, timeout)?;
        // The library is built to check foreign keys; CPython's checks them on demand.
        let _ = db.config(sql::SQLITE_DBCONFIG_ENABLE_FKEY, 0);
        let shared = Shared {
            db,
            calls: Rc::default(),
            statements: RefCell::default(),
            blobs: RefCell::default(),
            backups: RefCell::default(),
            sources: RefCell::default(),
            next: Cell::new(0),
            timeout,
            met_lock: Cell::new(false),
        };
        Ok(Database { running: Vec::new(), shared: Rc::new(shared), stack: None })
    }

    /// What belongs to it.
    pub fn handle(&self) -> Rc<Shared> {
        self.shared.clone()
    }

    /// Begins to copy another database into this one.
    pub fn backup_start(&mut self, source: &Rc<Shared>, name: &[u8]) -> Wire {
        match self.shared.db.backup_from(source.db, name) {
            Ok(backup) => {
                let number = self.shared.number();
                self.shared.backups.borrow_mut().insert(number, backup);
                self.shared.sources.borrow_mut().push(source.clone());
                Wire::Int(number)
            }
            Err(error) => error,
        }
    }

    /// As `request`, for a thread that has others beside it: one of them may hold the lock that this would wait for.
    /// Then the error says that it is worth asking again.
    pub fn request_beside_others(&mut self, kind: Kind, args: &Wire) -> Wire {
        let shared = self.shared.clone();
        shared.met_lock.set(false);
        functions::note_locks(shared.db, Some(&shared.met_lock), 0);
        let reply = self.request(kind, args);
        functions::note_locks(shared.db, None, shared.timeout);
        match reply {
            Wire::Notice(mut items) if shared.met_lock.get() && items.first() == Some(&Wire::Int(ERROR)) => {
                items[0] = Wire::Int(LOCKED);
                Wire::Notice(items)
            }
            reply => reply,
        }
    }

    /// Carries a request out, or what is left of one that called the program.
    pub fn request(&mut self, kind: Kind, args: &Wire) -> Wire {
        if kind == Kind::Resume {
            return match self.running.pop() {
                Some(running) => self.go_on(running, args.item(0).clone()),
                None => misuse(),
            };
        }
        if kind == Kind::BackupEnd {
            let reply = requests::carry_out(&self.shared, kind, args);
            if self.shared.backups.borrow().is_empty() {
                self.shared.sources.borrow_mut().clear();
            }
            return reply;
        }
        if !self.shared.calls.any.get() || !kind.may_call() {
            return requests::carry_out(&self.shared, kind, args);
        }
        let Some(stack) = self.stack.take().or_else(|| DefaultStack::new(STACK_BYTES).ok()) else {
            return error_of(sql::SQLITE_NOMEM);
        };
        let shared = self.shared.clone();
        let args = args.clone();
        let running = Coroutine::with_stack(stack, move |yielder, _| {
            shared.calls.enter(yielder);
            requests::carry_out(&shared, kind, &args)
        });
        self.go_on(running, Wire::Null)
    }

    fn go_on(&mut self, mut running: Running, input: Wire) -> Wire {
        match running.resume(input) {
            CoroutineResult::Yield(call) => {
                self.running.push(running);
                call
            }
            CoroutineResult::Return(reply) => {
                self.stack = Some(running.into_stack());
                reply
            }
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // SQLite's frames cannot be unwound: the functions that are waited for fail, and the requests end.
        self.shared.calls.ending.set(true);
        while let Some(mut running) = self.running.pop() {
            while !running.done() {
                running.resume(Wire::Null);
            }
        }
    }
}

impl Kind {
    /// Whether SQLite may call functions of the program for it.
    fn may_call(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Prepare
                | Finalize
                | Reset
                | Execute
                | ExecuteRows
                | Step
                | Rows
                | Simple
                | BackupStep
                | BlobOpen
                | BlobWrite
                | Deserialize
        )
    }
}
