//! The standard streams: the client's are kept for its messages, and the program gets others.
//!
//! A debugged program shares this process and so its standard streams. Where these carry messages, they are moved to
//! other descriptors before the program starts: it then reads nothing and writes into pipes, together with its child
//! processes. What comes out of a pipe goes to the client at once, from a thread; [`Output::catch_up`] brings it up to
//! date before an answer, so that output stands before the answer that it belongs to.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};

/// Bytes read from a pipe at once.
const PIECE: usize = 1 << 16;

/// How long pieces of output are gathered.
const GATHER: Duration = Duration::from_millis(5);

/// A stream of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

impl Stream {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Out => "stdout",
            Stream::Err => "stderr",
        }
    }
}

/// The standard streams of the process, moved away from the program.
#[derive(Debug)]
pub struct Client {
    /// What was standard input.
    pub input: File,
    /// What was standard output.
    pub output: File,
    /// What was standard error.
    pub errors: File,
}

/// The other ends of the program's streams.
#[derive(Debug)]
pub struct Pipes {
    out: File,
    err: File,
}

/// Moves the standard streams away from the program. Only before the program starts, and once.
///
/// # Errors
/// What the system says.
pub fn take() -> io::Result<(Client, Pipes)> {
    let kept = |fd| rustix::io::fcntl_dupfd_cloexec(fd, 3).map(File::from);
    let input = kept(rustix::stdio::stdin())?;
    let client = Client { input, output: kept(rustix::stdio::stdout())?, errors: kept(rustix::stdio::stderr())? };
    let nothing = OwnedFd::from(File::open("/dev/null")?);
    rustix::stdio::dup2_stdin(&nothing)?;
    let pipe = || -> io::Result<(File, OwnedFd)> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
        rustix::io::ioctl_fionbio(&reader, true)?;
        Ok((File::from(reader), writer))
    };
    let ((out, out_end), (err, err_end)) = (pipe()?, pipe()?);
    rustix::stdio::dup2_stdout(&out_end)?;
    rustix::stdio::dup2_stderr(&err_end)?;
    Ok((client, Pipes { out, err }))
}

/// Gives the program a pipe as its standard input, and returns the end to write to. Only before the program starts.
pub(crate) fn open_input() -> io::Result<File> {
    let (reader, writer) = pipe_with(PipeFlags::CLOEXEC)?;
    rustix::stdio::dup2_stdin(&reader)?;
    Ok(File::from(writer))
}

/// Whether somebody can still read what is written to a file, as far as the system knows.
pub(crate) fn has_reader(file: &File) -> bool {
    let mut end = [PollFd::new(file, PollFlags::empty())];
    let at_once = Timespec::default();
    poll(&mut end, Some(&at_once)).is_err() || !end[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Gets what the program writes, from any thread.
pub(crate) type Sink = Box<dyn Fn(Stream, &str) + Send + Sync>;

/// Passes what the program writes on.
#[derive(Clone)]
pub(crate) struct Output(Arc<Shared>);

struct Shared {
    ends: Mutex<[End; 2]>,
    sink: Sink,
}

/// A pipe, with the bytes of a character that has not come whole.
struct End {
    stream: Stream,
    pipe: File,
    rest: Vec<u8>,
}

impl Output {
    /// Begins to pass output on.
    pub(crate) fn forward(pipes: Pipes, sink: Sink) -> io::Result<Output> {
        let (out, err) = (pipes.out.try_clone()?, pipes.err.try_clone()?);
        let end = |stream, pipe| End { stream, pipe, rest: Vec::new() };
        let ends = Mutex::new([end(Stream::Out, pipes.out), end(Stream::Err, pipes.err)]);
        let output = Output(Arc::new(Shared { ends, sink }));
        let shared = output.clone();
        thread::Builder::new().name("output".into()).spawn(move || {
            let wants = PollFlags::IN;
            while poll(&mut [PollFd::new(&out, wants), PollFd::new(&err, wants)], None).is_ok() {
                // Small pieces that come one after the other are passed on together.
                thread::sleep(GATHER);
                shared.pass_on();
            }
        })?;
        Ok(output)
    }

    /// Passes on everything that the program has written so far.
    pub(crate) fn catch_up(&self) {
        // A program that has closed its standard output has nothing more to say.
        let _ = io::stdout().flush();
        self.pass_on();
    }

    /// Passes on what is there, without waiting for what the program has in buffers of this process.
    pub(crate) fn pass_on(&self) {
        for end in self.ends().iter_mut() {
            end.drain(|stream, text| (self.0.sink)(stream, text));
        }
    }

    fn ends(&self) -> MutexGuard<'_, [End; 2]> {
        self.0.ends.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl End {
    /// Reads what is there.
    fn drain(&mut self, sink: impl Fn(Stream, &str)) {
        let at_once = Timespec::default();
        if poll(&mut [PollFd::new(&self.pipe, PollFlags::IN)], Some(&at_once)) == Ok(0) {
            return;
        }
        let mut piece = vec![0; PIECE];
        loop {
            match self.pipe.read(&mut piece) {
                Ok(0) => return,
                Ok(n) => {
                    self.rest.extend_from_slice(&piece[..n]);
                    let text = take_text(&mut self.rest);
                    if !text.is_empty() {
                        sink(self.stream, &text);
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }
}

/// Takes the whole characters from the front of some bytes; what is no UTF-8 becomes a replacement character.
pub(crate) fn take_text(bytes: &mut Vec<u8>) -> String {
    let mut text = String::new();
    loop {
        match std::str::from_utf8(bytes) {
            Ok(all) => {
                text.push_str(all);
                bytes.clear();
                return text;
            }
            Err(error) => {
                let good = error.valid_up_to();
                text.push_str(&String::from_utf8_lossy(&bytes[..good]));
                let Some(bad) = error.error_len() else {
                    bytes.drain(..good);
                    return text;
                };
                text.push(char::REPLACEMENT_CHARACTER);
                bytes.drain(..good + bad);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::take_text;

    #[test]
    fn characters_come_whole() {
        let mut bytes = b"a\xc3".to_vec();
        assert_eq!(take_text(&mut bytes), "a");
        bytes.push(0xa9);
        assert_eq!(take_text(&mut bytes), "\u{e9}");
        bytes.extend(b"x\xffy");
        assert_eq!(take_text(&mut bytes), "x\u{fffd}y");
        assert!(bytes.is_empty());
    }
}
