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
mod desk;
mod evaluate;
mod exceptions;
mod framing;
mod launch;
mod output;
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
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener};
use std::thread;

use serde_json::json;

use crate::launch::{Launch, Launcher};
use crate::streams;
use adapter::{Adapter, Debuggee};
use client::Client;
use output::ProgramStreams;
use while_running::Connection;

/// Serves one editor over standard input and output.
///
/// # Errors
/// What the system says about the streams, or that what came in was no message.
pub fn serve_streams(launcher: &dyn Launcher) -> io::Result<()> {
    let (client, pipes) = streams::take()?;
    let streams = ProgramStreams::open(pipes, None)?;
    serve(launcher, client.input, Box::new(client.output), &streams, None)
}

/// Waits for one editor on a port of the loopback interface, and serves it if it knows the token. `announce` tells
/// where it waits.
///
/// # Errors
/// What the system says about the port, or that what came in was no message.
pub fn serve_port(
    launcher: &dyn Launcher,
    port: u16,
    token: &str,
    announce: impl FnOnce(SocketAddr) -> String,
) -> io::Result<()> {
    let (listener, mut own, pipes) = listen(port)?;
    own.output.write_all(announce(listener.local_addr()?).as_bytes())?;
    let (stream, _) = listener.accept()?;
    drop(listener);
    // Messages are small and each is waited for.
    stream.set_nodelay(true)?;
    let streams = ProgramStreams::open(pipes, None)?;
    serve(launcher, stream.try_clone()?, Box::new(stream), &streams, Some(token))
}

/// Starts a program, and lets one editor after the other attach to it on a port of the loopback interface, each with
/// the token. `announce` tells where.
///
/// # Errors
/// What the system says about the port, or why the program cannot be started.
pub fn serve_program(
    launcher: &dyn Launcher,
    launch: &Launch,
    port: u16,
    token: &str,
    announce: impl FnOnce(SocketAddr) -> String,
) -> io::Result<()> {
    let (listener, mut own, pipes) = listen(port)?;
    let session = launcher.launch(launch).inspect_err(|why| {
        // Standard error is the program's by now. When this fails nobody is left to read it.
        let _ = writeln!(own.errors, "ttd-py: {why}");
    });
    let session = session.map_err(io::Error::other)?;
    let streams = ProgramStreams::open(pipes, Some(own.output.try_clone()?))?;
    let mut debuggee = Some(Debuggee { session, has_begun: false });
    own.output.write_all(announce(listener.local_addr()?).as_bytes())?;
    let guests = desk::open(listener, token)?;
    for guest in guests {
        let connection = Connection::new(guest.client.clone(), streams.input.clone());
        let reading = connection.clone();
        thread::Builder::new().name("requests".into()).spawn(move || reading.read_all(guest.reader))?;
        streams.show_to(Some(guest.client.clone()));
        let mut adapter = Adapter::new(launcher, connection, streams.clone(), None);
        adapter.debug(launch, debuggee.take(), &guest.hello);
        adapter.handle(&guest.attach);
        // Who sends what is no message is cut off, and another can attach.
        let _ = adapter.serve();
        streams.show_to(None);
        // The reading thread would hold it as long as the client does.
        let _ = guest.stream.shutdown(Shutdown::Both);
        debuggee = adapter.leave();
        if debuggee.is_none() {
            break;
        }
        drop(guest.seat);
    }
    Ok(())
}

/// Listens on a port of the loopback interface, and takes the standard streams.
fn listen(port: u16) -> io::Result<(TcpListener, streams::Client, streams::Pipes)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .map_err(|error| io::Error::other(format!("can't listen on port {port}: {error}")))?;
    let (own, pipes) = streams::take()?;
    Ok((listener, own, pipes))
}

fn serve(
    launcher: &dyn Launcher,
    input: impl Read + Send + 'static,
    output: Box<dyn Write + Send>,
    streams: &ProgramStreams,
    token: Option<&str>,
) -> io::Result<()> {
    let connection = Connection::new(Client::new(output), streams.input.clone());
    let (reading, client) = (connection.clone(), connection.client.clone());
    streams.show_to(Some(client.clone()));
    thread::Builder::new().name("requests".into()).spawn(move || reading.read_all(BufReader::new(input)))?;
    let mut adapter = Adapter::new(launcher, connection, streams.clone(), token.map(str::to_string));
    let result = adapter.serve();
    if result.is_err() {
        client.event("terminated", json!({}));
    }
    result
}
