//! CPython's options: what stands before the program on the command line, and the variables of the environment.

use ttd_vm::vm::host::settings::Settings;

/// What the options before the program say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Front {
    /// What they configure.
    pub(crate) settings: Settings,
    /// `c` or `m` with its argument.
    pub(crate) program: Option<(char, String)>,
    /// Everything after the options.
    pub(crate) rest: Vec<String>,
    /// The help is asked for.
    pub(crate) help: bool,
    /// The version is asked for, and how often.
    pub(crate) version: u8,
}

/// The options without an argument that set an item of `sys.flags`.
const FLAGS: &[(char, &str)] = &[
    ('b', "bytes_warning"),
    ('B', "dont_write_bytecode"),
    ('d', "debug"),
    ('E', "ignore_environment"),
    ('i', "inspect"),
    ('I', "isolated"),
    ('O', "optimize"),
    ('P', "safe_path"),
    ('q', "quiet"),
    ('s', "no_user_site"),
    ('S', "no_site"),
    ('v', "verbose"),
];

/// The variables that set an item of `sys.flags` when they are not empty; a number is its level.
const VARIABLES: &[(&str, &str)] = &[
    ("PYTHONDEBUG", "debug"),
    ("PYTHONINSPECT", "inspect"),
    ("PYTHONOPTIMIZE", "optimize"),
    ("PYTHONDONTWRITEBYTECODE", "dont_write_bytecode"),
    ("PYTHONNOUSERSITE", "no_user_site"),
    ("PYTHONVERBOSE", "verbose"),
    ("PYTHONSAFEPATH", "safe_path"),
    ("PYTHONDEVMODE", "dev_mode"),
    ("PYTHONWARNDEFAULTENCODING", "warn_default_encoding"),
];

/// The variables that say what an option of `-X` does.
const SETTINGS: &[(&str, &str)] = &[
    ("PYTHONPYCACHEPREFIX", "pycache_prefix"),
    ("PYTHON_CPU_COUNT", "cpu_count"),
    ("PYTHONFAULTHANDLER", "faulthandler"),
    ("PYTHONNODEBUGRANGES", "no_debug_ranges"),
    ("PYTHONPROFILEIMPORTTIME", "importtime"),
    ("PYTHONTRACEMALLOC", "tracemalloc"),
];

/// The message for a wrong command line; the exit status is 2.
pub(crate) fn usage(problem: &str) -> String {
    format!(
        "{problem}\nusage: ttd-py [option] ... [-c cmd | -m mod | file | -] [arg] ...\nTry `python -h' for more information."
    )
}

/// Reads the options; `variable` looks into the environment.
pub(crate) fn read(arguments: &[String], variable: impl Fn(&str) -> Option<String>) -> Result<Front, String> {
    let mut front = Front::default();
    let mut warnings = Vec::new();
    let mut at = 0;
    while let Some(word) = arguments.get(at) {
        if word == "-" || !word.starts_with('-') {
            break;
        }
        at += 1;
        if word == "--" {
            break;
        }
        if let Some(long) = word.strip_prefix("--") {
            at += long_option(&mut front, long, arguments.get(at))?;
            continue;
        }
        if letters(&mut front, &mut warnings, &word[1..], arguments, &mut at)? {
            break;
        }
    }
    front.rest = arguments[at.min(arguments.len())..].to_vec();
    front.settings.arguments = arguments.to_vec();
    finish(&mut front.settings, warnings, variable)?;
    Ok(front)
}

