"""Importing this module enables command line editing using GNU readline: the editor itself belongs to the debugger's
terminal, so here are what programs keep with it, the history and the settings."""

import sys
from _operator import index as _index

backend = "editline"
_READLINE_VERSION = _READLINE_RUNTIME_VERSION = 0x0402
_READLINE_LIBRARY_VERSION = "EditLine wrapper"

_history = []
_history_length = -1
_auto_history = True
_delimiters = " \t\n`~!@#$%^&*()-=+[{]}\\|;:'\",<>/?"
_completer = None
_hooks = {}


def parse_and_bind(string, /):
    """Execute the init line provided in the string argument."""
    _text(string, "parse_and_bind")


def read_init_file(filename=None, /):
    """Execute a readline initialization file."""
    if filename is not None:
        with open(filename):
            pass


def _text(value, function):
    if not isinstance(value, str):
        raise TypeError(f"{function}() argument must be str, not {type(value).__name__}")
    return value


def get_line_buffer():
    """Return the current contents of the line buffer."""
    return ""


def insert_text(string, /):
    """Insert text into the line buffer at the cursor position."""
    _text(string, "insert_text")


def redisplay():
    """Change what's displayed on the screen to reflect contents of the line buffer."""


def _history_file(filename):
    import os
    return os.path.expanduser("~/.history") if filename is None else filename


def read_history_file(filename=None, /):
    """Load a readline history file."""
    sys.audit("open", filename, "r", 0)
    with open(_history_file(filename), encoding="utf-8", errors="surrogateescape") as file:
        lines = file.read().split("\n")
    if lines and lines[0] == "_HiStOrY_V2_":
        lines.pop(0)
    _history.extend([line for line in lines if line])


def write_history_file(filename=None, /):
    """Save a readline history file."""
    kept = _history if _history_length < 0 else _history[len(_history) - min(_history_length, len(_history)):]
    with open(_history_file(filename), "w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines([line + "\n" for line in kept])


def append_history_file(nelements, filename=None, /):
    """Append the last nelements items of the history list to file."""
    if nelements < 0:
        raise ValueError("nelements must be positive")
    name = _history_file(filename)
    with open(name, "r+", encoding="utf-8", errors="surrogateescape") as file:
        file.seek(0, 2)
        file.writelines([line + "\n" for line in _history[max(len(_history) - nelements, 0):]])
    if _history_length >= 0:
        with open(name, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.readlines()
        with open(name, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.writelines(lines[max(len(lines) - _history_length, 0):])


def get_history_item(index, /):
    """Return the current contents of history item at one-based index."""
    return _history[index - 1] if 1 <= index <= len(_history) else None


def get_current_history_length():
    """Return the current (not the maximum) length of history."""
    return len(_history)


def set_history_length(length, /):
    """Set the maximal number of lines which will be written to the history file.

    A negative length is used to inhibit history truncation."""
    global _history_length
    _history_length = _index(length)


def get_history_length():
    """Return the maximum number of lines that will be written to the history file."""
    return _history_length


def add_history(string, /):
    """Add an item to the history buffer."""
    _history.append(_text(string, "add_history"))


def _position(pos):
    pos = _index(pos)
    if pos < 0:
        raise ValueError("History index cannot be negative")
    if pos >= len(_history):
        raise ValueError(f"No history item at position {pos}")
    return pos


def remove_history_item(pos, /):
    """Remove history item given by its zero-based position."""
    del _history[_position(pos)]


def replace_history_item(pos, line, /):
    """Replaces history item given by its position with contents of line.

    pos is zero-based."""
    _history[_position(pos)] = _text(line, "replace_history_item")


def clear_history():
    """Clear the current readline history."""
    _history.clear()


def set_auto_history(enabled, /):
    """Enables or disables automatic history."""
    global _auto_history
    _auto_history = bool(enabled)


def set_completer(function=None, /):
    """Set or remove the completer function.

    The function is called as function(text, state),
    for state in 0, 1, 2, ..., until it returns a non-string.
    It should return the next possible completion starting with 'text'."""
    global _completer
    if function is not None and not callable(function):
        raise TypeError("set_completer(func): argument not callable")
    _completer = function


def get_completer():
    """Get the current completer function."""
    return _completer


def get_completion_type():
    """Get the type of completion being attempted."""
    return 0


def get_begidx():
    """Get the beginning index of the completion scope."""
    return 0


def get_endidx():
    """Get the ending index of the completion scope."""
    return 0


def set_completer_delims(string, /):
    """Set the word delimiters for completion."""
    global _delimiters
    _delimiters = _text(string, "set_completer_delims")


def get_completer_delims():
    """Get the word delimiters for completion."""
    return _delimiters


def _hook(name, function):
    if function is not None and not callable(function):
        raise TypeError(f"set_{name}(func): argument not callable")
    _hooks[name] = function


def set_completion_display_matches_hook(function=None, /):
    """Set or remove the completion display function."""
    _hook("completion_display_matches_hook", function)


def set_startup_hook(function=None, /):
    """Set or remove the function invoked by the rl_startup_hook callback."""
    _hook("startup_hook", function)


def set_pre_input_hook(function=None, /):
    """Set or remove the function invoked by the rl_pre_input_hook callback."""
    _hook("pre_input_hook", function)
