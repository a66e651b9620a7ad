//! Parses lines of a record.

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;

use super::{Dialect, NONE, csv_error, field_value, is_simple};
use crate::types::str::value::{chars, push_char};
use crate::{Vm, native::*};

/// The state of the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    StartRecord = 0,
    StartField = 1,
    Escaped = 2,
    InField = 3,
    InQuoted = 4,
    EscapedInQuoted = 5,
    QuoteInQuoted = 6,
    EatNewline = 7,
    AfterEscapedNewline = 8,
}

const STATES: [State; 9] = [
    State::StartRecord,
    State::StartField,
    State::Escaped,
    State::InField,
    State::InQuoted,
    State::EscapedInQuoted,
    State::QuoteInQuoted,
    State::EatNewline,
    State::AfterEscapedNewline,
];

struct Reader<'a> {
    dialect: &'a Dialect,
    state: State,
    field: Vec<u8>,
    chars: usize,
    unquoted: bool,
    fields: Value,
    limit: usize,
}

const NEWLINE_IN_FIELD: &str =
    "new-line character seen in unquoted field - do you need to open the file with newline=''?";

/// Why parsing stops.
enum Wrong {
    Csv(String),
    Trap(Trap),
}

impl From<Trap> for Wrong {
    fn from(trap: Trap) -> Wrong {
        Wrong::Trap(trap)
    }
}

fn begin<'a>(vm: &Vm, dialect: &'a Dialect, state: Value, fields: Value, limit: i64) -> Reader<'a> {
    let parts = vm.heap.tuple(state);
    let field = vm.heap.bytes(parts[1]).to_vec();
    let state = STATES.get(parts[0].as_int() as usize).copied().unwrap_or(State::StartRecord);
    let (chars, unquoted) = (vm.str_len(parts[1]), parts[2] == Value::TRUE);
    Reader { state, chars, field, unquoted, ..Reader::new(dialect, fields, limit) }
}

/// `parse(dialect, state, line, fields, limit)`.
pub(super) fn parse(vm: &mut Vm, args: Args) -> Res {
    let dialect = Dialect::new(vm, args.get(0));
    let limit = vm.index_i64(args.get(4))?;
    let mut reader = begin(vm, &dialect, args.get(1), args.get(3), limit);
    let line = vm.unwrap(args.get(2));
    let line = vm.heap.bytes(line).to_vec();
    let done = reader.line(vm, &line);
    match done {
        Ok(()) => {}
        Err(Wrong::Csv(message)) => return Err(csv_error(vm, &message)),
        Err(Wrong::Trap(trap)) => return Err(trap),
    }
    if reader.state == State::StartRecord {
        return Ok(Value::NONE);
    }
    let field = vm.new_str_raw(&reader.field);
    Ok(vm.new_tuple(&[Value::int(reader.state as i64), field, Value::bool(reader.unquoted)]))
}

/// The fields of a line, if it is a record and nothing is wrong with it.
pub(super) fn whole(vm: &mut Vm, item: Value, dialect: &Dialect, limit: i64) -> Res<Option<Value>> {
    let fields = vm.new_list(&[]);
    let mut reader = Reader::new(dialect, fields, limit);
    let line = vm.heap.bytes(item).to_vec();
    match reader.line(vm, &line) {
        Ok(()) if reader.state == State::StartRecord => Ok(Some(fields)),
        Ok(()) | Err(Wrong::Csv(_) | Wrong::Trap(Trap::Raise(_))) => Ok(None),
        Err(Wrong::Trap(trap)) => Err(trap),
    }
}

