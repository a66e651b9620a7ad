//! The tools: their names, what they say of themselves, and their parameters.

use serde_json::{Value, json};

/// A parameter: name, JSON type, description, and whether it must be given.
type Parameter = (&'static str, &'static str, &'static str, bool);

/// A tool: name, description, parameters.
type Tool = (&'static str, &'static str, &'static [Parameter]);

const TIME: Parameter = (
    "time",
    "",
    "The event to start from: its number, a mark, \"start\" or \"end\" (the default, where the program ended or died).",
    false,
);
const CURSOR: Parameter =
    ("cursor", "integer", "Where to go on in an answer that was cut: the number that the answer gave.", false);

const TOOLS: [Tool; 8] = [
    (
        "look",
        "Look at one moment: stack, source around the line, variables; or the values of some expressions there.",
        &[
            TIME,
            ("expressions", "array", "Python expressions to evaluate there. Nothing that they do lasts.", false),
            ("frame", "integer", "The frame, counted from the innermost, 0.", false),
            CURSOR,
        ],
    ),
    (
        "why",
        "Trace a value back to where it was created: which assignments, calls and returns brought it here. Then come the \
         values that it was made of there, what changed its contents, and the conditions that let that line run.",
        &[
            TIME,
            ("expression", "string", "A variable, attribute or item, as it is named in the innermost frame.", true),
            CURSOR,
        ],
    ),
    (
        "frame",
        "Show the whole life of one call: arguments, its lines in order with what changed, the calls it made, result or \
         exception. Give a time inside of it.",
        &[TIME, ("from", "integer", "Begin with the first event at or after this one.", false), CURSOR],
    ),
    (
        "find",
        "List the events for which a Python condition holds, nearest first. Words: kind ('call', 'line', 'return', \
         'exception'), line, func, file, depth, args, locals, retval, exc, writes; and variables of the function.",
        &[
            ("condition", "string", "For example: func == 'fee' and retval > 10", true),
            TIME,
            ("direction", "string", "\"backward\" (the default) or \"forward\".", false),
            ("limit", "integer", "How many; 10 if it is not given.", false),
            CURSOR,
        ],
    ),
    (
        "run",
        "Go to the nearest moment at which a line or function is reached, perhaps only if a condition holds.",
        &[
            ("at", "string", "FILE:LINE, or a function's name.", true),
            TIME,
            ("condition", "string", "A Python expression that must be true there.", false),
            ("direction", "string", "\"backward\" or \"forward\" (the default).", false),
            CURSOR,
        ],
    ),
    (
        "output",
        "Show what the program had printed by a moment; or find the moment at which it printed a text.",
        &[TIME, ("text", "string", "The text whose printing is looked for.", false), CURSOR],
    ),
    (
        "mark",
        "Give a moment a name, which can then be used as a time; without a name, list the names.",
        &[TIME, ("name", "string", "The name.", false), CURSOR],
    ),
    (
        "script",
        "Run several commands of the debugger's prompt, one after the other, from one moment on: history, last, calls, \
         tree, eval, step, rnext, up, p and all others (`help` lists them). A statement with ! in front changes the \
         program on a branch.",
        &[("commands", "array", "The commands.", true), TIME, CURSOR],
    ),
];

/// The names of all tools.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TOOLS.iter().map(|(name, ..)| *name)
}

/// The parameters of a tool.
pub(super) fn parameters(name: &str) -> &'static [Parameter] {
    TOOLS.iter().find(|(known, ..)| *known == name).map_or(&[], |(_, _, parameters)| parameters)
}

/// All tools as the protocol lists them.
pub(super) fn list() -> Vec<Value> {
    TOOLS
        .iter()
        .map(|(name, about, parameters)| {
            let property = |(_, kind, about, _): &Parameter| match *kind {
                "" => json!({ "type": ["integer", "string"], "description": about }),
                "array" => json!({ "type": "array", "items": { "type": "string" }, "description": about }),
                kind => json!({ "type": kind, "description": about }),
            };
            let properties: serde_json::Map<String, Value> =
                parameters.iter().map(|parameter| (parameter.0.to_string(), property(parameter))).collect();
            let required: Vec<&str> =
                parameters.iter().filter(|parameter| parameter.3).map(|parameter| parameter.0).collect();
            json!({
                "name": name,
                "description": about,
                "inputSchema": {
                    "type": "object", "properties": properties, "required": required, "additionalProperties": false,
                },
            })
        })
        .collect()
}
