"""What `tokenize` takes for a name beyond ASCII: everything; the compiler is the one to look at it."""
import io
import tokenize

SOURCES = [
    "\xb7x", "\U000E0100", "a?b", "x\x01", "\u20ac", "x\u20ac", "\u20acx", "x = $", "\u0301a", "a\u0301",
    "\u65e5\u672c", "\U0001F600", "x\U0001F600 y", "\xa0x", "x\xa0y", "x\u2028", "a\U000E0100b + c\xb7", "1\xb7", "0x1\u20ac",
    "f'{a\u20ac}'", "\xe9'text'", "#\u20ac",
]
for source in SOURCES:
    try:
        tokens = tokenize.generate_tokens(io.StringIO(source + " = 5\n").readline)
        print(ascii(source), [(tokenize.tok_name[token.type], ascii(token.string), token.start, token.end) for token in tokens])
    except (tokenize.TokenError, SyntaxError) as error:
        print(ascii(source), type(error).__name__, ascii(error.args))
