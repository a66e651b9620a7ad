//! One connection: shaking hands, reading, writing and saying goodbye.

use std::net::IpAddr;
use std::sync::{Arc, PoisonError};

use rustls::pki_types::{DnsName, ServerName};
use rustls::{ClientConnection, Error, HandshakeKind, ProtocolVersion};
use ttd_pyalgos::x509::Target;

use super::super::wire::Wire;
use super::alerts;
use super::config::{Config, unix_time};
use super::engine::{Engine, KeyLines, Sessions};
use super::failure::{Failure, Halt, failure_of};
use super::transport::Transport;
use super::verifier::Verifier;

/// The most that is written at once: a record.
pub(super) const RECORD: usize = 16384;

/// A connection.
pub(super) struct Connection {
    config: Arc<Config>,
    /// The program's descriptor below it.
    pub(super) fd: Option<i64>,
    is_server: bool,
    pub(super) engine: Engine,
    verifier: Arc<Verifier>,
    sessions: Arc<Sessions>,
    keys: Arc<KeyLines>,
    /// The record that comes in.
    pub(super) record: Vec<u8>,
    /// Plain bytes that have come in, and how many of them were read.
    pub(super) plain: (Vec<u8>, usize),
    /// Encrypted bytes to go out, and how many of them have gone.
    pub(super) outgoing: (Vec<u8>, usize),
    /// How many bytes of a write that had to wait are encrypted already.
    encrypted: usize,
    pub(super) failure: Option<Failure>,
    /// What the client offered, where that is known.
    offered: Vec<u16>,
    said_goodbye: bool,
    pub(super) got_goodbye: bool,
}

/// How a request ends.
pub(super) type Done<T = Wire> = Result<T, Halt>;

impl Connection {
    pub(super) fn open(
        config: Arc<Config>,
        fd: Option<i64>,
        is_server: bool,
        host: Option<String>,
        sessions: Option<Arc<Sessions>>,
    ) -> Result<Connection, Failure> {
        let address = host.as_deref().and_then(|host| host.parse::<IpAddr>().ok());
        let target = host.clone().filter(|_| config.checks_host).map(|host| match address {
            Some(IpAddr::V4(ip)) => Target::Address(ip.octets().to_vec(), host),
            Some(IpAddr::V6(ip)) => Target::Address(ip.octets().to_vec(), host),
            None => Target::Host(host),
        });
        let known = sessions.as_ref().and_then(|sessions| sessions.verifier(&config, host.as_deref()));
        let verifier = known.unwrap_or_else(|| config.verifier(!is_server, target));
        verifier.forget();
        let keys = Arc::<KeyLines>::default();
        let fresh = || Arc::new(Sessions::new(Arc::clone(&config), host.clone(), Arc::clone(&verifier)));
        let sessions = sessions.unwrap_or_else(fresh);
        let engine = if is_server {
            Engine::Accepting(Box::default())
        } else {
            let dns = host.clone().and_then(|host| DnsName::try_from(host).ok());
            let own = config.client(Arc::clone(&verifier), Arc::clone(&sessions), Arc::clone(&keys), dns.is_some())?;
            // Without a name the server is known by an address that nobody has.
            let nobody = IpAddr::from([0, 0, 0, 0]);
            let name = dns.map_or(ServerName::from(address.unwrap_or(nobody)), ServerName::DnsName);
            let made = ClientConnection::new(Arc::new(own), name);
            let made = made.map_err(|error| failure_of(&error, false, None))?;
            Engine::Live(Box::new(made.into()))
        };
        Ok(Connection {
            config,
            fd,
            is_server,
            engine,
            verifier,
            sessions,
            keys,
            record: Vec::new(),
            plain: (Vec::new(), 0),
            outgoing: (Vec::new(), 0),
            encrypted: 0,
            failure: None,
            offered: Vec::new(),
            said_goodbye: false,
            got_goodbye: false,
        })
    }

