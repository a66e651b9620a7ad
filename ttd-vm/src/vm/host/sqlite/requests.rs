//! What the requests to an open database do.

use std::collections::BTreeMap;
use std::ffi::c_int;

use libsqlite3_sys as sql;

use super::super::wire::Wire;
use super::database::{Shared, misuse};
use super::ffi::{Stmt, error_of};
use super::functions;
use super::{Kind, ROWS_AT_ONCE};

type Answer = Result<Wire, Wire>;

/// Carries a request out.
pub(super) fn carry_out(shared: &Shared, kind: Kind, args: &Wire) -> Wire {
    let done = match kind {
        Kind::Prepare => prepare(shared, args.item(0).bytes()),
        Kind::Finalize => {
            let gone = shared.statements.borrow_mut().remove(&args.item(0).int());
            gone.into_iter().for_each(Stmt::finalize);
            Ok(Wire::Null)
        }
        Kind::Reset => statement(shared, args).map(|s| {
            s.reset();
            Wire::Null
        }),
        Kind::Execute => execute(shared, args),
        Kind::ExecuteRows => execute_rows(shared, args),
        Kind::Rows => statement(shared, args).and_then(|s| rows(shared, s)),
        Kind::Step => statement(shared, args).and_then(|s| step(shared, s)),
        Kind::Columns => statement(shared, args).map(columns),
        Kind::Simple => simple(shared, args),
        Kind::Status => Ok(Wire::Row(shared.db.status().map(Wire::Int).to_vec())),
        Kind::Limit => {
            let value = c_int::try_from(args.item(1).int()).unwrap_or(c_int::MAX);
            Ok(Wire::Int(i64::from(shared.db.limit(args.item(0).int() as c_int, value))))
        }
        Kind::Interrupt => {
            shared.db.interrupt();
            Ok(Wire::Null)
        }
        Kind::Config => {
            shared.db.config(args.item(0).int() as c_int, args.item(1).int() as c_int).map(|n| Wire::Int(i64::from(n)))
        }
        Kind::Function | Kind::Aggregate | Kind::Collation | Kind::Hook => register(shared, kind, args),
        Kind::BackupStep | Kind::BackupEnd => backup(shared, kind, args),
        Kind::Serialize => shared.db.serialize(args.item(0).bytes()).map(Wire::Blob),
        Kind::Deserialize => shared.db.deserialize(args.item(1).bytes(), args.item(0).bytes()).map(|()| Wire::Null),
        Kind::BlobOpen | Kind::BlobRead | Kind::BlobWrite | Kind::BlobClose => blob(shared, kind, args),
        Kind::Open | Kind::Close | Kind::BackupStart | Kind::Resume => Ok(misuse()),
    };
    done.unwrap_or_else(|error| error)
}

fn entry<T: Copy>(table: &BTreeMap<i64, T>, args: &Wire) -> Result<T, Wire> {
    table.get(&args.item(0).int()).copied().ok_or_else(misuse)
}

fn statement(shared: &Shared, args: &Wire) -> Result<Stmt, Wire> {
    entry(&shared.statements.borrow(), args)
}

fn prepare(shared: &Shared, text: &[u8]) -> Answer {
    let (statement, used) = shared.db.prepare(text)?;
    let Some(statement) = statement else { return Ok(Wire::Null) };
    let number = shared.number();
    shared.statements.borrow_mut().insert(number, statement);
    let items = vec![
        Wire::Int(number),
        Wire::Row(statement.parameters()),
        Wire::Int(used as i64),
        Wire::Int(i64::from(statement.column_count())),
        Wire::Int(i64::from(statement.reads_only())),
    ];
    Ok(Wire::Row(items))
}

fn execute(shared: &Shared, args: &Wire) -> Answer {
    let statement = statement(shared, args)?;
    // It has begun where this is asked again because of a lock.
    if !args.item(2).bytes().is_empty() && shared.db.status()[3] != 0 {
        simple(shared, &Wire::Row(vec![args.item(2).clone(), Wire::Int(1)]))?;
    }
    begin(shared, statement, args.item(1))?;
    let first = step(shared, statement)?;
    let version = i64::from(statement.times_compiled_anew());
    let columns = if args.item(3).int() == version { Wire::Null } else { columns(statement) };
    Ok(Wire::Row(vec![first, Wire::Int(shared.db.status()[2]), columns, Wire::Int(version)]))
}

/// Has a statement begin with these parameters.
fn begin(shared: &Shared, statement: Stmt, parameters: &Wire) -> Result<(), Wire> {
    statement.reset();
    statement.clear();
    for (i, value) in (1..).zip(parameters.items()) {
        let code = statement.bind(i, value);
        shared.db.checked(code)?;
    }
    Ok(())
}

fn execute_rows(shared: &Shared, args: &Wire) -> Answer {
    let (statement, executions) = (statement(shared, args)?, args.item(1).items());
    let mut changes = 0;
    for parameters in executions {
        begin(shared, statement, parameters)?;
        changes += loop {
            if let Wire::Int(n) = step(shared, statement)? {
                break n;
            }
        };
    }
    Ok(Wire::Row(vec![Wire::Int(executions.len() as i64), Wire::Int(changes)]))
}

/// About how many bytes of text the rows may have that are given at once.
const BYTES_AT_ONCE: usize = 1 << 20;

