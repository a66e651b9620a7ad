//! The tokens of a source text, classified for display. A text that does not parse has its tokens all the same.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::Mode;
use ruff_text_size::{Ranged, TextRange};

/// What a token is, for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenClass {
    /// `if`, `None`, `match` where it is no name.
    Keyword,
    /// A name.
    Name,
    /// A string, or a part of one that is no expression.
    String,
    /// A number.
    Number,
    /// A comment.
    Comment,
    /// An operator, a bracket, other punctuation.
    Operator,
    /// A name of the module `builtins`, wherever it means something else.
    Builtin,
    /// The name behind `def` or `class`.
    Definition,
}

impl TokenClass {
    /// The class in a word.
    pub fn name(self) -> &'static str {
        match self {
            TokenClass::Keyword => "keyword",
            TokenClass::Name => "name",
            TokenClass::String => "string",
            TokenClass::Number => "number",
            TokenClass::Comment => "comment",
            TokenClass::Operator => "operator",
            TokenClass::Builtin => "builtin",
            TokenClass::Definition => "definition",
        }
    }
}

/// The functions of `builtins` and its most common classes.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BlockingIOError", "BrokenPipeError",
    "ConnectionError", "EOFError", "Exception", "ExceptionGroup", "FileExistsError", "FileNotFoundError",
    "ImportError", "IndexError", "InterruptedError", "IsADirectoryError", "KeyError", "KeyboardInterrupt",
    "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "NotImplementedError", "OSError",
    "OverflowError", "PermissionError", "RecursionError", "RuntimeError", "StopAsyncIteration", "StopIteration",
    "SyntaxError", "SystemExit", "TimeoutError", "TypeError", "UnicodeDecodeError", "UnicodeEncodeError",
    "UnicodeError", "ValueError", "Warning", "ZeroDivisionError", "abs", "aiter", "all", "anext", "any", "ascii", "bin",
    "bool", "breakpoint", "bytearray", "bytes", "callable", "chr", "classmethod", "compile", "complex", "delattr",
    "dict", "dir", "divmod", "enumerate", "eval", "exec", "filter", "float", "format", "frozenset", "getattr",
    "globals", "hasattr", "hash", "help", "hex", "id", "input", "int", "isinstance", "issubclass", "iter", "len",
    "list", "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print",
    "property", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum",
    "super", "tuple", "type", "vars", "zip",
];

/// The tokens of a text in order, each with the bytes where it begins and ends.
pub fn highlight(source: &str) -> Vec<(usize, usize, TokenClass)> {
    let parse = std::panic::AssertUnwindSafe(|| ruff_python_parser::parse_unchecked(source, Mode::Module.into()));
    let Ok(parsed) = std::panic::catch_unwind(parse) else { return Vec::new() };
    let mut found = Vec::new();
    let mut before = TokenKind::Newline;
    for token in parsed.tokens() {
        let class = class(token.kind(), before, &source[token.range()]);
        before = token.kind();
        let range: TextRange = token.range();
        if let Some(class) = class.filter(|_| !range.is_empty()) {
            found.push((range.start().into(), range.end().into(), class));
        }
    }
    found
}

fn class(kind: TokenKind, before: TokenKind, text: &str) -> Option<TokenClass> {
    use TokenKind as K;
    Some(match kind {
        K::Name if matches!(before, K::Def | K::Class) => TokenClass::Definition,
        K::Name if before != K::Dot && BUILTINS.binary_search(&text).is_ok() => TokenClass::Builtin,
        K::Name => TokenClass::Name,
        K::Int | K::Float | K::Complex => TokenClass::Number,
        K::String | K::FStringStart | K::FStringMiddle | K::FStringEnd => TokenClass::String,
        K::TStringStart | K::TStringMiddle | K::TStringEnd => TokenClass::String,
        K::Comment => TokenClass::Comment,
        K::Newline | K::NonLogicalNewline | K::Indent | K::Dedent | K::EndOfFile => return None,
        K::IpyEscapeCommand | K::Unknown => return None,
        kind if kind.is_keyword() => TokenClass::Keyword,
        _ => TokenClass::Operator,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_have_their_classes() {
        let source = "def f(x):  # c\n    return print(f'a{x}', x.print, 1.5)\nmatch = None\n";
        let words: Vec<String> = highlight(source)
            .into_iter()
            .filter(|(_, _, class)| *class != TokenClass::Operator)
            .map(|(start, end, class)| format!("{}:{}", &source[start..end], class.name()))
            .collect();
        let expected = "def:keyword f:definition x:name # c:comment return:keyword print:builtin f':string a:string \
                        x:name ':string x:name print:name 1.5:number match:name None:keyword";
        assert_eq!(words.join(" "), expected);
        assert!(BUILTINS.is_sorted());
        assert_eq!(highlight("x = = $ ) \u{0}'").first(), Some(&(0, 1, TokenClass::Name)));
    }
}