    /// How many plain bytes can be read at once.
    pub(super) fn pending(&self) -> usize {
        self.plain.0.len() - self.plain.1
    }

    /// Lines about keys that are new.
    pub(super) fn key_lines(&self) -> Vec<String> {
        self.keys.take()
    }

    /// The sessions of a client, and whether there is one to go on with.
    pub(super) fn session(&self) -> (Arc<Sessions>, bool) {
        (Arc::clone(&self.sessions), self.sessions.has_ticket())
    }

    /// Goes on after a client's greeting: with this context, or refuses with an alert.
    pub(super) fn greet(&mut self, config: Option<Arc<Config>>, alert: u8) {
        let Engine::Greeted(accepted) = std::mem::replace(&mut self.engine, Engine::Dead) else { return };
        let Some(config) = config else {
            self.outgoing.0.extend_from_slice(&alerts::fatal(alert));
            self.failure = Some(Failure::of("CALLBACK_FAILED"));
            return;
        };
        let hello = accepted.client_hello();
        let protocols = hello.alpn().map_or_else(Vec::new, |offered| offered.map(<[u8]>::to_vec).collect());
        self.offered = hello.cipher_suites().iter().map(|suite| u16::from(*suite)).collect();
        self.config = config;
        if !self.config.has_identity() {
            const HANDSHAKE_FAILURE: u8 = 40;
            self.outgoing.0.extend_from_slice(&alerts::fatal(HANDSHAKE_FAILURE));
            self.failure = Some(Failure::of("NO_SHARED_CIPHER"));
            return;
        }
        self.verifier = self.config.verifier(false, None);
        let own = match self.config.server(Arc::clone(&self.verifier), Arc::clone(&self.keys), &protocols) {
            Ok(own) => own,
            Err(failure) => {
                self.failure = Some(failure);
                return;
            }
        };
        match accepted.into_connection(Arc::new(own)) {
            Ok(live) => self.engine = Engine::Live(Box::new(live.into())),
            Err((error, mut alert)) => {
                let _ = alert.write_all(&mut self.outgoing.0);
                self.fail(&error);
            }
        }
    }

    pub(super) fn fail(&mut self, error: &Error) -> Halt {
        let verify = self.verifier.verdict.lock().unwrap_or_else(PoisonError::into_inner).failure.clone();
        let failure = failure_of(error, self.is_server, verify);
        self.failure = Some(failure.clone());
        Halt::Failed(failure)
    }

    fn is_shaking_hands(&self) -> bool {
        match &self.engine {
            Engine::Live(live) => live.is_handshaking(),
            _ => true,
        }
    }

    fn check(&self) -> Done<()> {
        self.failure.as_ref().map_or(Ok(()), |failure| Err(Halt::Failed(failure.clone())))
    }

    /// Goes on with the handshake; its result describes the connection.
    pub(super) fn handshake(&mut self, transport: &mut Transport<'_>) -> Done {
        loop {
            self.flush(transport)?;
            self.check()?;
            if let Engine::Greeted(accepted) = &self.engine {
                let hello = accepted.client_hello();
                return Err(Halt::Hello(hello.server_name().map_or(Wire::Null, Wire::text)));
            }
            if !self.is_shaking_hands() {
                return Ok(self.describe());
            }
            self.pull(transport)?;
        }
    }

