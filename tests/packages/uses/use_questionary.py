import questionary
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput


def ask(kind, keys, *args, **kwargs):
    with create_pipe_input() as inp:
        inp.send_text(keys)
        return getattr(questionary, kind)(*args, input=inp, output=DummyOutput(), **kwargs).unsafe_ask()


print(ask("text", "Ann\r", "Name?"))
print(ask("confirm", "n", "Sure?"))
print(ask("select", "\x1b[B\r", "Which?", choices=["a", "b", "c"]))
print(ask("checkbox", " \x1b[B \r", "Many?", choices=["a", questionary.Choice("b", value=2), questionary.Separator(), "c"]))
print(ask("password", "secret\r", "Pw?"), ask("rawselect", "2\r", "Raw?", choices=["x", "y"]))
