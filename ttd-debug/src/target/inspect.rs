//! The state that the program has now: frames, values, and Python evaluated in diversions.

use ttd_code::bytecode::code::Pos;

use crate::target::{
    CodeInfo, ContentsSnapshot, EvalError, EvalResult, FrameInfo, Machine, OutputPiece, PromptRun, Raised, SavedValue,
    ThreadInfo, WatchTarget,
};

/// The debugger's own names with their values, in scope of an evaluation.
type Bindings<'a> = &'a [(String, SavedValue)];

/// A program whose present state can be inspected. Everything that runs Python does so in a diversion, which leaves no
/// trace. User frames are numbered from the innermost, 0.
pub trait Inspect {
    /// The code object with this number.
    fn code(&self, id: u32) -> CodeInfo;

    /// The numbers of all code objects that can have events, and whether a frame of each may have begun.
    fn functions(&self) -> Vec<(u32, bool)> {
        Vec::new()
    }

    /// The number of the code object that a call of an expression's value runs, below what decorators put around it;
    /// `None` when that is no code of the program.
    fn function_code(&mut self, _source: &str, _frame: usize, _names: Bindings<'_>) -> Result<Option<u32>, EvalError> {
        Ok(None)
    }

    /// The user frames, innermost first.
    fn stack(&self) -> Vec<FrameInfo>;

    /// The threads that are alive, in the order in which they were started.
    fn threads(&mut self) -> Vec<ThreadInfo> {
        Vec::new()
    }

    /// The number of the thread whose event this is, if there are several.
    fn thread(&self) -> Option<u64> {
        None
    }

    /// Whether there can have been several threads by now.
    fn knows_threads(&self) -> bool {
        false
    }

    /// Shows another thread's frames as the present ones until `show_running_thread`; nothing may travel in between.
    /// Returns whether there is such a thread.
    fn show_thread(&mut self, _number: u64) -> bool {
        false
    }

    /// Ends `show_thread`.
    fn show_running_thread(&mut self) {}

    /// The source range of the present expression of a user frame; of one that waits, the call.
    fn site(&self, _frame: usize) -> Option<Pos> {
        None
    }

    /// The text of a source file as it was run.
    fn source(&self, path: &str) -> Option<String>;

    /// Which of its texts a file has now, on a branch where it has another one from some time on.
    fn source_version(&self, _path: &str) -> Option<usize> {
        None
    }

    /// The folders in which the program looks for modules now.
    fn module_folders(&self) -> Vec<String> {
        Vec::new()
    }

    /// The repr of an expression's value in a user frame, after what it printed, on lines of its own.
    fn eval(&mut self, source: &str, frame: usize) -> Result<String, EvalError>;

    /// Runs statements and returns what they printed.
    fn exec(&mut self, source: &str, frame: usize) -> Result<String, EvalError>;

    /// Evaluates with further names in scope, and saves the value.
    fn eval_in_diversion(&mut self, source: &str, frame: usize, _names: Bindings<'_>) -> Result<EvalResult, EvalError> {
        let text = self.eval(source, frame)?;
        Ok(EvalResult { text, kept: None })
    }

    /// Saves the value of an expression, so that it can be used at other times. The error may also be that it cannot be
    /// saved.
    fn save_value(&mut self, source: &str, frame: usize, names: Bindings<'_>) -> Result<SavedValue, EvalError> {
        let result = self.eval_in_diversion(source, frame, names)?;
        result.kept.ok_or_else(|| EvalError::Raised("this target keeps no values".into()))
    }

    /// Runs statements one after the other, in one diversion, and returns what the last one printed. What the earlier
    /// ones print or raise is dropped. With `earlier` they have a namespace of their own, filled from the frame and its
    /// module.
    fn run_statements(
        &mut self,
        _earlier: Option<&[String]>,
        last: &str,
        frame: usize,
        _names: Bindings<'_>,
    ) -> Result<String, EvalError> {
        self.exec(last, frame)
    }

