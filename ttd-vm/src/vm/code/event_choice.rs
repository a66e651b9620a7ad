//! Which code has events: the program's, except for modules that the user skips, and of the library the modules that
//! the user chose.
//!
//! This is decided once per module, when its code is loaded, and holds for a whole run, because events are the measure
//! of time. The machine's own modules, which tracebacks do not show either, never have events.

use crate::Vm;

/// The user's choice: patterns of module names. A pattern stands for the modules that it matches and for everything in
/// the packages that it matches; `*` stands for any characters, `?` for one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventChoice {
    /// Modules of the library and of installed packages whose code has events.
    pub library: Vec<String>,
    /// Modules whose code has none; they go before `library`.
    pub skipped: Vec<String>,
}

impl EventChoice {
    /// Checks the patterns.
    ///
    /// # Errors
    /// What is wrong with the first that cannot be used, after the option that it belongs to.
    pub fn check(&self) -> Result<(), String> {
        for (option, patterns) in [("--library", &self.library), ("--skip", &self.skipped)] {
            for pattern in patterns {
                if pattern.is_empty() {
                    return Err(format!("{option}: a module pattern is missing, as json or email.*"));
                }
                let part = |part: &str| part.chars().all(|c| c.is_alphanumeric() || "_*?".contains(c));
                if !pattern.split('.').all(|name| !name.is_empty() && part(name)) {
                    return Err(format!("{option}: {pattern} is no module pattern, as json or email.* would be"));
                }
            }
        }
        match self.skipped.iter().any(|pattern| pattern == "__main__") {
            true => Err("--skip: the main module cannot be skipped, because time begins with it".into()),
            false => Ok(()),
        }
    }

    /// Whether the code of a module has events.
    fn counts(&self, module: &str, program: bool) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| covers(pattern, module));
        !any(&self.skipped) && (program || any(&self.library))
    }
}

/// The choice of a run, and which of its patterns have matched nothing yet. That is no state of the program: it is the
/// same however often a stretch of time runs.
#[derive(Default)]
pub(crate) struct ChosenEvents {
    choice: EventChoice,
    unmatched: EventChoice,
}

impl ChosenEvents {
    pub(crate) fn new(choice: EventChoice) -> ChosenEvents {
        ChosenEvents { unmatched: choice.clone(), choice }
    }

    pub(crate) fn choice(&self) -> &EventChoice {
        &self.choice
    }

    /// The patterns that have matched no module that was loaded.
    pub(crate) fn unmatched(&self) -> &EventChoice {
        &self.unmatched
    }

    /// The role of a module's code, without noting it as loaded.
    pub(crate) fn role(&self, module: &str, path: &str) -> CodeRole {
        let program = is_programs(path);
        CodeRole { counted: self.choice.counts(module, program), program }
    }
}

/// What a module's code is to a run; see [`ttd_code::bytecode::code::Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeRole {
    pub(crate) counted: bool,
    pub(crate) program: bool,
}

impl Vm {
    /// The role of a module that is being loaded.
    pub(crate) fn role_of_module(&mut self, module: &str, path: &str) -> CodeRole {
        let chosen = &mut self.loaded.chosen_events;
        let role = chosen.role(module, path);
        chosen.unmatched.skipped.retain(|pattern| !covers(pattern, module));
        chosen.unmatched.library.retain(|pattern| role.program || !covers(pattern, module));
        role
    }
}

/// Whether a path belongs to the program: neither to an installed package nor to the library.
pub(crate) fn is_programs(path: &str) -> bool {
    installed(path).is_none() && !path.starts_with(ttd_lib::ROOT)
}

/// What follows the folder of installed packages in a path.
fn installed(path: &str) -> Option<&str> {
    let folders = ["/site-packages/", "/dist-packages/"];
    folders.iter().find_map(|folder| path.rsplit_once(folder)).map(|(_, inside)| inside)
}

