import blessed
from cleo.application import Application
from cleo.commands.command import Command
from cleo.helpers import argument, option
from cleo.io.buffered_io import BufferedIO
from cleo.io.inputs.string_input import StringInput
from cleo.testers.command_tester import CommandTester

t = blessed.Terminal(kind="xterm-256color", force_styling=True)
print(repr(t.bold_red("x")), repr(t.move_xy(1, 2)), t.length(t.bold("abc")), repr(t.center("ab", 6)), t.wrap("hello big world", 7), t.strip_seqs(t.red("q")), t.number_of_colors)


class Greet(Command):
    name = "greet"
    description = "Greets"
    arguments = [argument("who", "Who", optional=True, default="you")]
    options = [option("loud", "l", "Loud"), option("times", None, "n", flag=False, default="1")]

    def handle(self):
        text = "Hello " + self.argument("who")
        for _ in range(int(self.option("times"))):
            self.line(f"<info>{text.upper() if self.option('loud') else text}</info>")
        self.render_table(["a", "b"], [["1", "2"], ["3", "x"]])
        return 3


c = CommandTester(Greet())
print(c.execute("bob --loud --times 2"), c.io.fetch_output())
app = Application("app", "1.0")
app.add(Greet())
app.auto_exits(False)
for line in ("greet --help", "list", "gret", "greet --nope"):
    io = BufferedIO(StringInput(line), decorated=False)
    from cleo.io.outputs.buffered_output import BufferedOutput
    out, err = BufferedOutput(), BufferedOutput()
    print(app.run(StringInput(line), out, err), out.fetch(), err.fetch())
