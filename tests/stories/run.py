#!/usr/bin/env python3
"""The six bug stories of docs/stories.md: what pdb answers, and the numbers of actions in the table.

    python3.13 tests/stories/run.py             compares; the status is 1 when something differs
    python3.13 tests/stories/run.py --update    writes pdb's answers and the table's numbers anew

`pdb/NAME.txt` is a session of CPython 3.13's pdb with examples/fixes/NAME.py: its prompts, each with what is typed
there, and the answers. The traceback that a dying program prints is left out, and so are folders.

An action is a command at a prompt, the call of a tool, or, in an editor or the page, a click, a key or a text that is
entered. Leaving (`q`) is none.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "examples/fixes"
PAPER = ROOT / "docs/stories.md"
STORIES = ["baskets", "prices", "stock", "timetable", "grades", "router"]
PROMPT = "(Pdb) "
# Seconds that pdb may take.
TIMEOUT = 30


def answers(name, text):
    """The session with the commands of a transcript, as pdb answers now."""
    first, *lines = text.splitlines()
    commands = [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]
    done = subprocess.run([sys.executable, "-m", "pdb", f"{name}.py"], cwd=PROGRAMS, text=True, capture_output=True,
                          input="".join(f"{command}\n" for command in commands), timeout=TIMEOUT)
    parts = done.stdout.replace(f"{PROGRAMS}/", "").split(PROMPT)
    typed = [f"{PROMPT}{command}\n{answer}" for command, answer in zip(commands, parts[1:])]
    return f"{first}\n{parts[0]}{''.join(typed)}".rstrip() + "\n"


def commands(path, prompt):
    """How many commands a transcript has."""
    typed = re.findall(prompt + r"(.+)$", path.read_text(), re.MULTILINE)
    return len([command for command in typed if command != "q"])


def numbered(path):
    """How many numbered actions a conversation has, which are numbered from 1."""
    numbers = [int(number) for number in re.findall(r"^# (\d+)\. ", path.read_text(), re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1)), f"{path}: {numbers}"
    return len(numbers)


def on_the_page(name):
    """How many actions a scenario of the page asserts."""
    text = (ROOT / "tests/page/scenarios/stories.mjs").read_text()
    said = re.search(rf"'stories: {name} in (\d+) actions'.*?actions\.is\((\d+)\)", text, re.DOTALL)
    assert said[1] == said[2], f"{name}: {said[1]} and {said[2]}"
    return int(said[1])


def counts(name):
    """The actions of a story: in the terminal, an editor, the page, by MCP, and with pdb."""
    tests = ROOT / "cli/tests"
    return [
        commands(ROOT / f"tests/sessions/story_{name}.txt", r"^\(ttd [^)]*\) "),
        numbered(tests / f"dap/story_{name}.txt"),
        on_the_page(name),
        len(re.findall(r"^call ", (tests / f"mcp/story_{name}.txt").read_text(), re.MULTILINE)),
        commands(ROOT / f"tests/stories/pdb/{name}.txt", r"^\(Pdb\) "),
    ]


def with_counts(paper):
    """The paper with the numbers of its table as they are in the conversations."""
    rows = {name: counts(name) for name in STORIES}
    rows["all"] = [sum(column) for column in zip(*rows.values())]
    for name, numbers in rows.items():
        row = re.search(rf"^\| (\[{name}\]\(.*?\)|{name}) \|.*$", paper, re.MULTILINE)
        cells = iter(numbers)
        new = re.sub(r"(?<=\| )(\[?)\d+", lambda found: f"{found[1]}{next(cells)}", row[0])
        assert next(cells, None) is None, f"{row[0]}: a number is missing"
        paper = paper.replace(row[0], new)
    return paper


def main():
    if sys.version_info[:2] != (3, 13):
        sys.exit(f"run.py: the reference is CPython 3.13, this is {sys.version.split()[0]}")
    wanted = {PAPER: with_counts(PAPER.read_text())}
    for name in STORIES:
        path = ROOT / f"tests/stories/pdb/{name}.txt"
        wanted[path] = answers(name, path.read_text())
    differs = [path for path, text in wanted.items() if path.read_text() != text]
    for path in differs:
        print("written:" if "--update" in sys.argv else "differs:", path.relative_to(ROOT))
        if "--update" in sys.argv:
            path.write_text(wanted[path])
    sys.exit(bool(differs) and "--update" not in sys.argv)


main()