/// The name of the module in a file: from the folder in which modules are looked for, or else that of the file. `roots`
/// are such folders, the longest first.
pub(crate) fn module_of(path: &str, roots: &[String]) -> String {
    let below = |root: &String| path.strip_prefix(root.as_str())?.strip_prefix('/');
    let inside = installed(path).or_else(|| roots.iter().find_map(below));
    let inside = inside.unwrap_or_else(|| path.rsplit('/').next().unwrap_or(path));
    let plain = inside.strip_suffix(".py").unwrap_or(inside);
    plain.strip_suffix("/__init__").unwrap_or(plain).replace('/', ".")
}

/// Whether a pattern matches a module or a package that it is in.
pub(crate) fn covers(pattern: &str, module: &str) -> bool {
    let ends = module.match_indices('.').map(|(at, _)| at).chain([module.len()]);
    ends.into_iter().any(|end| matches(pattern, &module[..end]))
}

fn matches(pattern: &str, name: &str) -> bool {
    let Some(first) = pattern.chars().next() else { return name.is_empty() };
    let rest = &pattern[first.len_utf8()..];
    if first == '*' {
        let mut starts = name.char_indices().map(|(at, _)| at).chain([name.len()]);
        return starts.any(|at| matches(rest, &name[at..]));
    }
    let next = name.chars().next().filter(|c| first == '?' || *c == first);
    next.is_some_and(|c| matches(rest, &name[c.len_utf8()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_named_from_their_folder() {
        let roots = ["/home/me/shop/lib".to_string(), "/home/me/shop".to_string()];
        assert_eq!(module_of("/home/me/shop/shop.py", &roots), "shop");
        assert_eq!(module_of("/home/me/shop/lib/a/b.py", &roots), "a.b");
        assert_eq!(module_of("/home/me/shop/a/__init__.py", &roots), "a");
        assert_eq!(module_of("/elsewhere/shop/run.py", &roots), "run");
        assert_eq!(module_of("/home/me/shop/site-packages/a/b.py", &roots), "a.b");
    }

    #[test]
    fn what_patterns_cover() {
        for (pattern, module) in [
            ("json", "json"),
            ("json", "json.decoder"),
            ("json.decoder", "json.decoder"),
            ("email.*", "email.mime.text"),
            ("*", "a.b"),
            ("*.utils", "email.utils"),
            ("j?on", "json.tool"),
            ("größe*", "größen"),
        ] {
            assert!(covers(pattern, module), "{pattern} {module}");
        }
        for (pattern, module) in [("json", "jsonschema"), ("json.decoder", "json"), ("email.*", "email"), ("", "a")] {
            assert!(!covers(pattern, module), "{pattern} {module}");
        }
    }

    #[test]
    fn what_has_events() {
        let choice = |library: &[&str], skipped: &[&str]| {
            let all = |patterns: &[&str]| patterns.iter().map(|p| (*p).to_string()).collect();
            ChosenEvents::new(EventChoice { library: all(library), skipped: all(skipped) })
        };
        let counted = |choice: &ChosenEvents, module: &str, path: &str| choice.role(module, path).counted;
        let (mine, json) = ("/me/shop.py", "/ttd-py/lib/python3.14/json/__init__.py");
        let usual = choice(&[], &[]);
        assert!(counted(&usual, "shop", mine) && !counted(&usual, "json", json));
        let chosen = choice(&["json"], &["shop"]);
        assert!(!counted(&chosen, "shop", mine) && counted(&chosen, "json", json));
        assert!(!counted(&choice(&["*"], &["json"]), "json", json));
        assert!(!usual.role("a", "/me/site-packages/a.py").program);
    }

    #[test]
    fn patterns_that_cannot_be_used() {
        let check = |library: &str, skipped: &str| {
            let list = |text: &str| text.split_whitespace().map(str::to_string).collect();
            EventChoice { library: list(library), skipped: list(skipped) }.check()
        };
        assert_eq!(check("json email.* größe *", "a_? b.c"), Ok(()));
        for wrong in ["json/decoder.py", "a..b", ".a", "a.", "a-b", "[ab]"] {
            assert!(check(wrong, "").is_err_and(|why| why.contains(wrong)), "{wrong}");
        }
        assert!(check("", "__main__").is_err());
    }
}
