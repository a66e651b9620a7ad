import io
import sys

import cmd2


class App(cmd2.Cmd):
    def __init__(self):
        super().__init__(allow_cli_args=False, stdout=io.StringIO())
        self.colour = "red"
        self.add_settable(cmd2.Settable("colour", str, "the colour", self))

    p = cmd2.Cmd2ArgumentParser()
    p.add_argument("-n", type=int, default=1)
    p.add_argument("words", nargs="+")

    @cmd2.with_argparser(p)
    def do_say(self, args):
        """Say it."""
        for _ in range(args.n):
            self.poutput(" ".join(args.words), self.colour)

    @cmd2.with_category("mine")
    def do_fail(self, _):
        raise ValueError("failed")


app = App()
for line in ("say -n 2 hello world", "set colour blue", "say x", "alias create s say", "s aliased", "macro create m say {1} {1}", "m twice", "history", "nope"):
    app.onecmd_plus_hooks(line)
print(app.stdout.getvalue())
print(repr(app.statement_parser.parse("say hi there")))
