//! What the connections of a context have in common, and the configurations of rustls that are made of it.

use std::sync::{Arc, Mutex};

use rustls::crypto::{CryptoProvider, WebPkiSupportedAlgorithms, ring};
use rustls::server::{ProducesTickets, ServerSessionMemoryCache, StoresServerSessions, WebPkiClientVerifier};
use rustls::{ClientConfig, ServerConfig, SupportedProtocolVersion, version};
use ttd_pyalgos::x509::{Policy, Store, Target};

use super::super::wire::Wire;
use super::engine::{KeyLines, Sessions};
use super::failure::Failure;
use super::identity::{Identities, certified};
use super::verifier::{Verdict, Verifier};

/// The program wants a certificate of the peer.
const CERT_REQUIRED: i64 = 2;
/// Sessions that a server remembers.
const SESSIONS: usize = 256;

/// A context's settings.
pub(super) struct Config {
    verify_mode: i64,
    flags: u32,
    host_flags: u32,
    pub(super) checks_host: bool,
    versions: Vec<&'static SupportedProtocolVersion>,
    provider: Arc<CryptoProvider>,
    pub(super) alpn: Vec<Vec<u8>>,
    store: Arc<Store>,
    identities: Arc<Identities>,
    tickets: usize,
    logs_keys: bool,
    remembered: Arc<dyn StoresServerSessions>,
    ticketer: Option<Arc<dyn ProducesTickets>>,
}

fn algorithms() -> WebPkiSupportedAlgorithms {
    ring::default_provider().signature_verification_algorithms
}

/// Seconds since 1970.
pub(super) fn unix_time() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}

impl Config {
    /// Reads the settings: mode, flags, flags about hosts, whether the host's name is checked, versions (bit 0: 1.2,
    /// bit 1: 1.3), numbers of ciphers, protocols, trusted certificates, lists of revoked ones, certificates with keys,
    /// tickets, whether keys are logged.
    pub(super) fn new(args: &Wire) -> Result<Config, Failure> {
        let number = |i: usize| args.item(i).int();
        let mut provider = ring::default_provider();
        let known = std::mem::take(&mut provider.cipher_suites);
        let suites = args.item(5).items().iter();
        let named = suites.filter_map(|id| known.iter().find(|s| i64::from(u16::from(s.suite())) == id.int()));
        provider.cipher_suites = named.copied().collect();
        let mut versions = Vec::new();
        for (bit, version) in [(2, &version::TLS13), (1, &version::TLS12)] {
            let has_suite = provider.cipher_suites.iter().any(|suite| suite.version() == version);
            if number(4) & bit != 0 && has_suite {
                versions.push(version);
            }
        }
        if versions.is_empty() {
            return Err(Failure::of("NO_PROTOCOLS_AVAILABLE"));
        }
        let blobs = |i: usize| args.item(i).items().iter().map(Wire::bytes);
        let store = Store::new(blobs(7), blobs(8));
        let mut identities = Vec::new();
        for identity in args.item(9).items() {
            let mut chain: Vec<&[u8]> = identity.item(0).items().iter().map(Wire::bytes).collect();
            // As OpenSSL does: of a certificate alone, the chain is made of those that are trusted.
            let above = if let [only] = chain[..] { store.above(only, unix_time()) } else { Vec::new() };
            chain.extend(above.iter().map(Vec::as_slice));
            let key = certified(&chain, identity.item(1).int(), identity.item(2).bytes());
            identities.push(Arc::new(key.map_err(|_| Failure::of("NO_CERTIFICATE_ASSIGNED"))?));
        }
        let tickets = usize::try_from(number(10)).unwrap_or(0);
        Ok(Config {
            verify_mode: number(0),
            flags: number(1) as u32,
            host_flags: number(2) as u32,
            checks_host: number(3) != 0,
            versions,
            provider: Arc::new(provider),
            alpn: blobs(6).map(<[u8]>::to_vec).collect(),
            store: Arc::new(store),
            identities: Arc::new(Identities(identities)),
            tickets,
            logs_keys: number(11) != 0,
            remembered: ServerSessionMemoryCache::new(SESSIONS),
            ticketer: if tickets > 0 { ring::Ticketer::new().ok() } else { None },
        })
    }

    /// Whether a server can show a certificate.
    pub(super) fn has_identity(&self) -> bool {
        !self.identities.0.is_empty()
    }

    /// A verifier for one connection.
    pub(super) fn verifier(&self, of_server: bool, target: Option<Target>) -> Arc<Verifier> {
        let policy = Policy { flags: self.flags, host_flags: self.host_flags, of_server, target, now: 0 };
        Arc::new(Verifier {
            store: Arc::clone(&self.store),
            policy,
            demands: self.verify_mode != 0,
            mandatory: self.verify_mode == CERT_REQUIRED,
            algorithms: algorithms(),
            verdict: Mutex::new(Verdict::default()),
        })
    }

    /// Whether the client's certificate is asked for.
    pub(super) fn verifies(&self) -> bool {
        self.verify_mode != 0
    }

    pub(super) fn client(
        &self,
        verifier: Arc<Verifier>,
        sessions: Arc<Sessions>,
        keys: Arc<KeyLines>,
        shows_name: bool,
    ) -> Result<ClientConfig, Failure> {
        let builder = ClientConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_protocol_versions(&self.versions)
            .map_err(|_| Failure::of("NO_PROTOCOLS_AVAILABLE"))?
            .dangerous()
            .with_custom_certificate_verifier(verifier);
        let mut config = builder.with_client_cert_resolver(Arc::clone(&self.identities) as _);
        config.alpn_protocols.clone_from(&self.alpn);
        config.check_selected_alpn = false;
        config.resumption = rustls::client::Resumption::store(sessions);
        config.enable_sni = shows_name;
        if self.logs_keys {
            config.key_log = keys;
        }
        Ok(config)
    }

    /// For a server whose client offers these protocols.
    pub(super) fn server(
        &self,
        verifier: Arc<Verifier>,
        keys: Arc<KeyLines>,
        offered: &[Vec<u8>],
    ) -> Result<ServerConfig, Failure> {
        let builder = ServerConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_protocol_versions(&self.versions)
            .map_err(|_| Failure::of("NO_PROTOCOLS_AVAILABLE"))?;
        let builder = if self.verifies() {
            builder.with_client_cert_verifier(verifier)
        } else {
            builder.with_client_cert_verifier(WebPkiClientVerifier::no_client_auth())
        };
        let mut config = builder.with_cert_resolver(Arc::clone(&self.identities) as _);
        // OpenSSL goes on without a protocol when there is none in common.
        if offered.iter().any(|protocol| self.alpn.contains(protocol)) {
            config.alpn_protocols.clone_from(&self.alpn);
        }
        config.session_storage = Arc::clone(&self.remembered);
        config.send_tls13_tickets = self.tickets;
        config.ignore_client_order = true;
        if let Some(ticketer) = &self.ticketer {
            config.ticketer = Arc::clone(ticketer);
        }
        if self.logs_keys {
            config.key_log = keys;
        }
        Ok(config)
    }
}