/// Reads the letters after a `-`; returns whether the options end there.
fn letters(
    front: &mut Front,
    warnings: &mut Vec<String>,
    letters: &str,
    arguments: &[String],
    at: &mut usize,
) -> Result<bool, String> {
    let settings = &mut front.settings;
    for (place, letter) in letters.char_indices() {
        if let Some((_, flag)) = FLAGS.iter().find(|(known, _)| *known == letter) {
            settings.set_flag(flag, settings.flag(flag) + 1);
            continue;
        }
        match letter {
            'R' | 't' => {}
            'u' => settings.unbuffered = true,
            'x' => settings.skips_first_line = true,
            'h' | '?' => front.help = true,
            'V' => front.version += 1,
            'c' | 'm' | 'W' | 'X' => {
                let inside = &letters[place + 1..];
                let value = match (inside, arguments.get(*at)) {
                    ("", None) => return Err(usage(&format!("Argument expected for the -{letter} option"))),
                    ("", Some(next)) => {
                        *at += 1;
                        next.clone()
                    }
                    _ => inside.to_string(),
                };
                match letter {
                    'W' => warnings.push(value),
                    'X' => settings.options.push(value),
                    _ => {
                        front.program = Some((letter, value));
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            'J' => return Err(usage("-J is reserved for Jython")),
            _ => return Err(usage(&format!("Unknown option: -{letter}"))),
        }
    }
    Ok(false)
}

/// Reads a long option; returns how many more words it takes.
fn long_option(front: &mut Front, name: &str, next: Option<&String>) -> Result<usize, String> {
    match name {
        "help" | "help-all" | "help-env" | "help-xoptions" => front.help = true,
        "version" => front.version += 1,
        "check-hash-based-pycs" => match next.map(String::as_str) {
            None => return Err(usage("Argument expected for the --check-hash-based-pycs option")),
            Some("default" | "always" | "never") => return Ok(1),
            Some(_) => {
                return Err(usage("--check-hash-based-pycs must be one of 'default', 'always', or 'never'"));
            }
        },
        _ => return Err(usage(&format!("unknown option --{name}"))),
    }
    Ok(0)
}

/// Adds what the environment says, and what follows from the options.
fn finish(
    settings: &mut Settings,
    warnings: Vec<String>,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(), String> {
    if settings.flag("isolated") > 0 {
        for implied in ["ignore_environment", "no_user_site", "safe_path"] {
            settings.set_flag(implied, 1);
        }
    }
    let ignored = settings.flag("ignore_environment") > 0;
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| variable(name).filter(|v| !v.is_empty()));
    let variable = |name: &str| variable(name).filter(|value| !ignored && !value.is_empty());
    for (name, flag) in VARIABLES {
        if let Some(value) = variable(name) {
            let mut level = value.parse::<i64>().unwrap_or(1).max(if *flag == "dev_mode" { 0 } else { 1 });
            if *flag == "dont_write_bytecode" {
                level = 1;
            }
            settings.set_flag(flag, level.max(settings.flag(flag)));
        }
    }
    if variable("PYTHONUNBUFFERED").is_some() {
        settings.unbuffered = true;
    }
    if settings.options.iter().any(|option| option == "dev") {
        settings.set_flag("dev_mode", 1);
    }
    if settings.options.iter().any(|option| option == "warn_default_encoding") {
        settings.set_flag("warn_default_encoding", 1);
    }
    for (name, option) in SETTINGS {
        settings.from_environment.extend(variable(name).map(|value| format!("{option}={value}")));
    }
    utf8_mode(settings, variable)?;
    standard_streams(settings, locale.as_deref(), variable);
    if settings.flag("inspect") > 0 && settings.arguments.iter().any(|word| word.starts_with('-')) {
        settings.set_flag("interactive", settings.flag("inspect"));
    }
    let given = variable("PYTHONWARNINGS").unwrap_or_default();
    if settings.flag("dev_mode") > 0 {
        settings.warnings.push("default".into());
    }
    settings.warnings.extend(given.split(',').filter(|option| !option.is_empty()).map(str::to_string));
    settings.warnings.extend(warnings);
    match settings.flag("bytes_warning") {
        0 => {}
        1 => settings.warnings.push("default::BytesWarning".into()),
        _ => settings.warnings.push("error::BytesWarning".into()),
    }
    traced_frames(settings, variable)?;
    numbers(settings, variable)
}

/// The message of an option whose value is wrong; the exit status is 1.
fn fatal(place: &str, text: &str) -> Result<(), String> {
    Err(format!("Fatal Python error: {place}: {text}\nPython runtime state: preinitialized\n"))
}

/// `-X utf8` and its variable. Text is UTF-8 in any case; programs see what was asked for.
fn utf8_mode(settings: &mut Settings, variable: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    let option = settings.options.iter().find_map(|option| match option.split_once('=') {
        None => (option == "utf8").then_some("1"),
        Some((name, value)) => (name == "utf8").then_some(value),
    });
    let mode = match (option, variable("PYTHONUTF8").as_deref()) {
        (Some("0"), _) | (None, Some("0")) => 0,
        (Some("1"), _) | (None, Some("1")) => 1,
        (Some(_), _) => return fatal("preconfig_init_utf8_mode", "invalid -X utf8 option value"),
        (None, Some(_)) => {
            return fatal("preconfig_init_utf8_mode", "invalid PYTHONUTF8 environment variable value");
        }
        (None, None) => return Ok(()),
    };
    settings.set_flag("utf8_mode", mode);
    Ok(())
}

/// Checks how many frames `tracemalloc` is to keep of an allocation.
fn traced_frames(settings: &Settings, variable: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    let given = settings.options.iter().rev().find_map(|option| option.strip_prefix("tracemalloc"));
    let (name, value) = match given {
        Some(value) => ("-X tracemalloc=NFRAME", value.strip_prefix('=').unwrap_or("1").to_string()),
        None => ("PYTHONTRACEMALLOC", variable("PYTHONTRACEMALLOC").unwrap_or_default()),
    };
    match value.parse::<u16>() {
        Err(_) if !value.is_empty() || given.is_some() => {
            fatal("config_init_tracemalloc", &format!("{name}: invalid number of frames"))
        }
        _ => Ok(()),
    }
}

/// The encoding of the standard streams, and what input and output do with what that cannot express. Without an
/// encoding bytes pass through where UTF-8 was asked for, or the locale says nothing of an encoding.
fn standard_streams(settings: &mut Settings, locale: Option<&str>, variable: impl Fn(&str) -> Option<String>) {
    let given = variable("PYTHONIOENCODING").unwrap_or_default();
    let (encoding, errors) = given.split_once(':').unwrap_or((&given, ""));
    let asked = settings.options.iter().any(|option| option == "utf8" || option == "utf8=1")
        || variable("PYTHONUTF8").is_some_and(|mode| mode == "1");
    let errors = match errors {
        "" if !encoding.is_empty() => "strict",
        "" if (asked && settings.flag("utf8_mode") > 0) || matches!(locale, Some("C" | "POSIX")) => "surrogateescape",
        errors => errors,
    };
    for (name, value) in [("encoding", encoding), ("errors", errors)] {
        if !value.is_empty() {
            settings.from_environment.push(format!("stream_{name}={value}"));
        }
    }
}

/// The options whose value must be a number.
fn numbers(settings: &mut Settings, variable: impl Fn(&str) -> Option<String>) -> Result<(), String> {
    match variable("PYTHONHASHSEED").as_deref() {
        None | Some("random") => {}
        Some(seed) if seed.parse::<u32>().is_ok() => settings.set_flag("hash_randomization", i64::from(seed != "0")),
        Some(_) => {
            let text = "PYTHONHASHSEED must be \"random\" or an integer in range [0; 4294967295]";
            return fatal("config_init_hash_seed", text);
        }
    }
    let is_given = settings.options.iter().any(|option| option == "int_max_str_digits");
    let option = settings.options.iter().rev().find_map(|option| option.strip_prefix("int_max_str_digits="));
    let named = [
        ("-X int_max_str_digits", option.map(str::to_string).or(is_given.then(String::new))),
        ("PYTHONINTMAXSTRDIGITS", variable("PYTHONINTMAXSTRDIGITS")),
    ];
    for (name, value) in named {
        let Some(value) = value else { continue };
        match value.parse::<i64>() {
            Ok(limit) if limit == 0 || limit >= 640 => {
                settings.set_flag("int_max_str_digits", limit);
                break;
            }
            _ => {
                let text = format!("{name}: invalid limit; must be >= 640 or 0 for unlimited.");
                return fatal("config_init_int_max_str_digits", &text);
            }
        }
    }
    Ok(())
}
