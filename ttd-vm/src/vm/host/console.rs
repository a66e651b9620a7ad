//! Where the program's standard streams lead: to those of the process, or into memory.

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Seek, Write};

use super::Stream;

/// The standard streams.
#[derive(Debug, Default)]
pub enum Console {
    /// Those of the process.
    #[default]
    Process,
    /// Those of the process, but standard input comes from a file.
    Input(BufReader<File>),
    /// Files, for output; there is no input.
    Files(File, File),
    /// Memory: nothing is printed, and what is read was given beforehand.
    Memory(Box<Memory>),
}

/// Hears what happens at the standard streams of the process, as it happens. It must not use the machine.
pub trait StreamObserver {
    /// Gets output in place of the stream. `time` is the event after which the program writes; -1: before the first.
    ///
    /// # Errors
    /// What the stream says.
    fn wrote(&mut self, stream: Stream, bytes: &[u8], time: i64) -> std::io::Result<()>;

    /// The program waits for standard input. This is called again and again while it waits.
    fn waits_for_input(&mut self);
}

/// What a program reads and what it wrote.
#[derive(Debug, Default)]
pub struct Memory {
    /// Standard input.
    pub input: Cursor<Vec<u8>>,
    /// What went to standard output.
    pub out: Vec<u8>,
    /// What went to standard error.
    pub err: Vec<u8>,
}

impl Console {
    /// A console that prints nothing, with this standard input.
    pub fn memory(input: Vec<u8>) -> Console {
        Console::Memory(Box::new(Memory { input: Cursor::new(input), ..Memory::default() }))
    }

    /// Goes back to the beginning of an input that is not the process's.
    pub(crate) fn rewind(&mut self) {
        match self {
            Console::Process | Console::Files(..) => {}
            // A pipe goes on where it is.
            Console::Input(file) => drop(file.rewind()),
            Console::Memory(memory) => memory.input.set_position(0),
        }
    }

    /// What was written to (standard output, standard error) so far; nothing is known of the process's streams.
    pub fn written(&self) -> (&[u8], &[u8]) {
        match self {
            Console::Process | Console::Input(_) | Console::Files(..) => (&[], &[]),
            Console::Memory(memory) => (&memory.out, &memory.err),
        }
    }

    /// Output.
    ///
    /// # Errors
    /// What the stream says.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) -> std::io::Result<()> {
        match (self, stream) {
            (Console::Process | Console::Input(_), Stream::Out) => std::io::stdout().lock().write_all(bytes),
            (Console::Process | Console::Input(_), Stream::Err) => std::io::stderr().lock().write_all(bytes),
            (Console::Files(out, _), Stream::Out) => out.write_all(bytes),
            (Console::Files(_, err), Stream::Err) => err.write_all(bytes),
            (Console::Memory(memory), Stream::Out) => memory.out.write_all(bytes),
            (Console::Memory(memory), Stream::Err) => memory.err.write_all(bytes),
        }
    }

    /// Output that does not wait in a buffer, nor stays in one when the stream refuses it.
    ///
    /// # Errors
    /// What the stream says.
    pub fn write_at_once(&mut self, stream: Stream, bytes: &[u8]) -> std::io::Result<()> {
        if !matches!((&*self, stream), (Console::Process | Console::Input(_), Stream::Out)) {
            return self.write(stream, bytes);
        }
        let mut stdout = std::io::stdout().lock();
        stdout.flush()?;
        let mut rest = bytes;
        while !rest.is_empty() {
            match rustix::io::write(&stdout, rest) {
                Ok(written) => rest = &rest[written..],
                Err(rustix::io::Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }

    /// Makes sure that everything written so far can be seen.
    ///
    /// # Errors
    /// What the stream says.
    pub fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Console::Process | Console::Input(_) => std::io::stdout().flush(),
            Console::Memory(_) | Console::Files(..) => Ok(()),
        }
    }

    /// Standard input. All readers share the process's buffer, so input that was read ahead is not lost.
    pub fn input(&mut self) -> Box<dyn BufRead + '_> {
        match self {
            Console::Process => Box::new(std::io::stdin().lock()),
            Console::Input(file) => Box::new(file),
            Console::Files(..) => Box::new(std::io::empty()),
            Console::Memory(memory) => Box::new(&mut memory.input),
        }
    }

    /// A line of standard input with its end, empty at the end of the input; and how much was read ahead.
    pub(super) fn read_line(&mut self) -> std::io::Result<(Vec<u8>, usize)> {
        let (mut line, mut input) = (Vec::new(), self.input());
        loop {
            let there = match input.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                there => there?,
            };
            let end = there.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(there.len(), |end| end + 1);
            let ahead = there.len() - taken;
            line.extend_from_slice(&there[..taken]);
            input.consume(taken);
            if end.is_some() || taken == 0 {
                return Ok((line, ahead));
            }
        }
    }

    /// What is there of standard input, at most `n` bytes, empty at the end of the input; and how much was read ahead.
    pub(super) fn read(&mut self, n: usize) -> std::io::Result<(Vec<u8>, usize)> {
        let mut input = self.input();
        let there = input.fill_buf()?;
        let ahead = there.len().saturating_sub(n);
        let there = there[..there.len() - ahead].to_vec();
        input.consume(there.len());
        Ok((there, ahead))
    }
}