    /// Runs a statement, keeps the new names that it binds for later evaluations, and undoes the rest. Says whether it
    /// has changed the program; with `is_action` also where a call does it.
    fn run_at_prompt(
        &mut self,
        source: &str,
        frame: usize,
        _names: Bindings<'_>,
        _is_action: bool,
    ) -> Result<PromptRun, EvalError> {
        Ok(PromptRun { printed: self.exec(source, frame)?, ..PromptRun::default() })
    }

    /// Evaluates, and keeps the new names that the expression binds. Also says whether it has changed the program, by a
    /// call for example.
    fn eval_at_prompt(
        &mut self,
        source: &str,
        frame: usize,
        names: Bindings<'_>,
    ) -> Result<(EvalResult, bool), EvalError> {
        Ok((self.eval_in_diversion(source, frame, names)?, false))
    }

    /// The names that statements at the prompt have bound.
    fn prompt_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// The repr of the value being returned, at a `return` that has one.
    fn retval(&mut self) -> Option<String>;

    /// The exception of an `exception` event: `ZeroDivisionError: division by zero`.
    fn exception(&mut self) -> Option<String> {
        None
    }

    /// The chain of the exception that is being raised or handled, the oldest first.
    fn exceptions(&mut self) -> Vec<Raised> {
        Vec::new()
    }

    /// The names of a frame with the reprs of their values.
    fn locals(&mut self, frame: usize) -> Vec<(String, String)>;

    /// The arguments of a frame, in the order of the signature.
    fn args(&mut self, frame: usize) -> Vec<(String, String)>;

    /// The variable, attribute or item that an expression denotes in a user frame, now.
    fn locate(&mut self, source: &str, _frame: usize, _names: Bindings<'_>) -> Result<WatchTarget, EvalError> {
        Err(EvalError::Raised(format!("{source}: this target knows no places")))
    }

    /// The repr of the value that a location holds now; `None` when it holds nothing or does not exist.
    fn held(&mut self, _location: &WatchTarget) -> Option<String> {
        None
    }

    /// Whether a location is the entry of a dict under a key that is neither text nor a number.
    fn is_entry(&mut self, _location: &WatchTarget) -> bool {
        false
    }

    /// Why an expression cannot be evaluated here, whatever its value would be.
    fn refusal(&mut self, _location: &WatchTarget) -> Option<String> {
        None
    }

    /// The container that a location holds now, as a shallow look sees it; `None` when it holds none.
    fn contents_snapshot(&mut self, _location: &WatchTarget) -> Option<ContentsSnapshot> {
        None
    }

    /// The reprs of elements of the container that a location holds now, by their numbers: of key and value, or of an
    /// item alone.
    fn element_reprs(&mut self, _location: &WatchTarget, _numbers: &[usize]) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The output of the program, in all its run, from the first byte on, as far as it is kept.
    fn output(&self) -> &[u8] {
        &[]
    }

    /// When the output of the program was written, in order, as far as it is known.
    fn output_pieces(&self) -> &[OutputPiece] {
        &[]
    }

    /// The number of bytes the program has written by now.
    fn written(&self) -> u64 {
        0
    }
}

impl Inspect for Machine {
    fn functions(&self) -> Vec<(u32, bool)> {
        Machine::functions(self)
    }

    fn function_code(&mut self, source: &str, frame: usize, names: Bindings<'_>) -> Result<Option<u32>, EvalError> {
        Machine::function_code(self, source, frame, names)
    }

    fn code(&self, id: u32) -> CodeInfo {
        Machine::code(self, id)
    }

    fn stack(&self) -> Vec<FrameInfo> {
        Machine::stack(self)
    }

    fn threads(&mut self) -> Vec<ThreadInfo> {
        Machine::threads(self)
    }

    fn thread(&self) -> Option<u64> {
        self.has_threads().then(|| self.running_thread())
    }

    fn knows_threads(&self) -> bool {
        Machine::knows_threads(self)
    }