/// `save(dialect, state, fields)`.
pub(super) fn save(vm: &mut Vm, args: Args) -> Res {
    let dialect = Dialect::new(vm, args.get(0));
    let mut reader = begin(vm, &dialect, args.get(1), args.get(2), 0);
    reader.save(vm)?;
    Ok(Value::NONE)
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of a record.
    fn new(dialect: &'a Dialect, fields: Value, limit: i64) -> Reader<'a> {
        let limit = usize::try_from(limit).unwrap_or(0);
        Reader { dialect, state: State::StartRecord, field: Vec::new(), chars: 0, unquoted: true, fields, limit }
    }

    fn line(&mut self, vm: &mut Vm, line: &[u8]) -> Result<(), Wrong> {
        let mut rest = line;
        loop {
            rest = self.skip_plain(rest);
            let Some(c) = chars(rest).next() else { break };
            rest = &rest[c.len_wtf8()..];
            self.char(vm, Some(c))?;
        }
        self.char(vm, None)
    }

    /// Fast path: copies characters that need no decision.
    fn skip_plain<'t>(&mut self, rest: &'t [u8]) -> &'t [u8] {
        let quoted = match self.state {
            State::InField => false,
            State::InQuoted => true,
            _ => return rest,
        };
        let dialect = self.dialect;
        let marks = if is_simple(dialect) { dialect.ascii_marks() } else { None };
        let Some([delimiter, quote, escape]) = marks else { return rest };
        let stops =
            |b: &u8| *b == escape || if quoted { *b == quote } else { matches!(*b, b'\n' | b'\r') || *b == delimiter };
        let n = rest.iter().position(stops).unwrap_or(rest.len());
        let plain = &rest[..n];
        // Near the limit, characters are checked one by one.
        if self.chars + n > self.limit {
            return rest;
        }
        self.field.extend_from_slice(plain);
        self.chars += crate::types::str::value::count_chars(plain);
        &rest[n..]
    }

    fn save(&mut self, vm: &mut Vm) -> Res<()> {
        let v = field_value(vm, self.dialect, &self.field, self.unquoted)?;
        vm.heap.list_push(self.fields, v);
        self.field.clear();
        self.chars = 0;
        self.unquoted = true;
        Ok(())
    }

    fn add(&mut self, c: CodePoint) -> Result<(), Wrong> {
        if self.chars >= self.limit {
            return Err(Wrong::Csv(format!("field larger than field limit ({})", self.limit)));
        }
        push_char(&mut self.field, c);
        self.chars += 1;
        Ok(())
    }

    /// Ends a field at the end of a line (`None`) or at a newline character.
    fn end(&mut self, vm: &mut Vm, c: Option<CodePoint>) -> Result<(), Wrong> {
        self.save(vm)?;
        self.state = if c.is_none() { State::StartRecord } else { State::EatNewline };
        Ok(())
    }

    /// Ends a field at a delimiter.
    fn separate(&mut self, vm: &mut Vm) -> Result<(), Wrong> {
        self.save(vm)?;
        self.state = State::StartField;
        Ok(())
    }

    /// Adds a character to an unquoted field, or after its closing quote.
    fn add_unquoted(&mut self, c: CodePoint) -> Result<(), Wrong> {
        self.add(c)?;
        self.state = State::InField;
        Ok(())
    }

    /// The error for a character after a closing quote.
    fn no_delimiter(&self) -> Wrong {
        let quote = self.dialect.quotechar.map_or('"', CodePoint::to_char_lossy);
        let delimiter = self.dialect.delimiter.to_char_lossy();
        Wrong::Csv(format!("'{delimiter}' expected after '{quote}'"))
    }

    /// Handles a character, or the end of the line.
    fn char(&mut self, vm: &mut Vm, c: Option<CodePoint>) -> Result<(), Wrong> {
        let dialect = self.dialect;
        let newline = c.is_none_or(|c| matches!(c.to_u32(), 10 | 13));
        let quote = c.is_some() && c == dialect.quotechar && dialect.quoting != NONE;
        let escape = c.is_some() && c == dialect.escapechar;
        let delimiter = c == Some(dialect.delimiter);
        let linefeed = CodePoint::from_char('\n');
        match self.state {
            State::StartRecord | State::StartField => match c {
                None if self.state == State::StartRecord => {}
                Some(_) if newline && self.state == State::StartRecord => self.state = State::EatNewline,
                _ if newline => self.end(vm, c)?,
                Some(_) if quote => {
                    self.unquoted = false;
                    self.state = State::InQuoted;
                }
                Some(_) if escape => self.state = State::Escaped,
                Some(c) if c.to_u32() == 32 && dialect.skipinitialspace => self.state = State::StartField,
                Some(_) if delimiter => self.separate(vm)?,
                Some(c) => self.add_unquoted(c)?,
                None => {}
            },
            State::Escaped => {
                self.state = if newline && c.is_some() { State::AfterEscapedNewline } else { State::InField };
                self.add(c.unwrap_or(linefeed))?;
            }
            State::AfterEscapedNewline if c.is_none() => {}
            State::InField | State::AfterEscapedNewline => match c {
                _ if newline => self.end(vm, c)?,
                Some(_) if escape => self.state = State::Escaped,
                Some(_) if delimiter => self.separate(vm)?,
                Some(c) => self.add_unquoted(c)?,
                None => {}
            },
            State::InQuoted => match c {
                None => {}
                Some(_) if escape => self.state = State::EscapedInQuoted,
                Some(_) if quote => {
                    self.state = if dialect.doublequote { State::QuoteInQuoted } else { State::InField };
                }
                Some(c) => self.add(c)?,
            },
            State::EscapedInQuoted => {
                self.add(c.unwrap_or(linefeed))?;
                self.state = State::InQuoted;
            }
            State::QuoteInQuoted => match c {
                Some(c) if quote => {
                    self.add(c)?;
                    self.state = State::InQuoted;
                }
                Some(_) if delimiter => self.separate(vm)?,
                _ if newline => self.end(vm, c)?,
                Some(c) if !dialect.strict => self.add_unquoted(c)?,
                _ => return Err(self.no_delimiter()),
            },
            State::EatNewline => match c {
                None => self.state = State::StartRecord,
                Some(_) if newline => {}
                Some(_) => return Err(Wrong::Csv(NEWLINE_IN_FIELD.into())),
            },
        }
        Ok(())
    }
}
