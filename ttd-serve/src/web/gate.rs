//! Who may talk to the server: its owner's browser, from the page that the server has given it.
//!
//! The token proves the owner. A cookie, which scripts cannot read and other sites cannot make the browser send,
//! carries it from then on. The name of the host guards against sites that let their own name lead here; the origin
//! against those that open a connection from elsewhere.

use std::io;

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName};

use crate::token;

/// What a request must know and say.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    port: u16,
    token: String,
}

impl Gate {
    /// A gate with a new token.
    pub(super) fn new(port: u16) -> io::Result<Gate> {
        Ok(Gate { port, token: token::random::<20>()? })
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// The name of the cookie. Cookies know no ports, so it has the port in its name.
    fn cookie_name(&self) -> String {
        format!("ttd-{}", self.port)
    }

    /// The cookie that lets its owner in.
    pub(super) fn cookie(&self) -> String {
        format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie_name(), self.token)
    }

    /// Whether this is the token.
    pub(super) fn is_token(&self, text: &str) -> bool {
        token::is_token(text, &self.token)
    }

    /// Whether a request is for this server by its own name.
    pub(super) fn is_for_us(&self, headers: &HeaderMap) -> bool {
        only(headers, &HOST).is_some_and(|host| self.names().iter().any(|name| host == name))
    }

    /// Whether a request comes from a page of this server.
    pub(super) fn is_from_us(&self, headers: &HeaderMap) -> bool {
        let origin = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some_and(|host| self.names().iter().any(|name| host == name))
    }

    /// Whether a request has the cookie.
    pub(super) fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let name = self.cookie_name();
        let lines = headers.get_all(COOKIE).into_iter().filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(of, token)| of == name && self.is_token(token))
    }

    fn names(&self) -> [String; 2] {
        [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)]
    }
}

/// The value of a header that must come once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).into_iter();
    let value = all.next()?.to_str().ok();
    if all.next().is_some() { None } else { value }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(rows: &[(HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in rows {
            headers.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        headers
    }

    #[test]
    fn only_our_own_page_is_let_in() {
        let gate = Gate::new(8123).expect("a token");
        assert!(gate.token.len() >= 32);
        assert_ne!(gate.token, Gate::new(8123).expect("a token").token);
        assert!(gate.is_token(&gate.token) && !gate.is_token("") && !gate.is_token(&gate.token[1..]));
        assert!(gate.is_for_us(&headers(&[(HOST, "localhost:8123")])));
        for wrong in ["evil.example:8123", "127.0.0.1", "127.0.0.1:81", "127.0.0.1:8123.evil.example"] {
            assert!(!gate.is_for_us(&headers(&[(HOST, wrong)])), "{wrong}");
        }
        assert!(!gate.is_for_us(&headers(&[(HOST, "localhost:8123"), (HOST, "localhost:8123")])));
        assert!(gate.is_from_us(&headers(&[(ORIGIN, "http://127.0.0.1:8123")])));
        assert!(!gate.is_from_us(&headers(&[(ORIGIN, "https://127.0.0.1:8123")])));
        assert!(!gate.is_from_us(&headers(&[(ORIGIN, "null")])) && !gate.is_from_us(&headers(&[])));
        let cookie = format!("a=b; ttd-8123={}", gate.token);
        assert!(gate.has_cookie(&headers(&[(COOKIE, &cookie)])));
        assert!(!gate.has_cookie(&headers(&[(COOKIE, &cookie.replace("8123", "8124"))])));
        assert!(!gate.has_cookie(&headers(&[(COOKIE, "ttd-8123=")])));
    }
}
