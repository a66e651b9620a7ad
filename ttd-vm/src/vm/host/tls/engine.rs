//! The state of rustls behind a connection, the sessions that a client keeps, and the keys that are logged.

use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::{ClientSessionMemoryCache, ClientSessionStore, Tls12ClientSessionValue, Tls13ClientSessionValue};
use rustls::pki_types::ServerName;
use rustls::server::{Accepted, Acceptor};
use rustls::{KeyLog, NamedGroup};

use super::config::Config;
use super::verifier::Verifier;

/// How far a connection is.
pub(super) enum Engine {
    /// A server waits for a client's greeting.
    Accepting(Box<Acceptor>),
    /// A client has greeted; the program decides how it goes on.
    Greeted(Box<Accepted>),
    /// Shaking hands, or open.
    Live(Box<rustls::Connection>),
    /// It has failed.
    Dead,
}

/// The sessions of one connection: another connection that is given them may go on with one.
pub(super) struct Sessions {
    store: ClientSessionMemoryCache,
    /// The context, the server and its judge: rustls goes on with a session only if the judge is the same.
    origin: (Arc<Config>, Option<String>, Arc<Verifier>),
    got_ticket: Mutex<bool>,
}

impl Sessions {
    pub(super) fn new(config: Arc<Config>, host: Option<String>, verifier: Arc<Verifier>) -> Sessions {
        let store = ClientSessionMemoryCache::new(8);
        Sessions { store, origin: (config, host, verifier), got_ticket: Mutex::new(false) }
    }

    /// The judge of the server that the sessions are with, if they are with this one, by the same settings.
    pub(super) fn verifier(&self, config: &Arc<Config>, host: Option<&str>) -> Option<Arc<Verifier>> {
        let (own, name, verifier) = &self.origin;
        (Arc::ptr_eq(own, config) && name.as_deref() == host).then(|| Arc::clone(verifier))
    }

    /// Whether a server gave a ticket or a number.
    pub(super) fn has_ticket(&self) -> bool {
        *self.got_ticket.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self) {
        *self.got_ticket.lock().unwrap_or_else(PoisonError::into_inner) = true;
    }
}

impl std::fmt::Debug for Sessions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.store.fmt(f)
    }
}

impl ClientSessionStore for Sessions {
    fn set_kx_hint(&self, server_name: ServerName<'static>, group: NamedGroup) {
        self.store.set_kx_hint(server_name, group);
    }

    fn kx_hint(&self, server_name: &ServerName<'_>) -> Option<NamedGroup> {
        self.store.kx_hint(server_name)
    }

    fn set_tls12_session(&self, server_name: ServerName<'static>, value: Tls12ClientSessionValue) {
        self.note();
        self.store.set_tls12_session(server_name, value);
    }

    fn tls12_session(&self, server_name: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        self.store.tls12_session(server_name)
    }

    fn remove_tls12_session(&self, server_name: &ServerName<'static>) {
        self.store.remove_tls12_session(server_name);
    }

    fn insert_tls13_ticket(&self, server_name: ServerName<'static>, value: Tls13ClientSessionValue) {
        self.note();
        self.store.insert_tls13_ticket(server_name, value);
    }

    fn take_tls13_ticket(&self, server_name: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        self.store.take_tls13_ticket(server_name)
    }
}

/// Lines for the file of a program that logs its keys.
#[derive(Debug, Default)]
pub(super) struct KeyLines(Mutex<Vec<String>>);

impl KeyLines {
    /// Takes the lines that are new.
    pub(super) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl KeyLog for KeyLines {
    fn log(&self, label: &str, client_random: &[u8], secret: &[u8]) {
        let digits = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
        let line = format!("{label} {} {}", digits(client_random), digits(secret));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}
