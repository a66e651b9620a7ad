"""What `tokenize` says of blanks at the end of a text, and of indentation that fits nothing."""
import io
import tokenize

for text in ("  \n  ", "x=1\n ", "if x:\n  y\n ", "a\n\t"):
    for t in tokenize.generate_tokens(io.StringIO(text).readline):
        print(tokenize.tok_name[t.type], repr(t.string), t.start, t.end, repr(t.line))
for text in ("def k(x):\n    x += 2\n  x += 5\n", "if x:\n        a\n\tb\n"):
    try:
        list(tokenize.tokenize(io.BytesIO(text.encode()).readline))
    except IndentationError as e:
        print(type(e).__name__, e.msg, e.lineno, e.offset, repr(e.text), e.end_lineno, e.end_offset)
