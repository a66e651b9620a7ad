//! The Debug Adapter Protocol: what editors speak.
//!
//! A thread reads requests and puts them into the inbox; this one handles them in order. While the program runs, the
//! reading thread answers itself what must not wait ([`while_running`]), and pause, cancel, terminate and disconnect
//! make the program stop. The program stands at an event between two requests, and each stop is an event of the
//! protocol.

mod adapter;
mod breakpoints;
mod client;
mod custom;
mod evaluate;
mod exceptions;
mod framing;
mod launch;
mod progress;
mod requests;
mod run;
mod sources;
mod stack;
mod travel;
mod variables;
mod watches;
mod while_running;

use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::thread;

use serde_json::json;

use crate::inbox::Inbox;
use crate::launch::Launcher;
use crate::streams::{self, Output, Pipes};
use adapter::Adapter;
use client::Client;
use requests::{Incoming, Request};
use while_running::Snapshot;

/// Serves one editor over standard input and output.
///
/// # Errors
/// What the system says about the streams, or that what came in was no message.
pub fn serve_streams(launcher: &dyn Launcher) -> io::Result<()> {
    let (client, pipes) = streams::take()?;
    serve(launcher, client.input, Box::new(client.output), pipes, None)
}

/// Waits for one editor on a port of the loopback interface, and serves it if it knows the token.
///
/// # Errors
/// What the system says about the port, or that what came in was no message.
pub fn serve_port(launcher: &dyn Launcher, port: u16, token: &str) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .map_err(|error| io::Error::other(format!("can't listen on port {port}: {error}")))?;
    let (mut own, pipes) = streams::take()?;
    writeln!(own.output, "listening on {}", listener.local_addr()?)?;
    let (stream, _) = listener.accept()?;
    drop(listener);
    // Messages are small and each is waited for.
    stream.set_nodelay(true)?;
    serve(launcher, stream.try_clone()?, Box::new(stream), pipes, Some(token.to_string()))
}

fn serve(
    launcher: &dyn Launcher,
    input: impl Read + Send + 'static,
    output: Box<dyn Write + Send>,
    pipes: Pipes,
    token: Option<String>,
) -> io::Result<()> {
    let client = Client::new(output);
    let (inbox, snapshot) = (Inbox::new(), Arc::new(Snapshot::default()));
    let to_client = client.clone();
    let of_program = Output::forward(
        pipes,
        Box::new(move |stream, text| {
            to_client.event("output", json!({ "category": stream.name(), "output": text }));
        }),
    )?;
    let (reader, to, seen) = (client.clone(), inbox.clone(), snapshot.clone());
    thread::Builder::new()
        .name("requests".into())
        .spawn(move || read_all(BufReader::new(input), &reader, &to, &seen))?;
    let mut adapter = Adapter::new(launcher, client.clone(), inbox.clone(), of_program, snapshot, token);
    let result = adapter.serve();
    if result.is_err() {
        client.event("terminated", json!({}));
    }
    result
}

/// Reads requests until there are no more, and answers those that do not wait.
fn read_all(mut input: impl io::BufRead, client: &Client, inbox: &Inbox<Incoming>, snapshot: &Snapshot) {
    loop {
        let bytes = match framing::read(&mut input) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return inbox.close(),
            Err(why) => {
                inbox.put(Incoming::Unreadable(why), |_, _| true);
                return inbox.end_of_messages();
            }
        };
        let request = match Request::read(&bytes) {
            Ok(Some(request)) => request,
            // Responses and events of the client are answers to nothing that was asked.
            Ok(None) => continue,
            Err((seq, why)) => {
                client.refuse(seq, "", &why);
                continue;
            }
        };
        if !while_running::answers(&request, client, inbox, snapshot) {
            inbox.put(Incoming::Request(request), while_running::is_urgent);
        }
    }
}
