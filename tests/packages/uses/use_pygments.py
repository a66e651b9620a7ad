from pygments import highlight, lex
from pygments.formatters import HtmlFormatter, LatexFormatter, TerminalFormatter
from pygments.lexers import get_lexer_by_name, guess_lexer_for_filename
from pygments.token import Token

CODE = 'class A:\n    """doc"""\n    def f(self, x: int = 0x1F) -> str:\n        return f"{x!r:>{10}} {self.y}"  # note\n'
for token, text in lex(CODE, get_lexer_by_name("python")):
    print(str(token)[6:], repr(text))
print(highlight(CODE, get_lexer_by_name("py"), HtmlFormatter(linenos="inline", cssclass="s")))
for name, text in (("json", '{"a": [1, null]}'), ("c", "int x = 3; /* c */"), ("sql", "select 1"), ("bash", "echo $x | cat"),
                   ("html", "<p class=a>t</p>"), ("rust", "fn f<'a>() {}"), ("yaml", "a: [1, b]")):
    print(name, highlight(text, get_lexer_by_name(name), TerminalFormatter()).strip())
print(guess_lexer_for_filename("x.js", "let a").name, Token.Keyword in Token, len(HtmlFormatter().get_style_defs()) > 500)
