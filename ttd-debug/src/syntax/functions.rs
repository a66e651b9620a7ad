//! The functions that a source file defines, whether they have run or not, found by compiling the file.

use ttd_code::bytecode::code::{Code, Const, Event};
use ttd_code::{Mode, Options};

/// A function or class body of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its qualified name.
    pub qualname: String,
    /// The line of its `def`, or of its first decorator.
    pub first_line: u32,
    /// The line that runs first when it is called.
    pub body_line: u32,
}

/// Every function of a source text, outer ones first; none when it is not Python.
pub fn functions(source: &str, path: &str) -> Vec<Function> {
    let options = Options { counted: true, ..Options::default() };
    let mut found = Vec::new();
    if let Ok(module) = ttd_code::compile(source, path, Mode::Exec, options) {
        collect(&module, &mut found);
    }
    found
}

fn collect(code: &Code, found: &mut Vec<Function>) {
    for constant in &code.consts {
        let Const::Code(inner) = constant else {
            continue;
        };
        let first_event = inner.events.iter().find_map(|(_, event)| match event {
            Event::Line(line) => Some(*line),
            _ => None,
        });
        found.push(Function {
            name: inner.name.to_string(),
            qualname: inner.qualname.to_string(),
            first_line: inner.first_line,
            body_line: first_event.unwrap_or(inner.first_line),
        });
        collect(inner, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_functions_begin() {
        let source = "\
@deco
def f(a,
      b):
    '''A docstring.'''

    return a

class C:
    def m(self): return 1
";
        let found = functions(source, "x.py");
        let rows: Vec<_> = found.iter().map(|f| (f.qualname.as_str(), f.first_line, f.body_line)).collect();
        assert_eq!(rows, [("f", 1, 6), ("C", 8, 8), ("C.m", 9, 9)]);
        assert!(functions("def", "x.py").is_empty());
    }
}
