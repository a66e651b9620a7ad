# The native tokenizer behind `tokenize`: where files end, how continued lines are indented, too many brackets.
import io
from tokenize import _generate_tokens_from_c_tokenizer as tokens_of
from tokenize import TokenError, generate_tokens, tok_name


def show(text):
    print(repr(text))
    for reader in (tokens_of, generate_tokens):
        try:
            for token in reader(io.StringIO(text).readline):
                if tok_name[token[0]] not in ("NAME", "OP", "NUMBER"):
                    print("   ", tok_name[token[0]], *token[1:4])
        except (TokenError, SyntaxError) as error:
            print("   ", type(error).__name__, *error.args)


show("x = 1")
show("x = 1\n")
show("if x:\n    y")
show("if x:\n  if y:\n    z\n")
show("")
show("# only\n")
show("def f():\n    \\\n'text'\n    \\\ny = 2\n")
show("if x:\n\t\\\n\\\n    y\n    z\n")
show("    \\\n# comment\nx\n")
for depth in (199, 200, 201):
    try:
        print(depth, len(list(tokens_of(io.StringIO("(" * depth + "a" + ")" * depth).readline))))
    except TokenError as error:
        print(error)
