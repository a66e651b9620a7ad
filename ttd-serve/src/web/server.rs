//! The server: the page's files and one connection for each client, behind the gate.

use std::net::TcpListener;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request as HttpRequest, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, LOCATION, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use rust_embed::RustEmbed;

use super::clients::Clients;
use super::gate::Gate;
use super::queue::Queue;
use super::socket;

/// Bytes of a message of a client at most.
const LONGEST: usize = 1 << 20;

/// The page's files.
#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// What the handlers know.
#[derive(Clone)]
pub(super) struct Server {
    pub(super) gate: Gate,
    pub(super) clients: Clients,
    pub(super) queue: Queue,
}

/// What every response says: only this server's own files are scripts and styles, and nobody else shows the page.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Serves until the process ends.
pub(super) fn serve(listener: TcpListener, server: Server) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async move {
        listener.set_nonblocking(true)?;
        // Messages are small and each is waited for.
        let at_once = |stream: &mut tokio::net::TcpStream| drop(stream.set_nodelay(true));
        let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(at_once);
        let routes = Router::new().route("/", get(root)).route("/ws", get(connect)).fallback(get(asset));
        let guarded = routes.layer(middleware::from_fn_with_state(server.clone(), guard)).with_state(server);
        axum::serve(listener, guarded).await
    })
}

/// Lets in who knows the token or has the cookie.
async fn guard(State(server): State<Server>, request: HttpRequest, next: Next) -> Response {
    let mut response = match admitted(&server.gate, &request) {
        Ok(true) => next.run(request).await,
        Ok(false) => {
            let headers = [(SET_COOKIE, server.gate.cookie()), (LOCATION, "/".into())];
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        Err(why) => refusal(StatusCode::FORBIDDEN, why),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether a request has the cookie; false if it has the token, for which it gets the cookie.
fn admitted(gate: &Gate, request: &HttpRequest) -> Result<bool, &'static str> {
    let headers = request.headers();
    if !gate.is_for_us(headers) {
        return Err("This server answers to 127.0.0.1 and localhost only.");
    }
    let path = request.uri().path();
    if path == "/" && request.method() == Method::GET && token_of(request.uri()).is_some_and(|text| gate.is_token(text))
    {
        return Ok(false);
    }
    if !gate.has_cookie(headers) {
        return Err("This page needs the address with the token that ttd-py has printed.");
    }
    if path == "/ws" && !gate.is_from_us(headers) {
        return Err("Only the page of this server may connect.");
    }
    Ok(true)
}

fn token_of(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

fn refusal(status: StatusCode, why: &'static str) -> Response {
    (status, [(CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{why}\n")).into_response()
}

async fn root() -> Response {
    file("index.html")
}

async fn asset(uri: Uri) -> Response {
    file(uri.path().strip_prefix('/').unwrap_or_default())
}

/// A file of the page, by its exact name.
fn file(name: &str) -> Response {
    let found = Assets::iter().find(|known| known == name).and_then(|known| Assets::get(&known));
    match found {
        Some(found) => ([(CONTENT_TYPE, media_type(name))], found.data.into_owned()).into_response(),
        None => refusal(StatusCode::NOT_FOUND, "There is no such file."),
    }
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

async fn connect(State(server): State<Server>, upgrade: WebSocketUpgrade) -> Response {
    let Some((client, inbound)) = server.clients.join() else {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "Too many pages are open.");
    };
    let (clients, queue) = (server.clients.clone(), server.queue.clone());
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    let gone = (clients.clone(), client);
    upgrade
        .on_failed_upgrade(move |_| gone.0.leave(gone.1))
        .on_upgrade(move |socket| socket::converse(socket, client, inbound, clients, queue))
}
