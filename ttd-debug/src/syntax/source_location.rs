//! Finds the line or function that the user means, as in `break fib` or `break bank.py:12`.

use crate::answer::Answer;
use crate::syntax::functions::{Function, functions};
use crate::syntax::source::Sources;
use crate::syntax::text;
use crate::target::{SourceLocation, Target};

/// Finds files, lines and functions as they are seen from a frame of the program.
pub struct Resolver<'a> {
    /// The program, at the time of the frame.
    pub target: &'a mut dyn Target,
    /// Its sources.
    pub sources: &'a mut Sources,
    /// The file of the frame.
    pub here: String,
    /// The frame, counted from the innermost.
    pub frame: usize,
}

fn refuse(why: String) -> Box<Answer> {
    Box::new(Answer::Error(why))
}

impl Resolver<'_> {
    /// Understands `LINE`, `FILE:LINE` and `FUNCTION`.
    ///
    /// # Errors
    /// The answer to give when there is no such line or function.
    pub fn resolve(&mut self, text: &str) -> Result<SourceLocation, Box<Answer>> {
        if let Some((name, line)) = text.rsplit_once(':') {
            let name = name.trim();
            let path =
                self.file(name).ok_or_else(|| refuse(format!("{} not found from sys.path", text::quote(name))))?;
            let line = line.trim();
            let number = number(line).ok_or_else(|| refuse(format!("Bad lineno: {line}")))?;
            return self.at_line(path, number);
        }
        if let Some(line) = number(text) {
            return self.at_line(self.here.clone(), line);
        }
        let (path, function) = self.function(text).ok_or_else(|| {
            refuse(format!(
                "The specified object {} is not a function or was not found along sys.path.",
                text::quote(text)
            ))
        })?;
        Ok(SourceLocation { path, line: function.body_line, function: Some(function.name) })
    }

    /// The path of a file or module that the user names: beside the frame's file, in the current folder or along
    /// `sys.path`, as it is or with `.py` added. It is spelled like the paths of code that has run.
    pub fn file(&mut self, name: &str) -> Option<String> {
        let folder = self.here.rfind('/').map_or("", |at| &self.here[..=at]).to_string();
        let module = name.replace('.', "/");
        let below = |folder: &str| {
            [format!("{folder}{name}"), format!("{folder}{module}.py"), format!("{folder}{module}/__init__.py")]
        };
        let as_is = name.starts_with(['/', '<']).then(|| name.to_string());
        let current = std::env::current_dir().map(|path| format!("{}/", path.display()));
        let beside = below(&folder).into_iter();
        let along = self.target.module_folders().into_iter().filter(|folder| !folder.is_empty());
        let farther = current.into_iter().chain(along.map(|folder| folder + "/"));
        let candidates = as_is.into_iter().chain(beside).chain(farther.flat_map(|path| below(&path)));
        candidates.map(|path| normal(&path)).find(|path| self.sources.lines(self.target, path).is_some())
    }

    fn at_line(&mut self, path: String, line: u32) -> Result<SourceLocation, Box<Answer>> {
        let lines = self.sources.lines(self.target, &path).unwrap_or_default();
        let text = (line as usize).checked_sub(1).and_then(|at| lines.get(at));
        let Some(text) = text.map(|text| text.trim()) else {
            return Err(Box::new(Answer::Text("End of file".into())));
        };
        if text.is_empty() || text.starts_with('#') || text.starts_with("\"\"\"") || text.starts_with("'''") {
            return Err(refuse("Blank or comment".into()));
        }
        Ok(SourceLocation { path, line, function: None })
    }

    /// The function that the user names, and its file.
    pub fn function(&mut self, text: &str) -> Option<(String, Function)> {
        self.by_value(text).or_else(|| self.by_name(text))
    }

    /// The function that an expression evaluates to, and its file.
    fn by_value(&mut self, expression: &str) -> Option<(String, Function)> {
        let ask = format!(
            "(lambda f: (lambda c: '%s:%d:%s' % (c.co_name, c.co_firstlineno, c.co_filename))\
             (getattr(f, '__func__', f).__code__))(\n{expression}\n)"
        );
        let answer = self.target.eval(&ask, self.frame).ok()?;
        let answer = text::unquote(answer.lines().last()?)?;
        let mut parts = answer.splitn(3, ':');
        let (name, line, path) = (parts.next()?, parts.next()?, parts.next()?);
        let line: u32 = line.parse().ok()?;
        let found = self.in_file(path, |f| f.name == name && f.first_line == line)?;
        Some((path.to_string(), found))
    }

    /// The function that a file defines under this name, run or not, and the file.
    fn by_name(&mut self, name: &str) -> Option<(String, Function)> {
        let name = name.strip_prefix("self.").unwrap_or(name);
        let here = self.here.as_str();
        let found = self.in_file(here, |f| f.qualname == name).or_else(|| self.in_file(here, |f| f.name == name));
        if let Some(found) = found {
            return Some((here.to_string(), found));
        }
        let dots: Vec<usize> = name.match_indices('.').map(|(at, _)| at).collect();
        dots.into_iter().find_map(|dot| {
            let path = self.file(&name[..dot])?;
            let found = self.in_file(&path, |f| f.qualname == name[dot + 1..])?;
            Some((path, found))
        })
    }

    fn in_file(&self, path: &str, is_it: impl Fn(&Function) -> bool) -> Option<Function> {
        let source = self.target.source(path)?;
        functions(&source, path).into_iter().find(is_it)
    }
}

/// The line that digits mean; one beyond all files is as good as any other.
fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// A path without `.` and `..`.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !["", ".."].contains(last)) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn paths_have_one_form() {
        for (path, expected) in [
            ("/a/./b.py", "/a/b.py"),
            ("/a/../b.py", "/b.py"),
            ("/../b.py", "/../b.py"),
            ("b.py", "b.py"),
            ("../b.py", "../b.py"),
        ] {
            assert_eq!(normal(path), expected);
        }
    }
}