    fn show_thread(&mut self, number: u64) -> bool {
        Machine::show_thread(self, number)
    }

    fn show_running_thread(&mut self) {
        Machine::show_running_thread(self);
    }

    fn site(&self, frame: usize) -> Option<Pos> {
        Machine::site(self, frame)
    }

    fn source(&self, path: &str) -> Option<String> {
        Machine::source(self, path).or_else(|| {
            // A file that the program has not come to yet: a breakpoint may be set in it.
            let bytes = std::fs::read(path).ok()?;
            ttd_code::decode_source(&bytes).ok()
        })
    }

    fn source_version(&self, path: &str) -> Option<usize> {
        Machine::source_version(self, path)
    }

    fn module_folders(&self) -> Vec<String> {
        Machine::module_folders(self)
    }

    fn eval(&mut self, source: &str, frame: usize) -> Result<String, EvalError> {
        Machine::eval(self, source, frame)
    }

    fn exec(&mut self, source: &str, frame: usize) -> Result<String, EvalError> {
        Machine::exec(self, source, frame)
    }

    fn eval_in_diversion(&mut self, source: &str, frame: usize, names: Bindings<'_>) -> Result<EvalResult, EvalError> {
        Machine::eval_in_diversion(self, source, frame, names)
    }

    fn save_value(&mut self, source: &str, frame: usize, names: Bindings<'_>) -> Result<SavedValue, EvalError> {
        Machine::save_value(self, source, frame, names)
    }

    fn run_statements(
        &mut self,
        earlier: Option<&[String]>,
        last: &str,
        frame: usize,
        names: Bindings<'_>,
    ) -> Result<String, EvalError> {
        Machine::run_statements(self, earlier, last, frame, names)
    }

    fn run_at_prompt(
        &mut self,
        source: &str,
        frame: usize,
        names: Bindings<'_>,
        is_action: bool,
    ) -> Result<PromptRun, EvalError> {
        Machine::run_at_prompt(self, source, frame, names, is_action)
    }

    fn eval_at_prompt(
        &mut self,
        source: &str,
        frame: usize,
        names: Bindings<'_>,
    ) -> Result<(EvalResult, bool), EvalError> {
        Machine::eval_at_prompt(self, source, frame, names)
    }

    fn prompt_names(&self) -> Vec<String> {
        Machine::prompt_names(self)
    }

    fn retval(&mut self) -> Option<String> {
        Machine::retval(self)
    }

    fn exception(&mut self) -> Option<String> {
        Machine::exception(self)
    }

    fn exceptions(&mut self) -> Vec<Raised> {
        Machine::exceptions(self)
    }

    fn locals(&mut self, frame: usize) -> Vec<(String, String)> {
        Machine::locals(self, frame)
    }

    fn args(&mut self, frame: usize) -> Vec<(String, String)> {
        Machine::args(self, frame)
    }

    fn locate(&mut self, source: &str, frame: usize, names: Bindings<'_>) -> Result<WatchTarget, EvalError> {
        Machine::locate(self, source, frame, names)
    }

    fn held(&mut self, location: &WatchTarget) -> Option<String> {
        Machine::held(self, location)
    }

    fn is_entry(&mut self, location: &WatchTarget) -> bool {
        Machine::is_entry(self, location)
    }

    fn refusal(&mut self, location: &WatchTarget) -> Option<String> {
        Machine::refusal(self, location)
    }

    fn contents_snapshot(&mut self, location: &WatchTarget) -> Option<ContentsSnapshot> {
        Machine::contents_snapshot(self, location)
    }

    fn element_reprs(&mut self, location: &WatchTarget, numbers: &[usize]) -> Vec<(String, String)> {
        Machine::element_reprs(self, location, numbers)
    }

    fn output(&self) -> &[u8] {
        Machine::output(self)
    }

    fn output_pieces(&self) -> &[OutputPiece] {
        self.vm().host.output_pieces()
    }

    fn written(&self) -> u64 {
        Machine::written(self)
    }
}
