from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import FuzzyWordCompleter, NestedCompleter, WordCompleter, CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import HTML, fragment_list_to_text, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.validation import ValidationError, Validator

print([c.text for c in WordCompleter(["alpha", "beta", "alps"]).get_completions(Document("al"), CompleteEvent())])
print([c.text for c in NestedCompleter.from_nested_dict({"show": {"ip": None, "clock": None}}).get_completions(Document("show c"), CompleteEvent())])
print([c.text for c in FuzzyWordCompleter(["django", "dashing"]).get_completions(Document("djg"), CompleteEvent())])
d = Document("hello world\nsecond line", 8)
print(d.get_word_under_cursor(), d.cursor_position_row, d.find("second"), d.text_before_cursor, d.translate_index_to_position(14))
b = Buffer()
b.insert_text("some text")
b.cursor_left(4)
b.insert_text("more ")
b.transform_current_line(str.upper)
b.undo()
print(b.text, b.cursor_position)
print(to_formatted_text(HTML("<b>bold</b> <i fg='red'>x &amp; y</i>")), fragment_list_to_text(to_formatted_text([("class:a", "q")])))
with create_pipe_input() as inp:
    inp.send_text("first\x01X\x05Y\nsecond\x17third\r")
    with create_app_session(input=inp, output=DummyOutput()):
        session = PromptSession(history=InMemoryHistory(["old"]), validator=Validator.from_callable(lambda t: len(t) > 1, "short"))
        print(repr(session.prompt("> ")), repr(session.prompt("> ")), session.history.get_strings())