/// The next rows, and at the end the number of changes, or the error that ends them. A row with text that must be
/// converted first is the last.
fn rows(shared: &Shared, statement: Stmt) -> Answer {
    let (mut rows, mut bytes) = (Vec::new(), 0);
    while rows.len() < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE {
        let row = match step(shared, statement) {
            Err(error) if !rows.is_empty() => {
                rows.push(error);
                break;
            }
            row => row?,
        };
        bytes += row.items().iter().map(|value| value.bytes().len()).sum::<usize>();
        let is_text = |value: &Wire| !matches!(value, Wire::Text(text) if std::str::from_utf8(text).is_err());
        let is_last = matches!(row, Wire::Int(_)) || !row.items().iter().all(is_text);
        rows.push(row);
        if is_last {
            break;
        }
    }
    Ok(Wire::Row(rows))
}

fn columns(statement: Stmt) -> Wire {
    Wire::Row((0..statement.column_count()).map(|i| statement.column(i)).collect())
}

/// The next row, or the number of changes of a statement that is over.
fn step(shared: &Shared, statement: Stmt) -> Answer {
    match statement.step() {
        sql::SQLITE_ROW => Ok(statement.row()),
        sql::SQLITE_DONE => {
            let changes = shared.db.status()[0];
            statement.reset();
            Ok(Wire::Int(changes))
        }
        _ => {
            let error = shared.db.error();
            statement.reset();
            Err(error)
        }
    }
}

fn simple(shared: &Shared, args: &Wire) -> Answer {
    let outside = shared.db.status()[3] != 0;
    match args.item(1).int() {
        1 if !outside => return Ok(Wire::Int(0)),
        2 if outside => return Ok(Wire::Int(0)),
        _ => {}
    }
    if let (Some(statement), _) = shared.db.prepare(args.item(0).bytes())? {
        let code = statement.step();
        let failed = (code != sql::SQLITE_DONE && code != sql::SQLITE_ROW).then(|| shared.db.error());
        statement.finalize();
        failed.map_or(Ok(()), Err)?;
    }
    Ok(Wire::Int(1))
}

fn register(shared: &Shared, kind: Kind, args: &Wire) -> Answer {
    let (db, calls, name) = (shared.db, &shared.calls, args.item(0).bytes());
    let number = |i| args.item(i).int();
    let code = match kind {
        Kind::Function => {
            let flags = if number(2) != 0 { sql::SQLITE_DETERMINISTIC } else { 0 };
            functions::create_function(db, calls, name, number(1) as c_int, flags, number(3))
        }
        Kind::Aggregate => functions::create_aggregate(db, calls, name, number(1) as c_int, number(2) != 0, number(3)),
        Kind::Collation => functions::create_collation(db, calls, name, number(1)),
        _ => functions::hook(db, calls, number(0), number(1), number(2) as c_int),
    };
    db.checked(code).map(|()| Wire::Null)
}

fn backup(shared: &Shared, kind: Kind, args: &Wire) -> Answer {
    let backup = entry(&shared.backups.borrow(), args)?;
    if kind == Kind::BackupStep {
        return Ok(Wire::Row(backup.step(args.item(1).int() as c_int).map(Wire::Int).to_vec()));
    }
    shared.backups.borrow_mut().remove(&args.item(0).int());
    match backup.finish() {
        sql::SQLITE_OK => Ok(Wire::Null),
        _ => Err(shared.db.error()),
    }
}

fn blob(shared: &Shared, kind: Kind, args: &Wire) -> Answer {
    if kind == Kind::BlobOpen {
        let names = [0, 1, 2].map(|i| args.item(i).bytes());
        let blob = shared.db.blob(names, args.item(3).int(), args.item(4).int() == 0)?;
        let number = shared.number();
        shared.blobs.borrow_mut().insert(number, blob);
        return Ok(Wire::Row(vec![Wire::Int(number), Wire::Int(i64::from(blob.size()))]));
    }
    let blob = entry(&shared.blobs.borrow(), args)?;
    let failed = |code| if code == sql::SQLITE_ABORT { error_of(code) } else { shared.db.error() };
    match kind {
        Kind::BlobRead => {
            blob.read(args.item(1).int() as c_int, args.item(2).int() as c_int).map(Wire::Blob).map_err(failed)
        }
        Kind::BlobWrite => match blob.write(args.item(1).int() as c_int, args.item(2).bytes()) {
            sql::SQLITE_OK => Ok(Wire::Null),
            code => Err(failed(code)),
        },
        _ => {
            shared.blobs.borrow_mut().remove(&args.item(0).int());
            blob.close();
            Ok(Wire::Null)
        }
    }
}

/// The path to open: made absolute, unless it names no file.
pub(super) fn path_of(path: &[u8], flags: i64, resolve: &impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    if path.is_empty() || path == b":memory:" {
        return path.to_vec();
    }
    let is_uri = flags & i64::from(sql::SQLITE_OPEN_URI) != 0 && path.starts_with(b"file:");
    let Some(inside) = is_uri.then(|| &path[5..]) else { return resolve(path) };
    let end = inside.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(inside.len());
    let in_memory = inside[..end] == *b":memory:" || inside[end..].windows(11).any(|w| w == b"mode=memory");
    if inside.starts_with(b"/") || end == 0 || in_memory {
        return path.to_vec();
    }
    let mut made = b"file:".to_vec();
    for byte in resolve(b"x").split_last().map_or(&[][..], |(_, folder)| folder) {
        match byte {
            b'%' | b'?' | b'#' => made.extend_from_slice(format!("%{byte:02X}").as_bytes()),
            byte => made.push(*byte),
        }
    }
    made.extend_from_slice(inside);
    made
}
