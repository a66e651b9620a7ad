//! The Debug Adapter Protocol, over the wire: every scenario of `dap/`, in every mode.
//!
//! A scenario is a file of lines:
//!
//! ```text
//! # what it shows
//! open PROGRAM {…}       launches a program of `tests/lang` (`-`: what the arguments name)
//! start PROGRAM {…}      launches it and stops at its first event
//! > COMMAND {…}          sends a request; its response must tell of success
//! < {…}                  a pattern for the response's body
//! ! TEXT                 the request fails, with this in its message
//! @ EVENT {…}            the next event that is no output, with a pattern for its body
//! = CATEGORY "TEXT"      what came as output of this category since the last such line
//! % CATEGORY [...]       the same with times: a list of texts, each with the first event that wrote it and the last
//! ```
//!
//! Patterns are explained at `wire::matches`. With `UPDATE=1`, a `?` in place of a pattern is replaced by what came.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::wire::editor::Editor;
use crate::wire::{Names, data_files, each, fill, matches, programs, updates};

/// The modes, in which scenarios must go alike.
const MODES: [&str; 3] = ["ttd", "tdb", "odb"];

#[test]
fn every_scenario_in_every_mode() {
    let files = data_files("dap");
    let modes = if updates() { &MODES[..1] } else { &MODES[..] };
    let work: Vec<_> = files.iter().flat_map(|file| modes.iter().map(move |mode| (file, *mode))).collect();
    let failed = each(&work, |(file, mode)| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        run(file, mode).map_err(|why| format!("{name} in {mode}: {why}"))
    });
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

/// Runs a scenario.
fn run(file: &Path, mode: &str) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut play = Play { editor: Editor::start(), names: Names::new(), response: None, mode, written: String::new() };
    for (number, line) in text.lines().enumerate() {
        play.line(line).map_err(|why| format!("line {}: {line}\n    {why}", number + 1))?;
        play.written.push('\n');
    }
    play.checked()?;
    let written = std::mem::take(&mut play.written);
    let (status, said) = play.editor.leave()?;
    if status != Some(0) || said.contains("panicked") {
        return Err(format!("the adapter ended with {status:?}: {said}"));
    }
    if updates() && written != text {
        fs::write(file, written).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A scenario that is being played.
struct Play<'a> {
    editor: Editor,
    names: Names,
    /// A response that no line has spoken of yet.
    response: Option<Value>,
    mode: &'a str,
    /// The scenario as it is written anew.
    written: String,
}

impl Play<'_> {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        match sign {
            "" | "#" => {}
            "open" | "start" => self.launch(sign == "start", rest)?,
            ">" => {
                self.checked()?;
                let (command, arguments) = rest.split_once(' ').unwrap_or((rest, "{}"));
                let arguments = fill(&json_of(arguments)?, &self.names);
                self.response = Some(self.editor.ask(command, &arguments)?);
            }
            "<" => {
                let response = self.response.take().ok_or("there is no response here")?;
                if response["success"] != true {
                    return Err(format!("it failed: {}", response["message"]));
                }
                return self.compare("< ", rest, &response["body"]);
            }
            "!" => {
                let response = self.response.take().ok_or("there is no response here")?;
                let message = response["message"].as_str().unwrap_or_default();
                if response["success"] == true || !message.contains(rest) {
                    return Err(format!("got {response}"));
                }
            }
            "@" => {
                self.checked()?;
                let (name, pattern) = rest.split_once(' ').unwrap_or((rest, "{}"));
                let event = self.editor.event()?;
                if event["event"] != name {
                    return Err(format!("got {event}"));
                }
                let mut body = event["body"].clone();
                // How far the run is known depends on the mode.
                body.as_object_mut().map(|body| body.remove("last"));
                return self.compare(&format!("@ {name} "), pattern, &body);
            }
            "=" => {
                self.checked()?;
                let (category, text) = rest.split_once(' ').ok_or("a category and a text are needed")?;
                let output = Value::from(self.editor.output(category));
                return self.compare(&format!("= {category} "), text, &output);
            }
            "%" => {
                self.checked()?;
                let (category, pattern) = rest.split_once(' ').ok_or("a category and a pattern are needed")?;
                let output = Value::from(self.editor.timed_output(category));
                return self.compare(&format!("% {category} "), pattern, &output);
            }
            _ => return Err("this is no line of a scenario".into()),
        }
        self.written.push_str(line);
        Ok(())
    }

    fn launch(&mut self, starts: bool, rest: &str) -> Result<(), String> {
        let (program, more) = rest.split_once(' ').unwrap_or((rest, "{}"));
        let mut more = fill(&json_of(more)?, &self.names);
        if starts {
            more["stopOnEntry"] = true.into();
        }
        self.editor.open(program, self.mode, &more)?;
        if starts {
            self.editor.ask("configurationDone", &json!({}))?;
            let event = self.editor.event()?;
            if event["event"] != "stopped" {
                return Err(format!("a stop was awaited, got {event}"));
            }
            // What odb says about the recording.
            self.editor.output("console");
        }
        Ok(())
    }

    /// A response that no line speaks of must tell of success.
    fn checked(&mut self) -> Result<(), String> {
        match self.response.take() {
            Some(response) if response["success"] != true => Err(format!("it failed: {}", response["message"])),
            _ => Ok(()),
        }
    }

    fn compare(&mut self, begin: &str, pattern: &str, actual: &Value) -> Result<(), String> {
        if pattern == "?" && updates() {
            let text = actual.to_string().replace(&programs().display().to_string(), "$DIR");
            self.written.push_str(&format!("{begin}{text}"));
            return Ok(());
        }
        self.written.push_str(format!("{begin}{pattern}").trim_end());
        matches(&json_of(pattern)?, actual, &mut self.names, "")
    }
}

fn json_of(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| format!("{text}: {error}"))
}
