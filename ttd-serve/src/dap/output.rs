//! What the program writes, on its way to the client: in order, with the times of the events that wrote it.
//!
//! The program's own output comes from the machine with its time, that of child processes from the pipes without one.
//! Pieces are gathered for a moment, because programs write many small ones.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::json;
use ttd_debug::target::{self, StreamObserver};

use super::client::Client;
use crate::input::Input;
use crate::streams::{Output, Pipes, Stream, take_text};

/// How long pieces are gathered.
const GATHER: Duration = Duration::from_millis(5);
/// When more pieces wait than these, events are no longer kept apart.
const APART: usize = 100;
/// When more bytes wait than these, the program waits until they are sent.
const MOST: usize = 1 << 20;

/// The standard streams of the program, as the client sees them. Clones share them.
#[derive(Clone)]
pub(super) struct ProgramStreams {
    pipes: Output,
    transcript: Transcript,
    pub(super) input: Input,
}

/// What was written and not sent yet.
#[derive(Clone)]
struct Transcript(Arc<Shared>);

struct Shared {
    pieces: Mutex<Vec<Piece>>,
    filled: Condvar,
    /// Who gets it, held while pieces are sent.
    reader: Mutex<Reader>,
}

struct Reader {
    client: Option<Client>,
    /// Gets what is written while there is no client.
    terminal: Option<File>,
}

/// Text of one stream, and the first and last event that wrote it, where they are known.
struct Piece {
    stream: Stream,
    text: String,
    times: Option<(i64, i64)>,
}

impl Transcript {
    fn pieces(&self) -> MutexGuard<'_, Vec<Piece>> {
        self.0.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reader(&self) -> MutexGuard<'_, Reader> {
        self.0.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds text; whether so much waits that it must be sent.
    fn add(&self, stream: Stream, text: &str, time: Option<i64>) -> bool {
        let mut pieces = self.pieces();
        let crowded = pieces.len() > APART;
        let fits = |piece: &&mut Piece| match (piece.times, time) {
            (Some((_, last)), Some(time)) => crowded || last == time,
            (None, None) => true,
            _ => false,
        };
        match pieces.last_mut().filter(|piece| piece.stream == stream).filter(fits) {
            Some(piece) => {
                piece.text.push_str(text);
                piece.times = piece.times.zip(time).map(|((first, _), last)| (first, last));
            }
            None => pieces.push(Piece { stream, text: text.into(), times: time.map(|time| (time, time)) }),
        }
        let waiting: usize = pieces.iter().map(|piece| piece.text.len()).sum();
        self.0.filled.notify_all();
        waiting > MOST
    }

    /// Sends what was gathered.
    fn send(&self) {
        let mut reader = self.reader();
        let pieces = std::mem::take(&mut *self.pieces());
        for Piece { stream, text, times } in pieces {
            let Some(client) = &reader.client else {
                // A terminal that is gone has nobody who misses it.
                let _ = reader.terminal.as_mut().map(|terminal| terminal.write_all(text.as_bytes()));
                continue;
            };
            let mut body = json!({ "category": stream.name(), "output": text });
            if let Some((first, last)) = times.filter(|(first, _)| *first >= 0) {
                body["ttd"] = json!({ "time": first });
                if last != first {
                    body["ttd"]["until"] = last.into();
                }
            }
            client.event("output", body);
        }
    }

    fn send_for_ever(&self) {
        loop {
            let mut pieces = self.pieces();
            while pieces.is_empty() {
                pieces = self.0.filled.wait(pieces).unwrap_or_else(PoisonError::into_inner);
            }
            drop(pieces);
            thread::sleep(GATHER);
            self.send();
        }
    }
}

impl ProgramStreams {
    /// Begins to pass on what the program writes. `terminal` gets what is written while there is no client.
    pub(super) fn open(pipes: Pipes, terminal: Option<File>) -> io::Result<ProgramStreams> {
        let reader = Mutex::new(Reader { client: None, terminal });
        let shared = Shared { pieces: Mutex::default(), filled: Condvar::new(), reader };
        let transcript = Transcript(Arc::new(shared));
        let (from_pipes, to_client) = (transcript.clone(), transcript.clone());
        let pipes = Output::forward(
            pipes,
            Box::new(move |stream, text| {
                if from_pipes.add(stream, text, None) {
                    from_pipes.send();
                }
            }),
        )?;
        thread::Builder::new().name("transcript".into()).spawn(move || to_client.send_for_ever())?;
        Ok(ProgramStreams { pipes, transcript, input: Input::open()? })
    }

    /// From now on, this client gets what is written.
    pub(super) fn show_to(&self, client: Option<Client>) {
        self.catch_up();
        self.transcript.reader().client = client;
    }

    /// Passes on everything that the program has written so far.
    pub(super) fn catch_up(&self) {
        self.pipes.catch_up();
        self.transcript.send();
    }

    /// What the machine tells of the streams.
    pub(super) fn observer(&self) -> Box<dyn StreamObserver> {
        Box::new(Observer { streams: self.clone(), rests: [Vec::new(), Vec::new()] })
    }
}

/// Hears from the machine.
struct Observer {
    streams: ProgramStreams,
    /// The bytes of a character that has not come whole, by stream.
    rests: [Vec<u8>; 2],
}

impl StreamObserver for Observer {
    fn wrote(&mut self, stream: target::Stream, bytes: &[u8], time: i64) -> io::Result<()> {
        // What child processes have written before stands before it.
        self.streams.pipes.pass_on();
        let (stream, rest) = match stream {
            target::Stream::Out => (Stream::Out, &mut self.rests[0]),
            target::Stream::Err => (Stream::Err, &mut self.rests[1]),
        };
        rest.extend_from_slice(bytes);
        let text = take_text(rest);
        if !text.is_empty() && self.streams.transcript.add(stream, &text, Some(time)) {
            self.streams.transcript.send();
        }
        Ok(())
    }

    fn waits_for_input(&mut self) {
        if !self.streams.input.note_waiting() {
            return;
        }
        self.streams.catch_up();
        let client = self.streams.transcript.reader().client.clone();
        if let Some(client) = client {
            client.event("ttd/waitsForInput", json!({}));
            client.console("(the program waits for input: type a line here, or Ctrl-D as a line for its end)");
        }
    }
}
