"""Writes expected.json: what every jump does in each program of this folder, under CPython 3.13.

    python3.13 tests/jumps/expect.py

A jump is made at the first event of a line of a function, to every line of the file and one more. Its outcome is the
reason why it is refused, or the line that the frame goes on at, its next event behind that (`l12`: line 12), the warning,
and the number of what the program printed and how it ended: programs are small, and most jumps end in one of few ways.
Each is made in a process of its own, because some crash CPython: their outcome is null.
"""

import contextlib
import io
import json
import os
import pathlib
import sys
import warnings

FOLDER = pathlib.Path(__file__).parent
EVENTS = 3000


class Endless(BaseException):
    pass


def run(path, code, trace):
    """Runs a program under a trace function, and returns its output and how it ended."""
    out = io.StringIO()
    names = {"__name__": "__main__", "__file__": str(path)}
    end = ""
    with contextlib.redirect_stdout(out), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sys.settrace(trace)
        try:
            exec(code, names)
        except Endless:
            end = "endless"
        except BaseException as error:
            end = f"{type(error).__name__}: {error}"
        finally:
            sys.settrace(None)
    return out.getvalue() + end, [str(w.message) for w in caught if str(w.message).startswith("assigning")]


def places(path, code):
    """The function and line of each line event, without repetition."""
    found = {}

    def trace(frame, event, arg):
        if frame.f_code.co_filename != str(path):
            return None
        if event == "line":
            found.setdefault((frame.f_code.co_name, frame.f_lineno))
        return trace

    run(path, code, trace)
    return list(found)


def jump(path, code, place, line):
    """The outcome of a jump from a place to a line."""
    state = {"refused": None, "frame": None, "next": None, "count": 0}

    def trace(frame, event, arg):
        if frame.f_code.co_filename != str(path):
            return None
        state["count"] += 1
        if state["count"] > EVENTS:
            raise Endless
        if state["frame"] is frame and state["next"] is None:
            state["next"] = f"{event[0]}{frame.f_lineno}"
        if state["frame"] is None and event == "line" and (frame.f_code.co_name, frame.f_lineno) == place:
            state["frame"] = frame
            try:
                frame.f_lineno = line
                state["line"] = frame.f_lineno
            except ValueError as error:
                state["refused"] = str(error)
                raise Endless from None
        return trace

    rest, warned = run(path, code, trace)
    if state["refused"] is not None:
        return state["refused"]
    return [state["line"], state["next"], warned[0] if warned else "", rest]


def apart(ask, *args):
    """The result of a function, from a child process; None if that dies."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.close(2)
        os.write(writing, json.dumps(ask(*args)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if status == 0 else None


def main():
    expected = {}
    for path in sorted(FOLDER.glob("*.py")):
        if path.name == "expect.py":
            continue
        text = path.read_text()
        code = compile(text, str(path), "exec", dont_inherit=True)
        lines = range(1, text.count("\n") + 2)
        rests, jumps = [], {}
        for place in places(path, code):
            outcomes = []
            for line in lines:
                outcome = apart(jump, path, code, place, line)
                if isinstance(outcome, list):
                    rest = outcome[3]
                    if rest not in rests:
                        rests.append(rest)
                    outcome = [*outcome[:3], rests.index(rest)]
                outcomes.append(outcome)
            jumps[f"{place[0]}:{place[1]}"] = outcomes
        expected[path.stem] = {"rests": rests, "jumps": jumps}
    lines = json.dumps(expected, indent=1).replace("\n     ", " ").replace("\n    ]", "]")
    (FOLDER / "expected.json").write_text(lines + "\n")
    count = sum(len(outcomes) for own in expected.values() for outcomes in own["jumps"].values())
    print(f"{len(expected)} programs, {count} jumps")


main()
