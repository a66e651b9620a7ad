//! Connections of TLS, live: what requests of the module `_ssl` do.
//!
//! A connection belongs to the outside world like the socket below it: keys, buffers and the state of the protocol are
//! known here alone, by numbers. What the program learns of it (plain bytes, certificates, that it must wait) comes by
//! replies, which are recorded, so a run that is repeated needs neither network nor keys.
//!
//! No request waits: one that cannot go on says for what it waits. See `docs/architecture/tls.md`.

use std::collections::BTreeMap;
use std::os::fd::BorrowedFd;
use std::sync::Arc;

mod alerts;
mod config;
mod connection;
mod engine;
mod failure;
mod identity;
mod records;
mod transport;
mod verifier;

use super::wire::{Wire, kinds};
use config::Config;
use connection::Connection;
use engine::Sessions;
use failure::Halt;
pub use identity::{KeyProblem, check_key};
use transport::Transport;

kinds! {
    /// What is asked of a connection.
    pub enum Kind;

    /// What connections of a context have in common (`config.rs`): gives its number.
    Configure "configure";
    /// A context's number: it is not needed any more.
    Forget "forget";
    /// Context, descriptor or -1, whether it is a server, the server's name, a session: gives the connection's number.
    Open "open";
    /// Ends a connection without a word to the peer.
    Close "close";
    /// Incoming bytes, whether they are the last: begins or goes on with the handshake.
    Handshake "handshake";
    /// The context with which a server goes on after the client's greeting, or an alert with which it refuses.
    Greet "greet";
    /// Incoming bytes, whether they are the last, how many bytes at most.
    Read "read";
    /// Incoming bytes, whether they are the last, bytes to write.
    Write "write";
    /// Incoming bytes, whether they are the last: says goodbye, and waits for the peer's.
    Shutdown "shutdown";
    /// Gives the number of the connection's session, and whether the server gave a ticket.
    Session "session";
    /// A session's number: it is not needed any more.
    ForgetSession "forget_session";
}

/// All that is open.
#[derive(Default)]
pub struct Tls {
    configs: BTreeMap<i64, Arc<Config>>,
    connections: BTreeMap<i64, Connection>,
    sessions: BTreeMap<i64, Arc<Sessions>>,
}

/// The lowest number that is free.
fn free<T>(table: &BTreeMap<i64, T>) -> i64 {
    (1..).find(|n| !table.contains_key(n)).unwrap_or(1)
}

impl Tls {
    /// Which descriptor of the program a connection runs over.
    pub fn descriptor(&self, number: i64) -> Option<i64> {
        self.connections.get(&number).and_then(|connection| connection.fd)
    }

    /// Carries a request out. `socket` is what the connection runs over, if that is open.
    pub fn carry_out(&mut self, number: i64, kind: Kind, args: &Wire, socket: Option<BorrowedFd<'_>>) -> Wire {
        match kind {
            Kind::Configure => match Config::new(args) {
                Ok(config) => {
                    let number = free(&self.configs);
                    self.configs.insert(number, Arc::new(config));
                    Wire::Int(number)
                }
                Err(failure) => Wire::Notice(failure.wire()),
            },
            Kind::Forget => {
                self.configs.remove(&number);
                Wire::Null
            }
            Kind::ForgetSession => {
                self.sessions.remove(&number);
                Wire::Null
            }
            Kind::Close => {
                self.connections.remove(&number);
                Wire::Null
            }
            Kind::Open => self.open(args),
            Kind::Session => {
                let Some(connection) = self.connections.get(&number) else { return Wire::Null };
                let (sessions, has_ticket) = connection.session();
                let free = free(&self.sessions);
                self.sessions.insert(free, sessions);
                Wire::Row(vec![Wire::Int(free), Wire::Int(i64::from(has_ticket))])
            }
            _ => self.advance(number, kind, args, socket),
        }
    }

    fn open(&mut self, args: &Wire) -> Wire {
        let Some(config) = self.configs.get(&args.item(0).int()) else { return Halt::gone().wire(0, Vec::new()) };
        let fd = Some(args.item(1).int()).filter(|fd| *fd >= 0);
        let host = match args.item(3) {
            Wire::Null => None,
            name => Some(String::from_utf8_lossy(name.bytes()).into_owned()),
        };
        let sessions = self.sessions.get(&args.item(4).int()).cloned();
        match Connection::open(Arc::clone(config), fd, args.item(2).int() != 0, host, sessions) {
            Ok(connection) => {
                let number = free(&self.connections);
                self.connections.insert(number, connection);
                Wire::Int(number)
            }
            Err(failure) => Wire::Notice(failure.wire()),
        }
    }

    fn advance(&mut self, number: i64, kind: Kind, args: &Wire, socket: Option<BorrowedFd<'_>>) -> Wire {
        let Some(connection) = self.connections.get_mut(&number) else { return Halt::gone().wire(0, Vec::new()) };
        if kind == Kind::Greet {
            let config = self.configs.get(&args.item(0).int()).cloned();
            connection.greet(config, args.item(1).int() as u8);
            return Halt::done(Wire::Null).wire(0, Vec::new());
        }
        let mut transport = match (connection.fd, socket) {
            (Some(_), Some(socket)) => Transport::Socket(socket),
            (Some(_), None) => return Halt::Errno(libc::EBADF).wire(0, Vec::new()),
            (None, _) => Transport::memory(args.item(0).bytes(), args.item(1).int() != 0),
        };
        let done = match kind {
            Kind::Handshake => connection.handshake(&mut transport),
            Kind::Read => connection.read(&mut transport, args.item(2).int().max(0) as usize),
            Kind::Write => connection.write(&mut transport, args.item(2).bytes()),
            _ => connection.shutdown(&mut transport),
        };
        let halt = done.map_or_else(|halt| halt, Halt::done);
        let (used, outgoing) = transport.used();
        let Wire::Row(mut reply) = halt.wire(used, outgoing) else { return Wire::Null };
        reply.push(Wire::Int(connection.pending() as i64));
        reply.push(Wire::Row(connection.key_lines().into_iter().map(|line| Wire::text(&line)).collect()));
        Wire::Row(reply)
    }
}
