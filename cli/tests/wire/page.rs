//! A page: the client's side of `-m web`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use super::{PATIENCE, programs, start};

/// A server in a process of its own.
pub(crate) struct Server {
    child: Child,
    /// What it writes to standard error, by lines.
    said: Receiver<String>,
    /// The port of its address.
    pub(crate) port: u16,
    /// The token of its address.
    pub(crate) token: String,
}

/// An open connection to it.
pub(crate) struct Client {
    socket: WebSocket<TcpStream>,
    next: u64,
    /// Messages that no request has asked for.
    pub(crate) unasked: Vec<Value>,
}

/// What came of a request.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// `answer` or `error`, with what it says.
    pub(crate) message: Value,
    /// The parts before it.
    pub(crate) parts: Vec<Value>,
    /// How often progress came before it.
    pub(crate) progress: usize,
}

impl Server {
    /// Starts it with the arguments behind `-m web`.
    pub(crate) fn start(arguments: &[&str]) -> Result<Server, String> {
        let mut command = start::ttd_py(&programs());
        command.stdout(Stdio::null()).stdin(Stdio::null()).args(["-m", "web"]).args(arguments);
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let stderr = child.stderr.take().ok_or("no stderr")?;
        let (to, said) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                if to.send(line).is_err() {
                    return;
                }
            }
        });
        let first = said.recv_timeout(PATIENCE).map_err(|_| "it says nothing".to_string())?;
        let address = first.strip_prefix("The page is at http://127.0.0.1:").ok_or_else(|| first.clone())?;
        let (port, token) = address.split_once("/?token=").ok_or_else(|| first.clone())?;
        let port = port.parse().map_err(|_| first.clone())?;
        Ok(Server { child, said, port, token: token.to_string() })
    }

    /// The name under which it is reached.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The cookie of its owner.
    pub(crate) fn cookie(&self) -> String {
        format!("ttd-{}={}", self.port, self.token)
    }

    /// Sends the head of a request, without the empty line at its end, and reads the response.
    pub(crate) fn http(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.write_all(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes()).expect("it reads");
        let mut response = Vec::new();
        // A server that refuses may close early.
        let _ = stream.read_to_end(&mut response);
        String::from_utf8_lossy(&response).into_owned()
    }

    /// Gets a path with the cookie.
    pub(crate) fn get(&self, path: &str) -> String {
        self.http(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}", self.host(), self.cookie()))
    }

    /// Connects as its page does.
    pub(crate) fn connect(&self) -> Client {
        self.connect_as(Some(&self.cookie()), Some(&format!("http://{}", self.host()))).expect("it lets its page in")
    }

    /// Connects with this cookie and origin.
    pub(crate) fn connect_as(&self, cookie: Option<&str>, origin: Option<&str>) -> Result<Client, String> {
        let stream = TcpStream::connect(self.host()).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        let mut request =
            format!("ws://{}/ws", self.host()).into_client_request().map_err(|error| error.to_string())?;
        for (name, value) in [("cookie", cookie), ("origin", origin)] {
            if let Some(value) = value {
                request.headers_mut().insert(name, value.parse().map_err(|_| "no header".to_string())?);
            }
        }
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        Ok(Client { socket, next: 0, unasked: Vec::new() })
    }

    /// The memory that it uses, in megabytes.
    pub(crate) fn megabytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) / 1024
    }

    /// Waits for its end: its status, and what it wrote to standard error since it started.
    pub(crate) fn finish(mut self) -> (Option<i32>, String) {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.code(),
                _ if Instant::now() > deadline => break None,
                _ => thread::sleep(Duration::from_millis(2)),
            }
        };
        let _ = self.child.kill();
        let _ = self.child.wait();
        let said: Vec<String> = self.said.iter().collect();
        (status, said.join("\n"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Client {
    /// Sends a text as it is.
    pub(crate) fn send(&mut self, text: &str) {
        // A server that has let this client go is noticed by what it does not answer.
        let _ = self.socket.send(Message::text(text));
    }

    /// Sends bytes that are no text.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.socket.send(Message::binary(bytes.to_vec()));
    }

    /// Sends a request without an id, which it gets, and returns the id.
    pub(crate) fn request(&mut self, mut request: Value) -> u64 {
        self.next += 1;
        request["id"] = self.next.into();
        self.send(&request.to_string());
        self.next
    }

    /// The next message.
    pub(crate) fn message(&mut self) -> Result<Value, String> {
        loop {
            match self.socket.read().map_err(|error| error.to_string())? {
                Message::Text(text) => return serde_json::from_str(&text).map_err(|error| error.to_string()),
                Message::Close(_) => return Err("closed".into()),
                _ => {}
            }
        }
    }

    /// Waits for the answer to a request.
    pub(crate) fn outcome(&mut self, id: &Value) -> Result<Outcome, String> {
        let mut outcome = Outcome::default();
        loop {
            let mut message = self.message()?;
            if message.get("changed").is_some() || message["id"] != *id {
                self.unasked.push(message);
                continue;
            }
            if message.get("part").is_some() {
                outcome.parts.push(message["part"].take());
            } else if message.get("progress").is_some() {
                outcome.progress += 1;
            } else {
                message.as_object_mut().map(|object| object.remove("id"));
                outcome.message = message;
                return Ok(outcome);
            }
        }
    }

    /// Asks, and waits for the answer.
    pub(crate) fn ask(&mut self, request: Value) -> Result<Outcome, String> {
        let id = self.request(request);
        self.outcome(&id.into())
    }

    /// Asks for what must be answered.
    pub(crate) fn answer(&mut self, request: Value) -> Value {
        let asked = request.to_string();
        let mut outcome = self.ask(request).unwrap_or_else(|error| panic!("{asked}: {error}"));
        assert!(outcome.message.get("answer").is_some(), "{asked}: {}", outcome.message);
        outcome.message["answer"].take()
    }

    /// Asks for what must be refused: why.
    pub(crate) fn error(&mut self, request: Value) -> String {
        let asked = request.to_string();
        let outcome = self.ask(request).unwrap_or_else(|error| panic!("{asked}: {error}"));
        outcome.message["error"].as_str().unwrap_or_else(|| panic!("{asked}: {}", outcome.message)).to_string()
    }

    /// Waits until the run has come to its end.
    pub(crate) fn whole_run(&mut self) -> Result<Value, String> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let mut outcome = self.ask(json!({ "request": "hello" }))?;
            if outcome.message["answer"]["complete"] == true {
                return Ok(outcome.message["answer"].take());
            }
            thread::sleep(Duration::from_millis(10));
        }
        Err("the program does not end".into())
    }
}