    /// Version, cipher, protocol, the peer's certificates, the chain that was verified, the name that the client asked
    /// for, whether a session was gone on with, what a client offered.
    fn describe(&mut self) -> Wire {
        let Engine::Live(live) = &self.engine else { return Wire::Null };
        let blobs = |list: &[Vec<u8>]| Wire::Row(list.iter().map(|der| Wire::Blob(der.clone())).collect());
        let sent: Vec<Vec<u8>> = live.peer_certificates().unwrap_or_default().iter().map(|der| der.to_vec()).collect();
        let resumed = live.handshake_kind() == Some(HandshakeKind::Resumed);
        if resumed && !sent.is_empty() {
            // What was verified when the session began is verified again, for its chain.
            let sent: Vec<&[u8]> = sent.iter().map(Vec::as_slice).collect();
            let _ = self.verifier.judge(&sent, unix_time());
        }
        let version = match live.protocol_version() {
            Some(ProtocolVersion::TLSv1_3) => 0x304,
            _ => 0x303,
        };
        let name = match &**live {
            rustls::Connection::Server(server) => server.server_name().map_or(Wire::Null, Wire::text),
            rustls::Connection::Client(_) => Wire::Null,
        };
        let verdict = self.verifier.verdict.lock().unwrap_or_else(PoisonError::into_inner);
        Wire::Row(vec![
            Wire::Int(version),
            live.negotiated_cipher_suite().map_or(Wire::Null, |s| Wire::Int(i64::from(u16::from(s.suite())))),
            live.alpn_protocol().map_or(Wire::Null, |protocol| Wire::Blob(protocol.to_vec())),
            blobs(&sent),
            blobs(&verdict.chain),
            name,
            Wire::Int(i64::from(resumed)),
            Wire::Row(self.offered.iter().map(|id| Wire::Int(i64::from(*id))).collect()),
        ])
    }

    /// Reads up to this many plain bytes.
    pub(super) fn read(&mut self, transport: &mut Transport<'_>, most: usize) -> Done {
        if self.is_shaking_hands() {
            self.handshake(transport)?;
        }
        loop {
            let (plain, start) = &mut self.plain;
            if *start < plain.len() {
                let end = plain.len().min(*start + most);
                let bytes = plain[*start..end].to_vec();
                *start = end;
                return Ok(Wire::Blob(bytes));
            }
            if self.got_goodbye {
                return Err(Halt::Closed(self.said_goodbye));
            }
            self.check()?;
            self.pull(transport)?;
            match self.flush(transport) {
                Ok(()) | Err(Halt::WantWrite) => {}
                Err(halt) => return Err(halt),
            }
        }
    }

    /// Writes plain bytes; done when all have gone out. One that has to wait is repeated with the same bytes.
    pub(super) fn write(&mut self, transport: &mut Transport<'_>, bytes: &[u8]) -> Done {
        if self.is_shaking_hands() {
            self.handshake(transport)?;
        }
        self.check()?;
        if self.said_goodbye {
            return Err(Halt::Failed(Failure::of("PROTOCOL_IS_SHUTDOWN")));
        }
        loop {
            self.flush(transport)?;
            let rest = bytes.get(self.encrypted..).unwrap_or_default();
            if rest.is_empty() {
                return Ok(Wire::Int(std::mem::take(&mut self.encrypted) as i64));
            }
            let Engine::Live(live) = &mut self.engine else { return Err(Halt::gone()) };
            live.set_buffer_limit(None);
            let piece = &rest[..rest.len().min(RECORD)];
            self.encrypted += std::io::Write::write(&mut live.writer(), piece).unwrap_or(0);
        }
    }

    /// Says goodbye and waits for the peer's.
    pub(super) fn shutdown(&mut self, transport: &mut Transport<'_>) -> Done {
        if let Some(failure) = &self.failure {
            return Err(Halt::Failed(failure.clone()));
        }
        if self.is_shaking_hands() {
            return Err(Halt::Failed(Failure::of("SHUTDOWN_WHILE_IN_INIT")));
        }
        if !self.said_goodbye {
            if let Engine::Live(live) = &mut self.engine {
                live.send_close_notify();
            }
            self.said_goodbye = true;
        }
        self.flush(transport)?;
        loop {
            if self.pending() > 0 {
                return Err(Halt::Failed(Failure::of("APPLICATION_DATA_AFTER_CLOSE_NOTIFY")));
            }
            if self.got_goodbye {
                return Ok(Wire::Null);
            }
            self.pull(transport)?;
        }
    }
}
